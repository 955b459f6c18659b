import { NEAR_BY_TAG, neighboursByTag, neighboursOf, type Position } from '#article/neighbours.ts';
import { listPublishedAmong, type PublishedArticle, type PublishedListing } from '#article/published.ts';
import { listRelatedIds, MOST_RELATED } from '#article/related.ts';
import type { Tx } from '#db/database.ts';
import { isAmong } from '#db/schema/dialect.ts';
import type { SeriesPlace } from '#reading/series/read-series.ts';

// What follows an article: the articles that an editor chose, or else those with the most in common. A page
// depends on its neighbours alone, so that one publication renews few pages.

/** `isChosen`: an editor chose them, in this order. */
export type Related = { articles: PublishedListing[]; isChosen: boolean };

/**
 * The live articles that follow a live article. The parts of its series before and after it, which its page shows already, are not
 * among those that are derived. Empty while there is no other article, and for an article of an archive unless an editor chose some: it has
 * no neighbours among the articles of this magazine.
 */
export async function readRelated(tx: Tx, article: PublishedArticle, series: SeriesPlace | null): Promise<Related> {
  const chosen = await inOrder(tx, await listRelatedIds(tx, article.id));
  if (chosen.length > 0) return { articles: chosen, isChosen: true };
  if (article.archive !== null) return { articles: [], isChosen: false };
  const shown = [series?.previous, series?.next].flatMap((part) => part?.id ?? []);
  return { articles: await inOrder(tx, await deriveRelated(tx, article, shown)), isChosen: false };
}

/** An article that an editor chose, for the newsroom: readers see it only while it is live. */
export type ChosenArticle = { id: string; headline: string; section: string; isLive: boolean };

/** All articles that an editor chose to follow an article, in order. */
export async function listChosen(tx: Tx, articleId: string): Promise<ChosenArticle[]> {
  const rows = await tx
    .selectFrom('related_article')
    .innerJoin('article', 'article.id', 'related_article.related_id')
    .innerJoin('revision', (on) =>
      on
        .onRef('revision.article_id', '=', 'article.id')
        .on('revision.number', '=', (is) => is.fn.coalesce('article.live_revision', 'article.latest_revision')),
    )
    .select(['article.id', 'revision.headline', 'revision.section', 'article.live_revision'])
    .where('related_article.article_id', '=', articleId)
    .orderBy('place')
    .execute();
  return rows.map(({ id, headline, section, live_revision }) => ({
    id,
    headline,
    section,
    isLive: live_revision !== null,
  }));
}

type Candidate = Position & { section: string | null; score: number };

async function deriveRelated(tx: Tx, article: PublishedArticle, shown: readonly string[]): Promise<string[]> {
  const own = { id: article.id, at: article.publishedAt };
  const byTag = await neighboursByTag(tx, own, article.tags);
  const candidates = byTag.size === 0 ? [] : (await scored(tx, byTag)).toSorted(byLikeness(article.section));
  const ids = candidates.flatMap(({ id }) => (shown.includes(id) ? [] : [id])).slice(0, MOST_RELATED);
  for (const section of [article.section, null]) {
    if (ids.length >= MOST_RELATED) break;
    const near = await neighboursOf(tx, own, section, MOST_RELATED + ids.length + shown.length);
    // Older ones first, latest of them first: a newer publication does not change them.
    for (const id of [...near.older, ...near.newer]) if (!ids.includes(id) && !shown.includes(id)) ids.push(id);
  }
  return ids.slice(0, MOST_RELATED);
}

/** The articles that share tags, each with the sum of the weights of these tags: the rarer a tag, the higher its weight. */
async function scored(tx: Tx, byTag: ReadonlyMap<string, readonly Position[]>): Promise<Candidate[]> {
  const candidates = new Map<string, Candidate>();
  for (const near of byTag.values())
    for (const position of near) {
      const known = candidates.get(position.id) ?? { ...position, section: null, score: 0 };
      candidates.set(position.id, { ...known, score: known.score + weightOf(near.length) });
    }
  const sections = await tx
    .selectFrom('article')
    .select(['id', 'live_section'])
    .where(isAmong(tx, 'id', [...candidates.keys()]))
    .execute();
  for (const { id, live_section } of sections) {
    const known = candidates.get(id);
    if (known) candidates.set(id, { ...known, section: live_section });
  }
  return [...candidates.values()];
}

/** A whole number, so that sums of the same weights are equal in any order. */
function weightOf(count: number): number {
  return Math.round((1000 * 2 * NEAR_BY_TAG) / count);
}

function byLikeness(section: string) {
  return (a: Candidate, b: Candidate): number =>
    b.score - a.score ||
    Number(b.section === section) - Number(a.section === section) ||
    compare(b.at, a.at) ||
    compare(b.id, a.id);
}

function compare(a: string, b: string): number {
  return a < b ? -1 : Number(a > b);
}

async function inOrder(tx: Tx, ids: readonly string[]): Promise<PublishedListing[]> {
  if (ids.length === 0) return [];
  const live = new Map((await listPublishedAmong(tx, ids)).map((article) => [article.id, article]));
  return ids.flatMap((id) => live.get(id) ?? []);
}
