import { setImmediate as nextTurn } from 'node:timers/promises';
import { countLiveArticles } from '#article/live-addresses.ts';
import { PAGES_SECTION } from '#article/own-page.ts';
import type { Tx } from '#db/database.ts';
import { type EvidenceCounts, noFigures } from '#evidence/figures/evidence.ts';

/** The figures of all live articles, by how they were settled. */
export type SettledCounts = {
  counts: EvidenceCounts;
  /** Live articles with evidence, and all live articles. */
  counted: number;
  articles: number;
  /** The live articles from an archive, whose figures were not settled. */
  archived: number;
};

/** Articles read in one query; other work runs between two queries. */
const AT_ONCE = 500;

/** Adds up the evidence of every live article. Its time grows with their number: use it for cached pages, not for each request. */
export async function countSettled(tx: Tx): Promise<SettledCounts> {
  const counts = noFigures();
  let counted = 0;
  for (let after: string | null = ''; after !== null; ) {
    const rows = await liveCounts(tx, after);
    for (const row of rows) {
      const own = JSON.parse(row.counts) as EvidenceCounts;
      for (const kind of Object.keys(counts) as (keyof EvidenceCounts)[]) counts[kind] += own[kind] ?? 0;
    }
    counted += rows.length;
    after = rows.length === AT_ONCE ? (rows.at(-1)?.id ?? null) : null;
    await nextTurn();
  }
  return { counts, counted, articles: await countLiveArticles(tx), archived: await countArchived(tx) };
}

/** Live articles that come from an archive. */
export async function countArchived(tx: Tx): Promise<number> {
  const { count } = await tx
    .selectFrom('article')
    .select((is) => is.fn.countAll<number | string>().as('count'))
    .where('live_revision', 'is not', null)
    .where('archive', 'is not', null)
    .executeTakeFirstOrThrow();
  return Number(count);
}

function liveCounts(tx: Tx, after: string): Promise<{ id: string; counts: string }[]> {
  return tx
    .selectFrom('article')
    .innerJoin('evidence', (on) =>
      on
        .onRef('evidence.article_id', '=', 'article.id')
        .onRef('evidence.revision', '=', 'article.live_revision')
        .on((is) =>
          is(
            'evidence.seq',
            '=',
            is
              .selectFrom('evidence as latest')
              .select((most) => most.fn.max('latest.seq').as('seq'))
              .whereRef('latest.article_id', '=', 'article.id')
              .whereRef('latest.revision', '=', 'article.live_revision'),
          ),
        ),
    )
    .select(['article.id', 'evidence.counts'])
    .where('article.id', '>', after)
    .where('live_revision', 'is not', null)
    .where('live_section', '<>', PAGES_SECTION)
    .orderBy('article.id')
    .limit(AT_ONCE)
    .execute();
}
