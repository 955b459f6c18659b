import assert from 'node:assert/strict';
import { createHash, randomBytes } from 'node:crypto';
import { form, json, openSite, type Person, type TestSite } from '../site.ts';

// An OAuth client and the browser of a person, as the issuer {base}/oauth sees them.

export const CALLBACK = 'https://app.example/callback';

export type Flow = { site: TestSite; editor: Person; clientId: string; verifier: string; cookie: string };

export function post(site: TestSite, path: string, fields: Record<string, string>): Promise<Response> {
  return site.fetch(path, {
    method: 'POST',
    headers: { 'Content-Type': 'application/x-www-form-urlencoded' },
    body: new URLSearchParams(fields).toString(),
  });
}

export async function register(site: TestSite, uris: unknown = [CALLBACK], more = {}): Promise<Response> {
  const body = JSON.stringify({ redirect_uris: uris, client_name: 'Test client', ...more });
  return site.fetch('/oauth/register', { method: 'POST', headers: { 'Content-Type': 'application/json' }, body });
}

export async function begin(t: Parameters<typeof openSite>[0], uris = [CALLBACK], settings = {}): Promise<Flow> {
  const site = await openSite(t, settings);
  const { client_id: clientId } = await json(await register(site, uris));
  return {
    site,
    editor: await site.person('editor'),
    clientId,
    verifier: randomBytes(32).toString('base64url'),
    cookie: '',
  };
}

export function authorizePath({ site, clientId, verifier }: Flow, more: Record<string, string | null> = {}): string {
  const challenge = createHash('sha256').update(verifier).digest('base64url');
  const all = {
    ...{ response_type: 'code', client_id: clientId, redirect_uri: CALLBACK, state: 'a b&c', scope: '' },
    ...{
      code_challenge: challenge,
      code_challenge_method: 'S256',
      resource: `${site.config.publication.baseUrl}/api/mcp`,
    },
    ...more,
  };
  const given = Object.entries(all).filter((pair): pair is [string, string] => pair[1] !== null);
  return `/oauth/authorize?${new URLSearchParams(given)}`;
}

/** Opens the request as a browser does, and returns the path of its page. */
export async function open(flow: Flow, more: Record<string, string | null> = {}): Promise<string> {
  const started = await flow.site.fetch(authorizePath(flow, more), { redirect: 'manual' });
  assert.equal(started.status, 303, await started.clone().text());
  flow.cookie = started.headers.get('set-cookie')?.split(';')[0] ?? '';
  return started.headers.get('location') ?? '';
}

/** The page of the request in the browser that opened it. */
export async function look({ site, cookie }: Flow, path: string, person?: Person): Promise<string> {
  const cookies = [cookie, person?.cookie].filter(Boolean).join('; ');
  const response = await site.fetch(path, { headers: { Cookie: cookies } });
  return `${response.headers.get('refresh')}\n${await response.text()}`;
}

/** Where the page sends the browser. */
export function target(page: string): URL {
  return new URL(/^1; url=(\S+)\n/.exec(page)?.[1] ?? '');
}

/** The link by which a person goes back to a client that got no access. */
export function backLink(page: string): URL {
  const [, href = ''] = /<a href="([^"]+[?&](?:amp;)?error=[^"]+)"/.exec(page) ?? [];
  return new URL(href.replaceAll('&amp;', '&'));
}

export async function approve(flow: Flow, path: string, more: Record<string, string> = {}): Promise<URL> {
  const page = await look(flow, path, flow.editor);
  const field = (name: string) => new RegExp(`name="${name}" value="([^"]+)"`).exec(page)?.[1] ?? '';
  const cookie = `${flow.editor.cookie}; ${flow.cookie}`;
  const sent = form({ cookie }, { claim: field('claim'), seal: field('seal'), started: 'yes', ...more });
  const decided = await flow.site.fetch('/agent/claim/approval', sent);
  assert.equal(decided.headers.get('location'), path, 'the browser returns to the client');
  return target(await look(flow, path));
}

export function redeem(
  { site, clientId, verifier }: Flow,
  code: string,
  more: Record<string, string> = {},
): Promise<Response> {
  const fields = { client_id: clientId, code, redirect_uri: CALLBACK, code_verifier: verifier };
  return post(site, '/oauth/token', { grant_type: 'authorization_code', ...fields, ...more });
}

export function refresh({ site, clientId }: Flow, refresh_token: string, more = {}): Promise<Response> {
  return post(site, '/oauth/token', { grant_type: 'refresh_token', client_id: clientId, refresh_token, ...more });
}
