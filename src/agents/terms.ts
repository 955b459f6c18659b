import { SCOPES, type Scope } from '../core/actor.ts';
import { type Deps, inSeconds } from '../runtime/deps.ts';

/** How long a program may fetch fresh tokens with one claim; whatever is chosen, a token lives fifteen minutes. */
export const RENEWALS = ['once', 'hour', 'day'] as const;
export type Renewal = (typeof RENEWALS)[number];

/** What an editor grants: for which desks (null is all), whether drafts only, and how long. */
export type GrantTerms = { desks: readonly string[] | null; isDraftOnly: boolean; renewal: Renewal };

/** What is granted where the editor narrows nothing. */
export const FULL_TERMS: GrantTerms = { desks: null, isDraftOnly: false, renewal: 'once' };

const HOUR = 60 * 60;
/** Longest a claim gives fresh tokens, in seconds. */
const LONGEST = 8 * HOUR;

/** Until when a claim approved now gives fresh tokens; null where it gives one. A day ends at midnight UTC. */
export function renewUntil(deps: Deps, renewal: Renewal): string | null {
  switch (renewal) {
    case 'once':
      return null;
    case 'hour':
      return inSeconds(deps, HOUR);
    case 'day': {
      const midnight = `${inSeconds(deps, 24 * HOUR).slice(0, 10)}T00:00:00.000Z`;
      const latest = inSeconds(deps, LONGEST);
      return midnight < latest ? midnight : latest;
    }
  }
}

/** The scopes a token carries. */
export function scopesOf(isDraftOnly: boolean): readonly Scope[] {
  return isDraftOnly ? ['article:draft'] : SCOPES;
}

/** The desks of a grant as the database keeps them. */
export function readDesks(desks: string | null): string[] | null {
  return desks === null ? null : (JSON.parse(desks) as string[]);
}
