import { randomBytes, timingSafeEqual } from 'node:crypto';
import { Failure } from '../../core/failure.ts';
import { hashSecret, hmacSecret } from '../../core/secret.ts';
import type { Tx } from '../../db/database.ts';
import { type Deps, inSeconds, now } from '../../runtime/deps.ts';

// Challenges are written down when they come back, not when they are given: a page that is only looked at writes nothing.

const PURPOSE = 'passkey challenge';
/** Seconds in which a challenge has to come back. */
const USABLE = 300;

/** A challenge for one ceremony of `whom`: random, dated, and sealed by the house. */
export function newChallenge(deps: Deps, whom: string): string {
  const dated = `${randomBytes(16).toString('base64url')}.${deps.clock() + USABLE * 1000}`;
  return `${dated}.${hmacSecret(deps.key, `${PURPOSE} ${whom} ${dated}`)}`;
}

/** Whether what came back (base64url of the challenge) is one of ours, for this very ceremony, and still in time. */
export function isOurs(deps: Deps, whom: string, returned: string): boolean {
  const [random = '', until = '', mac = ''] = Buffer.from(returned, 'base64url').toString().split('.');
  const right = Buffer.from(hmacSecret(deps.key, `${PURPOSE} ${whom} ${random}.${until}`));
  const given = Buffer.from(mac);
  return given.length === right.length && timingSafeEqual(given, right) && Number(until) > deps.clock();
}

/** Uses a challenge up. @throws unauthorized when it was used before */
export async function useChallenge(deps: Deps, tx: Tx, returned: string): Promise<void> {
  await tx.deleteFrom('challenge').where('expires_at', '<', now(deps)).execute();
  const row = { id: hashSecret(returned), editor_id: null, purpose: PURPOSE, challenge: '' };
  const used = await tx
    .insertInto('challenge')
    .values({ ...row, expires_at: inSeconds(deps, 2 * USABLE) })
    .onConflict((conflict) => conflict.doNothing())
    .executeTakeFirst();
  if (used.numInsertedOrUpdatedRows === 1n) return;
  throw new Failure('unauthorized', 'This passkey was shown already.', { hint: 'Use it again.' });
}
