import assert from 'node:assert/strict';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { type TestContext, test } from 'node:test';
import { Client as NewClient, StreamableHTTPClientTransport as NewTransport } from '@modelcontextprotocol/client';
import { Client as OldClient } from '@modelcontextprotocol/sdk/client/index.js';
import { StreamableHTTPClientTransport as OldTransport } from '@modelcontextprotocol/sdk/client/streamableHttp.js';
import type { BrowserContext } from 'playwright-core';
import { inBothSchemes, lookAt } from '../support/axe.ts';
import { openContext } from '../support/browser/shared-browser.ts';
import { serveSite, signInAs } from '../support/browser.ts';
import { dataOf, type Told } from '../support/mcp.ts';
import { draft } from '../support/site.ts';

// The official MCP clients know only the URL of the server. A person approves once in a browser.

const ME = { name: 'test client', version: '1.0.0' };

/** What a client keeps between its steps, in memory. */
function provider(redirectUrl: string) {
  const kept: { client?: unknown; tokens?: unknown; verifier?: string; opened?: URL } = {};
  return {
    kept,
    redirectUrl,
    clientMetadata: { client_name: 'Test <client>', redirect_uris: [redirectUrl], token_endpoint_auth_method: 'none' },
    state: () => 'state & more',
    clientInformation: () => kept.client as undefined,
    saveClientInformation: (client: unknown) => {
      kept.client = client;
    },
    tokens: () => kept.tokens as undefined,
    saveTokens: (tokens: unknown) => {
      kept.tokens = tokens;
    },
    redirectToAuthorization: (url: URL) => {
      kept.opened = url;
    },
    saveCodeVerifier: (verifier: string) => {
      kept.verifier = verifier;
    },
    codeVerifier: () => kept.verifier ?? '',
  };
}

/** A client's own server on the loopback, which receives the browser after the approval. */
async function callback(t: TestContext): Promise<{ url: string; arrived: Promise<URLSearchParams> }> {
  const { promise: arrived, resolve } = Promise.withResolvers<URLSearchParams>();
  const server = createServer((request, response) => {
    const { pathname, searchParams } = new URL(request.url ?? '', 'http://127.0.0.1');
    if (pathname === '/callback') resolve(searchParams);
    response.end('You can close this window.');
  });
  await new Promise<void>((listening) => server.listen(0, '127.0.0.1', listening));
  t.after(() => {
    server.closeAllConnections();
    server.close();
  });
  return { url: `http://127.0.0.1:${(server.address() as AddressInfo).port}/callback`, arrived };
}

type Connecting = { authorize: () => Promise<void>; finish: (answer: URLSearchParams) => Promise<Told> };

/** For values whose types in the libraries disagree under exactOptionalPropertyTypes. */
const loose = (value: unknown): never => value as never;

const CLIENTS: [string, (address: URL, own: ReturnType<typeof provider>) => Connecting][] = [
  [
    'sdk 1',
    (address, own) => {
      const transport = () => new OldTransport(address, { authProvider: loose(own) });
      const first = transport();
      return {
        authorize: () => new OldClient(ME).connect(loose(first)),
        finish: async (answer) => {
          await first.finishAuth(answer.get('code') ?? '');
          const client = new OldClient(ME);
          await client.connect(loose(transport()));
          return client.callTool({ name: 'create_article', arguments: draft() });
        },
      };
    },
  ],
  [
    'client 2',
    (address, own) => {
      const transport = () => new NewTransport(address, { authProvider: loose(own) });
      const first = transport();
      return {
        authorize: () => new NewClient(ME).connect(first),
        finish: async (answer) => {
          await first.finishAuth(answer);
          const client = new NewClient(ME);
          await client.connect(transport());
          return client.callTool({ name: 'create_article', arguments: draft() });
        },
      };
    },
  ],
];

for (const [name, connect] of CLIENTS) {
  test(`${name} goes from the URL of the server to a saved draft with one approval in the browser`, async (t) => {
    const site = await serveSite(t);
    const base = site.config.publication.baseUrl;
    const { url, arrived } = await callback(t);
    const own = provider(url);
    const client = connect(new URL(`${base}/api/mcp`), own);
    await assert.rejects(client.authorize(), /[Uu]nauthorized/);
    const context = await openContext(t, { javaScriptEnabled: false });
    await approve(context, await site.person('editor'), site, own.kept.opened?.href ?? '');
    const answer = await arrived;
    assert.deepEqual([answer.get('state'), answer.get('iss')], ['state & more', `${base}/oauth`]);
    assert.equal(dataOf(await client.finish(answer)).status, 'draft');
  });
}

/** Approves in the browser that the client opened; the page returns to the client by itself. */
async function approve(
  context: BrowserContext,
  editor: Parameters<typeof signInAs>[2],
  site: Parameters<typeof signInAs>[1],
  address: string,
): Promise<void> {
  await signInAs(context, site, editor);
  const page = await context.newPage();
  await page.goto(address);
  await page.getByText('An app on a computer', { exact: true }).waitFor();
  await page.getByText('It calls itself “Test <client>”').waitFor();
  await page.getByRole('checkbox', { name: 'I started this myself' }).check();
  await page.getByRole('button', { name: 'Approve' }).click();
  await page.waitForURL(/\/callback\?/);
}

test('axe finds no problem on the pages of an authorization, and the code is shown to a person without an account', async (t) => {
  const site = await serveSite(t);
  const base = site.config.publication.baseUrl;
  const { url } = await callback(t);
  const own = provider(url);
  await assert.rejects(
    new NewClient(ME).connect(new NewTransport(new URL(`${base}/api/mcp`), { authProvider: loose(own) })),
  );
  const context = await openContext(t, { viewport: { width: 1280, height: 800 } });
  const waiting = await context.newPage();
  await waiting.route(/\?wait$/, (route) => route.fulfill({ status: 204 })); // the page stays while axe looks at it
  await waiting.goto(own.kept.opened?.href ?? '');
  await waiting.getByText(/^[A-Z]{4}-[A-Z]{4}$/).waitFor();
  const windows = inBothSchemes(360, 1280);
  await lookAt(waiting, 'waiting', windows);
  await signInAs(context, site, await site.person('editor'));
  // A page of its own: the waiting one loads itself again, which can end another navigation.
  const page = await context.newPage();
  await page.goto(waiting.url());
  await waiting.close();
  await page.getByRole('button', { name: 'Approve' }).waitFor();
  await lookAt(page, 'review', windows);
  await page.goto(`${base}/oauth/authorize?client_id=unknown`);
  await page.getByRole('alert').waitFor();
  await lookAt(page, 'refusal', windows);
});
