import { SCOPES, type Scope } from '#core/actor.ts';
import { type Deps, inSeconds } from '#runtime/deps.ts';

/** How long an agent may fetch fresh tokens with one claim. Each token lives 15 minutes in any case. */
export const RENEWALS = ['once', 'hour', 'day'] as const;
export type Renewal = (typeof RENEWALS)[number];

/** What an editor grants. `sections`: null means every section. */
export type GrantTerms = { sections: readonly string[] | null; isDraftOnly: boolean; renewal: Renewal };

/** The terms when the editor changes nothing. */
export const FULL_TERMS: GrantTerms = { sections: null, isDraftOnly: false, renewal: 'once' };

const HOUR = 60 * 60;
/** Longest token renewal, in seconds. */
const LONGEST = 8 * HOUR;

/** When token renewal ends for a claim approved now; null for a single token. `day` ends at midnight UTC or after 8 hours. */
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

/** Parses the stored sections of a claim. */
export function readSections(sections: string | null): string[] | null {
  return sections === null ? null : (JSON.parse(sections) as string[]);
}
