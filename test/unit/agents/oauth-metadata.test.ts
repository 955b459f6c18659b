import assert from 'node:assert/strict';
import { test } from 'node:test';
import { ask, decide, poll } from '../../support/ceremony.ts';
import { json, openSite } from '../../support/site.ts';

const BASE = 'https://magazine.example';

const documents: [path: string, body: Record<string, unknown>][] = [
  [
    '/.well-known/oauth-protected-resource',
    {
      resource: `${BASE}/api/mcp`,
      resource_name: 'Plumbline',
      authorization_servers: [`${BASE}/oauth`, BASE],
      scopes_supported: ['article:draft', 'article:edit'],
      bearer_methods_supported: ['header'],
      resource_documentation: `${BASE}/llms.txt`,
    },
  ],
  [
    '/.well-known/oauth-protected-resource/api/mcp',
    {
      resource: `${BASE}/api/mcp`,
      resource_name: 'Plumbline',
      authorization_servers: [`${BASE}/oauth`, BASE],
      scopes_supported: ['article:draft', 'article:edit'],
      bearer_methods_supported: ['header'],
      resource_documentation: `${BASE}/llms.txt`,
    },
  ],
  [
    '/.well-known/oauth-authorization-server',
    {
      issuer: BASE,
      token_endpoint: `${BASE}/api/agent/token`,
      token_endpoint_auth_methods_supported: ['none'],
      grant_types_supported: ['urn:example:agent-auth:grant-type:claim'],
      response_types_supported: [],
      scopes_supported: ['article:draft', 'article:edit'],
      service_documentation: `${BASE}/auth.md`,
      agent_auth: {
        skill: `${BASE}/auth.md`,
        identity_endpoint: `${BASE}/api/agent/identity`,
        identity_types_supported: ['service_auth'],
        claim_endpoint: `${BASE}/agent/claim`,
        register_uri: `${BASE}/api/agent/identity`,
        claim_uri: `${BASE}/agent/claim`,
      },
    },
  ],
  [
    '/.well-known/oauth-authorization-server/oauth',
    {
      issuer: `${BASE}/oauth`,
      authorization_endpoint: `${BASE}/oauth/authorize`,
      token_endpoint: `${BASE}/oauth/token`,
      registration_endpoint: `${BASE}/oauth/register`,
      revocation_endpoint: `${BASE}/oauth/revoke`,
      response_types_supported: ['code'],
      response_modes_supported: ['query'],
      grant_types_supported: ['authorization_code', 'refresh_token', 'urn:example:agent-auth:grant-type:claim'],
      code_challenge_methods_supported: ['S256'],
      token_endpoint_auth_methods_supported: ['none'],
      revocation_endpoint_auth_methods_supported: ['none'],
      client_id_metadata_document_supported: true,
      authorization_response_iss_parameter_supported: true,
      scopes_supported: ['article:draft', 'article:edit'],
      service_documentation: `${BASE}/auth.md`,
    },
  ],
];

for (const [path, body] of documents) {
  test(`${path} describes how an agent gets access, uses the base URL of the settings, and allows any origin`, async (t) => {
    const site = await openSite(t, { BASE_URL: BASE });
    const response = await site.fetch(path, { headers: { Host: 'evil.example', 'X-Forwarded-Host': 'evil.example' } });
    assert.equal(response.status, 200);
    assert.match(response.headers.get('content-type') ?? '', /^application\/json/);
    assert.match(response.headers.get('cache-control') ?? '', /^public/);
    assert.equal(response.headers.get('access-control-allow-origin'), '*');
    assert.deepEqual(await json(response), body);
    const head = await site.fetch(path, { method: 'HEAD' });
    assert.deepEqual([head.status, await head.text()], [200, '']);
    const known = await site.fetch(path, { headers: { 'If-None-Match': response.headers.get('etag') ?? '' } });
    assert.equal(known.status, 304);
    assert.equal((await site.fetch(path, { method: 'POST' })).status, 405);
  });
}

test('the document that the 401 of the MCP server names has the address that was called as its resource', async (t) => {
  const site = await openSite(t, { BASE_URL: BASE });
  for (const path of ['/api/mcp', '/api/admin/articles']) {
    const refused = await site.fetch(path, { method: 'POST' });
    const metadata = /resource_metadata="([^"]+)"/.exec(refused.headers.get('www-authenticate') ?? '')?.[1] ?? '';
    assert.equal(metadata, `${BASE}/.well-known/oauth-protected-resource`);
    const { resource } = await json(await site.fetch(new URL(metadata).pathname));
    assert.equal(resource, `${BASE}/api/mcp`, 'RFC 9728, 3.3');
  }
});

test('/auth.md is Markdown with the steps, addresses and time limits of this site', async (t) => {
  const site = await openSite(t, { BASE_URL: BASE, CLAIM_EXPIRES_SECONDS: '300', CLAIM_INTERVAL_SECONDS: '7' });
  const response = await site.fetch('/auth.md');
  assert.equal(response.status, 200);
  assert.equal(response.headers.get('content-type'), 'text/markdown; charset=utf-8');
  const page = await response.text();
  for (const told of [
    `${BASE}/.well-known/oauth-protected-resource`,
    `$SITE/api/agent/identity`,
    `${BASE}/api/agent/token`,
    `${BASE}/agent/claim`,
    `${BASE}/api/mcp`,
    '7 seconds between polls',
    '300 seconds until the code expires',
    '900 seconds',
    'authorization_pending',
    'slow_down',
    'No token can publish',
  ]) {
    assert.ok(page.includes(told), told);
  }
});

test('the example identity request of /auth.md works unchanged and leads to a token', async (t) => {
  const site = await openSite(t);
  const editor = await site.person('editor');
  const page = await (await site.fetch('/auth.md')).text();
  const identity = /-d '(\{.*\})'/.exec(page)?.[1] ?? '';
  const asked = await ask(site, JSON.parse(identity));
  await decide(site, editor, asked.user_code, 'approval');
  assert.match(page, /-d grant_type=urn:example:agent-auth:grant-type:claim \\\n {2}-d claim_token=clm_/);
  assert.equal((await poll(site, asked.claim_token)).status, 200);
});

test('/auth.md names the endpoints of the issuer of OAuth clients', async (t) => {
  const site = await openSite(t, { BASE_URL: BASE });
  const auth = await (await site.fetch('/auth.md')).text();
  const server = await json(await site.fetch('/.well-known/oauth-authorization-server/oauth'));
  const endpoints = Object.entries(server).filter(([name]) => /_endpoint$/.test(name));
  assert.equal(endpoints.length, 4);
  for (const [name, address] of endpoints) assert.ok(auth.includes(String(address)), `/auth.md lacks ${name}`);
});
