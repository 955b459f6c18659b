import assert from 'node:assert/strict';
import { test } from 'node:test';
import { decide } from '../../support/ceremony.ts';
import { ask as callMcp } from '../../support/mcp.ts';
import {
  approve,
  backLink,
  begin,
  CALLBACK,
  look,
  open,
  post,
  redeem,
  refresh,
  register,
  target,
} from '../../support/oauth/oauth-flow.ts';
import { json } from '../../support/site.ts';

// The issuer {base}/oauth: authorization, tokens and revocation.

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
  const decided = await decide(flow.site, flow.editor, code, 'approval');
  assert.match(
    decided.headers.get('location') ?? '',
    /^\/agent\/claim\//,
    'the editor’s browser stays in the newsroom',
  );
  const back = target(await look(flow, path));
  assert.equal((await redeem(flow, back.searchParams.get('code') ?? '')).status, 200);
});

test('a refusal goes back as access_denied: by itself to an app on this computer, else by a link alone', async (t) => {
  const local = 'http://127.0.0.1:51234/callback';
  const flow = await begin(t, [CALLBACK, local]);
  for (const redirect_uri of [CALLBACK, local]) {
    const path = await open(flow, { redirect_uri });
    const code = /<p class="code"><strong>([A-Z-]+)</.exec(await look(flow, path))?.[1] ?? '';
    await decide(flow.site, flow.editor, code, 'refusal');
    const page = await look(flow, path);
    assert.equal(page.startsWith('null\n'), redirect_uri === CALLBACK);
    const { searchParams } = backLink(page);
    assert.deepEqual(
      [searchParams.get('error'), searchParams.get('state'), searchParams.get('code')],
      ['access_denied', 'a b&c', null],
    );
  }
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
  ['the resource of another path', { resource: 'http://127.0.0.1:3000/mcp' }],
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

test('every way to write the address of the resource names the same one, when access is asked for, redeemed and renewed', async (t) => {
  const flow = await begin(t);
  const same = ['/api/mcp', '/api/mcp/', '/api/mcp?x=y', '/api/mcp/?x=y'].map((path) => `http://127.0.0.1:3000${path}`);
  same.push('HTTP://127.0.0.1:3000/api/mcp', 'http://localhost:3000/api/mcp', '');
  for (const [at, resource] of same.entries()) {
    const [later = '', last = ''] = [same.at(at - 1), same.at(at - 2)];
    const back = await approve(flow, await open(flow, { resource }), { renewal: 'hour' });
    const tokens = await json(await redeem(flow, back.searchParams.get('code') ?? '', { resource: later }));
    assert.ok(tokens.refresh_token, `${resource}, then ${later}`);
    const next = await refresh(flow, tokens.refresh_token, { resource: last });
    assert.equal(next.status, 200, last);
    assert.equal((await callMcp(flow.site, (await json(next)).access_token, 'ping')).status, 200);
  }
});

test('a resource may name the host in capitals and the default port', async (t) => {
  const flow = await begin(t, [CALLBACK], { BASE_URL: 'https://magazine.example' });
  for (const resource of ['https://Magazine.EXAMPLE/api/mcp', 'https://magazine.example:443/api/mcp/?x=y'])
    await open(flow, { resource });
});

test('of twenty racing redemptions of one code exactly one gets a token', async (t) => {
  const flow = await begin(t);
  const back = await approve(flow, await open(flow));
  const code = back.searchParams.get('code') ?? '';
  const statuses = await Promise.all(Array.from({ length: 20 }, async () => (await redeem(flow, code)).status));
  assert.deepEqual(statuses.filter((one) => one === 200).length, 1);
  assert.deepEqual(new Set(statuses), new Set([200, 400]));
});

test('a code that is sent again ends the access it gave; with another verifier it ends nothing', async (t) => {
  const flow = await begin(t);
  const back = await approve(flow, await open(flow), { renewal: 'hour' });
  const code = back.searchParams.get('code') ?? '';
  const tokens = await json(await redeem(flow, code));
  assert.equal((await redeem(flow, code, { code_verifier: 'x'.repeat(43) })).status, 400);
  assert.equal((await callMcp(flow.site, tokens.access_token, 'ping')).status, 200);
  assert.equal((await json(await redeem(flow, code))).error, 'invalid_grant');
  assert.equal((await callMcp(flow.site, tokens.access_token, 'ping')).status, 401);
  assert.equal((await json(await refresh(flow, tokens.refresh_token))).error, 'invalid_grant');
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
  const second = await json(await refresh(flow, first.refresh_token));
  assert.notEqual(second.refresh_token, first.refresh_token);
  assert.equal((await callMcp(flow.site, second.access_token, 'ping')).status, 200);
  assert.equal((await json(await refresh(flow, first.refresh_token))).error, 'invalid_grant');
  assert.equal((await callMcp(flow.site, second.access_token, 'ping')).status, 401);
  assert.equal((await json(await refresh(flow, second.refresh_token))).error, 'invalid_grant');
  assert.equal((await refresh(flow, 'pl_rt_nonsense')).status, 400);
});

test('a refresh token gives nothing to another client, and works on for its own', async (t) => {
  const flow = await begin(t);
  const back = await approve(flow, await open(flow), { renewal: 'hour' });
  const { refresh_token: token } = await json(await redeem(flow, back.searchParams.get('code') ?? ''));
  const { client_id: clientId } = await json(await register(flow.site));
  assert.notEqual(clientId, flow.clientId);
  for (const other of [clientId, 'https://other.example/client'])
    assert.equal((await json(await refresh({ ...flow, clientId: other }, token))).error, 'invalid_grant', other);
  assert.equal((await refresh(flow, token)).status, 200);
});

test('a client ends its access by revoking its refresh token, or one access token', async (t) => {
  const flow = await begin(t);
  const back = await approve(flow, await open(flow), { renewal: 'hour' });
  const tokens = await json(await redeem(flow, back.searchParams.get('code') ?? ''));
  assert.equal((await post(flow.site, '/oauth/revoke', { token: 'unknown' })).status, 200);
  assert.equal((await post(flow.site, '/oauth/revoke', { token: tokens.refresh_token })).status, 200);
  assert.equal((await callMcp(flow.site, tokens.access_token, 'ping')).status, 401);
});

test('the token address of OAuth answers the claim grant as the token address of agents does', async (t) => {
  const { site } = await begin(t);
  const fields = { grant_type: 'urn:example:agent-auth:grant-type:claim', claim_token: 'unknown' };
  const [one, other] = [await post(site, '/oauth/token', fields), await post(site, '/api/agent/token', fields)];
  const { error } = await json(one);
  assert.deepEqual([one.status, error], [other.status, (await json(other)).error]);
  assert.notEqual(error, 'unsupported_grant_type');
});

test('a client that asks for drafts alone gets a token for drafts alone', async (t) => {
  const flow = await begin(t);
  const back = await approve(flow, await open(flow, { scope: 'article:draft' }));
  assert.equal((await json(await redeem(flow, back.searchParams.get('code') ?? ''))).scope, 'article:draft');
});
