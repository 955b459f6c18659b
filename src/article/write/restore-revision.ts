import type { Actor } from '../../core/actor.ts';
import { Failure } from '../../core/failure.ts';
import { lockArticle } from '../../db/schema/dialect.ts';
import type { Deps } from '../../runtime/deps.ts';
import { writeJournal } from '../../runtime/journal.ts';
import {
  type ArticleSummary,
  copyOf,
  getArticleRow,
  getRevisionRow,
  maySee,
  noSuchArticle,
  requireScope,
} from '../model/article-rows.ts';
import { findLastLive } from '../model/pending-correction.ts';
import { revise } from './save-revision.ts';

/**
 * Saves the copy of an earlier revision as the newest one; nothing is published by it. The article stays at its present
 * address, and a note of a correction already made is carried along, so that publishing it neither moves the article nor
 * records that correction again. `baseRevision` is the latest the editor has seen.
 * @throws insufficient_scope, not_found, already_done, revision_conflict, busy
 */
export async function restoreRevision(
  deps: Deps,
  actor: Actor,
  articleId: string,
  number: number,
  baseRevision: number,
): Promise<ArticleSummary> {
  requireScope(actor, 'article:edit');
  return deps.db.write(async (tx) => {
    await lockArticle(deps.db.kind, tx, articleId);
    const article = await getArticleRow(tx, articleId);
    if (!maySee(actor, article)) throw noSuchArticle();
    const old = copyOf(await getRevisionRow(tx, article.id, number));
    if (number === article.latest_revision)
      throw new Failure('already_done', `Revision ${number} is the newest already.`, {
        hint: 'Nothing has to be done.',
      });
    const last = await findLastLive(tx, article);
    const kept = last ?? (await getRevisionRow(tx, article.id, article.latest_revision));
    const { desk: section, slug } = article;
    const copy = { ...old, section, slug, correctionNote: kept.correction_note, baseRevision };
    const saved = await revise(deps, tx, actor, article.id, copy);
    await writeJournal(deps, tx, actor, {
      act: 'revision.restored',
      subject: { kind: 'article', id: article.id },
      revision: saved.revision,
      detail: { from: number },
    });
    return saved;
  });
}
