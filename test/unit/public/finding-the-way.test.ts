import assert from 'node:assert/strict';
import { test } from 'node:test';
import { publicTools, TOOL_NAMES } from '#agents/pages/mcp-server-info.ts';
import { CLI } from '#core/actor.ts';
import { unpublish } from '#editorial/publish/unpublish.ts';
import { isDeclared } from '#http/declared.ts';
import { decide } from '../../support/ceremony.ts';
import { goLive, goLiveAgain } from '../../support/live.ts';
import { dataOf } from '../../support/mcp.ts';
import { BASE, json, openSite, type TestSite } from '../../support/site.ts';

// The agent in these tests knows only the base URL. It finds every other URL in an earlier response.

/** Fetches only the base URL and URLs that an earlier response contained. */
function wanderer(site: TestSite) {
  const read = [`${BASE}/`];
  return async (address: string, init: RequestInit = {}): Promise<Response> => {
    const [plain = ''] = address.split('?');
    assert.ok(
      read.some((text) => text.includes(plain)),
      `no response contained ${address}`,
    );
    const answer = await site.fetch(address, init);
    read.push(await answer.clone().text(), JSON.stringify([...answer.headers]));
    return answer;
  };
}

/** The URLs of a Link header by relation, and by relation and type. */
function linksOf(answer: Response): Map<string, string> {
  const links = new Map<string, string>();
  for (const [, address = '', rest = ''] of (answer.headers.get('link') ?? '').matchAll(/<([^>]+)>([^<]*)/g)) {
    const relation = /rel="([^"]+)"/.exec(rest)?.[1] ?? '';
    const type = /type="([^"]+)"/.exec(rest)?.[1];
    for (const key of [relation, `${relation} ${type}`]) if (!links.has(key)) links.set(key, address);
  }
  return links;
}

function must(value: string | undefined): string {
  return value ?? assert.fail('there is no such link');
}

async function bigSite(t: Parameters<typeof openSite>[0]): Promise<TestSite> {
  const site = await openSite(t);
  for (let index = 0; index < 5; index++) {
    await goLive(site, { slug: `piece-${index}`, headline: `Piece ${index}` });
    site.pass(60);
  }
  return site;
}

test('an agent finds llms.txt by the Link header or the link element, and there an article in Markdown', async (t) => {
  const go = wanderer(await bigSite(t));
  const home = await go(`${BASE}/`);
  const overview = must(linksOf(home).get('describedby'));
  const [, path = ''] = /<link rel="describedby" type="text\/markdown" href="([^"]+)">/.exec(await home.text()) ?? [];
  assert.equal(new URL(path, BASE).href, overview);
  const llms = await (await go(overview)).text();
  const article = must(/^- \[Piece 4\]\(([^)]+)\)/m.exec(llms)?.[1]);
  const markdown = await go(article);
  assert.match(markdown.headers.get('content-type') ?? '', /^text\/markdown/);
  assert.match(await markdown.text(), /^# Piece 4$/m);
});

test('an agent gets Markdown from a page URL, and the canonical URL to cite', async (t) => {
  const go = wanderer(await bigSite(t));
  const home = await go(`${BASE}/`, { headers: { Accept: 'text/markdown' } });
  const listed = must(/\]\((http:[^)]+\/piece-4\.md)\)/.exec(await home.text())?.[1]);
  const canonical = must(linksOf(await go(listed)).get('canonical'));
  const page = await go(canonical, { headers: { Accept: 'text/markdown, text/html, */*' } });
  assert.match(page.headers.get('content-type') ?? '', /^text\/markdown/);
  assert.ok(Number(page.headers.get('x-markdown-tokens')) > 0);
  assert.match(page.headers.get('content-signal') ?? '', /ai-input=yes/);
  const alternate = must(linksOf(page).get('alternate application/json'));
  assert.equal((await json(await go(alternate))).url, canonical);
});

test('an agent reads the article index with updatedSince, as the API description says, and gets only changes', async (t) => {
  const site = await bigSite(t);
  const go = wanderer(site);
  const home = await go(`${BASE}/`);
  const { paths } = await json(await go(must(linksOf(home).get('service-desc'))));
  const index = must(linksOf(home).get('alternate application/json'));
  const { parameters } = paths[new URL(index).pathname].get;
  const names = parameters.map((one: { name: string }) => one.name);
  assert.ok(names.includes('updatedSince') && names.includes('limit'));

  const read = async (address: string): Promise<{ modifiedAt: string; headline: string; url: string }[]> => {
    const answer = await go(address);
    const { articles } = await json(answer.clone());
    const next = linksOf(answer).get('next');
    return next ? [...articles, ...(await read(next))] : articles;
  };
  const all = await read(`${index}?limit=2`);
  assert.equal(new Set(all.map(({ url }) => url)).size, 5);
  const newest = must(
    all
      .map(({ modifiedAt }) => modifiedAt)
      .sort()
      .at(-1),
  );

  site.pass(60);
  const late = await goLive(site, { slug: 'late', headline: 'Late' });
  await goLiveAgain(site, await goLive(site, { slug: 'later' }), { slug: 'later', headline: 'Changed' });
  await unpublish(site.deps, CLI, late.id);
  const since = await read(`${index}?updatedSince=${new Date(Date.parse(newest) + 1000).toISOString()}&limit=1`);
  assert.deepEqual(
    since.map(({ headline }) => headline),
    ['Changed'],
  );
});

test('an agent finds the MCP endpoint in the catalog, learns how to request access, and gets a token', async (t) => {
  const site = await bigSite(t);
  const editor = await site.person('editor');
  const go = wanderer(site);
  const home = await go(`${BASE}/`);
  const { linkset } = await json(await go(must(linksOf(home).get('api-catalog'))));
  const pointers = linkset.flatMap((api: Record<string, { href: string }[]>) => api['service-desc']);
  const pointer = must(pointers.find(({ href }: { href: string }) => href.endsWith('/mcp.json'))?.href);
  const { endpoint } = await json(await go(pointer));
  const list = JSON.stringify({ jsonrpc: '2.0', id: 1, method: 'tools/list' });
  const headers = { 'Content-Type': 'application/json' };
  const refused = await go(endpoint, { method: 'POST', headers, body: list });
  assert.equal(refused.status, 401);

  const challenge = refused.headers.get('www-authenticate') ?? '';
  const resource = await json(await go(must(/resource_metadata="([^"]+)"/.exec(challenge)?.[1])));
  assert.ok(endpoint.startsWith(resource.resource));
  // The URL of the metadata follows from the issuer (RFC 8414, section 3); /auth.md contains it, too.
  await go(`${BASE}/auth.md`);
  const metadataOf = async (issuer: string) =>
    json(await go(issuer.replace(BASE, `${BASE}/.well-known/oauth-authorization-server`)));
  const servers = await Promise.all(resource.authorization_servers.map(metadataOf));
  const server = servers.find(({ agent_auth }) => agent_auth !== undefined);
  const asked = await json(
    await go(server.agent_auth.identity_endpoint, {
      method: 'POST',
      headers,
      body: JSON.stringify({ type: server.agent_auth.identity_types_supported[0] }),
    }),
  );
  await decide(site, editor, asked.user_code, 'approval');
  site.pass(asked.interval);
  const [grant_type] = server.grant_types_supported;
  const form = new URLSearchParams({ grant_type, claim_token: asked.claim_token });
  const { access_token } = await json(await go(server.token_endpoint, { method: 'POST', body: form }));
  const answer = await go(endpoint, {
    method: 'POST',
    headers: { ...headers, Authorization: `Bearer ${access_token}` },
    body: list,
  });
  const { result } = await json(answer);
  assert.deepEqual(
    result.tools.map((tool: { name: string }) => tool.name),
    [...TOOL_NAMES],
  );
});

test('an agent finds the MCP server for readers in llms.txt, searches, reads and cites, without a token', async (t) => {
  const site = await bigSite(t);
  const go = wanderer(site);
  const overview = await (await go(must(linksOf(await go(`${BASE}/`)).get('describedby')))).text();
  const endpoint = must(/MCP server for reading[^`]*`([^`]+)`/.exec(overview)?.[1]);
  const ask = async (method: string, params: object = {}) => {
    const body = JSON.stringify({ jsonrpc: '2.0', id: 1, method, params });
    return (await json(await go(endpoint, { method: 'POST', headers: { 'Content-Type': 'application/json' }, body })))
      .result;
  };
  const { tools } = await ask('tools/list');
  for (const { name } of tools) assert.ok(overview.includes(`\`${name}\``), name);
  assert.deepEqual(
    tools.map(({ name }: { name: string }) => name),
    publicTools().map(({ name }) => name),
  );
  const { results } = dataOf(await ask('tools/call', { name: 'search', arguments: { query: 'Piece' } }));
  assert.equal(results.length, 5);
  const article = dataOf(await ask('tools/call', { name: 'fetch', arguments: { id: results[0].id } }));
  assert.equal((await go(article.url)).status, 200);
  assert.ok(article.metadata.cite.includes(article.url));
  if (isDeclared('/:section/:slug/r/:revision')) assert.equal((await go(article.metadata.permalink)).status, 200);
  const changes = await ask('tools/call', { name: 'changes', arguments: { after: 0 } });
  assert.equal(dataOf(changes).changes.length, 5);
  assert.match(await (await go(endpoint)).text(), /<h1>Read by MCP<\/h1>/);
});

test('an agent finds the changes in llms.txt', async (t) => {
  const site = await bigSite(t);
  const go = wanderer(site);
  const overview = await (await go(must(linksOf(await go(`${BASE}/`)).get('describedby')))).text();
  const named = (end: RegExp) =>
    must([...overview.matchAll(/`(http[^`]+)`/g)].map(([, one]) => one).find((one) => end.test(one ?? '')));
  const changes = await json(await go(named(/\/changes$/)));
  assert.deepEqual(
    changes.changes.map(({ type }: { type: string }) => type),
    Array(5).fill('article.published'),
  );
  const next = must(linksOf(await go(named(/\/changes$/))).get('next'));
  assert.deepEqual((await json(await go(next))).changes, []);
});

test('an agent finds the API descriptions in the API catalog', async (t) => {
  const go = wanderer(await bigSite(t));
  const home = await go(`${BASE}/`);
  const { linkset } = await json(await go(must(linksOf(home).get('api-catalog'))));
  for (const api of linkset) {
    for (const relation of ['service-desc', 'service-doc', 'service-meta', 'status']) {
      for (const { href } of api[relation]) assert.equal((await go(href)).status, 200, href);
    }
  }
});
