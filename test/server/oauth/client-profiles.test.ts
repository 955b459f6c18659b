import assert from 'node:assert/strict';
import { randomBytes } from 'node:crypto';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { after, test } from 'node:test';
import { createClientDocuments } from '#agents/client-metadata.ts';
import { ask as callMcp } from '../../support/mcp.ts';
import { approve, type Flow, look, open, redeem, refresh, register } from '../../support/oauth/oauth-flow.ts';
import { json, openSite } from '../../support/site.ts';
import { CLIENT_PROFILES, type ClientProfile } from './client-profiles.ts';

// Each client of the table goes from the URL of the server to a tool call, as strict as that client is.

const site = await openSite({ after });
site.services.clientDocuments = createClientDocuments('plumbline test', await serveDocuments());

/** A server with the metadata documents of the table, at the ports where their hosts are reached. */
async function serveDocuments(): Promise<Record<string, number>> {
  const documents = CLIENT_PROFILES.flatMap(({ document, metadata }) => (document ? [{ document, metadata }] : []));
  const server = createServer((request, response) => {
    const id = `https://${request.headers.host}${request.url}`;
    const found = documents.find(({ document }) => document === id);
    response.end(JSON.stringify({ ...found?.metadata, client_id: found?.document }));
  });
  await new Promise<void>((listening) => server.listen(0, '127.0.0.1', listening));
  after(() => server.close());
  const { port } = server.address() as AddressInfo;
  return Object.fromEntries(documents.map(({ document }) => [new URL(document).host, port]));
}

/** The two documents that lead a client from the endpoint to its authorization server. */
async function discover({ first, resource }: ClientProfile, endpoint: string) {
  const answer = await site.fetch(endpoint, { method: first });
  const challenge = answer.status === 401 ? (answer.headers.get('www-authenticate') ?? '') : '';
  const { origin, pathname } = new URL(endpoint);
  const where = /resource_metadata="([^"]+)"/.exec(challenge)?.[1];
  const protectedResource = await json(
    await site.fetch(where ?? `${origin}/.well-known/oauth-protected-resource${pathname}`),
  );
  if (resource === 'same') assert.equal(protectedResource.resource, endpoint);
  assert.ok(endpoint.startsWith(protectedResource.resource));
  const issuer = new URL(protectedResource.authorization_servers[0]);
  const server = await json(
    await site.fetch(`${issuer.origin}/.well-known/oauth-authorization-server${issuer.pathname}`),
  );
  assert.equal(server.issuer, issuer.href, 'RFC 8414, 3.3');
  for (const [list, needed] of [
    ['response_types_supported', 'code'],
    ['grant_types_supported', 'authorization_code'],
    ['code_challenge_methods_supported', 'S256'],
    ['token_endpoint_auth_methods_supported', 'none'],
  ] as const)
    assert.ok(server[list].includes(needed), `${list} lacks ${needed}`);
  return { protectedResource, server };
}

async function clientId({ document, metadata }: ClientProfile, server: Record<string, unknown>): Promise<string> {
  if (document && server.client_id_metadata_document_supported) return document;
  assert.equal(server.registration_endpoint, `${site.config.publication.baseUrl}/oauth/register`);
  const registered = await register(site, metadata.redirect_uris, metadata);
  const client = await json(registered);
  assert.equal(registered.status, 201);
  assert.deepEqual([client.redirect_uris, client.client_secret], [metadata.redirect_uris, undefined]);
  return client.client_id;
}

for (const profile of CLIENT_PROFILES) {
  test(`${profile.name} goes from the URL of the server to a tool call, and stays connected`, async () => {
    const endpoint = `${site.config.publication.baseUrl}/api/mcp`;
    const { protectedResource, server } = await discover(profile, endpoint);
    const flow: Flow = {
      site,
      editor: await site.person('editor'),
      clientId: await clientId(profile, server),
      verifier: randomBytes(32).toString('base64url'),
      cookie: '',
    };
    const named = { metadata: protectedResource.resource, endpoint, nothing: null }[profile.sends];
    const { redirectUri } = profile;
    const path = await open(flow, {
      redirect_uri: redirectUri,
      resource: named,
      scope: profile.asksScopes ? protectedResource.scopes_supported.join(' ') : null,
    });
    assert.match(await look(flow, path, flow.editor), new RegExp(`<strong>${profile.seenAs}</strong>`));
    const back = await approve(flow, path, { renewal: 'hour' });
    const answer = Object.fromEntries(back.searchParams);
    back.search = '';
    assert.equal(back.href, new URL(redirectUri).href);
    assert.equal(answer.state, 'a b&c');
    if (profile.checksIssuer) assert.equal(answer.iss, server.issuer);
    const redeemed = await redeem(flow, answer.code ?? '', {
      redirect_uri: redirectUri,
      ...(named !== null && { resource: named }),
    });
    const tokens = await json(redeemed);
    assert.deepEqual([redeemed.status, tokens.token_type], [200, 'Bearer'], JSON.stringify(tokens));
    assert.equal((await callMcp(site, tokens.access_token, 'tools/list')).body.result.tools.length, 4);
    site.pass(tokens.expires_in + 1);
    assert.equal((await callMcp(site, tokens.access_token, 'ping')).status, 401);
    const next = await json(await refresh(flow, tokens.refresh_token));
    assert.equal((await callMcp(site, next.access_token, 'ping')).status, 200);
  });
}
