import { generateCookie, getCookie } from 'hono/cookie';
import { hasRepeated, readResources } from '#agents/auth-protocol.ts';
import { type Claim, getClaim, isWaiting, openClaim, userCodeOf } from '#agents/claims.ts';
import { isDocumentAddress } from '#agents/client-metadata.ts';
import {
  type AuthorizationRequest,
  isRegistered,
  type OAuthClient,
  RegistrationError,
  unsealClient,
  verifiedHost,
} from '#agents/oauth-clients.ts';
import { issueCode } from '#agents/oauth-tokens.ts';
import { NO_WAITING_LIMIT, WAITING_LIMIT } from '#agents/waiting-limit.ts';
import { isEditorial, SCOPES } from '#core/actor.ts';
import { Failure } from '#core/failure.ts';
import { hashSecret, newSecret } from '#core/secret.ts';
import { PAGE_HEADERS, redirect } from '#html/newsroom/page.ts';
import { lacksFactor, sessionOf } from '#http/access.ts';
import { callerAddress } from '#http/client-address.ts';
import type { Context } from '#http/context.ts';
import { isKnownBrowser } from '#people/newsroom/account/known-browser.ts';
import { claimTerms } from './auth-markdown.ts';
import { connectedMarkup, continueMarkup, deniedMarkup, refusedMarkup, waitingMarkup } from './claim-markup.ts';
import { browserCookieName, claimPage, isOfBrowser, reviewPage } from './claim-page.ts';

// The authorization endpoint of `{base}/oauth` (RFC 6749, 3.1): an MCP client sends a person's browser here. The request becomes
// a claim like any other. An editor approves it in this browser, or by its code on another computer.

/** An error that goes back to the client (RFC 6749, 4.1.2.1; RFC 8707, 2). */
type AuthorizationError =
  | 'invalid_request'
  | 'unsupported_response_type'
  | 'invalid_scope'
  | 'invalid_target'
  | 'access_denied';

/**
 * `GET /oauth/authorize`: opens the claim of a client and shows its page. A request that cannot be granted gets a page too: an
 * address that anybody can register is no address to send a browser to before a person has seen it (RFC 9700, 4.11.2).
 */
export async function startAuthorization(c: Context): Promise<Response> {
  requireNavigation(c);
  const session = await sessionOf(c);
  if (session) await c.var.limits.spend('identity', `account ${session.editor.id}`);
  else await c.var.limits.spendAddress('identity', callerAddress(c));
  const query = new URL(c.req.url).searchParams;
  const client = await findClient(c, single(query, 'client_id'));
  const redirectUri = single(query, 'redirect_uri');
  if (!isRegistered(client, redirectUri))
    throw refused('The client did not register this redirect_uri.', 'Start again in the client, or tell its maker.');
  const read = readRequest(c, query);
  const state = readState(query);
  if ('error' in read) return claimPage(c, refusedMarkup(read, answerUrl(c, { redirectUri, state }, read)));
  if (c.req.method === 'HEAD') return new Response(null, { headers: PAGE_HEADERS }); // a claim is opened by GET alone
  const secret = getCookie(c, browserCookieName(c)) ?? newSecret('');
  const oauth = {
    ...read,
    clientId: client.id,
    clientName: client.name,
    host: verifiedHost(client, redirectUri),
    redirectUri,
    state,
    browserHash: hashSecret(secret),
  };
  const asker = {
    loginHint: null,
    address: callerAddress(c),
    program: oauth.host ?? 'an app on a computer',
    oauth,
    isKnown: session !== null || isKnownBrowser(c),
  };
  const { deps, config } = c.var;
  const limit = config.rateLimits ? WAITING_LIMIT : NO_WAITING_LIMIT;
  const { id } = await openClaim(deps, asker, claimTerms(config).expiresIn, limit);
  return redirect(`/oauth/authorize/${id}`, { 'Set-Cookie': browserCookie(c, secret) });
}

/**
 * Requires that a person opens the address, or a program that is no browser: a page of another site can make browsers send
 * requests for pictures, frames and prefetches without anybody noticing. @throws forbidden
 */
function requireNavigation(c: Context): void {
  const [mode = 'navigate', dest = 'document', purpose = ''] = ['sec-fetch-mode', 'sec-fetch-dest', 'sec-purpose'].map(
    (name) => c.req.header(name),
  );
  if (mode === 'navigate' && dest === 'document' && !purpose.includes('prefetch')) return;
  throw new Failure('forbidden', 'A request for access begins when a person opens this address in a window.', {
    hint: 'Open the address itself: no picture, frame, script or prefetch can begin a request.',
  });
}

/** `GET /oauth/authorize/{claimId}`: the claim in the browser that opened it, until the browser returns to the client. */
export async function showAuthorization(c: Context): Promise<Response> {
  const { deps, config } = c.var;
  const claim = await waitFor(c, await getClaim(deps.db.read, c.req.param('claimId') ?? ''));
  const { oauth } = claim;
  if (!oauth || !isOfBrowser(c, claim))
    throw new Failure('not_found', 'This browser opened no such request.', { hint: 'Start again in the client.' });
  if (claim.status === 'redeemed') return claimPage(c, connectedMarkup());
  if (claim.status === 'claimed') {
    const code = c.req.method === 'HEAD' ? null : await issueCode(deps, claim.id);
    if (code !== null) return claimPage(c, continueMarkup(oauth, answerUrl(c, oauth, { code })));
  }
  if (!isWaiting(deps, claim)) {
    const denied = { error: 'access_denied', error_description: whyDenied(claim) } as const;
    return claimPage(c, deniedMarkup(oauth, answerUrl(c, oauth, denied)));
  }
  const session = await sessionOf(c);
  if (!session || !isEditorial(session.editor) || lacksFactor(c, session))
    return claimPage(c, {
      ...waitingMarkup(oauth, userCodeOf(deps, oauth), `${config.publication.baseUrl}/agent/claim`, claim.id),
      continuesAt: `/oauth/authorize/${claim.id}?wait`,
    });
  c.set('session', session);
  return reviewPage(c, { claim });
}

/** Milliseconds that a request of the waiting page is held, and between two looks at its claim. */
const [LONGEST_WAIT, LOOK_EVERY] = [25_000, 500];

/**
 * With `?wait`, holds the request until the claim is decided. The browser shows the page before until the response begins, so a
 * person who reads the code is not interrupted by a reload every few seconds.
 */
async function waitFor(c: Context, claim: Claim): Promise<Claim> {
  if (c.req.query('wait') === undefined || !isOfBrowser(c, claim)) return claim;
  await c.var.limits.spend('polls', claim.id);
  let current = claim;
  const until = performance.now() + LONGEST_WAIT;
  while (current.status === 'pending' && performance.now() < until && !isOver(c)) {
    await new Promise((resolve) => setTimeout(resolve, LOOK_EVERY));
    current = await getClaim(c.var.deps.db.read, claim.id);
  }
  return current;
}

/** Whether nobody waits for the response any more, or the server stops. */
function isOver(c: Context): boolean {
  return c.req.raw.signal.aborted || c.var.streams.isClosed();
}

function whyDenied({ status }: Claim): string {
  return status === 'pending' ? 'No editor decided in time.' : 'An editor denied access.';
}

/** The client of a client id. A client that cannot be found is never sent anywhere. @throws bad_request */
async function findClient(c: Context, id: string): Promise<OAuthClient> {
  const sealed = unsealClient(c.var.deps.sealKey, id);
  if (sealed) return sealed;
  if (isDocumentAddress(id) && c.var.config.clientDocuments === 'off')
    throw refused('This site fetches no metadata documents of clients.', 'Register the client at /oauth/register.');
  if (!isDocumentAddress(id))
    throw refused(
      'The client_id is not known here.',
      'Register the client at /oauth/register, or use the https address of its metadata document.',
    );
  try {
    return await c.var.clientDocuments.find(id, c.var.deps.clock());
  } catch (error) {
    if (error instanceof RegistrationError)
      throw refused(error.message, 'Start again in the client, or tell its maker.');
    throw error;
  }
}

type RequestPart = Pick<AuthorizationRequest, 'challenge' | 'scope' | 'resources'>;
type Refusal = { error: AuthorizationError; error_description: string };

/** Checks what the client asks for (RFC 6749, 4.1.1; RFC 7636, 4.3; RFC 8707, 2). */
function readRequest(c: Context, query: URLSearchParams): RequestPart | Refusal {
  if (hasRepeated(query, 'resource')) return refusal('invalid_request', 'A parameter was sent more than once.');
  if (query.get('response_type') !== 'code') return refusal('unsupported_response_type', 'Send response_type=code.');
  const challenge = query.get('code_challenge') ?? '';
  if (!/^[A-Za-z0-9_-]{43}$/.test(challenge) || query.get('code_challenge_method') !== 'S256')
    return refusal('invalid_request', 'PKCE is required: send a code_challenge with code_challenge_method=S256.');
  if ((query.get('state') ?? '') !== (readState(query) ?? ''))
    return refusal('invalid_request', 'state must be at most 1000 visible ASCII characters.');
  const scopes = (query.get('scope') || SCOPES.join(' ')).split(' ').filter(Boolean);
  if (!scopes.every((value) => SCOPES.some((scope) => scope === value)))
    return refusal('invalid_scope', `The scopes are ${SCOPES.join(' and ')}.`);
  const { baseUrl } = c.var.config.publication;
  const resources = readResources(baseUrl, query);
  if (!resources) return refusal('invalid_target', `The resource is ${baseUrl}/api/mcp.`);
  const scope = scopes.includes('article:edit') ? SCOPES.join(' ') : 'article:draft';
  return { challenge, scope, resources };
}

function refusal(error: AuthorizationError, text: string): Refusal {
  return { error, error_description: text };
}

/** The state, if it can be sent back as it came. */
function readState(query: URLSearchParams): string | null {
  const state = query.get('state');
  return state !== null && query.getAll('state').length === 1 && /^[\x20-\x7e]{0,1000}$/.test(state) ? state : null;
}

/** A parameter that must be sent once. @throws bad_request */
function single(query: URLSearchParams, name: string): string {
  const [value, ...more] = query.getAll(name);
  if (!value || more.length > 0) throw refused(`Send ${name} once.`, 'Start again in the client, or tell its maker.');
  return value;
}

function refused(message: string, hint: string): Failure {
  return new Failure('bad_request', message, { hint });
}

/** The redirect URI with the answer, the state and this issuer (RFC 6749, 4.1.2; RFC 9207, 2). */
function answerUrl(
  c: Context,
  { redirectUri, state }: Pick<AuthorizationRequest, 'redirectUri' | 'state'>,
  answer: { code: string } | Refusal,
): string {
  const iss = `${c.var.config.publication.baseUrl}/oauth`;
  const query = new URLSearchParams({ ...answer, ...(state !== null && { state }), iss });
  return `${redirectUri}${redirectUri.includes('?') ? '&' : '?'}${query}`;
}

/** Seconds for which a browser keeps the cookie: longer than any claim waits. */
const COOKIE_AGE = 3600;

function browserCookie(c: Context, secret: string): string {
  const secure = c.var.config.publication.baseUrl.startsWith('https:');
  const attributes = { path: '/', httpOnly: true, sameSite: 'Lax', secure, maxAge: COOKIE_AGE } as const;
  return generateCookie(browserCookieName(c), secret, attributes);
}
