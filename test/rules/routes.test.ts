import assert from 'node:assert/strict';
import { test } from 'node:test';
import { ROUTES } from '../../src/app.ts';
import { DESK_SLUGS } from '../../src/article/model/desk.ts';
import { fromPage, openSite, type TestSite } from '../support/site.ts';
import { type Stock, stock } from '../support/stocked.ts';

// The table of routes as a whole: what holds of every line of it.

const PARAMETER = /:([a-zA-Z]+)(?:\{((?:[^{}]|\{[^{}]*\})+)\})?/g;

/** Writes that anyone may send, because they are how one gets in. */
const WAYS_IN = [
  '/newsroom/welcome/:secret',
  '/newsroom/sign-in',
  '/newsroom/sign-in/here',
  '/newsroom/sign-in/code',
  '/newsroom/sign-in/passkey',
  '/newsroom/invitation/:secret',
  '/newsroom/reset',
  '/newsroom/reset/:secret',
  '/newsroom/new-address/:secret',
  '/api/agent/identity',
  '/api/agent/token',
];
/** What somebody without an account may send, by a link they were given. */
const BY_LINK = ['/preview/:secret'];
/** What is looked at and not kept. */
const KEPT_NOWHERE = ['/advertise/check', '/api/v1/advertise/check'];

test('no method and path stand twice', () => {
  const lines = ROUTES.map(({ method, path }) => `${method} ${path}`);
  assert.equal(new Set(lines).size, lines.length);
});

test('no fixed path can be shadowed by a desk, and no desk by a fixed path', () => {
  const firsts = new Set(ROUTES.map(({ path }) => path.split('/')[1] ?? '').filter((first) => !first.startsWith(':')));
  for (const desk of DESK_SLUGS) assert.ok(!firsts.has(desk), desk);
});

test('every route is reached: none before it answers its address', () => {
  for (const route of ROUTES) {
    const address = filled(route.path, (name) => (name === 'map' ? 'sitemap-1.xml' : '0'.repeat(36)));
    const first = ROUTES.find(({ method, path }) => method === route.method && matches(path, address));
    assert.equal(first?.path, route.path, address);
  }
});

test('every route that writes asks for somebody, but the ways in and what a preview link opens', () => {
  const open = ROUTES.filter(({ method, who }) => method !== 'GET' && who === 'anyone').map(({ path }) => path);
  assert.deepEqual(open.sort(), [...WAYS_IN, ...BY_LINK, ...KEPT_NOWHERE].sort());
});

test('every page of the newsroom asks for somebody, but the ways in and the scripts they need', () => {
  const open = ROUTES.filter(({ path, who }) => /^\/(newsroom|agent)/.test(path) && who === 'anyone');
  for (const { path } of open) assert.ok([...WAYS_IN, '/newsroom/script/:file'].includes(path), path);
});

test('an agent has no route but the two that draft and the MCP endpoint', () => {
  const paths = ROUTES.filter(({ who }) => who.startsWith('agent')).map(({ path }) => path);
  assert.deepEqual(paths.sort(), ['/api/admin/articles', '/api/admin/articles/:articleId/revisions', '/api/mcp']);
});

test('a write that nobody signed for changes nothing and says so', async (t) => {
  const site = await openSite(t);
  const stocked = await stock(site);
  const before = await journalLength(site);
  for (const { path } of ROUTES.filter(({ method, who }) => method === 'POST' && who !== 'anyone')) {
    const response = await site.fetch(filled(path, valuesOf(stocked)), { method: 'POST', redirect: 'manual' });
    const sentToSignIn = response.status === 303 && response.headers.get('location')?.startsWith('/newsroom/sign-in');
    assert.ok(response.status === 401 || sentToSignIn, `${path} answered ${response.status}`);
  }
  assert.equal(await journalLength(site), before);
});

test('HEAD answers as GET does, without the body, on every path', async (t) => {
  const site = await openSite(t);
  const stocked = await stock(site);
  for (const route of ROUTES.filter(({ method }) => method === 'GET')) {
    const path = filled(route.path, valuesOf(stocked));
    const asked = { headers: route.who === 'anyone' ? {} : fromPage(stocked.chief), redirect: 'manual' as const };
    const get = await site.fetch(path, asked);
    const head = await site.fetch(path, { ...asked, method: 'HEAD' });
    assert.ok(get.status < 500, `${path} answered ${get.status}`);
    assert.equal(head.status, get.status, path);
    assert.deepEqual(told(head), told(get), path);
    if (get.headers.has('content-length'))
      assert.equal(head.headers.get('content-length'), get.headers.get('content-length'), path);
    assert.equal(await head.text(), '', path);
  }
});

test('a method that no route of a path has answers 405 with those it has', async (t) => {
  const site = await openSite(t);
  const stocked = await stock(site);
  for (const route of ROUTES) {
    const response = await site.fetch(filled(route.path, valuesOf(stocked)), { method: 'PATCH' });
    assert.equal(response.status, 405, route.path);
    const allow = response.headers.get('allow')?.split(', ') ?? [];
    assert.ok(allow.includes(route.method), `${route.path} allows ${allow}`);
    assert.equal(allow.includes('HEAD'), allow.includes('GET'), route.path);
  }
});

/** Headers that tell something of the answer; those of this one request left out. */
function told(response: Response): Record<string, string> {
  const { 'x-request-id': _, 'content-length': __, ...headers } = Object.fromEntries(response.headers);
  return headers;
}

function filled(path: string, value: (parameter: string) => string): string {
  return path.replace(PARAMETER, (_, parameter: string) => value(parameter));
}

function matches(path: string, address: string): boolean {
  const parts = path.split('/').map((part) => {
    const [whole, , pattern] = new RegExp(PARAMETER.source).exec(part) ?? [];
    return whole === part ? (pattern ?? '[^/]+') : RegExp.escape(part);
  });
  return new RegExp(`^${parts.join('/')}$`).test(address);
}

/** Parameters that lead somewhere in a stocked house. */
function valuesOf(stocked: Stock): (parameter: string) => string {
  const values: Record<string, string> = {
    section: 'software',
    slug: 'pour-sequence-model',
    file: 'style.css',
    map: 'sitemap-1.xml',
    articleId: stocked.published,
    number: '0',
    editorId: stocked.writer.id,
    claimId: stocked.published,
  };
  return (parameter) => values[parameter] ?? 'none';
}

async function journalLength(site: TestSite): Promise<number> {
  const rows = await site.deps.db.read.selectFrom('journal').select('seq').execute();
  return rows.length;
}
