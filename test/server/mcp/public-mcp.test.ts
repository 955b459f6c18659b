import assert from 'node:assert/strict';
import { test } from 'node:test';
import { Client as NewClient, StreamableHTTPClientTransport as NewTransport } from '@modelcontextprotocol/client';
import { Client as OldClient } from '@modelcontextprotocol/sdk/client/index.js';
import { StreamableHTTPClientTransport as OldTransport } from '@modelcontextprotocol/sdk/client/streamableHttp.js';
import { publicTools } from '#agents/pages/mcp-server-info.ts';
import { CLI } from '#core/actor.ts';
import { unpublish } from '#editorial/publish/unpublish.ts';
import { isDeclared } from '#http/declared.ts';
import { goLive, goLiveAgain } from '../../support/live.ts';
import { callPublic, dataOf, postPublic, type Told } from '../../support/mcp.ts';
import { openOnPort } from '../../support/port.ts';
import { BASE, json, openSite, type TestSite } from '../../support/site.ts';

// The MCP server for readers at /mcp.

const ME = { name: 'test', version: '1.0.0' };
const LONG = Array.from({ length: 60 }, (_, index) => ({
  id: `p${index}`,
  type: index % 9 === 0 ? 'heading' : 'paragraph',
  text: `Block ${index}: ${'the crew measured the slab again '.repeat(12)}`.trim(),
}));

type Connected = {
  list: () => Promise<Told>;
  call: (name: string, given: object) => Promise<Told>;
  close: () => Promise<void>;
};

const CLIENTS: [string, (address: URL) => Promise<Connected>][] = [
  ['sdk 1', connectOld],
  ['client 2, legacy', (address) => connectNew('legacy', address)],
  ['client 2, auto', (address) => connectNew('auto', address)],
  ['client 2, pinned', (address) => connectNew({ pin: '2026-07-28' }, address)],
];

test('the official clients connect without a token and call every tool', async (t) => {
  const { site, baseUrl } = await openOnPort(t);
  const article = await goLive(site, { bodyBlocks: LONG });
  for (const [name, connect] of CLIENTS) {
    const client = await connect(new URL(`${baseUrl}/mcp`));
    const { tools } = await client.list();
    assert.deepEqual(
      tools.map((tool: Told) => tool.name),
      publicTools().map((tool) => tool.name),
    );
    for (const tool of tools) assert.equal(tool.annotations.readOnlyHint, true);
    const found = dataOf(await client.call('search', { query: 'layout robot' }));
    assert.deepEqual(
      found.results.map(({ id, title, url }: Told) => ({ id, title, url })),
      [{ id: article.id, title: 'A layout robot on a live slab', url: `${baseUrl}/robotics/layout-robot-pilot` }],
      name,
    );
    const read = dataOf(await client.call('fetch', { id: found.results[0].id, budget: 2000 }));
    assert.deepEqual(Object.keys(read), ['id', 'title', 'text', 'url', 'metadata']);
    const changes = dataOf(await client.call('changes', { after: 0 }));
    assert.deepEqual([changes.changes.length, changes.changes[0].type], [1, 'article.published']);
    if (isDeclared('/quote')) {
      const quote = dataOf(await client.call('check_quote', { text: 'the crew measured the slab again' }));
      assert.deepEqual([quote.match, quote.stands, quote.article], ['verbatim', 'true', article.id]);
    }
    await client.close();
  }
  assert.deepEqual(site.log, []);
});

test('a long article comes in parts that end with blocks and together are its whole text, whatever the budget', async (t) => {
  const site = await openSite(t);
  const sources = Array.from({ length: 20 }, (_, index) => ({
    title: `Source ${index}`,
    url: `https://example.org/${index}`,
  }));
  const { id } = await goLive(site, { bodyBlocks: [...LONG, ...LONG], sources });
  const whole = await callPublic(site, 'fetch', { id, budget: 200_000 });
  assert.equal(whole.metadata.endsAt, undefined);
  for (const budget of [500, 1999, 5000, 40_000]) {
    const parts: string[] = [];
    const places: string[] = [];
    for (let after: string | undefined; ; ) {
      const part = await callPublic(site, 'fetch', { id, budget, ...(after && { after }) });
      parts.push(part.text);
      assert.ok(part.text.length <= budget, `${part.text.length} of ${budget}`);
      after = part.metadata.endsAt;
      if (after === undefined) break;
      places.push(after);
      assert.match(part.metadata.next, /Call fetch again with id: "\S+\/r\/0" and after: "/);
    }
    assert.equal(new Set(places).size, places.length);
    const plain = (text: string) => text.replace(/\n+/g, '\n');
    assert.equal(plain(parts.join('\n')), plain(whole.text), String(budget));
  }
});

test('fetch takes an id, every address of an article, and the address that it had before it moved', async (t) => {
  const site = await openSite(t);
  const first = await goLive(site);
  await goLiveAgain(site, first, { slug: 'moved' });
  const names = [first.id, first.id.toUpperCase(), 'robotics/moved', '/robotics/moved', 'robotics/moved.md'];
  const paths = ['/robotics/moved', '/robotics/moved.md#b-p1', '/robotics/layout-robot-pilot?utm=1'];
  paths.push(
    '/api/public/articles/robotics/moved',
    '/api/v1/public/markdown/robotics/moved',
    '/api/v1/public/articles/robotics/moved/evidence',
  );
  for (const id of [...names, ...paths.map((path) => BASE + path)]) {
    const { url, code } = await callPublic(site, 'fetch', { id });
    assert.equal(url, `${BASE}/robotics/moved`, `${id} ${code}`);
  }
});

test('fetch reads a superseded revision at its permanent address, and says what is live', async (t) => {
  const site = await openSite(t);
  const first = await goLive(site, { headline: 'As it was' });
  await goLiveAgain(site, first, { headline: 'As it is' });
  const now = await callPublic(site, 'fetch', { id: first.id });
  assert.deepEqual([now.title, now.metadata.revision, now.metadata.permalink], ['As it is', '1', `${now.url}/r/1`]);
  for (const id of [`${now.url}/r/0`, `${now.url}/r/0.md`, `${now.url}/r/0#b-p1`]) {
    const then = await callPublic(site, 'fetch', { id });
    assert.deepEqual([then.title, then.url], ['As it was', `${now.url}/r/0`]);
    assert.ok(then.metadata.next.includes(`revision 1 is live, at ${now.url}.`), then.metadata.next);
  }
  const never = await callPublic(site, 'fetch', { id: `${now.url}/r/7` });
  assert.deepEqual([never.code, never.error], ['not_found', 'Revision 7 of this article was never public.']);
});

test('fetch and changes tell of a correction and a withdrawal; no draft is found by any tool', async (t) => {
  const site = await openSite(t);
  const editor = await site.person('editor');
  const { createDraft } = await import('#editorial/write/create-draft.ts');
  const { copy } = await import('../../support/site.ts');
  const draft = await createDraft(site.deps, editor, copy({ slug: 'secret', headline: 'Zebra crossing' }));
  assert.deepEqual((await callPublic(site, 'search', { query: 'zebra' })).results, []);
  for (const id of [draft.id, 'robotics/secret'])
    assert.equal((await callPublic(site, 'fetch', { id })).code, 'not_found');
  assert.deepEqual((await callPublic(site, 'changes', { after: 0 })).changes, []);
  const live = await goLive(site);
  await unpublish(site.deps, CLI, live.id);
  assert.equal((await callPublic(site, 'fetch', { id: live.id })).code, 'not_found');
  assert.equal((await callPublic(site, 'changes')).changes[0].type, 'article.withdrawn');
});

test('search narrows a question to the words that are found, and its budget ends between results', async (t) => {
  const site = await openSite(t);
  for (let index = 0; index < 9; index++) await goLive(site, { slug: `piece-${index}`, headline: `Layout ${index}` });
  const asked = await callPublic(site, 'search', {
    query: 'What did you write about the layout of zebras on a slab, and why?',
  });
  assert.equal(asked.searchedFor, 'layout slab');
  assert.equal(asked.results.length, 9);
  const long = await callPublic(site, 'search', { query: `layout ${'zebra '.repeat(100)}` });
  assert.equal(long.results.length, 9);
  const seen: string[] = [];
  for (let cursor: string | null = ''; cursor !== null; ) {
    const page: Told = await callPublic(site, 'search', { query: 'layout', budget: 2000, ...(cursor && { cursor }) });
    assert.ok(JSON.stringify(page.results).length <= 2000);
    seen.push(...page.results.map((one: Told) => one.id));
    cursor = page.nextCursor;
  }
  assert.deepEqual([seen.length, new Set(seen).size], [9, 9]);
  const changes = await callPublic(site, 'changes', { after: 0, budget: 1000 });
  assert.match(changes.next, /There are more changes/);
  const rest = await callPublic(site, 'changes', { after: changes.nextAfter });
  assert.equal(changes.changes.length + rest.changes.length, 9);
});

test('bad input gets a clear error and changes nothing; no call of any tool writes', async (t) => {
  const site = await openSite(t);
  const { id } = await goLive(site);
  site.deps.db.write = () => assert.fail('a public tool wrote');
  const wrong: [string, object, string, RegExp][] = [
    ['search', {}, 'validation_failed', /query is missing/],
    ['search', { query: '…' }, 'validation_failed', /must hold a word/],
    ['search', { query: 'x', limit: 1000 }, 'validation_failed', /limit must be at most 50; it is 1000/],
    ['search', { query: 'x', cursor: 'made-up' }, 'bad_request', /cursor/],
    ['search', { query: 'x', from: '2026-02-30' }, 'validation_failed', /from/],
    ['search', { query: 'x', from: '2026-03-02', to: '2026-03-01' }, 'bad_request', /after the last/],
    ['search', { query: 'slab', sort: 'new' }, 'validation_failed', /sort is not a field/],
    ['fetch', { id: '' }, 'validation_failed', /id/],
    ['fetch', { id: '../../etc/passwd' }, 'bad_request', /names no article/],
    ['fetch', { id: 'https://evil.example/robotics/layout-robot-pilot' }, 'bad_request', /no address of/],
    ['fetch', { id: 'http://[bad' }, 'bad_request', /no address of/],
    ['fetch', { id: `${BASE}/newsroom/articles` }, 'bad_request', /names no article/],
    ['fetch', { id: "robotics/'; drop table article; --" }, 'not_found', /No published article/],
    ['fetch', { id: crypto.randomUUID() }, 'not_found', /No published article/],
    ['fetch', { id, budget: 1e9 }, 'validation_failed', /budget must be at most 200000; it is 1000000000/],
    ['fetch', { id, budget: 0 }, 'validation_failed', /at least 500/],
    ['fetch', { id, after: 'b-none' }, 'bad_request', /no place b-none/],
    ['changes', { after: -1 }, 'validation_failed', /after/],
    ['changes', { after: 1e15 }, 'bad_request', /no change/],
    ['changes', { section: 'robotics' }, 'bad_request', /needs after/],
  ];
  for (const [tool, given, code, words] of wrong) {
    const refused = await callPublic(site, tool, given);
    assert.deepEqual([refused.code, typeof refused.hint], [code, 'string'], JSON.stringify(given));
    assert.match(refused.error, words);
  }
  const deep = `${'['.repeat(40)}${']'.repeat(40)}`;
  const ping = { jsonrpc: '2.0', id: 1, method: 'ping' };
  const unread: [unknown, number][] = [
    [[ping], 400],
    ['{', 400],
    [`{"a":${deep}}`, 400],
    ['x'.repeat(1_100_000), 413],
    [{ ...ping, method: 'resources/list' }, 200],
  ];
  for (const [body, status] of unread)
    assert.equal((await postPublic(site, body)).status, status, String(body).slice(0, 40));
  const unknown = await json(
    await postPublic(site, { ...ping, method: 'tools/call', params: { name: 'create_article', arguments: {} } }),
  );
  assert.equal(unknown.error.code, -32602);
  assert.match(unknown.error.message, /The tools are search, fetch/);
  assert.equal((await callPublic(site, 'fetch', { id })).id, id);
  for (const tool of ['search', 'changes'])
    assert.ok((await callPublic(site, tool, { ...(tool === 'search' && { query: 'slab' }) })).next);
  assert.deepEqual(site.log, []);
});

test('any origin may call and read every answer, also a refused one; a foreign Host is 403; GET for a stream is 405', async (t) => {
  const site = await openSite(t);
  const ping = { jsonrpc: '2.0', id: 1, method: 'ping' };
  for (const origin of ['null', 'https://app.example', BASE]) {
    const answer = await postPublic(site, ping, { Origin: origin });
    assert.deepEqual([answer.status, answer.headers.get('access-control-allow-origin')], [200, '*']);
  }
  const preflight = await site.fetch('/mcp', {
    method: 'OPTIONS',
    headers: { Origin: 'https://app.example', 'Access-Control-Request-Method': 'POST' },
  });
  assert.deepEqual([preflight.status, preflight.headers.get('access-control-allow-methods')], [204, 'POST']);
  assert.match(preflight.headers.get('access-control-allow-headers') ?? '', /Mcp-Name/);
  assert.equal((await postPublic(site, ping, { Host: 'evil.example' })).status, 403);
  for (const accept of ['text/event-stream', 'application/json, text/event-stream'])
    assert.equal((await site.fetch('/mcp', { headers: { Accept: accept } })).status, 405);
  assert.equal((await site.fetch('/mcp', { method: 'DELETE' })).status, 405);
  assert.match((await site.fetch('/mcp')).headers.get('content-type') ?? '', /^text\/html/);
  await flood(site, ping);
});

/** The limit of calls from one address. */
async function flood(site: TestSite, ping: object): Promise<void> {
  let answer = await postPublic(site, ping);
  for (let calls = 0; answer.status === 200 && calls < 300; calls++) answer = await postPublic(site, ping);
  assert.equal(answer.status, 429);
  assert.equal(answer.headers.get('access-control-allow-origin'), '*');
  assert.ok(Number(answer.headers.get('retry-after')) > 0);
}

async function connectOld(address: URL): Promise<Connected> {
  const client = new OldClient(ME);
  const transport = new OldTransport(address);
  // The types of the transport class lack `undefined` where its interface has it.
  await client.connect(transport as Parameters<typeof client.connect>[0]);
  return {
    list: () => client.listTools(),
    call: (name, given) => client.callTool({ name, arguments: { ...given } }),
    close: () => client.close(),
  };
}

async function connectNew(mode: 'legacy' | 'auto' | { pin: string }, address: URL): Promise<Connected> {
  const client = new NewClient(ME, { versionNegotiation: { mode } });
  await client.connect(new NewTransport(address));
  return {
    list: () => client.listTools(),
    call: (name, given) => client.callTool({ name, arguments: { ...given } }),
    close: () => client.close(),
  };
}
