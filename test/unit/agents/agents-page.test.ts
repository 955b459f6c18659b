import assert from 'node:assert/strict';
import { test } from 'node:test';
import { fillSetting, MCP_CLIENTS } from '#agents/pages/mcp-clients.ts';
import { TOKEN_LIFETIME } from '#agents/tokens.ts';
import { LARGEST_JSON } from '#http/body.ts';
import { createLimits } from '#http/limits.ts';
import { waysIn } from '#http/ways-in.ts';
import { openSite } from '../../support/site.ts';

// The page /agents, and what other documents say about the ways in. A nightly test runs the examples of the page.

const BASE = 'https://magazine.example';

test('/agents has the settings of every client with the address of this site, and its links answer', async (t) => {
  const site = await openSite(t, { BASE_URL: BASE });
  const page = await (await site.fetch('/agents', { headers: { Accept: 'text/html' } })).text();
  const markdown = await (await site.fetch('/agents.md')).text();
  for (const { name, text: setting } of MCP_CLIENTS) {
    assert.ok(page.includes(`>${name}</h3>`), name);
    assert.ok(markdown.includes(`### ${name}\n`), name);
    const text = fillSetting(setting, BASE).trimEnd();
    assert.ok(text.includes(`${BASE}/api/mcp`) && markdown.includes(text), name);
  }
  assert.doesNotMatch(markdown, /\{(?:name|url)\}|undefined|127\.0\.0\.1/);
  for (const [, path = ''] of page.matchAll(/href="(\/[^"#]*)/g))
    assert.ok((await site.fetch(path)).status < 400, path);
});

test('/agents states the limits that the server has', async (t) => {
  const site = await openSite(t);
  const text = await (await site.fetch('/agents.md')).text();
  const [, calls = ''] = /At most (\d+) calls a minute/.exec(text) ?? [];
  const limits = createLimits(true, {});
  for (let call = 0; call < Number(calls); call++) await limits.spend('write', 'grant');
  await assert.rejects(limits.spend('write', 'grant'), { kind: 'rate_limited' });
  assert.equal(LARGEST_JSON, 1024 * 1024);
  assert.ok(text.includes(`valid for ${TOKEN_LIFETIME / 60} minutes`));
});

test('every document for agents names both ways in', async (t) => {
  const site = await openSite(t, { BASE_URL: BASE });
  const [signIn, code] = waysIn(site.publication);
  const named = [signIn.clause, code.clause];
  const documents: [path: string, words: readonly string[]][] = [
    ['/llms.txt', named],
    ['/openapi.json', named],
    ['/.well-known/mcp.json', named],
    ['/agents.md', [signIn.forWhom, code.forWhom]],
    ['/auth.md', [signIn.forWhom, code.forWhom, signIn.metadata, code.metadata]],
    ['/.well-known/api-catalog', [signIn.metadata, code.metadata]],
  ];
  for (const [path, words] of documents) {
    const text = await (await site.fetch(path)).text();
    for (const word of words) assert.ok(text.includes(word), `${path}: ${word}`);
    assert.match(text, /\/agents(?:\.md)?\b/, path);
  }
  for (const { metadata } of [signIn, code]) assert.equal((await site.fetch(metadata.slice(BASE.length))).status, 200);
});
