import { SYSTEM } from '#core/actor.ts';
import { hashSecret } from '#core/secret.ts';
import type { Tx } from '#db/database.ts';
import { type Deps, inSeconds, now } from '#runtime/deps.ts';
import { writeJournal } from '#runtime/journal.ts';
import { scopesOf } from './terms.ts';
import { newAccessToken, TOKEN_LIFETIME } from './tokens.ts';

/** The share of the interval by which a poll may come early, to allow for network jitter. */
const JITTER = 0.05;

/** `expiresIn` is in seconds. */
export type IssuedToken = { state: 'issued'; accessToken: string; expiresIn: number; scope: string };
export type RedeemResult =
  | IssuedToken
  | { state: 'unknown' | 'redeemed' | 'denied' | 'expired' | 'slow_down' | 'pending' };

/**
 * Answers a poll with a claim token. After the approval exactly one poll gets the access token. When the editor allowed
 * renewal, later polls get fresh tokens until the renewal ends, one in each interval.
 * `interval` is the number of seconds the agent must wait between polls (RFC 8628, 3.5).
 */
export async function redeemClaim(
  deps: Deps,
  claimToken: string,
  resource: string,
  interval: number,
): Promise<RedeemResult> {
  const hash = hashSecret(claimToken);
  const known = await deps.db.read
    .selectFrom('claim')
    .select('id')
    .where('claim_token_hash', '=', hash)
    .executeTakeFirst();
  if (!known) return { state: 'unknown' };
  if (await isTooEarly(deps, known.id, interval)) return { state: 'slow_down' };
  return deps.db.write((tx) => redeem(deps, tx, { claimId: known.id, resource, interval }));
}

/**
 * Whether a poll of a pending claim came before its interval ended. This reads only: many such polls must not queue for a
 * write.
 */
async function isTooEarly(deps: Deps, claimId: string, interval: number): Promise<boolean> {
  const row = await deps.db.read
    .selectFrom('claim')
    .select('id')
    .where('id', '=', claimId)
    .where('status', '=', 'pending')
    .where('expires_at', '>', now(deps))
    .where('last_polled_at', '>', intervalStart(deps, interval))
    .executeTakeFirst();
  return row !== undefined;
}

// biome-ignore lint/complexity/noExcessiveCognitiveComplexity: the checks of one claim, in the order in which they have to be made
async function redeem(
  deps: Deps,
  tx: Tx,
  { claimId, resource, interval }: { claimId: string; resource: string; interval: number },
): Promise<RedeemResult> {
  const claim = await tx
    .selectFrom('claim')
    .leftJoin('editor', 'editor.id', 'claim.decided_by')
    .select([
      'claim.status',
      'claim.expires_at',
      'claim.renew_until',
      'claim.ended_at',
      'editor.role',
      'editor.disabled_at',
      'claim.decided_at',
      'editor.standing_since',
    ])
    .where('claim.id', '=', claimId)
    .executeTakeFirst();
  if (!claim) return { state: 'unknown' }; // deleted since it was found
  const isRenewable = claim.status === 'redeemed' && (claim.renew_until ?? '') > now(deps);
  if ((claim.status === 'redeemed' && !isRenewable) || claim.status === 'denied') return { state: claim.status };
  if (!isRenewable && claim.expires_at <= now(deps)) return { state: 'expired' };
  if (claim.status === 'pending')
    return { state: (await recordPoll(deps, tx, claimId, interval)) ? 'pending' : 'slow_down' };
  const isGrantValid = claim.standing_since === null || (claim.decided_at ?? '') > claim.standing_since;
  const mayApprove = claim.disabled_at === null && claim.role !== 'writer' && isGrantValid; // the editor may have lost the right since the approval
  if (!mayApprove || claim.ended_at !== null) return { state: 'denied' };
  if (isRenewable) return (await renew(deps, tx, { claimId, resource, interval })) ?? { state: 'slow_down' };
  return (await consume(deps, tx, claimId, resource)) ?? { state: 'redeemed' };
}

/** Takes the claim and issues its token in one conditional write: of racing polls exactly one finds the row. */
async function consume(deps: Deps, tx: Tx, claimId: string, resource: string): Promise<RedeemResult | null> {
  const at = now(deps);
  const taken = await updateValidClaim(tx, claimId)
    .set({ status: 'redeemed', redeemed_at: at, last_polled_at: at })
    .where('status', '=', 'claimed')
    .where('expires_at', '>', at)
    .returning(['id', 'decided_by', 'draft_only'])
    .executeTakeFirst();
  return taken ? issueToken(deps, tx, taken, resource) : null;
}

/** The same for a claim with renewal: of the polls in one interval exactly one finds the row. */
async function renew(
  deps: Deps,
  tx: Tx,
  { claimId, resource, interval }: { claimId: string; resource: string; interval: number },
): Promise<RedeemResult | null> {
  const at = now(deps);
  const taken = await updateValidClaim(tx, claimId)
    .set({ last_polled_at: at })
    .where('status', '=', 'redeemed')
    .where('renew_until', '>', at)
    .where('last_polled_at', '<=', intervalStart(deps, interval))
    .returning(['id', 'decided_by', 'draft_only'])
    .executeTakeFirst();
  return taken ? issueToken(deps, tx, taken, resource) : null;
}

/** An update of the claim that matches only while nobody ended it and its editor may still approve agents. */
export function updateValidClaim(tx: Tx, claimId: string) {
  return tx
    .updateTable('claim')
    .where('id', '=', claimId)
    .where('ended_at', 'is', null)
    .where('decided_by', 'in', (from) =>
      from
        .selectFrom('editor')
        .select('id')
        .where('disabled_at', 'is', null)
        .where('role', 'in', ['chief', 'editor'])
        .where((is) =>
          is.or([is('standing_since', 'is', null), is('standing_since', '<', is.ref('claim.decided_at'))]),
        ),
    );
}

type RedeemedClaim = { id: string; decided_by: string | null; draft_only: number };

/** Issues an access token for a claim that the caller has just taken. */
export async function issueToken(deps: Deps, tx: Tx, claim: RedeemedClaim, resource: string): Promise<IssuedToken> {
  const scope = scopesOf(claim.draft_only === 1).join(' ');
  const accessToken = newAccessToken();
  const id = deps.newId();
  await tx
    .insertInto('access_token')
    .values({
      id,
      token_hash: hashSecret(accessToken),
      claim_id: claim.id,
      editor_id: claim.decided_by ?? '',
      scopes: scope,
      resource,
      created_at: now(deps),
      expires_at: inSeconds(deps, TOKEN_LIFETIME),
      used_at: null,
      revoked_at: null,
    })
    .execute();
  await writeJournal(deps, tx, SYSTEM, {
    act: 'token.issued',
    subject: { kind: 'token', id },
    detail: { claim: claim.id },
  });
  return { state: 'issued', accessToken, expiresIn: TOKEN_LIFETIME, scope };
}

/** Records a poll. False when it came before the interval ended. */
async function recordPoll(deps: Deps, tx: Tx, claimId: string, interval: number): Promise<boolean> {
  const recorded = await tx
    .updateTable('claim')
    .set({ last_polled_at: now(deps) })
    .where('id', '=', claimId)
    .where((where) =>
      where.or([where('last_polled_at', 'is', null), where('last_polled_at', '<=', intervalStart(deps, interval))]),
    )
    .executeTakeFirst();
  return recorded.numUpdatedRows === 1n;
}

/** The latest time of the previous poll at which a poll may come now. */
function intervalStart(deps: Deps, interval: number): string {
  return inSeconds(deps, -interval * (1 - JITTER));
}
