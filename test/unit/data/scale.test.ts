import assert from 'node:assert/strict';
import { test } from 'node:test';
import { CompiledQuery, createQueryId, type RootOperationNode, sql } from 'kysely';
import { countLive, lastChangeBySection, lastChangeIn, listAddresses } from '#article/live-addresses.ts';
import type { PublicArticle } from '#article/pages/article-json.ts';
import { findPublished, listPublished, listPublishedWhole } from '#article/published.ts';
import { CLI } from '#core/actor.ts';
import type { Tx } from '#db/database.ts';
import { unpublish } from '#editorial/publish/unpublish.ts';
import { indexLive } from '#editorial/write/index-live.ts';
import { listCorrections } from '#reading/corrections.ts';
import { indexEverythingAgain } from '#search/search-index.ts';
import { searchPublished } from '#search/search-published.ts';
import { stockSite } from '../../../scripts/stock.ts';
import { goLive, goLiveAgain } from '../../support/live.ts';
import { json, openSite, type TestSite } from '../../support/site.ts';
import { assertWellFormed } from '../../support/well-formed.ts';

// Rules for any number of articles: every list is read from an index, page by page.

const MANY = 3000;
const EVER = '2000-01-01T00:00:00.000Z';
const NEVER = '2100-01-01T00:00:00.000Z';

test('the stock script creates the same rows as the functions of the domain', async (t) => {
  const site = await openSite(t);
  await stockSite(site.deps, { count: 1100, body: 400 });
  const seen: PublicArticle[] = [];
  for (let path = '/api/public/articles?limit=1000'; path !== ''; ) {
    const { articles, nextCursor } = await json(await site.fetch(path));
    seen.push(...articles);
    path = nextCursor === null ? '' : `/api/public/articles?limit=1000&cursor=${nextCursor}`;
  }
  assert.equal(seen.length, 1100);
  assert.deepEqual(
    seen.map((one) => one.slug),
    Array.from({ length: 1100 }, (_, index) => `stocked-1-${1099 - index}`),
  );
  assert.equal(seen[0]?.publishedAt, '2026-09-06T13:00:00.000Z');
  const { section, slug, headline } = seen[7] ?? assert.fail();
  assert.equal((await site.fetch(`/${section}/${slug}`)).status, 200);
  const found = await json(await site.fetch(`/api/public/articles?q=${encodeURIComponent(headline)}`));
  assert.ok(found.articles.some((one: PublicArticle) => one.slug === slug));
  site.pass(1);
  await goLive(site, { slug: 'after' });
  assert.equal((await json(await site.fetch('/api/public/articles?limit=1'))).articles[0].slug, 'after');
});

test('the same seed creates the same articles', async (t) => {
  const words = async () => {
    const site = await openSite(t);
    await stockSite(site.deps, { count: 20, body: 300 });
    return (await listPublishedWhole(site.deps.db.read, { limit: 20 })).articles.map((one) => [
      one.headline,
      one.bodyBlocks,
    ]);
  };
  assert.deepEqual(await words(), await words());
});

test('every list of a large site is read from an index', async (t) => {
  const site = await openSite(t);
  await stockSite(site.deps, { count: MANY, body: 300 });
  const middle = (await listPublished(site.deps.db.read, { limit: MANY / 2 })).nextCursor ?? assert.fail();
  const among = (await searchPublished(site.deps.db.read, { limit: 20, q: 'slab' })).nextCursor ?? assert.fail();
  const recent = '2026-09-06T10:00:00.000Z';
  const common = { limit: 100, q: 'slab' };
  const drain = async (tx: Tx) => {
    for await (const _ of listAddresses(tx, { offset: MANY / 2, limit: 100 }));
  };
  const lists: [name: string, read: (tx: Tx) => Promise<unknown>, index: RegExp][] = [
    ['the first page', (tx) => listPublished(tx, { limit: 100 }), /\barticle_live\b/],
    ['a page in the middle', (tx) => listPublished(tx, { limit: 100, cursor: middle }), /\barticle_live\b/],
    ['a section', (tx) => listPublished(tx, { limit: 100, section: 'people' }), /\barticle_live_section\b/],
    ['the feed', (tx) => listPublishedWhole(tx, { limit: 50 }), /\barticle_live\b/],
    [
      'what changed of late',
      (tx) => listPublished(tx, { limit: 100, updatedSince: recent }),
      /\barticle_live_modified\b/,
    ],
    ['what changed ever', (tx) => listPublished(tx, { limit: 100, updatedSince: EVER }), /\barticle_live\b/],
    ['nothing changed', (tx) => listPublished(tx, { limit: 100, updatedSince: NEVER }), /\barticle_live_modified\b/],
    ['a common word', (tx) => searchPublished(tx, common), /\bsearch_(?:words|newest)\b/],
    [
      'a common word in the middle',
      (tx) => searchPublished(tx, { ...common, cursor: among }),
      /\bsearch_(?:words|newest)\b/,
    ],
    ['a word nobody wrote', (tx) => searchPublished(tx, { limit: 100, q: 'nobodywrote' }), /\bsearch_words\b/],
    [
      'a word of late',
      (tx) => searchPublished(tx, { ...common, updatedSince: recent }),
      /\bsearch_(?:modified|newest)\b/,
    ],
    ['one article', (tx) => findPublished(tx, 'people', 'stocked-1-4'), /\barticle_live_address\b/],
    ['corrections', (tx) => listCorrections(tx, { limit: 100 }), /./],
    ['addresses', drain, /\barticle_live\b/],
    ['how many', countLive, /\barticle_live/],
    ['the last change of a map', (tx) => lastChangeIn(tx, { offset: 100, limit: 100 }), /\barticle_live\b/],
    ['the last change of each section', lastChangeBySection, /\barticle_live/],
  ];
  for (const [name, read, index] of lists) {
    const plans = await plansOf(site, read);
    const text = plans.flat().join('\n');
    assert.match(text, index, name);
    for (const line of plans.flat()) assert.doesNotMatch(line, WHOLE_TABLE, `${name}: ${text}`);
  }
});

/** Sequential scans of tables. Results of subqueries and the table of bylines are small and allowed. */
const WHOLE_TABLE = /(?:SCAN|Seq Scan on) (?:article|revision|search|address|publication_log)\b(?! (?:USING|VIRTUAL))/;

test('the index, the home page and a section are read without article bodies', async (t) => {
  const site = await openSite(t);
  await stockSite(site.deps, { count: 5, body: 300 });
  for (const q of [undefined, 'the']) {
    const queries = await queriesOf(site.deps.db.read, (tx) =>
      q === undefined ? listPublished(tx, { limit: 100 }) : searchPublished(tx, { limit: 100, q }),
    );
    assert.doesNotMatch(queries.map((one) => one.sql).join('\n'), /body_blocks/);
  }
});

test('more than 50,000 addresses are split into numbered sitemaps, listed in a sitemap index', async (t) => {
  const site = await openSite(t);
  await goLive(site);
  assert.equal((await site.fetch('/sitemap-1.xml')).status, 404);
  assert.match(await (await site.fetch('/sitemap.xml')).text(), /<urlset /);
  await addLiveRows(site, 50_100);
  await goLive(site, { slug: 'last' });
  const maps = await (await site.fetch('/sitemap.xml')).text();
  assertWellFormed(maps);
  assert.match(maps, /<sitemapindex /);
  const seen: string[] = [];
  for (const address of locations(maps)) {
    const answer = await site.fetch(address);
    assert.equal(answer.headers.get('content-type'), 'application/xml; charset=utf-8');
    const found = locations(await answer.text());
    assert.ok(found.length <= 50_000);
    seen.push(...found);
  }
  assert.equal(locations(maps).length, 2);
  assert.equal(seen.filter((address) => /\/(?:people|robotics)\/./.test(address)).length, 50_102);
  assert.equal(new Set(seen).size, seen.length);
  for (const path of ['/sitemap-0.xml', '/sitemap-3.xml', '/sitemap-01.xml', '/sitemap-99999999999999999999.xml'])
    assert.equal((await site.fetch(path)).status, 404, path);
});

test('corrections are listed in pages, latest first, each once', async (t) => {
  const site = await openSite(t);
  let article = await goLive(site);
  for (let number = 1; number <= 201; number++)
    article = await goLiveAgain(site, article, {
      correctionNote: `Correction number ${number}, of which there are many.`,
    });
  const seen: number[] = [];
  for (let path = '/corrections'; path !== ''; ) {
    const page = await (await site.fetch(path)).text();
    seen.push(...[...page.matchAll(/Correction number (\d+)/g)].map(([, number]) => Number(number)));
    path = /href="(\/corrections\?before=\d+)"/.exec(page)?.[1] ?? '';
  }
  assert.deepEqual(
    seen,
    Array.from({ length: 201 }, (_, index) => 201 - index),
  );
  for (const before of ['', '0', '-1', 'x', '1e3', '99999999999999999999'])
    assert.equal((await site.fetch(`/corrections?before=${before}`)).status, 404, before);
});

test('a database that was filled table by table is indexed on request', async (t) => {
  const site = await openSite(t);
  const { deps } = site;
  await goLive(site, { slug: 'plaster', headline: 'Plaster' });
  const gone = await goLive(site, { slug: 'stucco', headline: 'Stucco' });
  await deps.db.write(indexEverythingAgain);
  assert.deepEqual(await found(site, 'plaster'), []);
  await unpublish(deps, CLI, gone.id);
  await indexLive(deps);
  assert.deepEqual(await found(site, 'plaster'), ['plaster']);
  assert.deepEqual(await found(site, 'stucco'), []);
});

async function found({ deps }: TestSite, q: string): Promise<string[]> {
  return (await searchPublished(deps.db.read, { limit: 10, q })).articles.map((one) => one.slug);
}

/** The columns of articles that a sitemap reads. */
async function addLiveRows(site: TestSite, count: number): Promise<void> {
  await site.deps.db.write((tx) =>
    sql`insert into article (id, section, slug, latest_revision, live_revision, live_section, live_slug, published_at, modified_at, created_at, updated_at)
      with recursive numbers (n) as (select 1 union all select n + 1 from numbers where n < cast(${count} as integer))
      select 'row-' || n, 'people', 'row-' || n, 0, 0, 'people', 'row-' || n, ${EVER}, ${EVER}, ${EVER}, ${EVER} from numbers`.execute(
      tx,
    ),
  );
}

function locations(xml: string): string[] {
  return [...xml.matchAll(/<loc>([^<]*)<\/loc>/g)].map(([, loc]) => loc ?? '');
}

/** The query plans of a read. PostgreSQL gets a high cost for sequential scans. */
async function plansOf({ deps }: TestSite, read: (tx: Tx) => Promise<unknown>): Promise<string[][]> {
  const { kind } = deps.db;
  return deps.db.write(async (tx) => {
    if (kind === 'postgres') await sql`analyze; set local enable_seqscan = off`.execute(tx);
    const plans: string[][] = [];
    for (const query of await queriesOf(tx, read)) {
      const ask = `${kind === 'sqlite' ? 'explain query plan' : 'explain'} ${query.sql}`;
      const { rows } = await tx.executeQuery<Record<string, string>>(CompiledQuery.raw(ask, [...query.parameters]));
      plans.push(rows.map((row) => row.detail ?? row['QUERY PLAN'] ?? ''));
    }
    return plans;
  });
}

/** The queries of a read. */
async function queriesOf(tx: Tx, read: (tx: Tx) => Promise<unknown>): Promise<CompiledQuery[]> {
  const nodes: RootOperationNode[] = [];
  const listening = tx.withPlugin({
    transformQuery: ({ node }) => {
      nodes.push(node);
      return node;
    },
    transformResult: async ({ result }) => result,
  });
  await read(listening);
  return nodes.map((node) => tx.getExecutor().compileQuery(node, createQueryId()));
}
