import assert from 'node:assert/strict';
import { execFileSync } from 'node:child_process';
import { test } from 'node:test';
import { callOf, curl, TOKEN, typescript } from '#agents/reference/code-samples.ts';
import { openApi } from '#agents/reference/document.ts';
import { apiCatalogSchema } from '#agents/reference/schemas.ts';
import { listOperations } from '#http/api-description.ts';
import { goLiveListed } from '../../support/live.ts';
import { loadParts, publishParts, settingsOf } from '../../support/part.ts';
import { json, openSite, type TestSite } from '../../support/site.ts';

const PAGE = { headers: { Accept: 'text/html,application/xhtml+xml,application/xml;q=0.9,*/*;q=0.8' } };

const described = (site: TestSite) => openApi(site.publication, 'plumbline');

for (const accept of [undefined, '*/*', 'application/json', 'text/markdown', 'text/html;q=0.5, application/json']) {
  test(`/api is the JSON catalog when Accept is ${accept ?? 'missing'}`, async (t) => {
    const site = await openSite(t);
    const response = await site.fetch('/api', { headers: accept ? { Accept: accept } : {} });
    assert.equal(response.status, 200);
    assert.equal(response.headers.get('content-type'), 'application/json; charset=utf-8');
    assert.match(response.headers.get('vary') ?? '', /\bAccept\b/);
    const catalog = await json(response);
    assert.ok(apiCatalogSchema.safeParse(catalog).success);
    for (const value of Object.values(catalog)) assert.equal(typeof value, 'string');
  });
}

for (const accept of ['text/html', PAGE.headers.Accept, 'application/json, text/html']) {
  test(`/api is the reference when Accept is ${accept}`, async (t) => {
    const site = await openSite(t);
    const response = await site.fetch('/api', { headers: { Accept: accept } });
    assert.equal(response.status, 200);
    assert.equal(response.headers.get('content-type'), 'text/html; charset=utf-8');
    assert.match(response.headers.get('vary') ?? '', /\bAccept\b/);
  });
}

test('every URL in the catalog points to this site and answers', async (t) => {
  const site = await openSite(t);
  const { name, description, mcp, ...addresses } = await json(await site.fetch('/api'));
  assert.equal(name, site.publication.name);
  assert.equal(description, site.publication.description);
  assert.equal((await site.fetch(mcp, { method: 'POST' })).status, 401);
  for (const address of Object.values(addresses)) assert.equal((await site.fetch(String(address))).status, 200);
});

test('the JSON catalog and the HTML page have different ETags, and the ETag of one never gives 304 for the other', async (t) => {
  const site = await openSite(t);
  const catalog = (await site.fetch('/api')).headers.get('etag') ?? '';
  const page = (await site.fetch('/api', PAGE)).headers.get('etag') ?? '';
  const again = (accept: string, etag: string) =>
    site.fetch('/api', { headers: { Accept: accept, 'If-None-Match': etag } });
  assert.notEqual(catalog, page);
  assert.equal((await again('application/json', catalog)).status, 304);
  assert.equal((await again('text/html', page)).status, 304);
  assert.equal((await again('text/html', catalog)).status, 200);
  assert.equal((await again('application/json', page)).status, 200);
});

test('the page shows every operation with an anchor, its response statuses, a curl command and a TypeScript call', async (t) => {
  const site = await openSite(t);
  const page = await (await site.fetch('/api', PAGE)).text();
  const api = await described(site);
  for (const listed of listOperations(api)) {
    const { operationId: id, summary, responses } = listed.operation;
    const start = page.indexOf(`<h3 id="${id}">`);
    assert.ok(start > 0, `${id} has no anchor`);
    const section = page.slice(start, page.indexOf('</section>', start));
    assert.ok(page.includes(`href="#${id}"`), `no link leads to ${id}`);
    assert.ok(section.includes(escaped(summary)), id);
    assert.ok(section.includes(`<pre><code>${escaped(curl(api, listed))}</code></pre>`), `${id} has no curl command`);
    assert.ok(
      section.includes(`<pre><code>${escaped(typescript(api, listed))}</code></pre>`),
      `${id} has no TypeScript call`,
    );
    for (const one of ['curl', 'typescript'])
      assert.match(section, new RegExp(`id="${id}-${one}"><a href="#${id}-${one}"`));
    for (const status of Object.keys(responses)) assert.match(section, new RegExp(`>${status}\\b`), `${id} ${status}`);
  }
});

test('every link within the page has a target, and every id is unique', async (t) => {
  const site = await openSite(t);
  const page = await (await site.fetch('/api', PAGE)).text();
  const ids = [...page.matchAll(/ id="([^"]+)"/g)].map(([, id]) => id);
  assert.equal(new Set(ids).size, ids.length);
  for (const [, id] of page.matchAll(/href="#([^"]+)"/g)) assert.ok(ids.includes(id), String(id));
});

test('the page has no script and no inline style, and loads nothing from other sites', async (t) => {
  const site = await openSite(t, { PUBLICATION_NAME: '<script>alert(1)</script>' });
  const response = await site.fetch('/api', PAGE);
  const page = await response.text();
  assert.match(response.headers.get('content-security-policy') ?? '', /^default-src 'none'; (?!.*script-src)/);
  assert.doesNotMatch(page, /<script|<style|\son[a-z]+=|\sstyle=|src=/i);
  for (const [, address] of page.matchAll(/<link [^>]*rel="stylesheet"[^>]*href="([^"]+)"/g)) {
    assert.match(address ?? '', /^\/static\//);
    assert.equal((await site.fetch(address ?? '')).status, 200);
  }
});

test('a shell accepts every curl command', async (t) => {
  const site = await openSite(t);
  const api = await described(site);
  for (const listed of listOperations(api)) {
    const words = execFileSync('sh', ['-c', `curl() { printf '%s\\n' "$@"; }; ${curl(api, listed)}`], {
      env: { TOKEN: 'secret' },
      encoding: 'utf8',
    });
    assert.ok(words.startsWith(`${site.config.publication.baseUrl}/`), words);
    assert.doesNotMatch(words.split('\n')[0] ?? '', /[{}]/);
  }
});

test('every TypeScript call runs and can read the response it gets', async (t) => {
  const parts = await loadParts();
  const site = await openSite(t, settingsOf(parts));
  await publishParts(parts, site);
  const api = await described(site);
  const page = listOperations(api).find(({ operation }) => operation.operationId === 'readArticle') ?? assert.fail();
  const [, section, slug] = new URL(callOf(api, page).address).pathname.split('/');
  await goLiveListed(site, { section, slug });
  const token = await site.grantToken(await site.person('editor'));
  const refused: string[] = [];
  const operations = listOperations(api).map(({ operation }) => operation.operationId);
  for (const listed of listOperations(api)) {
    const lines = typescript(api, listed).replace(TOKEN, token);
    const run = new Function('fetch', `return (async () => {\n${lines}\nreturn answer;\n})()`);
    await run(site.fetch).catch(({ message }: Error) => refused.push(`${listed.operation.operationId}: ${message}`));
  }
  // The examples name a key of another site, an article that does not exist and a claim token that was never issued.
  assert.deepEqual(
    refused.map((one) => one.replace(/: \{.*"code":"(\w+)".*$/s, ' $1')),
    [
      'readRecordKey not_found',
      'saveRevision not_found',
      'readStoredArticle not_found',
      'redeemClaim invalid_grant',
      'exchangeCode invalid_grant',
    ].filter((refusal) => operations.includes(refusal.split(' ')[0] ?? '')),
  );
});

test('the curl command of createArticle creates a draft', async (t) => {
  const site = await openSite(t);
  const token = await site.grantToken(await site.person('editor'));
  const api = await described(site);
  const [create] = listOperations(api).filter(({ operation }) => operation.operationId === 'createArticle');
  const command = create ? curl(api, create) : '';
  const words = execFileSync('sh', ['-c', `curl() { printf '%s\\0' "$@"; }; ${command}`], {
    env: { TOKEN: token },
    encoding: 'utf8',
  }).split('\0');
  const headers = words.flatMap((word, at) => (words[at - 1] === '-H' ? [word.split(': ') as [string, string]] : []));
  const body = words[words.indexOf('-d') + 1] ?? '';
  const response = await site.fetch(words[0] ?? '', { method: 'POST', headers, body });
  assert.equal(response.status, 201, await response.text());
});

function escaped(text: string): string {
  return text
    .replaceAll('&', '&amp;')
    .replaceAll('<', '&lt;')
    .replaceAll('>', '&gt;')
    .replaceAll('"', '&quot;')
    .replaceAll("'", '&#39;');
}
