import { createHash } from 'node:crypto';
import type { Actor, Advertiser } from '#core/actor.ts';
import { Failure } from '#core/failure.ts';
import type { Tx } from '#db/database.ts';
import { type Deps, inSeconds, now } from './deps.ts';

/** An `Idempotency-Key` as it was sent, and the hash of its request body. */
export type IdempotencyKey = { key: string; bodyHash: string };

/** Seconds that a key is kept. */
const KEEP_FOR = 24 * 60 * 60;

/**
 * Runs `work` once per principal and key; a repeated request gets the first result. The key is written in the transaction of
 * `work`, so that neither exists without the other.
 * @throws Failure `idempotency_key_reused` when the key was sent before with another body
 */
export async function withIdempotencyKey<T>(
  deps: Deps,
  tx: Tx,
  { actor, retry }: { actor: Actor | Advertiser; retry: IdempotencyKey | null },
  work: () => Promise<T>,
): Promise<T> {
  if (!retry) return work();
  const principal = principalOf(actor);
  await tx.deleteFrom('idempotency').where('created_at', '<', inSeconds(deps, -KEEP_FOR)).execute();
  const row = { principal, key: retry.key, body_hash: retry.bodyHash, answer: '', created_at: now(deps) };
  const taken = await tx
    .insertInto('idempotency')
    .values(row)
    .onConflict((conflict) => conflict.doNothing())
    .executeTakeFirst();
  const kept = tx.selectFrom('idempotency').selectAll().where('principal', '=', principal).where('key', '=', retry.key);
  if (taken.numInsertedOrUpdatedRows === 0n) return replay(await kept.executeTakeFirstOrThrow(), retry);
  const value = await work();
  await tx
    .updateTable('idempotency')
    .set({ answer: JSON.stringify(value) })
    .where('principal', '=', principal)
    .where('key', '=', retry.key)
    .execute();
  return value;
}

/** Whether a request with this key and body was done. The key becomes visible together with the result of the request. */
export async function wasDone(tx: Tx, actor: Actor | Advertiser, { key, bodyHash }: IdempotencyKey): Promise<boolean> {
  const kept = tx.selectFrom('idempotency').select('key').where('principal', '=', principalOf(actor));
  const row = await kept.where('key', '=', key).where('body_hash', '=', bodyHash).executeTakeFirst();
  return row !== undefined;
}

function principalOf(actor: Actor | Advertiser): string {
  return actor.kind === 'agent' ? `agent:${actor.claimId}` : `${actor.kind}:${actor.id}`;
}

function replay<T>(kept: { body_hash: string; answer: string }, retry: IdempotencyKey): T {
  if (kept.body_hash === retry.bodyHash) return JSON.parse(kept.answer) as T;
  throw new Failure('idempotency_key_reused', 'This Idempotency-Key was already used for another request.', {
    hint: 'Use a new key for a new request. To repeat a request, send exactly the same body.',
  });
}

/** The hash that identifies a request: its target and its parsed body. */
export function hashBody(target: string, body: unknown): string {
  return createHash('sha256').update(target).update('\n').update(JSON.stringify(body)).digest('hex');
}
