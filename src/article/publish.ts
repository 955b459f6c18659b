import type { Tx } from '../db/database.ts';
import { lockArticle } from '../db/dialect.ts';
import { type Actor, requireEditorial } from '../ground/actor.ts';
import { Failure } from '../ground/failure.ts';
import { writeJournal } from '../ground/journal.ts';
import { now, type Press } from '../ground/press.ts';
import { logPublication } from '../ground/publication-log.ts';
import { markLive, takeAddress } from './address.ts';
import { type ArticleRow, type Filed, filed, getArticleRow, getRevisionRow, type RevisionRow } from './filed.ts';
import { gate, requireOpenGate } from './gate.ts';
import { indexArticle } from './search.ts';

/**
 * Makes one exact revision the live one: the only function that does. Publishing over a live article with a correction
 * note records a correction; a changed desk or slug moves the article and leaves a redirect.
 * @throws forbidden (agents always), not_found, already_done, gate_blocked, slug_taken, busy
 */
export async function publish(press: Press, actor: Actor, articleId: string, revisionNumber: number): Promise<Filed> {
  requireEditorial(actor, 'publish');
  return press.db.write((tx) => makeLive(press, tx, actor, articleId, revisionNumber));
}

async function makeLive(press: Press, tx: Tx, actor: Actor, articleId: string, revisionNumber: number): Promise<Filed> {
  await lockArticle(press.db.kind, tx, articleId);
  const article = await getArticleRow(tx, articleId);
  const revision = await getRevisionRow(tx, article.id, revisionNumber);
  if (article.live_revision === revision.number) throw alreadyLive(revision.number);
  const entries = await gate(tx, article, revision, { ...press.policy, by: actor });
  requireOpenGate(entries);

  const correction = await recordCorrection(press, tx, article, revision);
  await moveLiveAddress(press, tx, article, revision);
  const modifiedAt = laterThan(article.modified_at, now(press));
  await tx
    .updateTable('article')
    .set({
      live_revision: revision.number,
      live_desk: revision.desk,
      live_slug: revision.slug,
      published_at: article.published_at ?? modifiedAt,
      modified_at: modifiedAt,
      correction_seq: correction ?? article.correction_seq,
    })
    .where('id', '=', article.id)
    .execute();
  await indexArticle(tx, article.id);
  const act = correction === null ? 'published' : 'corrected';
  const { desk, slug, number } = revision;
  await logPublication(press, tx, { act, articleId: article.id, desk, slug, revision: number });
  const warnings = entries.map((entry) => entry.code);
  await writeJournal(press, tx, actor, {
    act: `article.${act}`,
    subject: { kind: 'article', id: article.id },
    revision: number,
    ...(warnings.length > 0 && { detail: { warnings } }),
  });
  return filed(await getArticleRow(tx, article.id), []);
}

/** A note carried along unchanged from the live revision is the correction already made, not a new one. */
async function recordCorrection(
  press: Press,
  tx: Tx,
  article: ArticleRow,
  revision: RevisionRow,
): Promise<number | null> {
  if (article.live_revision === null || revision.correction_note === null) return null;
  const live = await getRevisionRow(tx, article.id, article.live_revision);
  if (live.correction_note === revision.correction_note) return null;
  const { seq } = await tx
    .insertInto('correction')
    .values({ article_id: article.id, revision: revision.number, note: revision.correction_note, at: now(press) })
    .returning('seq')
    .executeTakeFirstOrThrow();
  return seq;
}

async function moveLiveAddress(press: Press, tx: Tx, article: ArticleRow, revision: RevisionRow): Promise<void> {
  await takeAddress(tx, article.id, revision);
  await markLive(tx, revision);
  const { live_desk: desk, live_slug: slug } = article;
  if (desk === null || slug === null || (desk === revision.desk && slug === revision.slug)) return;
  await logPublication(press, tx, { act: 'moved', articleId: article.id, desk, slug, revision: null });
}

/** A publication always moves `modifiedAt`, also within one millisecond or after the clock went back. */
function laterThan(previous: string | null, at: string): string {
  return previous !== null && at <= previous ? new Date(Date.parse(previous) + 1).toISOString() : at;
}

function alreadyLive(number: number): Failure {
  return new Failure('already_done', `Revision ${number} is live already.`, { hint: 'Nothing has to be done.' });
}
