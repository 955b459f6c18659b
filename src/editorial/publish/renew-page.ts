import type { ArticleRow } from '#article/article-rows.ts';
import type { Tx } from '#db/database.ts';
import type { Deps } from '#runtime/deps.ts';
import { logPublication } from '#runtime/publication-log.ts';

/** Has every process render the page of a live article again, without a change of the article. The caller holds the lock of its row. */
export async function renewPage(deps: Deps, tx: Tx, article: ArticleRow): Promise<void> {
  const { id, live_section: section, live_slug: slug } = article;
  const revision = article.live_revision;
  if (section === null || slug === null || revision === null) return;
  await logPublication(deps, tx, { act: 'recaptioned', articleId: id, section, slug, revision });
}
