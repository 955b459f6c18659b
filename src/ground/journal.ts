import { createHash } from 'node:crypto';
import type { Tx } from '../db/database.ts';
import { lockJournal } from '../db/dialect.ts';
import { type Actor, type Guest, nameOf } from './actor.ts';
import { now, type Press } from './press.ts';

export type JournalLine = {
  act: string;
  subject: { kind: string; id: string };
  revision?: number;
  detail?: Record<string, unknown>;
};

export type HashedLine = {
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

/** Writes who did what to what, in the transaction of the act itself. Each line carries the hash of the one before it. */
export async function writeJournal(press: Press, tx: Tx, actor: Actor | Guest, line: JournalLine): Promise<void> {
  await lockJournal(press.db.kind, tx);
  const last = await tx.selectFrom('journal').select('hash').orderBy('seq', 'desc').limit(1).executeTakeFirst();
  const row: HashedLine = {
    at: now(press),
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
  await tx
    .insertInto('journal')
    .values({ ...row, hash: hashLine(row) })
    .execute();
}

/** SHA-256 over the line's fields and the hash of the line before it. */
export function hashLine(row: HashedLine): string {
  const { at, actor_kind, actor_id, actor_name, act, subject_kind, subject_id, revision, detail, previous_hash } = row;
  const fields = [at, actor_kind, actor_id, actor_name, act, subject_kind, subject_id, revision, detail, previous_hash];
  return createHash('sha256').update(JSON.stringify(fields)).digest('hex');
}
