import { hash } from 'node:crypto';
import { type Actor, type Advertiser, type Guest, nameOf } from '#core/actor.ts';
import { prepared, type Tx } from '#db/database.ts';
import { lockJournal } from '#db/schema/dialect.ts';
import { type Deps, now } from './deps.ts';
import type { JournalAct } from './journal-acts.ts';

export type NewJournalEntry = {
  act: JournalAct;
  subject: { kind: string; id: string };
  revision?: number;
  detail?: Record<string, unknown>;
};

export type JournalRow = {
  at: string;
  actor_kind: string;
  actor_id: string;
  actor_name: string;
  act: string;
  subject_kind: string;
  subject_id: string;
  revision: number | null;
  detail: string | null;
  previous_hash: string;
};

/** The dependencies of a journal entry. While a database is being filled, there are no other `Deps`. */
export type JournalDeps = Pick<Deps, 'clock'> & { db: Pick<Deps['db'], 'kind'> };

/** Writes a journal entry in the transaction of the act. Each entry holds the hash of the previous one. */
export async function writeJournal(
  deps: JournalDeps,
  tx: Tx,
  actor: Actor | Guest | Advertiser,
  line: NewJournalEntry,
): Promise<void> {
  await lockJournal(deps.db.kind, tx);
  const [last] = (await readEnd(tx, {})).rows;
  const row: JournalRow = {
    at: now(deps),
    actor_kind: actor.kind,
    actor_id: actor.id,
    actor_name: nameOf(actor),
    act: line.act,
    subject_kind: line.subject.kind,
    subject_id: line.subject.id,
    revision: line.revision ?? null,
    detail: line.detail ? JSON.stringify(line.detail) : null,
    previous_hash: last?.hash ?? '',
  };
  await insertEntry(tx, { ...row, hash: hashEntry(row) });
}

const insertEntry = prepared((tx, row: JournalRow & { hash: string }) => tx.insertInto('journal').values(row));
const readEnd = prepared((tx) => tx.selectFrom('journal').select(['seq', 'hash']).orderBy('seq', 'desc').limit(1));

/** The last entry as `SEQ:HASH`; null while the journal is empty. A copy outside the database reveals a cut-off end. */
export async function journalEnd(tx: Tx): Promise<string | null> {
  const [last] = (await readEnd(tx, {})).rows;
  return last ? `${last.seq}:${last.hash}` : null;
}

const SECOND_FORM = '2:';

/**
 * SHA-256 over the fields of an entry and the hash of the entry before it. Name and details go in as their own hashes, so
 * that an export can leave out an address or a secret and still be verified.
 */
export function hashEntry(row: JournalRow): string {
  const { at, actor_kind, actor_id, act, subject_kind, subject_id, revision, previous_hash } = row;
  const { nameHash, detailHash } = partHashes(row);
  const fields = [
    at,
    actor_kind,
    actor_id,
    nameHash,
    act,
    subject_kind,
    subject_id,
    revision,
    detailHash,
    previous_hash,
  ];
  return SECOND_FORM + sha256(JSON.stringify(fields));
}

/** The hashes of name and details that go into the hash of an entry. */
export function partHashes({ actor_name, detail }: Pick<JournalRow, 'actor_name' | 'detail'>): {
  nameHash: string;
  detailHash: string | null;
} {
  return { nameHash: sha256(actor_name), detailHash: detail === null ? null : sha256(detail) };
}

/** Whether the hash of an entry fits its fields. The first form hashed name and details directly. */
export function isEntryIntact({ hash, ...row }: JournalRow & { hash: string }): boolean {
  return hash === (hash.startsWith(SECOND_FORM) ? hashEntry(row) : hashFirstForm(row));
}

function hashFirstForm(row: JournalRow): string {
  const { at, actor_kind, actor_id, actor_name, act, subject_kind, subject_id, revision, detail, previous_hash } = row;
  const fields = [at, actor_kind, actor_id, actor_name, act, subject_kind, subject_id, revision, detail, previous_hash];
  return sha256(JSON.stringify(fields));
}

function sha256(text: string): string {
  return hash('sha256', text);
}
