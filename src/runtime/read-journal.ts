import { type RawBuilder, sql } from 'kysely';
import { dayStart } from '#core/wall-time.ts';
import type { Tx } from '#db/database.ts';
import { isEntryIntact, partHashes } from './journal.ts';

/** `agent` is a claim id or `any`. `from` and `to` are days of `zone`, UTC without one, both inclusive. */
export type JournalFilter = {
  person?: string;
  agent?: string;
  act?: string;
  article?: string;
  from?: string;
  to?: string;
  zone?: string;
};

/** A journal entry as editors read it. */
export type JournalEntry = {
  seq: number;
  at: string;
  actor: { kind: string; id: string; name: string };
  act: string;
  subject: { kind: string; id: string };
  revision: number | null;
  detail: Record<string, unknown> | null;
  /** SHA-256 of the stored actor name and details; both go into `hash`. */
  nameHash: string;
  detailHash: string | null;
  previousHash: string;
  hash: string;
  /** Whether its hash is correct and `previousHash` is the hash of the entry before it. */
  holds: boolean;
};

/** A page of the journal, latest first, of entries before number `before`. */
export async function readJournal(
  tx: Tx,
  filter: JournalFilter,
  { limit, before }: { limit: number; before?: number },
): Promise<{ lines: JournalEntry[]; nextBefore: number | null }> {
  const rows = await narrowed(tx, filter)
    .$if(before !== undefined, (query) => query.where('journal.seq', '<', before ?? 0))
    .orderBy('journal.seq', 'desc')
    .limit(limit + 1)
    .execute();
  const lines = rows.slice(0, limit).map(toEntry);
  return { lines, nextBefore: rows.length > limit ? (lines.at(-1)?.seq ?? null) : null };
}

/** The entries about one subject, latest first. */
export async function journalOf(tx: Tx, subject: { kind: string; id: string }, limit: number): Promise<JournalEntry[]> {
  const rows = await narrowed(tx, {})
    .where('journal.subject_kind', '=', subject.kind)
    .where('journal.subject_id', '=', subject.id)
    .orderBy('journal.seq', 'desc')
    .limit(limit)
    .execute();
  return rows.map(toEntry);
}

/** The entries after number `after`, oldest first. */
export async function journalAfter(
  tx: Tx,
  filter: JournalFilter,
  { limit, after }: { limit: number; after: number },
): Promise<JournalEntry[]> {
  const rows = await narrowed(tx, filter)
    .where('journal.seq', '>', after)
    .orderBy('journal.seq')
    .limit(limit)
    .execute();
  return rows.map(toEntry);
}

/** Every act in the journal, sorted. */
export async function listActs(tx: Tx): Promise<string[]> {
  // One index lookup for each act, independent of the number of entries.
  const { rows } = await sql<{ act: string | null }>`with recursive acts (act) as (
    select min(act) from journal
    union all select (select min(act) from journal where act > acts.act) from acts where acts.act is not null
  ) select act from acts where act is not null`.execute(tx);
  return rows.flatMap((row) => row.act ?? []);
}

function narrowed(tx: Tx, { person, agent, act, article, from, to, zone = 'UTC' }: JournalFilter) {
  let lines = tx.selectFrom('journal').selectAll('journal').select(hashBefore().as('hash_before'));
  if (person) lines = lines.where('actor_id', '=', person).where('actor_kind', '=', 'editor');
  if (agent) lines = lines.where('actor_kind', '=', 'agent');
  if (agent && agent !== 'any')
    lines = lines.where('actor_id', 'in', (tokens) =>
      tokens.selectFrom('access_token').select('access_token.id').where('claim_id', '=', agent),
    );
  if (act) lines = lines.where('act', '=', act);
  if (article) lines = lines.where('subject_kind', '=', 'article').where('subject_id', '=', article);
  if (from) lines = lines.where('at', '>=', dayStart(from, zone));
  if (to) lines = lines.where('at', '<', dayStart(dayAfter(to), zone));
  return lines;
}

function hashBefore(): RawBuilder<string | null> {
  return sql`(select earlier.hash from journal earlier where earlier.seq < journal.seq order by earlier.seq desc limit 1)`;
}

type Row = Awaited<ReturnType<ReturnType<typeof narrowed>['execute']>>[number];

function toEntry(row: Row): JournalEntry {
  return {
    seq: row.seq,
    at: row.at,
    actor: { kind: row.actor_kind, id: row.actor_id, name: row.actor_name },
    act: row.act,
    subject: { kind: row.subject_kind, id: row.subject_id },
    revision: row.revision,
    detail: row.detail === null ? null : JSON.parse(row.detail),
    ...partHashes(row),
    previousHash: row.previous_hash,
    hash: row.hash,
    holds: isEntryIntact(row) && row.previous_hash === (row.hash_before ?? ''),
  };
}

/** The day after a day; an impossible day is one of the next month. */
function dayAfter(day: string): string {
  const [year = 0, month = 1, date = 1] = day.split('-').map(Number);
  const next = new Date(Date.UTC(year, month - 1, date + 1));
  return next.toISOString().slice(0, 10);
}
