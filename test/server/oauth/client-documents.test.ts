import assert from 'node:assert/strict';
import { createServer, type RequestListener } from 'node:http';
import type { AddressInfo } from 'node:net';
import { type TestContext, test } from 'node:test';
import { gzipSync } from 'node:zlib';
import { createClientDocuments, isDocumentAddress } from '#agents/client-metadata.ts';
import { isRegistered } from '#agents/oauth-clients.ts';
import { json, openSite } from '../../support/site.ts';

// Metadata documents of OAuth clients, from a server that answers as a hostile one does.

const HOST = 'app.example';
const ID = `https://${HOST}/client`;
const DOCUMENT = { client_id: ID, client_name: 'App', redirect_uris: [`https://${HOST}/callback`] };

/** Documents as they are fetched from a server with this listener. */
async function documentsOf(t: TestContext, listener: RequestListener) {
  const server = createServer(listener);
  await new Promise<void>((listening) => server.listen(0, '127.0.0.1', listening));
  t.after(() => {
    server.closeAllConnections();
    server.close();
  });
  return createClientDocuments('plumbline test', { [HOST]: (server.address() as AddressInfo).port });
}

test('a document is fetched once in an hour, by the one request that comes first', async (t) => {
  let asked = 0;
  const documents = await documentsOf(t, (_, response) => {
    asked++;
    response.end(JSON.stringify(DOCUMENT));
  });
  const [first] = await Promise.all([documents.find(ID, 0), documents.find(ID, 0), documents.find(ID, 3_599_000)]);
  assert.deepEqual(first, { id: ID, name: 'App', redirectUris: DOCUMENT.redirect_uris });
  assert.equal(asked, 1);
  await documents.find(ID, 3_600_001);
  assert.equal(asked, 2);
});

const BAD: [name: string, listener: RequestListener, error: RegExp][] = [
  [
    'names another client_id',
    (_, to) => to.end(JSON.stringify({ ...DOCUMENT, client_id: `${ID}2` })),
    /its own address/,
  ],
  ['is 10 MB long', (_, to) => to.end(' '.repeat(10_000_000)), /larger than 5120 bytes/],
  ['redirects', (_, to) => to.writeHead(302, { Location: `https://${HOST}/other` }).end(), /status 302|redirects/],
  ['is not JSON', (_, to) => to.end('<html>'), /not a JSON object/],
  [
    'asks for a client secret',
    (_, to) => to.end(JSON.stringify({ ...DOCUMENT, token_endpoint_auth_method: 'client_secret_post' })),
    /without a secret/,
  ],
  [
    'asks for private_key_jwt alone',
    (_, to) => to.end(JSON.stringify({ ...DOCUMENT, token_endpoint_auth_method: 'private_key_jwt' })),
    /without a secret/,
  ],
  [
    'has a javascript: redirect URI',
    (_, to) => to.end(JSON.stringify({ ...DOCUMENT, redirect_uris: ['javascript:alert(1)'] })),
    /redirect URI/,
  ],
  ['is missing', (_, to) => to.writeHead(404).end(), /status 404/],
  ['never ends', (_, to) => void to.write('{'), /in time|connection failed/],
  ['comes a byte at a time', (_, to) => void setInterval(() => to.write(' '), 50).unref(), /in time|connection failed/],
  [
    'is compressed',
    (_, to) => to.writeHead(200, { 'Content-Encoding': 'gzip' }).end(gzipSync(JSON.stringify(DOCUMENT))),
    /larger than/,
  ],
  [
    'redirects to this machine',
    (_, to) => to.writeHead(307, { Location: 'https://127.0.0.1/client' }).end(),
    /redirects/,
  ],
  ['is an array', (_, to) => to.end(JSON.stringify([DOCUMENT])), /not a JSON object/],
  ['is not UTF-8', (_, to) => to.end(Buffer.from([0x22, 0xff, 0x22])), /not a JSON object/],
  ['has no redirect URI', (_, to) => to.end(JSON.stringify({ client_id: ID })), /redirect_uris/],
];

test('a document that is bad in one way is refused for that reason', async (t) => {
  const rows = BAD.values();
  const refuseNext = async () => {
    for (const [name, listener, error] of rows) {
      const documents = await documentsOf(t, listener);
      await assert.rejects(documents.find(ID, 0), error, name);
    }
  };
  await Promise.all([refuseNext(), refuseNext()]); // two at a time, as the server fetches them
});

test('a document that prefers private_key_jwt and offers none too is a client without a secret', async (t) => {
  const methods = {
    token_endpoint_auth_method: 'private_key_jwt',
    token_endpoint_auth_methods_supported: ['none', 'private_key_jwt'],
    jwks_uri: `https://${HOST}/jwks.json`,
  };
  const documents = await documentsOf(t, (_, to) => to.end(JSON.stringify({ ...DOCUMENT, ...methods })));
  assert.equal((await documents.find(ID, 0)).id, ID);
});

test('documents are announced only while a host of clients answers, and a site may fetch none', async (t) => {
  const server = createServer((_, to) => to.writeHead(403).end());
  await new Promise<void>((listening) => server.listen(0, '127.0.0.1', listening));
  const { port } = server.address() as AddressInfo;
  const clientDocuments = createClientDocuments('plumbline test', { 'claude.ai': port, 'chatgpt.com': port });
  const site = await openSite(t, { CLIENT_DOCUMENTS: 'check' }, { clientDocuments });
  const announces = async (from = site) => {
    const metadata = await json(await from.fetch('/.well-known/oauth-authorization-server/oauth'));
    assert.ok(metadata.registration_endpoint);
    return metadata.client_id_metadata_document_supported;
  };
  assert.equal(await announces(), true, 'any answer counts');
  server.close();
  assert.equal(await announces(), true);
  site.pass(3601);
  assert.equal(await announces(), undefined);
  const none = await openSite(t, { CLIENT_DOCUMENTS: 'off' });
  assert.equal(await announces(none), undefined);
  const refused = await none.fetch(`/oauth/authorize?client_id=${encodeURIComponent(ID)}&redirect_uri=x`);
  assert.deepEqual([refused.status, /fetches no metadata documents/.test(await refused.text())], [400, true]);
});

test('of fourteen different documents at once every one is fetched', async (t) => {
  const ids = Array.from({ length: 14 }, (_, n) => `https://${HOST}/client/${n}`);
  const documents = await documentsOf(t, ({ url }, to) =>
    to.end(JSON.stringify({ ...DOCUMENT, client_id: `https://${HOST}${url}` })),
  );
  const found = await Promise.all(ids.map((id) => documents.find(id, 0)));
  assert.deepEqual(
    found.map(({ id }) => id),
    ids,
  );
});

test('a document that changes counts as it was for an hour, and then only as it is', async (t) => {
  let path = 'callback';
  const documents = await documentsOf(t, (_, response) => {
    response.end(JSON.stringify({ ...DOCUMENT, redirect_uris: [`https://${HOST}/${path}`] }));
  });
  const accepts = async (time: number) => {
    const client = await documents.find(ID, time);
    return ['callback', 'other'].filter((one) => isRegistered(client, `https://${HOST}/${one}`));
  };
  assert.deepEqual(await accepts(0), ['callback']);
  path = 'other';
  assert.deepEqual(await accepts(3_599_000), ['callback']);
  assert.deepEqual(await accepts(3_600_001), ['other']);
});

test('documents at addresses of this machine and of local networks are never fetched', async () => {
  const documents = createClientDocuments('plumbline test');
  const hosts = ['127.0.0.1', '10.0.0.1', '169.254.169.254', '[::1]', '[::ffff:127.0.0.1]', 'localhost'];
  for (const host of hosts) await assert.rejects(documents.find(`https://${host}/client`, 0), /not public|could not/);
});

test('only a plain https address with a path is the address of a document', () => {
  assert.equal(isDocumentAddress(ID), true);
  for (const id of [
    `http://${HOST}/client`,
    `https://${HOST}`,
    `https://${HOST}/`,
    `https://${HOST}:8443/client`,
    `https://user@${HOST}/client`,
    `https://${HOST}/client#part`,
    `https://${HOST}/a/../client`,
    `https://${HOST.toUpperCase()}/client`,
    `https://${HOST}/cl ient`,
    `https://${HOST}/${'a'.repeat(500)}`,
  ])
    assert.equal(isDocumentAddress(id), false, id);
});
