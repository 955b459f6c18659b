// Fills a site with many published articles, for benches and tests: `node scripts/stock.ts --count 100000 --to file:./data/many.db`.
// Writes the same rows as the domain functions (addresses, revisions, log, search words, journal), in a few large transactions.
import { parseArgs } from 'node:util';
import { sectionSlugs } from '#article/section.ts';
import { SYSTEM } from '#core/actor.ts';
import { openDatabase } from '#db/connection/open.ts';
import type { Tx } from '#db/database.ts';
import { lockJournal, lockPublications } from '#db/schema/dialect.ts';
import { createDeps } from '#runtime/create-deps.ts';
import type { Deps } from '#runtime/deps.ts';
import { hashEntry, type JournalRow } from '#runtime/journal.ts';
import { searchedWords } from '#search/index-article.ts';
import { writeIndex } from '#search/search-index.ts';
import { type Draw, drawFrom, drawSentence } from './stock-words.ts';

export type Order = {
  count: number;
  /** Approximate number of characters in each article body. */
  body?: number;
  /** Seconds between two publications; the last one is now. */
  apart?: number;
  /** The same seed makes the same copy. */
  seed?: number;
};

/** Articles written in one transaction. */
const AT_ONCE = 1000;
/** Rows of one insert: with 19 columns, the parameters stay below the limits of both databases. */
const ROWS = 250;

/** Publishes `count` articles, distributed evenly over the sections; the newest is published now. */
export async function stockSite(
  deps: Deps,
  { count, body = 2000, apart = 600, seed = 1 }: Order,
  told: (written: number) => void = () => {},
): Promise<void> {
  const draw = drawFrom(seed);
  const first = deps.clock() - (count - 1) * apart * 1000;
  for (let from = 0; from < count; from += AT_ONCE) {
    const numbers = Array.from({ length: Math.min(AT_ONCE, count - from) }, (_, index) => from + index);
    const articles = numbers.map((number) =>
      makeArticle(deps, draw, seed, number, first + number * apart * 1000, body),
    );
    await deps.db.write((tx) => writeAll(deps, tx, articles));
    told(from + articles.length);
  }
}

type Made = ReturnType<typeof makeArticle>;

function makeArticle(deps: Deps, draw: Draw, seed: number, number: number, time: number, length: number) {
  const section = sectionSlugs()[number % sectionSlugs().length] ?? 'people';
  const blocks = Math.max(1, Math.round(length / 400));
  return {
    id: deps.newId(),
    section,
    slug: `stocked-${seed}-${number}`,
    at: new Date(time).toISOString(),
    headline: drawSentence(draw, 50),
    dek: drawSentence(draw, 110),
    bodyBlocks: Array.from({ length: blocks }, (_, block) => ({
      id: `b${block}`,
      type: block % 5 === 3 ? ('subheading' as const) : ('paragraph' as const),
      text: drawSentence(draw, length / blocks),
    })),
    sources: [{ title: drawSentence(draw, 40), url: `https://example.org/records/${number}` }],
    names: [],
    texts: [],
  };
}

async function writeAll(deps: Deps, tx: Tx, articles: Made[]): Promise<void> {
  for (let from = 0; from < articles.length; from += ROWS) await writeSome(tx, articles.slice(from, from + ROWS));
  for (const { id, at, ...copy } of articles) {
    const times = { publishedAt: at, modifiedAt: at };
    await writeIndex(tx, { articleId: id, ...times, words: await searchedWords(copy) });
  }
  const unindexed = articles.map(({ id }) => ({ article_id: id }));
  for (let from = 0; from < unindexed.length; from += ROWS)
    await tx
      .insertInto('draft_unindexed')
      .values(unindexed.slice(from, from + ROWS))
      .execute();
  await lockPublications(deps.db.kind, tx);
  for (let from = 0; from < articles.length; from += ROWS) {
    const lines = articles.slice(from, from + ROWS).map(({ id, section, slug, at }) => ({
      ...{ at, act: 'published', article_id: id, section, slug, revision: 0 },
    }));
    await tx.insertInto('publication_log').values(lines).execute();
  }
  const lines = await followJournal(deps, tx, articles);
  for (let from = 0; from < lines.length; from += ROWS) {
    await tx
      .insertInto('journal')
      .values(lines.slice(from, from + ROWS))
      .execute();
  }
}

/** The journal entries of these drafts, each with the hash of the previous entry. */
async function followJournal(deps: Deps, tx: Tx, articles: Made[]): Promise<(JournalRow & { hash: string })[]> {
  await lockJournal(deps.db.kind, tx);
  const last = await tx.selectFrom('journal').select('hash').orderBy('seq', 'desc').limit(1).executeTakeFirst();
  let previous_hash = last?.hash ?? '';
  return articles.map(({ id, at }) => {
    const row: JournalRow = {
      ...{ at, actor_kind: SYSTEM.kind, actor_id: SYSTEM.id, actor_name: SYSTEM.name, act: 'draft.created' },
      ...{ subject_kind: 'article', subject_id: id, revision: 0, detail: null, previous_hash },
    };
    previous_hash = hashEntry(row);
    return { ...row, hash: previous_hash };
  });
}

async function writeSome(tx: Tx, articles: Made[]): Promise<void> {
  await tx
    .insertInto('article')
    .values(
      articles.map(({ id, section, slug, at }) => ({
        ...{
          id,
          owner_id: null,
          section,
          slug,
          latest_revision: 0,
          live_revision: 0,
          live_section: section,
          live_slug: slug,
        },
        ...{ published_at: at, modified_at: at, correction_seq: null, created_at: at, updated_at: at },
        ...{ gate_blocks: 0, gate_warns: 0, open_numbers: 0 }, // the gate is not run: over 100,000 articles it takes minutes
      })),
    )
    .execute();
  const addresses = articles.map(({ id, section, slug }) => ({ section, slug, article_id: id, was_live: 1 }));
  await tx.insertInto('address').values(addresses).execute();
  await tx
    .insertInto('revision')
    .values(
      articles.map(({ id, section, slug, headline, dek, bodyBlocks, sources, at }) => ({
        ...{ article_id: id, number: 0, section, slug, headline, dek, body_blocks: JSON.stringify(bodyBlocks) },
        ...{ sources: JSON.stringify(sources), author_id: null, correction_note: null, hero_asset_id: null },
        ...{ sponsorship_disclosure: null, tag_ids: '[]', editorial_packet: null, saved_at: at },
        ...{ saved_by_kind: SYSTEM.kind, saved_by_id: SYSTEM.id, saved_by_name: SYSTEM.name, claim_id: null },
      })),
    )
    .execute();
  const shown = articles.map(({ id, section, slug, at }) => ({
    ...{ article_id: id, revision: 0, section, slug, at, correction_seq: null },
    ...{ author: null, tags: '[]', hero: null, site: null },
  }));
  await tx.insertInto('public_revision').values(shown).execute();
}

if (import.meta.main) {
  const { values } = parseArgs({
    options: {
      count: { type: 'string' },
      to: { type: 'string' },
      body: { type: 'string', default: '2000' },
      seed: { type: 'string', default: '1' },
    },
  });
  const [count, body, seed] = [Number(values.count), Number(values.body), Number(values.seed)];
  if (!values.to || ![count, body, seed].every((number) => Number.isSafeInteger(number) && number > 0)) {
    console.error('Use: node scripts/stock.ts --count N --to file:PATH|postgres://… [--body CHARACTERS] [--seed N]');
    process.exit(2);
  }
  const deps = await createDeps(await openDatabase(values.to));
  const started = performance.now();
  await stockSite(deps, { count, body, seed }, (written) => {
    if (written % 10_000 === 0)
      console.log(`${written} articles after ${((performance.now() - started) / 1000).toFixed(1)} s`);
  });
  await deps.db.close();
}
