import { hash, timingSafeEqual } from 'node:crypto';
import { hashSecret, hmacSecret, newSecret } from '#core/secret.ts';
import type { Tx } from '#db/database.ts';
import { type Deps, inSeconds, now } from '#runtime/deps.ts';
import { type AuthorizationRequest, readOAuth } from './oauth-clients.ts';
import { type IssuedToken, issueToken, updateValidClaim } from './redeem-claim.ts';
import { endGrant } from './revoke.ts';

// Authorization codes and refresh tokens of claims that OAuth clients opened.

/** Seconds an authorization code lives (RFC 6749, 4.1.2). */
const CODE_LIFETIME = 60;
const [CODE, REFRESH] = ['pl_ac_', 'pl_rt_'];

/** `refreshToken` only when the editor granted more than one token. */
export type TokenGrant = IssuedToken & { refreshToken: string | null };
/** What a client sends to redeem a code (RFC 6749, 4.1.3; RFC 7636, 4.5; RFC 8707, 2.2). */
export type CodeRequest = {
  code: string;
  clientId: string;
  redirectUri: string;
  verifier: string;
  resources: readonly string[];
};

/**
 * Makes a new authorization code for an approved claim; an earlier code of the claim no longer works. Null unless the claim
 * is approved and not yet redeemed.
 */
export async function issueCode(deps: Deps, claimId: string): Promise<string | null> {
  const code = newSecret(CODE);
  const issued = await deps.db.write((tx) =>
    updateValidClaim(tx, claimId)
      .set({ code_hash: hashSecret(code), code_expires_at: inSeconds(deps, CODE_LIFETIME) })
      .where('status', '=', 'claimed')
      .where('expires_at', '>', now(deps))
      .executeTakeFirst(),
  );
  return issued.numUpdatedRows === 1n ? code : null;
}

/**
 * Redeems a code once: of racing requests exactly one gets the token. Null when any part of the request is wrong. A whole
 * request that comes again ends the access that the first one got, because two parties have the code (RFC 6749, 4.1.2).
 */
export async function redeemCode(deps: Deps, request: CodeRequest, resource: string): Promise<TokenGrant | null> {
  const codeHash = hashSecret(request.code);
  const row = await deps.db.read
    .selectFrom('claim')
    .select(['id', 'oauth'])
    .where('code_hash', '=', codeHash)
    .executeTakeFirst();
  const asked = readOAuth(row?.oauth ?? null);
  if (!row || !asked || !fits(asked, request)) return null;
  return deps.db.write(async (tx) => {
    const at = now(deps);
    const taken = await updateValidClaim(tx, row.id)
      .set({ status: 'redeemed', redeemed_at: at, last_polled_at: at })
      .where('status', '=', 'claimed')
      .where('code_hash', '=', codeHash)
      .where('code_expires_at', '>', at)
      .returning(['id', 'decided_by', 'draft_only', 'renew_until'])
      .executeTakeFirst();
    if (!taken) {
      await endIfRedeemed(deps, tx, row.id, codeHash);
      return null;
    }
    const issued = await issueToken(deps, tx, taken, resource);
    return { ...issued, refreshToken: taken.renew_until === null ? null : await setRefreshToken(deps, tx, taken.id) };
  });
}

async function endIfRedeemed(deps: Deps, tx: Tx, claimId: string, codeHash: string): Promise<void> {
  const redeemed = await tx
    .selectFrom('claim')
    .select('id')
    .where('id', '=', claimId)
    .where('status', '=', 'redeemed')
    .where('code_hash', '=', codeHash)
    .executeTakeFirst();
  if (redeemed) await endGrant(deps, tx, claimId);
}

/** Whether the request is that of the client which the claim belongs to, with the verifier of its challenge. */
function fits(asked: AuthorizationRequest, { clientId, redirectUri, verifier, resources }: CodeRequest): boolean {
  if (asked.clientId !== clientId || asked.redirectUri !== redirectUri) return false;
  if (!resources.every((resource) => asked.resources.length === 0 || asked.resources.includes(resource))) return false;
  if (!/^[A-Za-z0-9._~-]{43,128}$/.test(verifier)) return false;
  return hash('sha256', verifier, 'base64url') === asked.challenge;
}

/**
 * Exchanges a refresh token for an access token and the next refresh token. A refresh token that was exchanged before ends the
 * claim: two parties have it (RFC 9700, 4.14). Null when the token gives nothing.
 */
export async function refreshTokens(
  deps: Deps,
  token: string,
  clientId: string,
  resource: string,
): Promise<TokenGrant | null> {
  const claimId = claimOfRefreshToken(deps, token);
  if (claimId === null) return null;
  return deps.db.write(async (tx) => {
    const claim = await tx
      .selectFrom('claim')
      .select(['refresh_hash', 'oauth'])
      .where('id', '=', claimId)
      .executeTakeFirst();
    if (readOAuth(claim?.oauth ?? null)?.clientId !== clientId) return null;
    if (claim?.refresh_hash !== hashSecret(token)) {
      await endGrant(deps, tx, claimId);
      return null;
    }
    const taken = await updateValidClaim(tx, claimId)
      .set({ last_polled_at: now(deps) })
      .where('status', '=', 'redeemed')
      .where('renew_until', '>', now(deps))
      .where('refresh_hash', '=', hashSecret(token))
      .returning(['id', 'decided_by', 'draft_only'])
      .executeTakeFirst();
    if (!taken) return null;
    const issued = await issueToken(deps, tx, taken, resource);
    return { ...issued, refreshToken: await setRefreshToken(deps, tx, claimId) };
  });
}

/** Revokes a refresh token with its whole claim, or one access token (RFC 7009, 2). Unknown tokens change nothing. */
export async function revokeToken(deps: Deps, token: string): Promise<void> {
  const claimId = claimOfRefreshToken(deps, token);
  await deps.db.write(async (tx) => {
    if (claimId !== null) return endGrant(deps, tx, claimId);
    await tx
      .updateTable('access_token')
      .set({ revoked_at: now(deps) })
      .where('token_hash', '=', hashSecret(token))
      .where('revoked_at', 'is', null)
      .execute();
  });
}

async function setRefreshToken(deps: Deps, tx: Tx, claimId: string): Promise<string> {
  const unsigned = `${newSecret(REFRESH)}.${claimId}`;
  const token = `${unsigned}.${signatureOf(deps, unsigned)}`;
  await tx
    .updateTable('claim')
    .set({ refresh_hash: hashSecret(token) })
    .where('id', '=', claimId)
    .execute();
  return token;
}

/** The claim of a refresh token that this server issued, valid or not; null for any other text. */
function claimOfRefreshToken(deps: Deps, token: string): string | null {
  const [, unsigned = '', claimId = '', signature = ''] =
    /^(pl_rt_[A-Za-z0-9_-]{43}\.([0-9a-f-]{36}))\.([0-9a-f]{64})$/.exec(token) ?? [];
  const right = Buffer.from(signatureOf(deps, unsigned));
  const given = Buffer.from(signature);
  return given.length === right.length && timingSafeEqual(given, right) ? claimId : null;
}

function signatureOf(deps: Deps, unsigned: string): string {
  return hmacSecret(deps.key, `refresh token ${unsigned}`);
}
