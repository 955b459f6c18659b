import { listPublishedAmong, type PublishedListing } from '#article/published.ts';
import type { Tx } from '#db/database.ts';

/** An article that editors put on the front page, and its last day there (`2026-11-21`); null without an end. */
export type FrontPageEntry = { article: PublishedListing; until: string | null };

/** The articles that lead the home page, in the order that editors gave them. Only live articles. */
export async function readFrontPage(tx: Tx): Promise<FrontPageEntry[]> {
  const rows = await tx.selectFrom('front_page').selectAll().orderBy('place').execute();
  if (rows.length === 0) return [];
  const articles = await listPublishedAmong(
    tx,
    rows.map((row) => row.article_id),
  );
  const byId = new Map(articles.map((article) => [article.id, article]));
  return rows.flatMap(({ article_id, until_day }) => {
    const article = byId.get(article_id);
    return article ? [{ article, until: until_day }] : [];
  });
}
