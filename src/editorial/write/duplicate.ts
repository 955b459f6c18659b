import { REQUIRED_TEXTS } from '#article/article-fields.ts';
import { copyOf, getArticleRow, getRevisionRow, maySee, noSuchArticle } from '#article/article-rows.ts';
import type { Actor } from '#core/actor.ts';
import { Failure } from '#core/failure.ts';
import { LONGEST_SLUG } from '#core/text.ts';
import type { Deps } from '#runtime/deps.ts';
import { writeJournal } from '#runtime/journal.ts';
import { findFreeSlug } from './addresses.ts';
import { fileDraft } from './create-draft.ts';

const PREFIX = 'Copy of ';
const SUFFIX = '-copy';

/**
 * Files a new draft with the latest copy of an article, owned by the person. The note of a correction, settled figures, comments
 * and reviews belong to the original and are not copied.
 * @throws forbidden for agents, not_found, busy
 */
export async function duplicateArticle(deps: Deps, actor: Actor, articleId: string): Promise<{ id: string }> {
  if (actor.kind === 'agent')
    throw new Failure('forbidden', 'Only people duplicate articles.', { hint: 'File a draft of your own.' });
  return deps.db.write(async (tx) => {
    const article = await getArticleRow(tx, articleId, actor);
    if (!maySee(actor, article)) throw noSuchArticle();
    const { correctionNote: _, ...copy } = copyOf(await getRevisionRow(tx, article.id, article.latest_revision));
    const base = copy.slug.slice(0, LONGEST_SLUG - SUFFIX.length).replace(/-+$/, '');
    const slug = await findFreeSlug(tx, copy.section, base + SUFFIX);
    const headline = [...(PREFIX + copy.headline)].slice(0, REQUIRED_TEXTS.headline.max).join('');
    const { id } = await fileDraft(deps, tx, actor, { ...copy, headline, slug });
    await writeJournal(deps, tx, actor, {
      act: 'draft.duplicated',
      subject: { kind: 'article', id },
      revision: 0,
      detail: { from: copy.headline },
    });
    return { id };
  });
}
