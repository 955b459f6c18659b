import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { BodyBlock } from '#article/copy.ts';
import { lastSeq } from '#runtime/follow-log.ts';
import { stockSite } from '../../scripts/stock.ts';
import { drawFrom } from '../../scripts/stock-words.ts';
import { callPublic } from '../support/mcp.ts';
import { openSite, type TestSite } from '../support/site.ts';

// How long each tool for readers takes, with many articles. The long form: CALLS=1000 and STOCK with the address of a database that
// `npm run stock -- --count 100000` has filled.

const CALLS = Number(process.env.CALLS ?? 40);
const ARTICLES = Number(process.env.ARTICLES ?? 300);

type Known = { id: string; slug: string; words: string[]; body: string[] };

test('each public tool answers, with its time at p50 and p99', async (t) => {
  const { STOCK } = process.env;
  const site = await openSite(t, { RATE_LIMITS: 'off', ...(STOCK && { DATABASE_URL: STOCK }) });
  if (!STOCK) await stockSite(site.deps, { count: ARTICLES });
  const draw = drawFrom(Number(process.env.SEED ?? 1));
  const pick = <One>(all: readonly One[]) => all[Math.floor(draw() * all.length)] as One;
  const known = await readSome(site);
  const last = await lastSeq(site.deps.db, 'publication_log');
  const some = (words: readonly string[], count: number) => {
    const from = Math.floor(draw() * Math.max(1, words.length - count));
    return words.slice(from, from + count).join(' ');
  };
  const given: Record<string, () => object> = {
    search: () => ({ query: some(pick(known).words, 2) }),
    fetch: () => ({ id: pick(known).id }),
    changes: () => ({ after: Math.floor(draw() * last) }),
  };
  const times = new Map(Object.keys(given).map((name) => [name, { clock: [] as number[], processor: [] as number[] }]));
  for (let nth = 0; nth < CALLS; nth++) {
    for (const [name, make] of Object.entries(given)) {
      const body = make();
      const [began, before] = [performance.now(), process.cpuUsage()];
      const told = await callPublic(site, name.replace(/,.*/, ''), body);
      const { user, system } = process.cpuUsage(before);
      assert.equal(told.error, undefined, `${name} ${JSON.stringify(body)}: ${told.error}`);
      times.get(name)?.clock.push(performance.now() - began);
      times.get(name)?.processor.push((user + system) / 1000);
    }
  }
  const { count } = await site.deps.db.read
    .selectFrom('article')
    .select((of) => of.fn.countAll().as('count'))
    .executeTakeFirstOrThrow();
  t.diagnostic(`${site.deps.db.kind}, ${count} articles, ${CALLS} calls of each tool`);
  for (const [name, { clock, processor }] of times)
    t.diagnostic(`${name}: ${line('clock', clock)}; ${line('processor', processor)}`);
});

function line(name: string, times: readonly number[]): string {
  const sorted = times.toSorted((one, other) => one - other);
  const at = (share: number) => (sorted[Math.floor(sorted.length * share)] ?? 0).toFixed(1);
  return `${name} p50 ${at(0.5)} ms, p99 ${at(0.99)} ms`;
}

/** Articles from everywhere in the database. */
async function readSome({ deps }: TestSite): Promise<Known[]> {
  const rows = await deps.db.read
    .selectFrom('article')
    .innerJoin('revision', (on) =>
      on.onRef('revision.article_id', '=', 'article.id').onRef('revision.number', '=', 'article.live_revision'),
    )
    .select(['article.id', 'article.slug', 'headline', 'body_blocks'])
    .where('article.slug', 'like', 'stocked-%')
    .orderBy('article.id')
    .limit(5000)
    .execute();
  return rows.map(({ id, slug, headline, body_blocks }) => ({
    ...{ id, slug, words: headline.replace(/\.$/, '').split(' ') },
    body: (JSON.parse(body_blocks) as BodyBlock[])
      .map(({ text }) => text)
      .join(' ')
      .split(' '),
  }));
}
