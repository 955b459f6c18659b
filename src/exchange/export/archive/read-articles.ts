import { articlePath } from '#article/own-page.ts';
import { findPublished, type PublishedArticle } from '#article/published.ts';
import type { Tx } from '#db/database.ts';
import { type Evidence, readEvidence } from '#evidence/figures/evidence.ts';
import type { ArticleExtras } from '#reading/article-extras.ts';

/** A live article with everything that its files say. */
export type ExportedArticle = {
  article: PublishedArticle;
  evidence: Evidence | null;
  corrections: ArticleExtras['corrections'];
  series: { slug: string; name: string; part: number } | null;
  /** The paths at which it was live before, in byte order. They redirect to it. */
  formerPaths: string[];
};

/** The address of a live article. */
type LiveArticle = { id: string; section: string; slug: string };

/** All live articles in the order of their files; `since`: only those published or changed on that UTC day or later. */
export async function listLiveArticles(tx: Tx, since: string | null): Promise<LiveArticle[]> {
  const rows = await tx
    .selectFrom('article')
    .select(['id', 'live_section', 'live_slug'])
    .where('live_revision', 'is not', null)
    .$if(since !== null, (query) => query.where('modified_at', '>=', since))
    .execute();
  return rows
    .map(({ id, live_section, live_slug }) => ({ id, section: live_section ?? '', slug: live_slug ?? '' }))
    .sort((article, other) => compare(pathOf(article), pathOf(other)));
}

/** Reads one of them; null when it is not live. */
export async function readArticle(tx: Tx, { id, section, slug }: LiveArticle): Promise<ExportedArticle | null> {
  const article = await findPublished(tx, section, slug);
  if (!article || 'movedTo' in article) return null;
  const corrections = await tx
    .selectFrom('correction')
    .select(['seq as number', 'at', 'note'])
    .where('article_id', '=', id)
    .orderBy('seq', 'desc')
    .execute();
  const addresses = await tx
    .selectFrom('address')
    .select(['section', 'slug'])
    .where('article_id', '=', id)
    .where('was_live', '=', 1)
    .execute();
  return {
    article,
    evidence: await readEvidence(tx, id, article.revision),
    corrections,
    series: await readPart(tx, id),
    formerPaths: addresses
      .map(({ section, slug: name }) => articlePath({ section, slug: name }))
      .filter((path) => path !== articlePath(article))
      .sort(compare),
  };
}

/** The place of an article in its series, as the editors ordered it: parts that are not live count too. */
async function readPart(tx: Tx, articleId: string): Promise<ExportedArticle['series']> {
  const row = await tx
    .selectFrom('series_part')
    .innerJoin('series', 'series.id', 'series_part.series_id')
    .select(['series.slug', 'series.name', 'series_part.place as part'])
    .where('article_id', '=', articleId)
    .executeTakeFirst();
  return row ?? null;
}

/** The path of an article's files in an export. */
export function pathOf({ section, slug }: { section: string; slug: string }): string {
  return `/${section}/${slug}`;
}

/** The order of every list in an export: by UTF-16 units, the same on every machine and database. */
export function compare(text: string, other: string): number {
  return text < other ? -1 : text > other ? 1 : 0;
}
