import { getCookie } from 'hono/cookie';
import { createMiddleware } from 'hono/factory';
import { findSession, peekSession, type Session } from '../../accounts/sessions.ts';
import { findAgent } from '../../agents/tokens.ts';
import { type Agent, isEditorial, type Member } from '../../core/actor.ts';
import { Failure } from '../../core/failure.ts';
import { isSameOrigin } from './client-address.ts';
import type { Context, Env } from './context.ts';
import { errorResponse } from './errors.ts';

/** Who may enter a route. */
export type Access =
  | 'anyone'
  /** An agent by its bearer token. */
  | 'agent'
  /** An agent by its bearer token, or somebody of the masthead by their session. */
  | 'agent or member'
  /** Somebody of the masthead, by their session: a page, which sends others to sign in. */
  | 'member'
  /** The same for what a page asks by itself: it keeps no session from idling out, and is told 401 without one. */
  | 'member, passive'
  | 'editor'
  | 'chief';

/** The name of the session cookie; on https the `__Host-` prefix binds it to this very host. */
export function cookieName(baseUrl: string): string {
  return baseUrl.startsWith('https:') ? '__Host-plumbline' : 'plumbline';
}

/** Lets in whom the route names, and puts who that is into the context. */
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

/** The session a request carries; null when it carries none that lives. */
export async function sessionOf(c: Context): Promise<Session | null> {
  const secret = secretOf(c);
  return secret ? findSession(c.var.deps, secret) : null;
}

/** The secret of a session as its cookie carries it. */
export function secretOf(c: Context): string | undefined {
  return getCookie(c, cookieName(c.var.config.publication.baseUrl));
}

/** A bearer, good or bad, decides alone; the cookie counts only where there is none (decision 0013). */
async function actorOf(c: Context, cookieCounts: boolean): Promise<Agent | Member | Response> {
  const authorization = c.req.header('authorization');
  if (authorization !== undefined) {
    const token = readBearer(authorization);
    const agent = token && (await findAgent(c.var.deps, token, c.var.config.publication.baseUrl));
    return agent || unauthorized(c, 'The bearer token is not valid: unknown, expired or revoked.', true);
  }
  const session = cookieCounts ? await sessionOf(c) : null;
  if (!session)
    return unauthorized(c, `Send a bearer token${cookieCounts ? ', or sign in for a cookie session' : ''}.`, false);
  if (!isSameOrigin(c)) {
    return errorResponse(
      new Failure('forbidden', 'A cookie session counts only for requests from our own pages.', {
        hint: 'Send a bearer token instead.',
      }),
    );
  }
  if (lacksFactor(c, session)) {
    return errorResponse(
      new Failure('forbidden', 'This newsroom asks editors and chiefs for a second factor.', {
        hint: 'Set one up in the newsroom first.',
      }),
    );
  }
  return session.editor;
}

/** The token of an `Authorization: Bearer` (RFC 6750, 2.1); null when it is none. */
export function readBearer(authorization: string): string | null {
  return /^bearer +([a-z0-9._~+/-]+=*)$/i.exec(authorization)?.[1] ?? null;
}

/** 401 with its challenge (RFC 6750, 3; RFC 9728, 5.1); an error code only where a token was sent. */
function unauthorized(c: Context, error: string, tokenSent: boolean): Response {
  const base = c.var.config.publication.baseUrl;
  const challenge = [
    `Bearer realm="${base}"`,
    'scope="article:draft article:edit"',
    ...(tokenSent ? ['error="invalid_token"', 'error_description="unknown, expired or revoked"'] : []),
    `resource_metadata="${base}/.well-known/oauth-protected-resource"`,
  ];
  const ask = `ask to be let in: POST ${base}/api/agent/identity, as ${base}/auth.md tells`;
  const hint = tokenSent
    ? `If the token has ended, poll POST ${base}/api/agent/token once more with the same claim_token: where the editor granted more than one token, you get a fresh one and nobody has to be asked. Only if that answers invalid_grant or access_denied, ${ask}.`
    : `${ask[0]?.toUpperCase()}${ask.slice(1)}.`;
  return errorResponse(new Failure('unauthorized', error, { hint }), { 'WWW-Authenticate': challenge.join(', ') });
}

/** Signed in, and of the role the page asks for; a page asks to sign in first. */
async function enterNewsroom(
  c: Context,
  who: 'member' | 'member, passive' | 'editor' | 'chief',
): Promise<Response | null> {
  const isReading = c.req.method === 'GET' || c.req.method === 'HEAD';
  const session = who === 'member, passive' ? await peekSession(c.var.deps, secretOf(c) ?? '') : await sessionOf(c);
  if (!session && who === 'member, passive')
    return errorResponse(new Failure('unauthorized', 'The session has ended.', { hint: 'Sign in again.' }));
  if (!session) {
    const next = isReading && c.req.path.startsWith('/newsroom') ? c.req.path : pageOfForm(c.req.path);
    const headers = {
      Location: `/newsroom/sign-in?next=${encodeURIComponent(next)}`,
      'Cache-Control': 'no-store',
    };
    return new Response(null, { status: 303, headers });
  }
  if (!isReading) requireOwnForm(c);
  c.set('session', session);
  c.set('actor', session.editor);
  if (lacksFactor(c, session) && !WITHOUT_FACTOR.test(c.req.path)) {
    return new Response(null, {
      status: 303,
      headers: { Location: '/newsroom/second-factor', 'Cache-Control': 'no-store' },
    });
  }
  if (who === 'editor' && !isEditorial(session.editor))
    throw new Failure('forbidden', 'This page is for editors.', { hint: 'Ask an editor.' });
  if (who === 'chief' && session.editor.role !== 'chief')
    throw new Failure('forbidden', 'This page is for chiefs.', { hint: 'Ask a chief.' });
  return null;
}

/** What somebody reaches who has to set a second factor up before anything else. */
const WITHOUT_FACTOR = /^\/newsroom\/(?:second-factor(?:\/|$)|sign-out$)/;

/** Whether the house asks this person for a second factor which they have not given. */
function lacksFactor(c: Context, { editor, secondFactorAt }: Session): boolean {
  return c.var.config.secondFactor === 'required' && isEditorial(editor) && secondFactorAt === null;
}

/** @throws forbidden for a form that was not sent from our own pages */
export function requireOwnForm(c: Context): void {
  if (isSameOrigin(c)) return;
  throw new Failure('forbidden', 'This form was not sent from the newsroom itself.', {
    hint: 'Open the page in the newsroom and send it from there.',
  });
}

/** The page a form stands on: a form's own address is its page's, with what it does at the end. */
export function pageOfForm(path: string): string {
  const article = /^\/newsroom\/articles\/[0-9a-f-]{36}(?=\/)/.exec(path);
  const page =
    /^\/(?:newsroom\/(?:agents|masthead|pictures|sessions|password|profile|second-factor|reset|sign-in)|agent\/claim)(?=\/|$)/.exec(
      path,
    );
  return (article ?? page)?.[0] ?? '/newsroom';
}
