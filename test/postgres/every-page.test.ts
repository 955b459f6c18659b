import assert from 'node:assert/strict';
import { test } from 'node:test';
import { ROUTES } from '#server/routes.ts';
import { everyPage, fillRest } from '../support/browser/newsroom-pages.ts';
import { loadParts, settingsOf } from '../support/part.ts';
import { createDatabase, lastFirst, shareCluster } from '../support/postgres.ts';
import { type After, fromPage, json, openSite } from '../support/site.ts';
import { stock } from '../support/stocked.ts';
import { countedId } from './random-reads.ts';

// The same acts on SQLite and on PostgreSQL, then every page of readers and of the newsroom: only secrets differ.

const parts = await loadParts();
/** Pages of random order or content: subscribers of one moment by their ids, and the picture of a new secret. */
const RANDOM = ['/newsroom/subscribers', '/newsroom/second-factor/app'];

test('every page is the same on SQLite and on PostgreSQL', async (t) => {
  const context = lastFirst(t);
  const cluster = await shareCluster();
  context.after(() => cluster.stop());
  const { url, drop } = await createDatabase(cluster.url);
  context.after(drop);
  const onSqlite = await readEveryPage(context, {});
  const onPostgres = await readEveryPage(context, { DATABASE_URL: url });
  assert.ok(onSqlite.size > 150, `only ${onSqlite.size} pages were read`);
  for (const [path, page] of onSqlite) assert.equal(onPostgres.get(path), page, path);
  assert.equal(onPostgres.size, onSqlite.size);
});

/** Fills a site, and reads its pages: the status and the text of each path. */
async function readEveryPage(t: After, database: Record<string, string>): Promise<Map<string, string>> {
  const site = await openSite(t, { ...settingsOf(parts), FIGURES_GATE: 'warn', RATE_LIMITS: 'off', ...database });
  let made = 0;
  site.deps.newId = () => countedId(++made);
  const { chief, drafted, stopped, published, changed, unpublished } = await stock(site);
  const rest = await fillRest(site, { addCookies: async () => {} }, chief);
  const claims = await site.deps.db.read.selectFrom('claim').select('id').orderBy('id').execute();
  const articleIds = [drafted, stopped, published, changed, unpublished];
  const newsroom = everyPage({ ...rest, articleIds, revisedIds: [changed], claimIds: claims.map(({ id }) => id) });
  const readers = ROUTES.filter(({ method, who }) => method === 'GET' && who === 'anyone')
    .map(({ path }) => path)
    .filter((path) => !/[:*]|^\/newsroom/.test(path));
  const { articles: live } = await json(await site.fetch('/api/public/articles'));
  const articles = live.flatMap(({ url }: { url: string }) =>
    ['', '.md', '.json'].map((form) => new URL(url).pathname + form),
  );
  const queries = ['/search?q=robot', '/search?q=nothing+has+these', '/api/public/articles?q=slab&limit=1'];
  const pages = new Map<string, string>();
  for (const path of [...readers, ...articles, ...queries, ...newsroom].filter((one) => !RANDOM.includes(one))) {
    const headers = path.startsWith('/newsroom') || path.startsWith('/agent/') ? fromPage(chief) : {};
    const response = await site.fetch(path, { headers, redirect: 'manual' });
    pages.set(hideRandom(path), `${response.status} ${hideRandom(await response.text())}`);
  }
  return pages;
}

/** Hides secrets, and the ids and times of today that an import makes in its worker. */
function hideRandom(text: string): string {
  return text
    .replace(/whpk_[\w+/=]+|[\w-]{22,}/g, 'random')
    .replace(/(?!2026-09)\d{4}-\d\d-\d\d[T ]\d\d:\d\d[\d:.]*Z?/g, 'today');
}
