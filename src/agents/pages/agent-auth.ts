import { CLAIM_GRANT, hasRepeated } from '#agents/auth-protocol.ts';
import { openClaim } from '#agents/claims.ts';
import { type RedeemResult, redeemClaim } from '#agents/redeem-claim.ts';
import { NO_WAITING_LIMIT, WAITING_LIMIT } from '#agents/waiting-limit.ts';
import { Failure } from '#core/failure.ts';
import { hashSecret } from '#core/secret.ts';
import { readForm, readJson } from '#http/body.ts';
import { JSON_TYPE } from '#http/cache/public-response.ts';
import { callerAddress } from '#http/client-address.ts';
import type { Context } from '#http/context.ts';
import { statusOfFailure } from '#http/errors.ts';
import { claimTerms } from './auth-markdown.ts';
import { identityRequestSchema, type TokenError } from './oauth-json.ts';

/** `POST /api/agent/identity`: an agent asks for access. The response does not reveal who is on the team. */
export async function postIdentity(c: Context): Promise<Response> {
  const { deps, config } = c.var;
  const { login_hint } = readIdentity(await readJson(c.req.raw));
  const request = { loginHint: login_hint || null, address: callerAddress(c), program: programOf(c) };
  const { interval, expiresIn } = claimTerms(config);
  const { claimToken, userCode } = await openClaim(
    deps,
    request,
    expiresIn,
    config.rateLimits ? WAITING_LIMIT : NO_WAITING_LIMIT,
  );
  return secretJson(200, {
    claim_token: claimToken,
    user_code: userCode,
    verification_uri: `${config.publication.baseUrl}/agent/claim`,
    interval,
    expires_in: expiresIn,
  });
}

/** `POST /api/agent/token`: a poll with a claim token (RFC 6749, 5; RFC 8628, 3.4 and 3.5, with our own grant type). */
export async function postToken(c: Context): Promise<Response> {
  return pollClaim(c, () => readForm(c.req.raw));
}

/** The same for a form that the route reads itself. */
export async function pollClaim(c: Context, read: () => Promise<URLSearchParams>): Promise<Response> {
  try {
    const asked = readClaimToken(await read());
    return 'error' in asked ? tokenError(asked.error, asked.description) : await redeem(c, asked.claimToken);
  } catch (error) {
    if (!(error instanceof Failure)) throw error;
    return failureResponse(error);
  }
}

/** @throws invalid_request */
function readIdentity(body: unknown) {
  const read = identityRequestSchema.safeParse(body);
  if (read.success) return read.data;
  const [issue] = read.error.issues;
  const wrong = issue?.path.length ? `${issue.path.join('.')} ${issue.message}` : 'The body must be a JSON object';
  throw new Failure('invalid_request', `${wrong}.`, {
    hint: 'Send {"type": "service_auth"}, and a login_hint of at most 320 characters if you have one.',
  });
}

/** The agent's `User-Agent`, as printable ASCII. */
function programOf(c: Context): string {
  return (c.req.header('user-agent') ?? '').replace(/[^\x20-\x7e]/g, '?');
}

type TokenRequest = { claimToken: string } | { error: TokenError; description?: string };

/** Checks the form and returns its claim token. An empty field counts as missing (RFC 6749, 3.2). */
function readClaimToken(form: URLSearchParams): TokenRequest {
  if (hasRepeated(form)) return { error: 'invalid_request', description: 'A field was sent more than once.' };
  const grant = form.get('grant_type');
  if (!grant) return { error: 'invalid_request', description: 'The field grant_type is missing.' };
  if (grant !== CLAIM_GRANT) return { error: 'unsupported_grant_type' };
  const claimToken = form.get('claim_token');
  return claimToken ? { claimToken } : { error: 'invalid_request', description: 'The field claim_token is missing.' };
}

async function redeem(c: Context, claimToken: string): Promise<Response> {
  const { deps, config, limits, log } = c.var;
  await limits.spendAddress('pollsOfAddress', callerAddress(c));
  await limits.spend('polls', hashSecret(claimToken));
  const redeemed = await redeemClaim(deps, claimToken, config.publication.baseUrl, config.claimInterval);
  switch (redeemed.state) {
    case 'issued':
      return secretJson(200, {
        access_token: redeemed.accessToken,
        token_type: 'Bearer',
        expires_in: redeemed.expiresIn,
        scope: redeemed.scope,
      });
    case 'unknown':
      await limits.spendAddress('unknownClaim', callerAddress(c));
      break;
    case 'redeemed':
      log.warn({ request: c.var.requestId }, 'a claim token was used again after it had been redeemed');
  }
  if (redeemed.state === 'unknown' && USER_CODE.test(claimToken)) return userCodeSent();
  return tokenError(ERROR[redeemed.state]);
}

/** What looks like the code that the editor types. */
const USER_CODE = /^[a-z]{4}[- ]?[a-z]{4}$/i;

function userCodeSent(): Response {
  const hint = 'Send the claim_token of the same answer, which begins with clm_. Do not start again.';
  return tokenError('invalid_grant', 'This is a user_code, which the editor enters, and no claim token.', hint);
}

const ERROR: Record<Exclude<RedeemResult['state'], 'issued'>, TokenError> = {
  unknown: 'invalid_grant',
  redeemed: 'invalid_grant',
  denied: 'access_denied',
  expired: 'expired_token',
  slow_down: 'slow_down',
  pending: 'authorization_pending',
};

const START_AGAIN = 'Start again at /api/agent/identity.';

const MESSAGES: Record<TokenError, [description: string, hint: string]> = {
  authorization_pending: ['No editor has decided yet.', 'Poll again after interval seconds.'],
  slow_down: ['This poll came before the interval was over.', 'Add 5 seconds to the interval, then poll again.'],
  access_denied: [
    'An editor denied access or has lost the right to approve agents.',
    'Stop polling and ask the editor.',
  ],
  expired_token: ['The code was not approved in time.', START_AGAIN],
  invalid_grant: ['This claim token is unknown or was redeemed already.', START_AGAIN],
  invalid_request: [
    'The request is malformed.',
    'POST application/x-www-form-urlencoded in UTF-8 with grant_type and claim_token, each once.',
  ],
  unsupported_grant_type: [
    'This token route accepts only the claim grant. It rejects device_code.',
    `Send grant_type=${CLAIM_GRANT}.`,
  ],
};

/** An OAuth error (RFC 6749, 5.2) that also carries this API's `code` and `hint`. */
function tokenError(error: TokenError, description?: string, nextStep?: string): Response {
  const [usual, hint] = MESSAGES[error];
  return secretJson(400, { error, error_description: description ?? usual, code: error, hint: nextStep ?? hint });
}

/** A body that cannot be read is `invalid_request`; any other failure keeps its code and status. */
function failureResponse(failure: Failure): Response {
  const { kind, message, detail } = failure;
  if (kind === 'unsupported_media_type' || kind === 'bad_request') return tokenError('invalid_request', message);
  const body = { error: kind, error_description: message, code: kind, hint: detail.hint ?? START_AGAIN };
  const wait: Record<string, string> = detail.retryAfter ? { 'Retry-After': String(detail.retryAfter) } : {};
  return secretJson(statusOfFailure(failure), body, wait);
}

/** A JSON response that no cache may store. */
export function secretJson(
  status: number,
  body: Record<string, unknown>,
  headers: Record<string, string> = {},
): Response {
  return new Response(`${JSON.stringify(body)}\n`, {
    status,
    headers: { 'Content-Type': JSON_TYPE, 'Cache-Control': 'no-store', ...headers },
  });
}
