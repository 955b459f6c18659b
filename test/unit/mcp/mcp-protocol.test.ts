import assert from 'node:assert/strict';
import { test } from 'node:test';
import { TOOL_NAMES } from '#agents/pages/mcp-server-info.ts';
import { ask, askModern, META, post } from '../../support/mcp.ts';
import { openSite } from '../../support/site.ts';

// Messages of both protocol eras at one address: the 2025 revisions, and 2026-07-28.

const HELLO = { capabilities: {}, clientInfo: { name: 'test', version: '1' } };
const CALL = { name: 'list_articles', arguments: {} };

test('initialize answers with the requested protocol revision if supported, otherwise with 2025-11-25', async (t) => {
  const site = await openSite(t);
  const token = await site.grantToken(await site.person('editor'));
  const agreed: [string, string][] = [
    ['2025-11-25', '2025-11-25'],
    ['2025-06-18', '2025-06-18'],
    ['2025-03-26', '2025-11-25'],
    ['2024-11-05', '2025-11-25'],
    ['2026-07-28', '2025-11-25'],
    ['nonsense', '2025-11-25'],
  ];
  for (const [asked, answered] of agreed) {
    const { status, body } = await ask(site, token, 'initialize', { ...HELLO, protocolVersion: asked });
    assert.deepEqual([status, body.result.protocolVersion], [200, answered], asked);
    assert.deepEqual(body.result.capabilities, { tools: { listChanged: false } });
    assert.deepEqual(body.result.serverInfo, { name: 'Plumbline', version: '0.1.0' });
    for (const said of ['list_articles', 'get_article', 'create_article', 'save_revision', 'Nothing here publishes'])
      assert.ok(body.result.instructions.includes(said), said);
  }
});

test('the answer has the same id as the request, string or number', async (t) => {
  const site = await openSite(t);
  const token = await site.grantToken(await site.person('editor'));
  for (const id of [0, -1, 9_007_199_254_740_991, '', 'a', '7', '"\\\u2028']) {
    for (const request of [{ method: 'ping' }, { method: 'tools/call', params: CALL }]) {
      const { body } = await post(site, token, JSON.stringify({ jsonrpc: '2.0', id, ...request }));
      assert.equal(body.id, id);
    }
  }
});

test('parallel requests with the same id each get their own answer', async (t) => {
  const site = await openSite(t);
  const editors = [await site.person('editor'), await site.person('editor')];
  const tokens = await Promise.all(editors.map((editor) => site.grantToken(editor)));
  const answers = await Promise.all(
    Array.from({ length: 60 }, (_, n) => {
      const name = `tool-${n}`;
      return ask(site, tokens[n % 2] ?? '', 'tools/call', { name, _meta: { progressToken: n } });
    }),
  );
  for (const [n, { body }] of answers.entries()) {
    assert.ok(body.error.message.startsWith(`Unknown tool: tool-${n}. The tools are list_articles, `));
  }
});

test('ping and tools/list work without a prior initialize: the server keeps no state between requests', async (t) => {
  const site = await openSite(t);
  const token = await site.grantToken(await site.person('editor'));
  assert.deepEqual((await ask(site, token, 'ping')).body, { jsonrpc: '2.0', id: 7, result: {} });
  await ask(site, token, 'initialize', { ...HELLO, protocolVersion: '2025-06-18' });
  const { status } = await ask(site, token, 'tools/list', {}, { 'MCP-Protocol-Version': '2025-11-25' });
  assert.equal(status, 200);
});

test('a request whose MCP-Protocol-Version header names an unsupported revision is 400', async (t) => {
  const site = await openSite(t);
  const token = await site.grantToken(await site.person('editor'));
  for (const request of [['ping'], ['tools/call', CALL]] as const) {
    for (const version of ['2025-11-25', '2025-06-18']) {
      assert.equal((await ask(site, token, ...pad(request), { 'MCP-Protocol-Version': version })).status, 200, version);
    }
    for (const version of ['2025-03-26', '2024-11-05', '1', '2027-01-01', 'nonsense']) {
      const { status, body } = await ask(site, token, ...pad(request), { 'MCP-Protocol-Version': version });
      assert.equal(status, 400, version);
      assert.ok([-32022, -32602].includes(body.error.code), version);
    }
  }
  const noted = await post(site, token, '{"jsonrpc":"2.0","method":"notifications/initialized"}', {
    'MCP-Protocol-Version': '2024-11-05',
  });
  assert.equal(noted.status, 400);
});

test('an unknown method is -32601, with status 200 in the 2025 era and 404 in the 2026 era', async (t) => {
  const site = await openSite(t);
  const token = await site.grantToken(await site.person('editor'));
  for (const method of [
    'nothing',
    'resources/list',
    'prompts/list',
    'completion/complete',
    'constructor',
    '__proto__',
    '',
  ]) {
    const { status, body } = await ask(site, token, method);
    assert.deepEqual([status, body.id, body.error.code], [200, 7, -32601], method);
  }
  assert.equal((await ask(site, token, 'server/discover')).body.error.code, -32601);
  for (const method of ['nothing', 'initialize', 'ping', 'subscriptions/listen', 'logging/setLevel', 'constructor']) {
    const { status, body } = await askModern(site, token, method);
    assert.deepEqual([status, body.id, body.error.code], [404, 7, -32601], method);
  }
});

test('an unknown tool and malformed params are -32602 with a message that says what is valid', async (t) => {
  const site = await openSite(t);
  const token = await site.grantToken(await site.person('editor'));
  for (const name of [
    'publish',
    'publish_article',
    'approve',
    'unpublish',
    'delete_article',
    'toString',
    '__proto__',
    '',
  ]) {
    for (const answer of [
      await ask(site, token, 'tools/call', { name }),
      await askModern(site, token, 'tools/call', { name }),
    ]) {
      assert.deepEqual([answer.status, answer.body.error.code], [200, -32602], name);
      const tools = `The tools are ${TOOL_NAMES.join(', ')}. None publishes or approves: an editor does that in the newsroom.`;
      assert.equal(answer.body.error.message, `Unknown tool: ${name}. ${tools}`);
    }
  }
  const misshapen = [
    ['tools/call', undefined],
    ['tools/call', {}],
    ['tools/call', { name: 5 }],
    ['tools/call', { name: 'list_articles', arguments: [] }],
    ['tools/call', { name: 'list_articles', arguments: 'all' }],
    ['tools/list', { cursor: 5 }],
    ['initialize', undefined],
    ['initialize', { protocolVersion: '2025-11-25' }],
  ] as const;
  for (const [method, params] of misshapen) {
    const { status, body } = await ask(site, token, method, params);
    assert.deepEqual([status, body.error.code], [200, -32602], JSON.stringify(params));
    assert.ok(body.error.message.startsWith(`The params do not fit ${method}.`));
    if (method === 'tools/call') assert.match(body.error.message, /`arguments` is a JSON object, not a string/);
  }
});

test('2026-07-28: server/discover returns the revision, the capabilities, the server info and the cache time', async (t) => {
  const site = await openSite(t);
  const token = await site.grantToken(await site.person('editor'));
  const { status, body } = await askModern(site, token, 'server/discover');
  assert.equal(status, 200);
  const { instructions, ...rest } = body.result;
  assert.match(instructions, /Nothing here publishes/);
  assert.deepEqual(rest, {
    supportedVersions: ['2026-07-28'],
    capabilities: { tools: { listChanged: false } },
    resultType: 'complete',
    ttlMs: 300_000,
    cacheScope: 'public',
    _meta: { 'io.modelcontextprotocol/serverInfo': { name: 'Plumbline', version: '0.1.0' } },
  });
});

test('2026-07-28: results have resultType and the server info; tools/list also has a cache time', async (t) => {
  const site = await openSite(t);
  const token = await site.grantToken(await site.person('editor'));
  const list = (await askModern(site, token, 'tools/list')).body.result;
  assert.deepEqual([list.resultType, list.ttlMs, list.cacheScope], ['complete', 300_000, 'public']);
  const called = (await askModern(site, token, 'tools/call', CALL)).body.result;
  assert.equal(called.resultType, 'complete');
  assert.equal(called._meta['io.modelcontextprotocol/serverInfo'].name, 'Plumbline');
  const old = (await ask(site, token, 'tools/call', CALL)).body.result;
  assert.ok(!('resultType' in old) && !('_meta' in old));
});

test('2026-07-28: a request whose _meta lacks the revision or the capabilities is 400 with -32602', async (t) => {
  const site = await openSite(t);
  const token = await site.grantToken(await site.person('editor'));
  const missing = [
    { params: {} },
    { params: { _meta: {} } },
    { params: { _meta: { 'io.modelcontextprotocol/protocolVersion': '2026-07-28' } } },
    { params: { _meta: { 'io.modelcontextprotocol/clientCapabilities': {} } } },
    { params: { _meta: { ...META, 'io.modelcontextprotocol/clientCapabilities': 5 } } },
  ];
  for (const { params } of missing) {
    const headers = { 'MCP-Protocol-Version': '2026-07-28', 'Mcp-Method': 'tools/list' };
    const { status, body } = await ask(site, token, 'tools/list', params, headers);
    assert.deepEqual([status, body.error.code], [400, -32602], JSON.stringify(params));
  }
});

test('2026-07-28: a request with a missing header, or one that differs from the body, is 400 with -32020', async (t) => {
  const site = await openSite(t);
  const token = await site.grantToken(await site.person('editor'));
  const wrong: Record<string, string>[] = [
    { 'MCP-Protocol-Version': '2025-11-25' },
    { 'Mcp-Method': 'tools/list' },
    { 'Mcp-Method': 'TOOLS/CALL' },
    { 'Mcp-Name': 'get_article' },
    { 'Mcp-Name': '=?base64?Z2V0X2FydGljbGU=?=' },
    { 'Mcp-Name': '=?base64?not base64?=' },
  ];
  for (const headers of wrong) {
    const { status, body } = await askModern(site, token, 'tools/call', CALL, { headers });
    assert.deepEqual([status, body.error.code], [400, -32020], JSON.stringify(headers));
  }
  const all = { 'MCP-Protocol-Version': '2026-07-28', 'Mcp-Method': 'tools/call', 'Mcp-Name': 'list_articles' };
  for (const left of Object.keys(all)) {
    const headers = Object.fromEntries(Object.entries(all).filter(([name]) => name !== left));
    const { status, body } = await ask(site, token, 'tools/call', { ...CALL, _meta: META }, headers);
    assert.deepEqual([status, body.error.code], [400, -32020], `without ${left}`);
  }
  const wrapped = { 'Mcp-Name': '=?base64?bGlzdF9hcnRpY2xlcw==?=' };
  assert.equal((await askModern(site, token, 'tools/call', CALL, { headers: wrapped })).status, 200);
});

test('2026-07-28: an unsupported revision is 400 with -32022 and the supported revisions', async (t) => {
  const site = await openSite(t);
  const token = await site.grantToken(await site.person('editor'));
  for (const version of ['2027-01-01', '2025-11-25', '1900-01-01']) {
    const meta = { 'io.modelcontextprotocol/protocolVersion': version };
    const { status, body } = await askModern(
      site,
      token,
      'tools/list',
      {},
      { meta, headers: { 'MCP-Protocol-Version': version } },
    );
    assert.deepEqual([status, body.error.code], [400, -32022]);
    assert.deepEqual(body.error.data, { supported: ['2026-07-28'], requested: version });
  }
});

function pad([method, params]: readonly [string, unknown?]): [string, unknown] {
  return [method, params];
}
