import assert from 'node:assert/strict';
import { test } from 'node:test';
import { EDITORIAL_SERVER } from '#agents/mcp/editorial/call-tool.ts';
import { exchangeOf } from '#agents/mcp/protocol/mcp-server.ts';
import { readPlainCall, runPlainCall } from '#agents/mcp/protocol/plain-call.ts';
import { handleMessage } from '#agents/mcp/protocol/sdk-server.ts';
import { findAgent } from '#agents/tokens.ts';
import type { Log } from '#http/context.ts';
import { siteSnapshot } from '#runtime/site-snapshot.ts';
import { call, META } from '../../support/mcp.ts';
import { openOnPort } from '../../support/port.ts';
import { send } from '../../support/raw.ts';
import { draft, openSite, type TestSite } from '../../support/site.ts';

// Two fast paths (one skips the MCP library, one skips the HTTP framework) must answer like the full path.

const CLIENT = 'io.modelcontextprotocol/clientInfo';
const HEADERS = { 'mcp-protocol-version': '2026-07-28', 'mcp-method': 'tools/call' };

test('the fast path answers a plain tool call as the MCP library does, in both protocol eras', async (t) => {
  const site = await openSite(t);
  const token = await site.grantToken(await site.person('editor'));
  const { id } = (await call(site, token, 'create_article', draft())).data;
  const calls: [string, object?][] = [
    ['list_articles'],
    ['list_articles', { limit: 5, q: 'slab' }],
    ['list_articles', { limit: 0 }],
    ['get_article', { id }],
    ['get_article', { id: crypto.randomUUID() }],
    ['get_article', {}],
    ['create_article', draft()],
    ['create_article', draft({ headline: '' })],
    ['save_revision', { ...draft(), articleId: id, baseRevision: 9 }],
    ['publish_article', { id }],
  ];
  for (const [name, given] of calls) {
    const old = {
      jsonrpc: '2.0',
      id: 'a"b',
      method: 'tools/call',
      params: { name, ...(given && { arguments: given }) },
    };
    assert.equal(await answerBoth(site, token, old, {}), name !== 'publish_article');
    await answerBoth(site, token, old, { 'mcp-protocol-version': '2025-06-18' });
    const meta = { ...META, [CLIENT]: { name: 'test', version: '1' } };
    const modern = { ...old, id: 4, params: { ...old.params, _meta: meta } };
    assert.equal(await answerBoth(site, token, modern, { ...HEADERS, 'mcp-name': name }), name !== 'publish_article');
  }
});

test('the fast path leaves every message that is not a plain tool call to the MCP library', () => {
  const params = { name: 'list_articles', arguments: {} };
  const plain = { jsonrpc: '2.0', id: 1, method: 'tools/call', params };
  const modern = { ...plain, params: { ...params, _meta: META } };
  const named = { ...HEADERS, 'mcp-name': 'list_articles' };
  assert.ok(readPlainCall(plain, headerOf({})));
  assert.ok(readPlainCall(modern, headerOf(named)));
  const others = [
    null,
    [plain],
    { ...plain, jsonrpc: '1.0' },
    { ...plain, id: null },
    { ...plain, id: 1.5 },
    { ...plain, id: undefined },
    { ...plain, more: 1 },
    { ...plain, method: 'tools/list' },
    { ...plain, params: undefined },
    { ...plain, params: { ...params, name: 5 } },
    { ...plain, params: { ...params, arguments: [] } },
    { ...plain, params: { ...params, arguments: null } },
    { ...plain, params: { ...params, task: {} } },
    { ...plain, params: { ...params, _meta: {} } },
    { ...plain, params: { ...params, _meta: { progressToken: 1 } } },
    modern,
  ];
  for (const message of others) assert.equal(readPlainCall(message, headerOf({})), null, JSON.stringify(message));
  const version = 'io.modelcontextprotocol/protocolVersion';
  const capabilities = 'io.modelcontextprotocol/clientCapabilities';
  const metas = [
    null,
    { [version]: '2026-07-28' },
    { ...META, [version]: '2025-11-25' },
    { ...META, [capabilities]: { roots: 5 } },
    { ...META, [capabilities]: [] },
    { ...META, [CLIENT]: { name: 'test' } },
    { ...META, [CLIENT]: { name: 'test', version: 1 } },
    { ...META, progressToken: {} },
  ];
  for (const meta of metas) {
    const message = { ...plain, params: { ...params, _meta: meta } };
    assert.equal(readPlainCall(message, headerOf(named)), null, JSON.stringify(meta));
  }
  const mismatches = [
    {},
    { ...named, 'mcp-method': 'tools/list' },
    { ...named, 'mcp-name': 'get_article' },
    { ...named, 'mcp-protocol-version': '2025-11-25' },
  ];
  for (const headers of mismatches) assert.equal(readPlainCall(modern, headerOf(headers)), null);
  for (const wrong of ['2025-03-26', '2026-07-28', ''])
    assert.equal(readPlainCall(plain, headerOf({ 'mcp-protocol-version': wrong })), null, wrong);
});

test('on the Node server the rate limit counts calls with and without the HTTP framework together', async (t) => {
  const { site, address } = await openOnPort(t);
  const token = await site.grantToken(await site.person('editor'));
  const headers = { Authorization: `Bearer ${token}`, 'Content-Type': 'application/json' };
  const ping = '{"jsonrpc":"2.0","id":1,"method":"ping"}';
  for (let n = 0; n < 120; n++) assert.equal((await send(address, headers, ping, n % 2 === 0)).status, 200);
  for (const straight of [true, false]) {
    const { status, headers: told, body } = await send(address, headers, ping, straight);
    assert.deepEqual([status, JSON.parse(body).code], [429, 'rate_limited']);
    assert.ok(Number(told['retry-after']) >= 1);
  }
});

function headerOf(headers: Record<string, string>): (name: string) => string | undefined {
  return (name) => headers[name];
}

/** Whether the fast path answers the message; if it does, its answer must equal that of the full path. */
async function answerBoth(
  site: TestSite,
  token: string,
  message: object,
  headers: Record<string, string>,
): Promise<boolean> {
  const { deps, config } = site;
  const actor = await findAgent(deps, token, config.publication.baseUrl);
  assert.ok(actor);
  const silent: Log = { info: () => {}, warn: () => {}, error: () => assert.fail('logged') };
  const caller = {
    deps,
    publication: siteSnapshot().publication,
    actor,
    log: silent,
    requestId: '1',
    openSourceFor: () => null,
  };
  const exchange = exchangeOf(EDITORIAL_SERVER, caller);
  const plain = readPlainCall(message, headerOf(headers));
  assert.ok(plain);
  const short = await runPlainCall(exchange, plain);
  const long = await handleMessage(exchange, message, headerOf(headers));
  if (!short) return false;
  assert.equal(short.status, long.status);
  assert.deepEqual(JSON.parse(short.body ?? ''), JSON.parse(long.body ?? ''));
  return true;
}
