import type { Tx } from '#db/database.ts';
import { type Deps, now } from '#runtime/deps.ts';
import { countWaiting, type OffReason } from './integration-record.ts';

/** `failing`: its last message failed. `switched_off`: by the server, after failures. `off`: by a chief. */
export type IntegrationState = 'working' | 'failing' | 'switched_off' | 'off';

/** The receivers, and how far behind the publication log the last of those is that get messages. */
export type IntegrationLag = {
  states: Record<IntegrationState, number>;
  /** Changes that are not delivered, and the age of the oldest one. */
  lines: number;
  seconds: number;
};

/** Measures the receivers of the site at `baseUrl`. */
export async function measureLag(deps: Deps, baseUrl: string): Promise<IntegrationLag> {
  const { read } = deps.db;
  const rows = await read
    .selectFrom('integration')
    .select(['after_seq', 'off_because', 'failing_since'])
    .where('base_url', '=', baseUrl)
    .execute();
  const states = { working: 0, failing: 0, switched_off: 0, off: 0 };
  for (const row of rows) states[stateOf(row)]++;
  const positions = rows.filter((row) => row.off_because === null).map((row) => row.after_seq);
  return { states, ...(positions.length === 0 ? NO_LAG : await lagAfter(deps, read, Math.min(...positions))) };
}

const NO_LAG = { lines: 0, seconds: 0 };

function stateOf(row: { off_because: string | null; failing_since: string | null }): IntegrationState {
  if (row.off_because !== null) return (row.off_because as OffReason) === 'chief' ? 'off' : 'switched_off';
  return row.failing_since === null ? 'working' : 'failing';
}

async function lagAfter(deps: Deps, tx: Tx, seq: number): Promise<{ lines: number; seconds: number }> {
  const lines = await countWaiting(tx, seq);
  if (lines === 0) return NO_LAG;
  const oldest = await tx
    .selectFrom('publication_log')
    .select('at')
    .where('seq', '>', seq)
    .where('act', '!=', 'placed')
    .orderBy('seq')
    .limit(1)
    .executeTakeFirst();
  const since = Date.parse(oldest?.at ?? now(deps));
  return { lines, seconds: Math.max(0, Math.round((deps.clock() - since) / 1000)) };
}
