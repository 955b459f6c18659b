import assert from 'node:assert/strict';
import { test } from 'node:test';
import { authorizePath, backLink, begin, CALLBACK, look, open, register } from '../../support/oauth/oauth-flow.ts';
import { json, openSite } from '../../support/site.ts';

// What the issuer {base}/oauth refuses: registrations, and requests at its authorization endpoint.

const ERRORS: [name: string, more: Record<string, string | null>, error: string][] = [
  ['no PKCE', { code_challenge: null }, 'invalid_request'],
  ['plain PKCE', { code_challenge_method: 'plain' }, 'invalid_request'],
  ['no PKCE method', { code_challenge_method: null }, 'invalid_request'],
  ['another response type', { response_type: 'token' }, 'unsupported_response_type'],
  ['an unknown scope', { scope: 'article:publish' }, 'invalid_scope'],
  ['the resource of another host', { resource: 'https://other.example/api/mcp' }, 'invalid_target'],
  ['a resource with another path', { resource: 'http://127.0.0.1:3000/mcp' }, 'invalid_target'],
  ['a resource at another port', { resource: 'http://127.0.0.1:3001/api/mcp' }, 'invalid_target'],
  ['a resource of another scheme', { resource: 'https://127.0.0.1:3000/api/mcp' }, 'invalid_target'],
  ['a resource with a user name', { resource: 'http://a@127.0.0.1:3000/api/mcp' }, 'invalid_target'],
  ['a resource with a fragment', { resource: 'http://127.0.0.1:3000/api/mcp#a' }, 'invalid_target'],
  ['a resource that is no address', { resource: '/api/mcp' }, 'invalid_target'],
  ['a state with control characters', { state: 'a\r\nb' }, 'invalid_request'],
];

for (const [name, more, error] of ERRORS) {
  test(`a request with ${name} gets a page with a link that answers ${error}, and opens no claim`, async (t) => {
    const flow = await begin(t);
    const answer = await flow.site.fetch(authorizePath(flow, more), { redirect: 'manual' });
    assert.deepEqual([answer.status, answer.headers.get('location'), answer.headers.get('refresh')], [400, null, null]);
    const page = await answer.text();
    assert.match(page, /<strong>app\.example<\/strong>.*Nobody here has approved it/);
    const to = backLink(page);
    assert.deepEqual([to.origin + to.pathname, to.searchParams.get('error')], [CALLBACK, error]);
    assert.ok(to.searchParams.get('iss'));
    assert.equal((await flow.site.deps.db.read.selectFrom('claim').select('id').execute()).length, 0);
  });
}

test('only a window, or a program that is no browser, opens a claim: no picture, frame, script or prefetch of a page', async (t) => {
  const flow = await begin(t);
  const ask = async (headers: Record<string, string>) =>
    (await flow.site.fetch(authorizePath(flow), { headers, redirect: 'manual' })).status;
  const cross = { 'Sec-Fetch-Site': 'cross-site' };
  for (const headers of [
    { 'Sec-Fetch-Mode': 'no-cors', 'Sec-Fetch-Dest': 'image' },
    { 'Sec-Fetch-Mode': 'navigate', 'Sec-Fetch-Dest': 'iframe' },
    { 'Sec-Fetch-Mode': 'cors', 'Sec-Fetch-Dest': 'empty' },
    { 'Sec-Fetch-Mode': 'navigate', 'Sec-Fetch-Dest': 'document', 'Sec-Purpose': 'prefetch;prerender' },
  ])
    assert.equal(await ask({ ...cross, ...headers }), 403, JSON.stringify(headers));
  assert.equal((await flow.site.deps.db.read.selectFrom('claim').select('id').execute()).length, 0);
  assert.equal(await ask({ ...cross, 'Sec-Fetch-Mode': 'navigate', 'Sec-Fetch-Dest': 'document' }), 303);
  assert.equal(await ask({}), 303);
});

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
  const domain = 'com.example.app:/oauth2redirect';
  const flow = await begin(t, ['http://127.0.0.1/callback', app, domain]);
  for (const redirect_uri of ['http://127.0.0.1:51234/callback', app, domain]) {
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
  ['ms-word://ofe/u/https://evil.example/a.docx'],
  ['search-ms:query=x'],
  ['steam://run/1'],
  ['com.example.app:callback'],
  ['web+x.y:/callback'],
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

test('a registration may have null for what it leaves out', async (t) => {
  const site = await openSite(t);
  assert.equal((await register(site, undefined, { client_name: null, logo_uri: null, scope: null })).status, 201);
});

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
