import { getCookie } from 'hono/cookie';
import { createMiddleware } from 'hono/factory';
import { type Agent, isAdDesk, isEditorial, type Member } from '#core/actor.ts';
import { Failure } from '#core/failure.ts';
import type { Session } from '#core/session.ts';
import { isSameOrigin } from './client-address.ts';
import type { Context, Env } from './context.ts';
import { errorResponse } from './errors.ts';

/** Who may use a route. */
export type Access =
  | 'anyone'
  /** An agent, by its bearer token. */
  | 'agent'
  /** An agent by its bearer token, or a member by their session. */
  | 'agent or member'
  /** A member, by their session; everyone else is redirected to the sign-in page. */
  | 'member'
  /** A request that a page makes without a click: it does not extend the session, and gets 401 without one. */
  | 'member, passive'
  | 'editor'
  /** Editors, and ad sales. */
  | 'ad desk'
  | 'chief';

/** The name of the session cookie; over https its `__Host-` prefix binds it to this host. */
export function cookieName(baseUrl: string): string {
  return baseUrl.startsWith('https:') ? '__Host-plumbline' : 'plumbline';
}

/** Refuses requests without the access that the route requires, and sets the actor in the context. */
export function requireAccess(who: Access) {
  return createMiddleware<Env>(async (c, next) => {
    switch (who) {
      case 'anyone':
        break;
      case 'agent':
      case 'agent or member': {
        const actor = await actorOf(c, who === 'agent or member');
        if (actor instanceof Response) return actor;
        c.set('actor', actor);
        break;
      }
      default: {
        const refused = await enterNewsroom(c, who);
        if (refused) return refused;
      }
    }
    return next();
  });
}

/** The valid session of a request, or null. */
export async function sessionOf(c: Context): Promise<Session | null> {
  const secret = secretOf(c);
  return secret ? c.var.findSession(c.var.deps, secret) : null;
}

/** The secret of the session, from its cookie. */
export function secretOf(c: Context): string | undefined {
  return getCookie(c, cookieName(c.var.config.publication.baseUrl));
}

/** A bearer token, valid or not, decides alone; the cookie counts only when there is no token. */
async function actorOf(c: Context, cookieCounts: boolean): Promise<Agent | Member | Response> {
  const authorization = c.req.header('authorization');
  if (authorization !== undefined) {
    if (!/^bearer(?: |$)/i.test(authorization)) return wrongScheme(c, authorization);
    const token = readBearer(authorization);
    const agent = token && (await c.var.findAgent(c.var.deps, token, c.var.config.publication.baseUrl));
    return agent || unauthorized(c, 'The bearer token is not valid: unknown, expired or revoked.', true);
  }
  const session = cookieCounts ? await sessionOf(c) : null;
  if (!session)
    return unauthorized(c, `Send a bearer token${cookieCounts ? ', or sign in for a cookie session' : ''}.`, false);
  if (!isSameOrigin(c)) {
    return errorResponse(
      new Failure('forbidden', 'A cookie session is accepted only for requests from our own pages.', {
        hint: 'Send a bearer token instead.',
      }),
    );
  }
  if (lacksFactor(c, session)) {
    return errorResponse(
      new Failure('forbidden', 'This newsroom requires two-factor authentication of editors, chiefs and ad sales.', {
        hint: 'Set it up in the newsroom first.',
      }),
    );
  }
  if (session.editor.sellsAds)
    return errorResponse(
      new Failure('forbidden', 'Ad sales work on ads, not on articles.', { hint: 'Ask an editor.' }),
    );
  return session.editor;
}

/** The token of an `Authorization: Bearer` header (RFC 6750, 2.1), or null. */
export function readBearer(authorization: string): string | null {
  return /^bearer +([a-z0-9._~+/-]+=*)$/i.exec(authorization)?.[1] ?? null;
}

/** 401 for a header of another scheme: whether its token is valid is not known. */
function wrongScheme(c: Context, authorization: string): Response {
  const [, scheme] = /^([a-z][a-z0-9-]{0,30}) /i.exec(authorization) ?? [];
  const has = scheme === undefined ? 'no scheme' : `the scheme ${scheme}`;
  const text = `The Authorization header has ${has}. Write it as: Authorization: Bearer ACCESS_TOKEN`;
  return unauthorized(c, text, true, 'the scheme must be Bearer');
}

/** 401 with its challenge (RFC 6750, 3; RFC 9728, 5.1); it has an error code only when a token was sent. */
function unauthorized(c: Context, error: string, tokenSent: boolean, wrong = 'unknown, expired or revoked'): Response {
  const base = c.var.config.publication.baseUrl;
  const challenge = [
    `Bearer realm="${base}"`,
    'scope="article:draft article:edit"',
    ...(tokenSent ? ['error="invalid_token"', `error_description="${wrong}"`] : []),
    `resource_metadata="${base}/.well-known/oauth-protected-resource"`,
  ];
  const ask = `request access: POST ${base}/api/agent/identity, as ${base}/auth.md describes`;
  const hint = tokenSent
    ? `If the token has ended, poll POST ${base}/api/agent/token once more with the same claim_token: if the editor granted more than one token, you get a new one without asking anybody. Only if that answers invalid_grant or access_denied, ${ask}.`
    : `${ask[0]?.toUpperCase()}${ask.slice(1)}.`;
  return errorResponse(new Failure('unauthorized', error, { hint }), { 'WWW-Authenticate': challenge.join(', ') });
}

/** Checks the session and the role that a newsroom page requires; without a session it redirects to the sign-in page. */
type Who = 'member' | 'member, passive' | 'editor' | 'ad desk' | 'chief';

// biome-ignore lint/complexity/noExcessiveCognitiveComplexity: the checks of who may enter, in the order in which they have to be made
async function enterNewsroom(c: Context, who: Who): Promise<Response | null> {
  const isReading = c.req.method === 'GET' || c.req.method === 'HEAD';
  const session =
    who === 'member, passive' ? await c.var.peekSession(c.var.deps, secretOf(c) ?? '') : await sessionOf(c);
  if (!session && who === 'member, passive')
    return errorResponse(new Failure('unauthorized', 'The session has ended.', { hint: 'Sign in again.' }));
  if (!session) {
    const next = isReading && c.req.path.startsWith('/newsroom') ? c.req.path : pageOfForm(c.req.path);
    return leadTo(`/newsroom/sign-in?next=${encodeURIComponent(next)}`);
  }
  if (!isReading) requireOwnForm(c);
  c.set('session', session);
  c.set('actor', session.editor);
  if (lacksFactor(c, session) && !WITHOUT_FACTOR.test(c.req.path)) return leadTo('/newsroom/second-factor');
  if (session.editor.sellsAds && who.startsWith('member') && !OWN_ACCOUNT.test(c.req.path)) {
    if (!isReading || c.req.path !== '/newsroom')
      throw new Failure('forbidden', 'Ad sales work on ads, not on articles.', { hint: 'Ask an editor.' });
    return leadTo('/newsroom/ads');
  }
  requireRole(session.editor, who);
  return null;
}

/** @throws forbidden */
function requireRole(editor: Session['editor'], who: Who): void {
  if (who === 'ad desk' && !isAdDesk(editor))
    throw new Failure('forbidden', 'This page is for the ad desk.', { hint: 'Ask an editor.' });
  if (who === 'editor' && !isEditorial(editor))
    throw new Failure('forbidden', 'This page is for editors.', { hint: 'Ask an editor.' });
  if (who === 'chief' && editor.role !== 'chief')
    throw new Failure('forbidden', 'This page is for chiefs.', { hint: 'Ask a chief.' });
}

function leadTo(path: string): Response {
  return new Response(null, { status: 303, headers: { Location: path, 'Cache-Control': 'no-store' } });
}

/** The pages for members that ad sales have too: their own account, and help. All other pages for members are about articles. */
const OWN_ACCOUNT =
  /^\/newsroom\/(?:session|sessions|sign-out|password|profile|second-factor|help|search|find|settings|fold)(?:\/|$)/;

/** The pages that a member can use before they have set up a required second factor. */
const WITHOUT_FACTOR = /^\/newsroom\/(?:second-factor(?:\/|$)|sign-out$)/;

/** Whether this member must give a second factor and has not given it. */
export function lacksFactor(c: Context, { editor, secondFactorAt }: Session): boolean {
  return c.var.config.secondFactor === 'required' && isAdDesk(editor) && secondFactorAt === null;
}

/** @throws forbidden for a form that was not sent from our own pages */
export function requireOwnForm(c: Context): void {
  if (isSameOrigin(c)) return;
  throw new Failure('forbidden', 'This form was not sent from a newsroom page.', {
    hint: 'Open the page in the newsroom and send it from there.',
  });
}

/** The path of the page that a form is on: a form's path is its page's path with the action at the end. */
export function pageOfForm(path: string): string {
  const article = /^\/newsroom\/articles\/[0-9a-f-]{36}(?=\/)/.exec(path);
  const page =
    /^\/(?:newsroom\/(?:agents|team|subscribers|pictures|sessions|password|profile|second-factor|reset|sign-in)|agent\/claim)(?=\/|$)/.exec(
      path,
    );
  return (article ?? page)?.[0] ?? '/newsroom';
}
