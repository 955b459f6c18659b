import type { Selectable } from 'kysely';
import { Failure } from '#core/failure.ts';
import type { Tx } from '#db/database.ts';
import type { Tables } from '#db/schema/tables.ts';
import { type Deps, now } from '#runtime/deps.ts';
import { publicKeyOf, validSecrets } from './signature.ts';

export type IntegrationRow = Selectable<Tables['integration']>;

/** Why messages to an address are switched off: by a chief, by its answer 410, or after five days of failures. */
export type OffReason = 'chief' | 'gone' | 'failed';

/** An address that gets messages, as chiefs see it. */
export type Integration = {
  id: string;
  address: string;
  /** `BASE_URL` when it was added or switched on. */
  baseUrl: string;
  note: string;
  createdAt: string;
  /** The last line of the publication log that was delivered. */
  afterSeq: number;
  tries: number;
  dueAt: string;
  failingSince: string | null;
  trouble: string | null;
  off: { at: string; because: OffReason } | null;
  /** When the secret before the last rotation ends; null when only one secret signs. */
  oldSecretUntil: string | null;
  /** The public Ed25519 key; null when messages carry no such signature. */
  publicKey: string | null;
};

export type IntegrationDelivery = {
  seq: number;
  messageId: string;
  changeSeq: number | null;
  type: string;
  at: string;
  /** Milliseconds. */
  took: number;
  status: number | null;
  trouble: string | null;
  answer: string | null;
};

/** Every address, in the order they were added. */
export async function listIntegrations(deps: Deps): Promise<Integration[]> {
  const rows = await deps.db.read.selectFrom('integration').selectAll().orderBy('created_at').orderBy('id').execute();
  return rows.map((row) => toIntegration(deps, row));
}

/** @throws not_found */
export async function getIntegration(deps: Deps, id: string): Promise<Integration> {
  return toIntegration(deps, await getRow(deps.db.read, id));
}

/** @throws not_found */
export async function getRow(tx: Tx, id: string): Promise<IntegrationRow> {
  const row = await tx.selectFrom('integration').selectAll().where('id', '=', id).executeTakeFirst();
  if (row) return row;
  throw new Failure('not_found', 'There is no such webhook.', { hint: 'The page Integrations lists all of them.' });
}

/** The latest tries, latest first. */
export async function listDeliveries(tx: Tx, id: string, limit: number): Promise<IntegrationDelivery[]> {
  return tx
    .selectFrom('integration_delivery')
    .select(['seq', 'message_id as messageId', 'change_seq as changeSeq', 'type', 'at', 'took', 'status'])
    .select(['trouble', 'answer'])
    .where('integration_id', '=', id)
    .orderBy('seq', 'desc')
    .limit(limit)
    .execute();
}

/** Changes of articles that an address does not have yet. */
export async function countWaiting(tx: Tx, afterSeq: number): Promise<number> {
  const row = await tx
    .selectFrom('publication_log')
    .select((eb) => eb.fn.countAll<number>().as('count'))
    .where('seq', '>', afterSeq)
    .where('act', '!=', 'placed')
    .executeTakeFirst();
  return Number(row?.count ?? 0);
}

function toIntegration(deps: Deps, row: IntegrationRow): Integration {
  const { id, off_at, off_because, sign_key } = row;
  const ends = validSecrets(deps, row.secrets).flatMap(({ until }) => until ?? []);
  return {
    id,
    address: row.address,
    baseUrl: row.base_url,
    note: row.note,
    createdAt: row.created_at,
    afterSeq: row.after_seq,
    tries: row.tries,
    dueAt: row.due_at,
    failingSince: row.failing_since,
    trouble: row.trouble,
    off: off_at === null ? null : { at: off_at, because: (off_because ?? 'chief') as OffReason },
    oldSecretUntil: ends.sort().at(-1) ?? null,
    publicKey: sign_key === null ? null : publicKeyOf(deps, id, sign_key),
  };
}

/** What a successful delivery and a chief's switch set back. */
export function asReady(deps: Deps) {
  return { tries: 0, due_at: now(deps), failing_since: null, trouble: null };
}
