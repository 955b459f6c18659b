import { sql } from 'kysely';
import { readCursor, writeCursor } from '#core/cursor.ts';
import type { Tx } from '#db/database.ts';
import { hasAccess } from '#people/claim-access.ts';
import { type Deps, now } from '#runtime/deps.ts';
import { readSections } from './terms.ts';

/** An agent with an approved claim, as editors see it. Holds neither its claim token nor an access token. */
export type GrantedAgent = {
  claimId: string;
  letInBy: string;
  program: string;
  address: string;
  loginHint: string | null;
  isDraftOnly: boolean;
  sections: readonly string[] | null;
  letInAt: string;
  /** Whether it has fetched a token. */
  isFetched: boolean;
  /** Token renewal ends at this time; null when the claim yields a single token. */
  renewUntil: string | null;
  /** When its last token expires; before the first token, when the claim expires. */
  expiresAt: string;
  endedAt: string | null;
  /** `shut out`: the editor who approved it was disabled, lost the role, or changed the password. */
  state: 'live' | 'expired' | 'revoked' | 'shut out';
  /** The number of revisions it saved, and of its logged calls. */
  saved: number;
  called: number;
};

/** Active agents on one page, at most. */
const MAX_ACTIVE = 200;

/** The agents that may act now, latest approval first. */
export async function listActiveAgents(deps: Deps, tx: Tx): Promise<GrantedAgent[]> {
  const at = now(deps);
  const rows = await grantedClaims(tx)
    .where('claim.ended_at', 'is', null)
    .where(hasAccess(at))
    .limit(MAX_ACTIVE)
    .execute();
  return rows.map((row) => toGrantedAgent(deps, row)).filter((agent) => agent.state === 'live');
}

/** A page of all agents ever approved, latest first. @throws bad_request for a cursor that was not issued here */
export async function listGrantedAgents(
  deps: Deps,
  tx: Tx,
  { limit, cursor }: { limit: number; cursor?: string },
): Promise<{ programs: GrantedAgent[]; nextCursor: string | null }> {
  const after = cursor === undefined ? null : readCursor(cursor);
  const rows = await grantedClaims(tx)
    .$if(after !== null, (query) =>
      query.where((is) =>
        is(is.refTuple('claim.decided_at', 'claim.id'), '<', is.tuple(after?.at ?? '', after?.id ?? '')),
      ),
    )
    .limit(limit + 1)
    .execute();
  const programs = rows.slice(0, limit).map((row) => toGrantedAgent(deps, row));
  const last = programs.at(-1);
  return { programs, nextCursor: rows.length > limit && last ? writeCursor(last.letInAt, last.claimId) : null };
}

/** An approved agent by its claim, or null. */
export async function findGrantedAgent(deps: Deps, tx: Tx, claimId: string): Promise<GrantedAgent | null> {
  const row = await grantedClaims(tx).where('claim.id', '=', claimId).executeTakeFirst();
  return row ? toGrantedAgent(deps, row) : null;
}

function grantedClaims(tx: Tx) {
  return tx
    .selectFrom('claim')
    .innerJoin('editor', 'editor.id', 'claim.decided_by')
    .where('claim.decided_at', 'is not', null)
    .where('claim.status', 'in', ['claimed', 'redeemed'])
    .selectAll('claim')
    .select(['editor.name', 'editor.role', 'editor.disabled_at', 'editor.standing_since'])
    .select([
      sql<number>`(select count(*) from revision where revision.claim_id = claim.id)`.as('saved'),
      sql<number>`(select count(*) from agent_call where agent_call.claim_id = claim.id)`.as('called'),
      sql<string | null>`(select max(expires_at) from access_token where access_token.claim_id = claim.id)`.as(
        'token_end',
      ),
    ])
    .orderBy('claim.decided_at', 'desc')
    .orderBy('claim.id', 'desc');
}

type Row = Awaited<ReturnType<ReturnType<typeof grantedClaims>['execute']>>[number];

function toGrantedAgent(deps: Deps, row: Row): GrantedAgent {
  return {
    claimId: row.id,
    letInBy: row.name,
    program: row.program,
    address: row.address,
    loginHint: row.login_hint,
    isDraftOnly: row.draft_only === 1,
    sections: readSections(row.sections),
    letInAt: row.decided_at ?? '',
    isFetched: row.status === 'redeemed',
    renewUntil: row.renew_until,
    expiresAt: row.token_end ?? row.expires_at,
    endedAt: row.ended_at,
    state: stateOf(row, now(deps)),
    saved: Number(row.saved),
    called: Number(row.called),
  };
}

function stateOf(row: Row, at: string): GrantedAgent['state'] {
  if (row.ended_at !== null) return 'revoked';
  const isGrantValid = row.standing_since === null || (row.decided_at ?? '') > row.standing_since;
  const ends = [row.token_end ?? row.expires_at, row.renew_until ?? ''];
  if (!ends.some((end) => end > at)) return 'expired';
  return row.disabled_at === null && row.role !== 'writer' && isGrantValid ? 'live' : 'shut out';
}
