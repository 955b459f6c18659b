import { Failure } from '#core/failure.ts';
import type { Tx } from '#db/database.ts';
import { type ArticleRow, copyOf, getArticleRow, getRevisionRow, type RevisionRow } from './article-rows.ts';
import type { Copy } from './copy.ts';

// Whether publishing a revision makes a correction. The revision is compared with the one that readers saw last, whether that is
// newer or older, and also after the article was withdrawn.

/** `note` is the correction that would be recorded; `asks` is true when an editor has to choose a note or a reason for none. */
export type PendingCorrection = { note: string | null; asks: boolean };

/** The revision that readers see now or saw last; null when the article was never live. */
export async function findLastLive(tx: Tx, article: ArticleRow): Promise<RevisionRow | null> {
  const number = article.live_revision ?? (await lastPublished(tx, article));
  return number === null ? null : getRevisionRow(tx, article.id, number);
}

export async function findPendingCorrection(
  tx: Tx,
  article: ArticleRow,
  revision: RevisionRow,
): Promise<PendingCorrection> {
  const last = await findLastLive(tx, article);
  if (last === null || last.number === revision.number) return { note: null, asks: false };
  const note = (await isNewNote(tx, last, revision)) ? revision.correction_note : null;
  return { note, asks: note === null && changesWords(copyOf(last), copyOf(revision)) };
}

/** The same by ids. @throws not_found */
export async function readPendingCorrection(tx: Tx, articleId: string, number: number): Promise<PendingCorrection> {
  const article = await getArticleRow(tx, articleId);
  return findPendingCorrection(tx, article, await getRevisionRow(tx, article.id, number));
}

/** Whether the note of a revision is new: no correction of this article has it. */
export async function isNewNote(tx: Tx, last: RevisionRow, revision: RevisionRow): Promise<boolean> {
  const { article_id, correction_note: note } = revision;
  if (note === null || note === last.correction_note) return false;
  const made = await tx
    .selectFrom('correction')
    .select('seq')
    .where('article_id', '=', article_id)
    .where('note', '=', note)
    .executeTakeFirst();
  return made === undefined;
}

/** The error for a publication that changes words without a choice about a correction. */
export function correctionChoiceMissing(): Failure {
  return new Failure('validation_failed', 'Say whether this is a correction.', {
    hint: 'The words of a published article change: write the note that readers will see, or the reason for publishing without a note.',
  });
}

async function lastPublished(tx: Tx, { id, published_at }: ArticleRow): Promise<number | null> {
  if (published_at === null) return null;
  const row = await tx
    .selectFrom('publication_log')
    .select('revision')
    .where('article_id', '=', id)
    .where('act', 'in', ['published', 'corrected'])
    .orderBy('seq', 'desc')
    .limit(1)
    .executeTakeFirst();
  return row?.revision ?? null;
}

/** Whether headline, dek, body text or sources differ. Addresses, pictures and tags do not count. */
function changesWords(before: Copy, after: Copy): boolean {
  return wordsOf(before) !== wordsOf(after);
}

function wordsOf({ headline, dek, bodyBlocks, sources = [] }: Copy): string {
  const cited = sources.map(({ title, url, publisher, note }) => [title, url, publisher ?? '', note ?? '']);
  return JSON.stringify([headline, dek, bodyBlocks.map(({ type, text: words }) => [type, words]), cited]);
}
