import type { Tx } from '../db/database.ts';
import { HOUSE, SCOPES } from '../ground/actor.ts';
import { writeJournal } from '../ground/journal.ts';
import { inSeconds, now, type Press } from '../ground/press.ts';
import { hashSecret } from '../ground/secret.ts';
import { newAccessToken, TOKEN_LIFETIME } from './token.ts';

/** The share of the interval by which a poll may come early: what the network adds and takes away. */
const JITTER = 0.05;

export type Redemption =
  | { state: 'issued'; accessToken: string; expiresIn: number; scope: string }
  | { state: 'unknown' | 'redeemed' | 'denied' | 'expired' | 'slow_down' | 'pending' };

/**
 * Answers a poll with a claim token; once an editor has approved, exactly one poll gets the access token.
 * `interval` is what the claim was told to keep between polls, in seconds (RFC 8628, 3.5).
 */
export async function redeemClaim(
  press: Press,
  claimToken: string,
  resource: string,
  interval: number,
): Promise<Redemption> {
  const hash = hashSecret(claimToken);
  const known = await press.db.read
    .selectFrom('claim')
    .select('id')
    .where('claim_token_hash', '=', hash)
    .executeTakeFirst();
  if (!known) return { state: 'unknown' };
  return press.db.write((tx) => redeem(press, tx, known.id, resource, interval));
}

async function redeem(press: Press, tx: Tx, claimId: string, resource: string, interval: number): Promise<Redemption> {
  const claim = await tx
    .selectFrom('claim')
    .leftJoin('editor', 'editor.id', 'claim.decided_by')
    .select([
      'claim.status',
      'claim.expires_at',
      'editor.role',
      'editor.disabled_at',
      'claim.decided_at',
      'editor.standing_since',
    ])
    .where('claim.id', '=', claimId)
    .executeTakeFirst();
  if (!claim) return { state: 'unknown' }; // forgotten since it was found
  if (claim.status === 'redeemed' || claim.status === 'denied') return { state: claim.status };
  if (claim.expires_at <= now(press)) return { state: 'expired' };
  if (claim.status === 'pending')
    return { state: (await notePoll(press, tx, claimId, interval)) ? 'pending' : 'slow_down' };
  const stood = claim.standing_since === null || (claim.decided_at ?? '') > claim.standing_since;
  const mayLetIn = claim.disabled_at === null && claim.role !== 'writer' && stood; // they may have been shut out since they approved
  if (!mayLetIn) return { state: 'denied' };
  return (await consume(press, tx, claimId, resource)) ?? { state: 'redeemed' };
}

/** Takes the claim and issues its token in one conditional write: of racing polls exactly one finds the row. */
async function consume(press: Press, tx: Tx, claimId: string, resource: string): Promise<Redemption | null> {
  const at = now(press);
  const taken = await tx
    .updateTable('claim')
    .set({ status: 'redeemed', redeemed_at: at })
    .where('id', '=', claimId)
    .where('status', '=', 'claimed')
    .where('expires_at', '>', at)
    .where('decided_by', 'in', (from) =>
      from.selectFrom('editor').select('id').where('disabled_at', 'is', null).where('role', 'in', ['chief', 'editor']),
    )
    .returning(['decided_by'])
    .executeTakeFirst();
  if (!taken?.decided_by) return null;
  const accessToken = newAccessToken();
  const id = press.newId();
  await tx
    .insertInto('access_token')
    .values({
      id,
      token_hash: hashSecret(accessToken),
      claim_id: claimId,
      editor_id: taken.decided_by,
      scopes: SCOPES.join(' '),
      resource,
      created_at: at,
      expires_at: inSeconds(press, TOKEN_LIFETIME),
      used_at: null,
      revoked_at: null,
    })
    .execute();
  await writeJournal(press, tx, HOUSE, {
    act: 'token.issued',
    subject: { kind: 'token', id },
    detail: { claim: claimId },
  });
  return { state: 'issued', accessToken, expiresIn: TOKEN_LIFETIME, scope: SCOPES.join(' ') };
}

/** Notes a poll that kept the interval; false for one that came too early. The first never does. */
async function notePoll(press: Press, tx: Tx, claimId: string, interval: number): Promise<boolean> {
  const noted = await tx
    .updateTable('claim')
    .set({ last_polled_at: now(press) })
    .where('id', '=', claimId)
    .where((where) =>
      where.or([
        where('last_polled_at', 'is', null),
        where('last_polled_at', '<=', inSeconds(press, -interval * (1 - JITTER))),
      ]),
    )
    .executeTakeFirst();
  return noted.numUpdatedRows === 1n;
}
