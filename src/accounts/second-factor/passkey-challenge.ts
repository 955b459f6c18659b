import { randomBytes, timingSafeEqual } from 'node:crypto';
import { Failure } from '../../core/failure.ts';
import { hashSecret, hmacSecret } from '../../core/secret.ts';
import type { Tx } from '../../db/database.ts';
import { inSeconds, now, type Press } from '../../runtime/deps.ts';

// Challenges are written down when they come back, not when they are given: a page that is only looked at writes nothing.

const PURPOSE = 'passkey challenge';
/** Seconds in which a challenge has to come back. */
const USABLE = 300;

/** A challenge for one ceremony of `whom`: random, dated, and sealed by the house. */
export function newChallenge(press: Press, whom: string): string {
  const dated = `${randomBytes(16).toString('base64url')}.${press.clock() + USABLE * 1000}`;
  return `${dated}.${hmacSecret(press.key, `${PURPOSE} ${whom} ${dated}`)}`;
}

/** Whether what came back (base64url of the challenge) is one of ours, for this very ceremony, and still in time. */
export function isOurs(press: Press, whom: string, returned: string): boolean {
  const [random = '', until = '', mac = ''] = Buffer.from(returned, 'base64url').toString().split('.');
  const right = Buffer.from(hmacSecret(press.key, `${PURPOSE} ${whom} ${random}.${until}`));
  const given = Buffer.from(mac);
  return given.length === right.length && timingSafeEqual(given, right) && Number(until) > press.clock();
}

/** Uses a challenge up. @throws unauthorized when it was used before */
export async function useChallenge(press: Press, tx: Tx, returned: string): Promise<void> {
  await tx.deleteFrom('challenge').where('expires_at', '<', now(press)).execute();
  const row = { id: hashSecret(returned), editor_id: null, purpose: PURPOSE, challenge: '' };
  const used = await tx
    .insertInto('challenge')
    .values({ ...row, expires_at: inSeconds(press, 2 * USABLE) })
    .onConflict((conflict) => conflict.doNothing())
    .executeTakeFirst();
  if (used.numInsertedOrUpdatedRows === 1n) return;
  throw new Failure('unauthorized', 'This passkey was shown already.', { hint: 'Use it again.' });
}
