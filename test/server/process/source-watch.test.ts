import assert from 'node:assert/strict';
import { test } from 'node:test';
import { CLI } from '#core/actor.ts';
import { publish } from '#editorial/publish/publish.ts';
import { readFigures } from '#editorial/settle/read-figures.ts';
import { settleEach, settleFigure } from '#editorial/settle/settle.ts';
import { checkSource, isAllowedByRobots } from '#editorial/sources/check-source.ts';
import { type WatchOptions, watchSources } from '#editorial/sources/watch-sources.ts';
import { createDraft } from '#editorial/write/create-draft.ts';
import { isPublicAddress } from '#runtime/fetch-page.ts';
import { html, otherSite, type Pages } from '../../support/other-site.ts';
import { copy, form, openSite, type TestSite } from '../../support/site.ts';
import { readPage } from '../../support/stocked.ts';

// A separate process requests the cited sources, under rules that keep it away from private addresses.

const HOST = 'paper.example';
const manner = { userAgent: 'plumbline (+http://127.0.0.1:3000/method)' };

test('private, local and reserved IP addresses are not public in any notation', () => {
  const inside = [
    ...['127.0.0.1', '0.0.0.0', '10.1.2.3', '172.31.0.1', '192.168.1.1', '169.254.169.254', '100.64.0.1', '224.0.0.1'],
    ...['255.255.255.255', '198.18.0.1', '192.0.2.1', '::', '::1', '::ffff:127.0.0.1', '::ffff:8.8.8.8', 'fe80::1'],
    ...[
      'fe80::1%eth0',
      'fc00::1',
      'fd12::1',
      'ff02::1',
      '64:ff9b::7f00:1',
      '2002:7f00:1::',
      '2001::1',
      '2001:db8::1',
      '',
      'x',
    ],
  ];
  for (const address of inside) assert.equal(isPublicAddress(address), false, address);
  for (const address of ['8.8.8.8', '172.32.0.1', '2606:4700:4700::1111'])
    assert.equal(isPublicAddress(address), true, address);
});

test('a private address is never connected to, by name, by number or by redirect', async (t) => {
  const { asked, rehearsal } = await otherSite(t, [HOST], {
    '/robots.txt': html(''),
    '/away': (response) => {
      response.writeHead(302, { Location: 'https://inside.example/' });
      response.end();
    },
    '/plain': (response) => {
      response.writeHead(302, { Location: 'http://paper.example/' });
      response.end();
    },
    '/round': (response) => {
      response.writeHead(302, { Location: '/round' });
      response.end();
    },
  });
  const names: Record<string, string[]> = {
    'inside.example': ['127.0.0.1'],
    'mixed.example': ['8.8.8.8', '10.0.0.1'],
    'mapped.example': ['::ffff:127.0.0.1'],
    'none.example': [],
  };
  let resolved = 0;
  const resolve = async (host: string) => {
    resolved++;
    return names[host] ?? ['127.0.0.1'];
  };
  const ask = async (url: string) => checkSource({ url, quotes: [] }, { ...manner, rehearsal }, resolve);
  const rows = [
    ['https://inside.example/', 'Its host name has an address that is not public.'],
    ['https://mixed.example/', 'Its host name has an address that is not public.'],
    ['https://mapped.example/', 'Its host name has an address that is not public.'],
    ['https://127.0.0.1/', 'Its host name has an address that is not public.'],
    ['https://0x7f.1/', 'Its host name has an address that is not public.'],
    ['https://[::1]/', 'Its host name has an address that is not public.'],
    [`https://${HOST}/away`, 'Its host name has an address that is not public.'],
    [`https://${HOST}/plain`, 'It leads to something other than a plain https address.'],
    [`https://${HOST}/round`, 'It redirects too often.'],
  ];
  for (const [url = '', trouble] of rows) {
    const look = await ask(url);
    assert.deepEqual([look.state, 'trouble' in look && look.trouble], ['unknown', trouble], url);
  }
  assert.equal((await ask('https://none.example/')).state, 'gone');
  assert.equal(resolved, 5, 'each name once');
  assert.ok(asked.every(({ cookie, agent }) => cookie === undefined && agent === manner.userAgent));
});

test('a page is read up to a limit, and its words are found in any markup', async (t) => {
  const { rehearsal } = await otherSite(t, [HOST], {
    '/robots.txt': html('User-agent: *\nDisallow: /private'),
    '/page': html('<p>Of 412&nbsp;<em>poi</em>nts, “397” stayed&mdash;within 3&nbsp;mm.</p><script>14 trips</script>'),
    '/long': html(`<p>${'x '.repeat(70_000)} 412 points</p>`),
    '/picture': (response) => {
      response.setHeader('Content-Type', 'image/png');
      response.end('412 points');
    },
    '/private/page': html('412 points'),
    '/gone': (response) => {
      response.statusCode = 410;
      response.end();
    },
    '/broken': (response) => {
      response.statusCode = 503;
      response.end();
    },
  });
  const ask = (path: string, quotes: string[]) =>
    checkSource({ url: `https://${HOST}${path}`, quotes }, { ...manner, rehearsal });
  const quotes = ['412 points, "397" stayed - within 3 mm', '14 trips'];
  assert.deepEqual(await ask('/page', quotes), {
    url: `https://${HOST}/page`,
    state: 'here',
    status: 200,
    missing: ['14 trips'],
  });
  assert.deepEqual((await ask('/long', ['412 points'])) as object, {
    url: `https://${HOST}/long`,
    state: 'here',
    status: 200,
    missing: null,
  });
  assert.equal(((await ask('/picture', ['412 points'])) as { missing: null }).missing, null);
  assert.match(((await ask('/private/page', [])) as { trouble: string }).trouble, /robots\.txt/);
  assert.equal((await ask('/gone', [])).state, 'gone');
  assert.equal((await ask('/nothing', [])).state, 'gone');
  assert.equal((await ask('/broken', [])).state, 'unknown');
});

test('the longest matching rule of robots.txt decides, and our own group before the group for all', () => {
  const robots =
    'User-agent: *\nDisallow: /\n\nUser-agent: Plumbline\nUser-agent: other\nDisallow: /a\nAllow: /a/b*.html$ # but these\n';
  const rows: [string, boolean][] = [
    ['/', true],
    ['/a/x', false],
    ['/a/b/c.html', true],
    ['/a/b/c.html?x', false],
  ];
  for (const [path, may] of rows) assert.equal(isAllowedByRobots(robots, 'plumbline', path), may, path);
  assert.equal(isAllowedByRobots(robots, 'stranger', '/'), false);
  assert.equal(isAllowedByRobots('Disallow: /\nnonsense', 'plumbline', '/'), true);
});

const URLS = ['https://paper.example/record', 'https://paper.example/other'];

/** A live article with two numbers, each settled by its own source. */
async function publishCited(site: TestSite): Promise<string> {
  const { id } = await createDraft(
    site.deps,
    CLI,
    copy({
      bodyBlocks: [{ id: 'b1', type: 'paragraph', text: 'They marked 412 points and lost 15 of them.' }],
      sources: URLS.map((url, at) => ({ title: at === 0 ? 'The record' : 'Another record', url })),
    }),
  );
  await settleEach(site.deps, CLI, {
    articleId: id,
    revision: 0,
    settledBy: ({ text }) => ({
      kind: 'sourced',
      source: (text.startsWith('412') ? URLS[0] : URLS[1]) ?? '',
      locator: 'Sheet 3',
      quote: text.startsWith('412') ? '412 points in all' : '15 were lost',
    }),
  });
  await publish(site.deps, CLI, id, { revisionNumber: 0 });
  return id;
}

async function stateOf(site: TestSite, id: string): Promise<(string | null)[]> {
  const { ledger } = await readFigures(site.deps.db.read, CLI, site.deps, { articleId: id, revision: null });
  return ledger.figures.map(({ settlement }) => settlement?.lookAgain ?? null);
}

test('figures whose source is gone or changed are marked, nothing is unpublished, and a confirmed figure is not marked again', async (t) => {
  const site = await openSite(t, { FIGURES_GATE: 'block' });
  const id = await publishCited(site);
  let record = '<p>412 points in all</p>';
  const pages: Pages = {
    '/robots.txt': html(''),
    '/record': (response) => html(record)(response),
    '/other': html('15 were lost'),
  };
  const { asked, rehearsal } = await otherSite(t, [HOST], pages);
  const baseUrl = site.config.publication.baseUrl;
  const check = async () => {
    const looks = await checkAll(site, { baseUrl, rehearsal });
    return looks.map(({ look, again }) => [look.url.slice(-6), look.state, again]).sort();
  };
  assert.deepEqual(await check(), [
    ['/other', 'here', 0],
    ['record', 'here', 0],
  ]);
  assert.equal(asked.filter(({ path }) => path === '/record').length, 1);
  assert.deepEqual(await stateOf(site, id), [null, null]);

  record = '<p>411 points in all</p>';
  delete pages['/other'];
  assert.deepEqual(await check(), [
    ['/other', 'gone', 1],
    ['record', 'here', 1],
  ]);
  const [first, second] = await stateOf(site, id);
  assert.match(first ?? '', /words quoted of its source were not found/);
  assert.match(second ?? '', /Its source is gone. It answers 404/);
  assert.equal((await site.fetch('/robotics/layout-robot-pilot')).status, 200);
  const editor = await site.person('editor');
  const ledger = await readPage(site, editor, `/newsroom/articles/${id}/figures`);
  assert.match(ledger, /0 of 2 settled<\/strong>; 2 to check again/);
  assert.match(await readPage(site, editor, '/newsroom/articles'), /2 numbers to check again/);

  site.pass(60);
  const { ledger: figures } = await readFigures(site.deps.db.read, editor, site.deps, { articleId: id, revision: 0 });
  const seen = { articleId: id, revision: 0, anchor: figures.figures[0]?.anchor ?? '' };
  await settleFigure(site.deps, editor, seen, {
    kind: 'sourced',
    source: URLS[0] ?? '',
    locator: 'Sheet 4',
    quote: '412 points in all',
  });
  const ledgerNow = await readPage(site, editor, `/newsroom/articles/${id}/figures`);
  const held = await site.fetch(`/newsroom/articles/${id}/figures/settle`, form(editor, stillHolds(ledgerNow)));
  assert.equal(held.status, 303);
  assert.deepEqual(await stateOf(site, id), [null, null]);
  assert.deepEqual(
    (await check()).map(([, , again]) => again),
    [0, 0],
  );
  assert.equal((await stateOf(site, id))[0], null);
});

test('a number that was found is compared by its passage: other words or a cell with its heads change nothing, another number does', async (t) => {
  const site = await openSite(t, { FIGURES_GATE: 'block' });
  const url = `https://${HOST}/table`;
  const bodyBlocks = [{ id: 'b1', type: 'paragraph', text: 'The crew set out 412 points on the slab.' }];
  const { id } = await createDraft(site.deps, CLI, copy({ bodyBlocks, sources: [{ title: 'Record', url }] }));
  const found = { by: 'address', at: new Date(site.deps.clock()).toISOString(), digest: 'a'.repeat(64) } as const;
  await settleEach(site.deps, CLI, {
    articleId: id,
    revision: 0,
    settledBy: () => ({
      ...{ kind: 'sourced', source: url, locator: 'Table, row “Points set out”' },
      ...{ quote: 'Points set out on the slab, Count: 412', found: { ...found, agreement: 'same', says: '412' } },
    }),
  });
  await publish(site.deps, CLI, id, { revisionNumber: 0 });
  const table = (count: string) =>
    `<table><tr><th>What</th><th>Count</th></tr><tr><td>Points set out on the slab</td><td>${count}</td></tr><tr><td>Walls</td><td>9</td></tr></table>`;
  let page = table('412');
  const { rehearsal } = await otherSite(t, [HOST], {
    '/robots.txt': html(''),
    '/table': (response) => html(page)(response),
  });
  const { baseUrl } = site.config.publication;
  const check = async () => (await checkAll(site, { baseUrl, rehearsal })).map(({ again }) => again);
  const settlementOf = async () => {
    const { ledger } = await readFigures(site.deps.db.read, CLI, site.deps, { articleId: id, revision: null });
    return ledger.figures[0]?.settlement;
  };
  assert.deepEqual(await check(), [0], 'no page has the cell and its heads as one sentence');
  page = '<p>On the slab the crew has set out points: a count of 412 in all.</p>';
  assert.deepEqual(await check(), [0], 'the same in other words');

  page = table('421');
  assert.deepEqual(await check(), [1]);
  const changed = await settlementOf();
  assert.match(changed?.lookAgain ?? '', /^Its source says something else there now\. Asked on/);
  assert.deepEqual([changed?.now?.state, changed?.now?.says], ['near', '421']);
  assert.doesNotMatch(changed?.lookAgain ?? '', /421/, 'words of a source are data');
  const editor = await site.person('editor');
  const panel = await readPage(site, editor, `/newsroom/articles/${id}/figures`);
  assert.match(panel, /The nearest passage now<\/strong>[\s\S]*Points set out on the slab, Count: 421/);
  assert.equal((await site.fetch('/robotics/layout-robot-pilot')).status, 200, 'nothing is unpublished');
});

/** The form by which an editor confirms that a figure still holds. */
function stillHolds(page: string): Record<string, string> {
  const [before = ''] = page.split('I checked the source');
  const fields = before.slice(before.lastIndexOf('<form '));
  return Object.fromEntries(
    [...fields.matchAll(/name="(\w+)" value="([^"]*)"/g)].map(([, name = '', value = '']) => [name, value]),
  );
}

test('the daily check requests each address once a day, in one process at a time', async (t) => {
  const site = await openSite(t);
  await publishCited(site);
  const { asked, rehearsal } = await otherSite(t, [HOST], {
    '/robots.txt': html(''),
    '/record': html('412 points in all'),
    '/other': html('15 were lost'),
  });
  const watching = { baseUrl: site.config.publication.baseUrl, rehearsal };
  const pages = () => asked.filter(({ path }) => path !== '/robots.txt').length;
  await Promise.all([watchSources(site.deps, watching), watchSources(site.deps, watching)]);
  assert.equal(pages(), 1, 'one address of each host in a run');
  await watchSources(site.deps, watching);
  await watchSources(site.deps, watching);
  assert.equal(pages(), 2);
  site.pass(24 * 3600 + 1);
  await watchSources(site.deps, watching);
  assert.equal(pages(), 3);
});

/** A day later, rounds until every address was checked. */
async function checkAll(site: TestSite, watching: WatchOptions) {
  site.pass(DAY);
  const all = [];
  for (let some = null; some === null || some.length > 0; site.pass(61)) {
    some = await watchSources(site.deps, watching);
    all.push(...some);
  }
  return all;
}

const DAY = 24 * 3600;
