import assert from 'node:assert/strict';
import { createHash, randomBytes } from 'node:crypto';
import { test } from 'node:test';
import { ask as callMcp } from '../support/mcp.ts';
import { form, json, openSite, type Person, type TestSite } from '../support/site.ts';

// The issuer {base}/oauth: registration, authorization, tokens and revocation, and what each refuses.

const CALLBACK = 'https://app.example/callback';

type Flow = { site: TestSite; editor: Person; clientId: string; verifier: string; cookie: string };

function post(site: TestSite, path: string, fields: Record<string, string>): Promise<Response> {
  return site.fetch(path, {
    method: 'POST',
    headers: { 'Content-Type': 'application/x-www-form-urlencoded' },
    body: new URLSearchParams(fields).toString(),
  });
}

async function register(site: TestSite, uris: unknown = [CALLBACK], more = {}): Promise<Response> {
  const body = JSON.stringify({ redirect_uris: uris, client_name: 'Test client', ...more });
  return site.fetch('/oauth/register', { method: 'POST', headers: { 'Content-Type': 'application/json' }, body });
}

async function begin(t: Parameters<typeof openSite>[0], uris = [CALLBACK]): Promise<Flow> {
  const site = await openSite(t);
  const { client_id: clientId } = await json(await register(site, uris));
  return {
    site,
    editor: await site.person('editor'),
    clientId,
    verifier: randomBytes(32).toString('base64url'),
    cookie: '',
  };
}

function authorizePath({ site, clientId, verifier }: Flow, more: Record<string, string | null> = {}): string {
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
async function open(flow: Flow, more: Record<string, string | null> = {}): Promise<string> {
  const started = await flow.site.fetch(authorizePath(flow, more), { redirect: 'manual' });
  assert.equal(started.status, 303, await started.clone().text());
  flow.cookie = started.headers.get('set-cookie')?.split(';')[0] ?? '';
  return started.headers.get('location') ?? '';
}

/** The page of the request in the browser that opened it. */
async function look({ site, cookie }: Flow, path: string, person?: Person): Promise<string> {
  const cookies = [cookie, person?.cookie].filter(Boolean).join('; ');
  const response = await site.fetch(path, { headers: { Cookie: cookies } });
  return `${response.headers.get('refresh')}\n${await response.text()}`;
}

/** Where the page sends the browser. */
function target(page: string): URL {
  return new URL(/^1; url=(\S+)\n/.exec(page)?.[1] ?? '');
}

async function approve(flow: Flow, path: string, more: Record<string, string> = {}): Promise<URL> {
  const page = await look(flow, path, flow.editor);
  const field = (name: string) => new RegExp(`name="${name}" value="([^"]+)"`).exec(page)?.[1] ?? '';
  const cookie = `${flow.editor.cookie}; ${flow.cookie}`;
  const sent = form({ cookie }, { claim: field('claim'), seal: field('seal'), ...more });
  const decided = await flow.site.fetch('/agent/claim/approval', sent);
  assert.equal(decided.headers.get('location'), path, 'the browser returns to the client');
  return target(await look(flow, path));
}

function redeem(
  { site, clientId, verifier }: Flow,
  code: string,
  more: Record<string, string> = {},
): Promise<Response> {
  const fields = { client_id: clientId, code, redirect_uri: CALLBACK, code_verifier: verifier };
  return post(site, '/oauth/token', { grant_type: 'authorization_code', ...fields, ...more });
}

test('a client registers, an editor approves in the same browser, and the token calls a tool', async (t) => {
  const flow = await begin(t);
  const path = await open(flow);
  const back = await approve(flow, path);
  assert.equal(back.origin + back.pathname, CALLBACK);
  assert.deepEqual(
    [back.searchParams.get('state'), back.searchParams.get('iss')],
    ['a b&c', `${flow.site.config.publication.baseUrl}/oauth`],
  );
  const response = await redeem(flow, back.searchParams.get('code') ?? '');
  assert.equal(response.headers.get('cache-control'), 'no-store');
  const token = await json(response);
  assert.deepEqual(
    [response.status, token.token_type, token.expires_in, token.scope, token.refresh_token],
    [200, 'Bearer', 900, 'article:draft article:edit', undefined],
  );
  const tools = await callMcp(flow.site, token.access_token, 'tools/list');
  assert.equal(tools.body.result.tools.length, 4);
  assert.match(await look(flow, path), /You can close this page/);
});

test('an editor on another computer approves by the code that the page shows', async (t) => {
  const flow = await begin(t);
  const path = await open(flow);
  const page = await look(flow, path);
  const code = /<p class="code"><strong>([A-Z]{4}-[A-Z]{4})</.exec(page)?.[1] ?? '';
  assert.ok(page.startsWith(`1; url=${path}?wait\n`), 'the page waits without a script');
  assert.match(page, /app\.example/);
  const { decide } = await import('../support/ceremony.ts');
  const decided = await decide(flow.site, flow.editor, code, 'approval');
  assert.match(
    decided.headers.get('location') ?? '',
    /^\/agent\/claim\//,
    'the editor’s browser stays in the newsroom',
  );
  const back = target(await look(flow, path));
  assert.equal((await redeem(flow, back.searchParams.get('code') ?? '')).status, 200);
});

test('a refusal goes back to the client as access_denied, with state and issuer', async (t) => {
  const flow = await begin(t);
  const path = await open(flow);
  const code = /<p class="code"><strong>([A-Z-]+)</.exec(await look(flow, path))?.[1] ?? '';
  const { decide } = await import('../support/ceremony.ts');
  await decide(flow.site, flow.editor, code, 'refusal');
  const { searchParams } = target(await look(flow, path));
  assert.deepEqual(
    [searchParams.get('error'), searchParams.get('state'), searchParams.get('code')],
    ['access_denied', 'a b&c', null],
  );
});

test('the page of a request opens only in the browser that opened it', async (t) => {
  const flow = await begin(t);
  const path = await open(flow);
  assert.equal((await flow.site.fetch(path)).status, 404);
  assert.equal((await flow.site.fetch(path, { headers: { Cookie: flow.editor.cookie } })).status, 404);
  const writer = await flow.site.person('writer');
  assert.doesNotMatch(await look(flow, path, writer), /<button>Approve/);
});

for (const [name, more] of [
  ['another code_verifier', { code_verifier: 'x'.repeat(43) }],
  ['no code_verifier', { code_verifier: '' }],
  ['another client', { client_id: 'https://other.example/client' }],
  ['another redirect_uri', { redirect_uri: `${CALLBACK}/` }],
  ['the resource of another host', { resource: 'https://other.example/api/mcp' }],
] as const) {
  test(`a code gives no token with ${name}, and then still gives one`, async (t) => {
    const flow = await begin(t);
    const back = await approve(flow, await open(flow));
    const code = back.searchParams.get('code') ?? '';
    const refused = await redeem(flow, code, more);
    assert.equal(refused.status, 400);
    assert.match((await json(refused)).error, /^invalid_(?:grant|request|target)$/);
    assert.equal((await redeem(flow, code)).status, 200);
  });
}

test('of twenty racing redemptions of one code exactly one gets a token', async (t) => {
  const flow = await begin(t);
  const back = await approve(flow, await open(flow));
  const code = back.searchParams.get('code') ?? '';
  const statuses = await Promise.all(Array.from({ length: 20 }, async () => (await redeem(flow, code)).status));
  assert.deepEqual(statuses.filter((one) => one === 200).length, 1);
  assert.deepEqual(new Set(statuses), new Set([200, 400]));
});

test('a code dies after 60 seconds', async (t) => {
  const flow = await begin(t);
  const back = await approve(flow, await open(flow));
  flow.site.pass(61);
  assert.equal((await json(await redeem(flow, back.searchParams.get('code') ?? ''))).error, 'invalid_grant');
});

test('a refresh token rotates; one that was used ends the claim with all its tokens', async (t) => {
  const flow = await begin(t);
  const back = await approve(flow, await open(flow), { renewal: 'hour' });
  const first = await json(await redeem(flow, back.searchParams.get('code') ?? ''));
  const refresh = async (refresh_token: string) =>
    post(flow.site, '/oauth/token', { grant_type: 'refresh_token', client_id: flow.clientId, refresh_token });
  const second = await json(await refresh(first.refresh_token));
  assert.notEqual(second.refresh_token, first.refresh_token);
  assert.equal((await callMcp(flow.site, second.access_token, 'ping')).status, 200);
  assert.equal((await json(await refresh(first.refresh_token))).error, 'invalid_grant');
  assert.equal((await callMcp(flow.site, second.access_token, 'ping')).status, 401);
  assert.equal((await json(await refresh(second.refresh_token))).error, 'invalid_grant');
  assert.equal((await refresh('pl_rt_nonsense')).status, 400);
});

test('a client ends its access by revoking its refresh token, or one access token', async (t) => {
  const flow = await begin(t);
  const back = await approve(flow, await open(flow), { renewal: 'hour' });
  const tokens = await json(await redeem(flow, back.searchParams.get('code') ?? ''));
  assert.equal((await post(flow.site, '/oauth/revoke', { token: 'unknown' })).status, 200);
  assert.equal((await post(flow.site, '/oauth/revoke', { token: tokens.refresh_token })).status, 200);
  assert.equal((await callMcp(flow.site, tokens.access_token, 'ping')).status, 401);
});

test('a client that asks for drafts alone gets a token for drafts alone', async (t) => {
  const flow = await begin(t);
  const back = await approve(flow, await open(flow, { scope: 'article:draft' }));
  assert.equal((await json(await redeem(flow, back.searchParams.get('code') ?? ''))).scope, 'article:draft');
});

const ERRORS: [name: string, more: Record<string, string | null>, error: string][] = [
  ['no PKCE', { code_challenge: null }, 'invalid_request'],
  ['plain PKCE', { code_challenge_method: 'plain' }, 'invalid_request'],
  ['no PKCE method', { code_challenge_method: null }, 'invalid_request'],
  ['another response type', { response_type: 'token' }, 'unsupported_response_type'],
  ['an unknown scope', { scope: 'article:publish' }, 'invalid_scope'],
  ['the resource of another host', { resource: 'https://other.example/api/mcp' }, 'invalid_target'],
  ['a state with control characters', { state: 'a\r\nb' }, 'invalid_request'],
];

for (const [name, more, error] of ERRORS) {
  test(`a request with ${name} goes back to the client as ${error}, and opens no claim`, async (t) => {
    const flow = await begin(t);
    const answer = await flow.site.fetch(authorizePath(flow, more), { redirect: 'manual' });
    const to = new URL(answer.headers.get('location') ?? '');
    assert.deepEqual([to.origin + to.pathname, to.searchParams.get('error')], [CALLBACK, error]);
    assert.ok(to.searchParams.get('iss'));
    assert.equal((await flow.site.deps.db.read.selectFrom('claim').select('id').execute()).length, 0);
  });
}

for (const [name, more] of [
  ['an unknown client', { client_id: 'pl_client_unknown' }],
  ['a client id that is no https address', { client_id: 'http://app.example/client' }],
  ['a redirect URI that was not registered', { redirect_uri: 'https://evil.example/callback' }],
  ['a redirect URI with another case', { redirect_uri: 'https://app.example/Callback' }],
  ['a redirect URI with a port', { redirect_uri: 'https://app.example:444/callback' }],
  ['a redirect URI with a user name', { redirect_uri: 'https://app.example@evil.example/callback' }],
  ['an encoded redirect URI', { redirect_uri: 'https://app.example/%63allback' }],
  ['no redirect URI', { redirect_uri: null }],
] as const) {
  test(`a request with ${name} gets an error page and is sent nowhere`, async (t) => {
    const flow = await begin(t);
    const answer = await flow.site.fetch(authorizePath(flow, more), { redirect: 'manual' });
    assert.deepEqual([answer.status, answer.headers.get('location')], [400, null]);
    assert.match(answer.headers.get('content-type') ?? '', /^text\/html/);
  });
}

test('on the loopback any port is the registered redirect URI, and an app scheme only as it was registered', async (t) => {
  const app = 'cursor://anysphere.cursor-mcp/oauth/callback';
  const flow = await begin(t, ['http://127.0.0.1/callback', app]);
  for (const redirect_uri of ['http://127.0.0.1:51234/callback', app]) {
    const page = await look(flow, await open(flow, { redirect_uri }));
    assert.match(page, /An app on a computer/);
  }
  for (const redirect_uri of ['http://127.0.0.1:99999/callback', 'http://127.0.0.2:1/callback', `${app}/x`]) {
    const answer = await flow.site.fetch(authorizePath(flow, { redirect_uri }), { redirect: 'manual' });
    assert.equal(answer.status, 400, redirect_uri);
  }
});

for (const uris of [
  [],
  ['javascript://app.example/%0aalert(1)'],
  ['data:text/html,x'],
  ['http://app.example/callback'],
  ['https://user@app.example/callback'],
  ['https://app.example/callback#part'],
  ['https://app.example/call\nback'],
  ['/callback'],
  'https://app.example/callback',
  Array.from({ length: 11 }, (_, n) => `https://app.example/${n}`),
]) {
  test(`registration refuses ${JSON.stringify(uris).slice(0, 60)}`, async (t) => {
    const refused = await register(await openSite(t), uris);
    assert.deepEqual([refused.status, (await json(refused)).error], [400, 'invalid_redirect_uri']);
  });
}

test('programs in browsers may register, fetch tokens and read the metadata', async (t) => {
  const site = await openSite(t);
  for (const path of [
    '/oauth/register',
    '/oauth/token',
    '/oauth/revoke',
    '/.well-known/oauth-authorization-server/oauth',
  ]) {
    const preflight = await site.fetch(path, { method: 'OPTIONS', headers: { Origin: 'http://localhost:6274' } });
    assert.deepEqual([preflight.status, preflight.headers.get('access-control-allow-origin')], [204, '*'], path);
    assert.match(preflight.headers.get('access-control-allow-headers') ?? '', /MCP-Protocol-Version/);
  }
  const registered = await register(site);
  assert.deepEqual([registered.status, registered.headers.get('access-control-allow-origin')], [201, '*']);
  assert.equal(registered.headers.get('access-control-allow-credentials'), null);
});
