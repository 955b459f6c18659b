import assert from 'node:assert/strict';
import { test } from 'node:test';
import { seedArticles } from '#server/seed/seed.ts';
import { ask, askModern, dataOf, postPublic } from '../../support/mcp.ts';
import { bearer, draft, openSite } from '../../support/site.ts';

// The size of answers in bytes, as JSON-RPC and over REST.
// Tokens are money.

const KB = 1000;
const CHARACTERS_OF_TOKEN = 4;
const LIST = '/api/agent/articles';
const LEGACY = { 'MCP-Protocol-Version': '2025-06-18' };

/** 20 blocks of 40 words, each with two open figures. */
const bodyBlocks = Array.from({ length: 20 }, (_, block) => ({
  id: `b${block + 1}`,
  type: 'paragraph',
  text: `The crew set out ${210 + block} points on the slab before noon, and the robot drove to each of them without help. Nobody had to measure again, because the surveyor checked ${100 + block} of them with the total station and wrote the result down.`,
}));
const LONG = draft({ headline: 'The layout robot saved the crew a second survey of the slab', bodyBlocks });

test('answers stay within their budgets over MCP and REST, and hold each fact once', async (t) => {
  const site = await openSite(t, { FIGURES_GATE: 'block', RATE_LIMITS: 'off' });
  const token = await site.grantToken(await site.person('editor'));
  const sizes: { call: string; bytes: number; most: number }[] = [];
  const measure = async (name: string, given: object, most: number, path: string | null) => {
    const params = { name, arguments: given };
    const said = `${name} ${JSON.stringify(given)
      .replace(/[0-9a-f-]{36}/g, 'ID')
      .slice(0, 60)}`;
    const legacy = await ask(site, token, 'tools/call', params, LEGACY);
    const modern = await askModern(site, token, 'tools/call', params);
    for (const [how, { body }] of [
      ['MCP', legacy],
      ['MCP 2026', modern],
    ] as const) {
      assert.ok(!body.result.isError, `${said}: ${JSON.stringify(body)}`);
      sizes.push({ call: `${how} ${said}`, bytes: Buffer.byteLength(JSON.stringify(body)), most });
    }
    const data = dataOf(legacy.body.result);
    if (path === null) return data;
    const text = await (await site.fetch(path, { headers: bearer(token) })).text();
    sizes.push({ call: `REST ${path.replace(/[0-9a-f-]{36}/, 'ID')}`, bytes: Buffer.byteLength(text), most });
    return data;
  };

  const filed = await ask(site, token, 'tools/call', { name: 'create_article', arguments: LONG }, LEGACY);
  const { id } = dataOf(filed.body.result);
  const ownText = [LONG.headline, LONG.dek, ...bodyBlocks.map(({ text }) => text)].join('\n');
  assert.ok(ownText.split(/\s+/).length >= 800);
  const read = await measure('get_article', { id }, 2 * Buffer.byteLength(ownText) + 3 * KB, `${LIST}/${id}`);
  const { openFigures, gate, version, bodyBlocks: told } = read;
  assert.equal(openFigures.length, 40);
  assert.deepEqual(openFigures[2], { block: 'b2', text: '211', at: 'bodyBlocks.1.text' });
  assert.deepEqual(told, bodyBlocks);
  const open = gate.filter(({ code }: { code: string }) => code === 'figure_open');
  assert.deepEqual([open.length, open[3].count], [4, 37]);
  for (const { text } of bodyBlocks) assert.equal(JSON.stringify(read).split(text).length, 2, 'the text is told once');
  await measure('get_article', { id, fields: ['openFigures'] }, 4 * KB, `${LIST}/${id}?fields=openFigures`);
  await measure('get_article', { id, since: version }, KB, `${LIST}/${id}?since=${version}`);
  await measure('save_revision', { ...LONG, articleId: id, baseRevision: 0, dryRun: true }, 6 * KB, null);

  for (let n = 0; n < 20; n++) {
    const headline = `What a layout robot did for the crew in week ${n + 1} of the pilot`;
    const copy = draft({ headline, slug: `layout-robot-week-${n + 1}-of-the-pilot`, section: 'field-operations' });
    await ask(site, token, 'tools/call', { name: 'create_article', arguments: copy });
  }
  const list = await measure('list_articles', {}, 6 * KB, LIST);
  assert.equal(list.articles.length, 20);
  const since = list.version;
  await measure('list_articles', { since }, KB, `${LIST}?since=${since}`);
  await measure('list_articles', { needs: 'my answer' }, KB, `${LIST}?needs=my+answer`);

  for (const { call, bytes, most } of sizes) t.diagnostic(`${String(bytes).padStart(6)} of ${most} bytes: ${call}`);
  assert.deepEqual(
    sizes.filter(({ bytes, most }) => bytes > most),
    [],
  );
});

test('tools/list takes at most 3,250 tokens', async (t) => {
  const site = await openSite(t);
  const { body } = await ask(site, await site.grantToken(await site.person('editor')), 'tools/list');
  const tokens = JSON.stringify(body).length / CHARACTERS_OF_TOKEN;
  assert.ok(tokens <= 3250, `${tokens}`);
});

test('fetch answers the longest article of the sample edition in 2,350 tokens, and tools/list of its server in 1,650', async (t) => {
  const site = await openSite(t);
  await seedArticles(site.deps);
  const sizeOf = async (method: string, params: object) =>
    (await (await postPublic(site, { jsonrpc: '2.0', id: 1, method, params })).text()).length / CHARACTERS_OF_TOKEN;
  const id = 'benchmarks/what-an-arc-second-costs';
  const answer = await sizeOf('tools/call', { name: 'fetch', arguments: { id } });
  const list = await sizeOf('tools/list', {});
  t.diagnostic(`fetch: ${answer} tokens; tools/list: ${list}`);
  assert.ok(answer <= 2350, `${answer}`);
  assert.ok(list <= 1650, `${list}`);
});
