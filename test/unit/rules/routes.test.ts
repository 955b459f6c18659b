import assert from 'node:assert/strict';
import { test } from 'node:test';
import { reservedSlugs } from '#article/public-resources.ts';
import { sectionSlugs } from '#article/section.ts';
import { SLUG } from '#core/text.ts';
import { isDeclared } from '#http/declared.ts';
import { ROUTES } from '#server/routes.ts';
import { loadParts } from '../../support/part.ts';
import { fromPage, openSite, type TestSite } from '../../support/site.ts';
import { type Stock, stock } from '../../support/stocked.ts';

// Rules for every route of the route table.

const PARAMETER = /:([a-zA-Z]+)(?:\{((?:[^{}]|\{[^{}]*\})+)\})?/g;

/** Writes that anyone may send, because they are part of signing in or requesting access. */
const SIGN_IN_ROUTES = [
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
  '/oauth/register',
  '/oauth/token',
  '/oauth/revoke',
];
/** Writes that a person without an account may send with a secret link. */
const BY_LINK = ['/preview/:secret'];
/** Writes of readers, by a form that counts requests or by the secret in the address. */
const OF_SUBSCRIBERS = [
  '/brief/subscribe',
  '/brief/confirm/:secret',
  '/brief/unsubscribe/:token',
  '/brief/preferences/:token',
  '/brief/preferences/:token/erase',
];
/** Writes that the tests of capabilities name with a reason. */
const OF_PARTS = (await loadParts()).flatMap(({ openWrites = {} }) => Object.keys(openWrites));
/** Reports of email services, each with a signature or a password of its own. */
const BY_SIGNATURE = ['/brief/events/postmark', '/brief/events/ses', '/brief/events/standard'];
/** Checks and the public MCP server, which store nothing. */
const STORED_NOWHERE = ['/api/v1/public/quote', '/mcp'];

test('no method and path are listed twice', () => {
  const lines = ROUTES.map(({ method, path }) => `${method} ${path}`);
  assert.equal(new Set(lines).size, lines.length);
});

test('no fixed path begins with the name of a section', () => {
  const firsts = new Set(ROUTES.map(({ path }) => path.split('/')[1] ?? '').filter((first) => !first.startsWith(':')));
  for (const section of sectionSlugs()) assert.ok(!firsts.has(section), section);
});

test('the first segments of all routes are reserved: no section and no page can have them', () => {
  const firsts = ROUTES.map(({ path }) => path.split('/')[1] ?? '').filter((first) => SLUG.test(first));
  const documents = ROUTES.flatMap(({ path }) => /^\/([a-z0-9-]+)\.md$/.exec(path)?.[1] ?? []);
  const read = ['index', 'pages', ...documents];
  assert.deepEqual([...reservedSlugs()].sort(), [...new Set([...firsts, ...read])].sort());
});

test('every route is reachable: no earlier route matches its path', () => {
  for (const route of ROUTES) {
    const address = filled(route.path, (name) => (name === 'map' ? 'sitemap-1.xml' : '0'.repeat(36)));
    const first = ROUTES.find(({ method, path }) => method === route.method && matches(path, address));
    assert.equal(first?.path, route.path, address);
  }
});

test('every write needs an account or a token, except sign-in, access requests, preview links, subscriptions, delivery reports and those of parts', () => {
  const open = ROUTES.filter(({ method, who }) => method === 'POST' && who === 'anyone').map(({ path }) => path);
  assert.deepEqual(
    open.sort(),
    [...SIGN_IN_ROUTES, ...BY_LINK, ...OF_SUBSCRIBERS, ...OF_PARTS, ...BY_SIGNATURE, ...STORED_NOWHERE]
      .filter(isDeclared) // the capability that has it may be taken out
      .sort(),
  );
});

test('every page of the newsroom needs an account, except sign-in and its scripts', () => {
  const open = ROUTES.filter(({ path, who }) => /^\/(newsroom|agent)(\/|$)/.test(path) && who === 'anyone');
  for (const { path } of open) assert.ok([...SIGN_IN_ROUTES, '/newsroom/script/:file'].includes(path), path);
});

test('agents have five routes: two to write drafts, two to read them, and the MCP endpoint', () => {
  const paths = ROUTES.filter(({ who }) => who.startsWith('agent')).map(({ path }) => path);
  assert.deepEqual(paths.sort(), [
    '/api/admin/articles',
    '/api/admin/articles/:articleId/revisions',
    '/api/agent/articles',
    '/api/agent/articles/:articleId',
    '/api/mcp',
  ]);
});

test('a write without an account changes nothing and answers 401 or leads to the sign-in', async (t) => {
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

test('HEAD answers like GET, without the body, on every path', async (t) => {
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

test('an unsupported method answers 405 with the supported methods', async (t) => {
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

/** The headers of a response, except those that differ for each request. */
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

/** Path parameters that exist in a filled site. */
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
