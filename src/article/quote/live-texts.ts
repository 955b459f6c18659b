import { type QuoteWord, quoteWords } from '../../core/quote-words.ts';
import type { Tx } from '../../db/database.ts';
import type { BodyBlock } from '../model/copy.ts';

// What readers could ever read of an article: the revisions that the publication log names. A draft is not among them.

/** A line of the publication log that made a revision live, or withdrew the article. */
export type LiveLine = {
  seq: number;
  at: string;
  act: string;
  revision: number | null;
  section: string;
  slug: string;
};

/** The field of a word, or the block by its index. */
export type TextPlace = 'headline' | 'dek' | number;
export type TextWord = QuoteWord & { place: TextPlace };

/** The text of a revision, and its words in reading order. */
export type LiveText = { revision: number; headline: string; dek: string; blocks: BodyBlock[]; words: TextWord[] };

/** The history of an article in the publication log, oldest first. */
export async function readLiveLines(tx: Tx, articleId: string): Promise<LiveLine[]> {
  return tx
    .selectFrom('publication_log')
    .select(['seq', 'at', 'act', 'revision', 'desk as section', 'slug'])
    .where('article_id', '=', articleId)
    .where('act', 'in', ['published', 'corrected', 'withdrawn'])
    .orderBy('seq')
    .execute();
}

/** The text of a revision that was live; null when it does not exist. */
export async function readLiveText(tx: Tx, articleId: string, revision: number): Promise<LiveText | null> {
  const row = await tx
    .selectFrom('revision')
    .select(['headline', 'dek', 'body_blocks'])
    .where('article_id', '=', articleId)
    .where('number', '=', revision)
    .executeTakeFirst();
  if (!row) return null;
  const { headline, dek } = row;
  const blocks = JSON.parse(row.body_blocks) as BodyBlock[];
  const words: TextWord[] = [];
  const add = (place: TextPlace, text: string) => {
    for (const word of quoteWords(text)) words.push({ ...word, place });
  };
  add('headline', headline);
  add('dek', dek);
  for (const [nth, block] of blocks.entries())
    add(nth, block.type === 'list' ? withoutNumbers(block.text) : block.text);
  return { revision, headline, dek, blocks, words };
}

/** A list without the numbers at the beginnings of its lines, which the browser shows but does not copy; positions stay. */
function withoutNumbers(text: string): string {
  return text.replace(/^\s*\d{1,9}\.(?=\s)/gm, (mark) => ' '.repeat(mark.length));
}
