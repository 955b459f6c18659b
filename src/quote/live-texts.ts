import { columnsOf, QUOTED_TEXT_NAMES, type QuotedTextName, textsOf, valuesOf } from '#article/article-fields.ts';
import type { BodyBlock } from '#article/copy.ts';
import type { Hero } from '#article/hero.ts';
import { readableText } from '#article/readable-text.ts';
import type { Tx } from '#db/database.ts';
import { type QuoteWord, quoteWords } from './quote-words.ts';

// All that readers could ever read of an article: the revisions that the publication log names. A draft is not among them.

/** A line of the publication log that made a revision live, or withdrew the article. */
export type LiveLine = {
  seq: number;
  at: string;
  act: string;
  revision: number | null;
  section: string;
  slug: string;
};

/** Texts of an article outside of its blocks, by the names that its evidence has for them. */
export type TextField = 'headline' | 'dek' | QuotedTextName | 'heroAlt' | 'heroCaption';
/** The field of a word, or the block by its index. */
export type TextPlace = TextField | number;
export type TextWord = QuoteWord & { place: TextPlace };

/** The text of a revision, and its words in reading order. */
export type LiveText = { revision: number; fields: Record<TextField, string>; blocks: BodyBlock[]; words: TextWord[] };

/** The history of an article in the publication log, oldest first. */
export async function readLiveLines(tx: Tx, articleId: string): Promise<LiveLine[]> {
  return tx
    .selectFrom('publication_log')
    .select(['seq', 'at', 'act', 'revision', 'section', 'slug'])
    .where('article_id', '=', articleId)
    .where('act', 'in', ['published', 'corrected', 'withdrawn'])
    .orderBy('seq')
    .execute();
}

/** The text of a revision that was live; null when it does not exist. */
export async function readLiveText(tx: Tx, articleId: string, revision: number): Promise<LiveText | null> {
  const row = await tx
    .selectFrom('revision')
    .leftJoin('public_revision', (on) =>
      on
        .onRef('public_revision.article_id', '=', 'revision.article_id')
        .onRef('public_revision.revision', '=', 'revision.number'),
    )
    .select(['headline', 'dek', 'body_blocks', ...columnsOf(QUOTED_TEXT_NAMES), 'hero'])
    .where('revision.article_id', '=', articleId)
    .where('revision.number', '=', revision)
    .executeTakeFirst();
  if (!row) return null;
  const hero: Partial<Hero> = JSON.parse(row.hero ?? '{}');
  const texts = textsOf(QUOTED_TEXT_NAMES, row);
  const fields = {
    headline: row.headline,
    dek: row.dek,
    ...valuesOf(QUOTED_TEXT_NAMES, (name) => readable(name, texts[name] ?? '')),
    heroAlt: hero.alt ?? '',
    heroCaption: hero.credit ?? '',
  };
  const blocks = JSON.parse(row.body_blocks) as BodyBlock[];
  const words: TextWord[] = [];
  const add = (place: TextPlace, text: string) => {
    for (const word of quoteWords(text)) words.push({ ...word, place });
  };
  add('headline', fields.headline);
  add('dek', fields.dek);
  for (const [nth, block] of blocks.entries())
    add(nth, block.type === 'list' ? withoutNumbers(block.text) : block.text);
  for (const field of BESIDE) add(field, fields[field]);
  return { revision, fields, blocks, words };
}

function readable(name: QuotedTextName, text: string): string {
  return name === 'correctionNote' ? text : readableText(name, text);
}

/** Fields that readers see beside the body, such as the note of a correction, and the words by the picture. */
const BESIDE = [...QUOTED_TEXT_NAMES, 'heroAlt', 'heroCaption'] as const;

/** A list without the numbers at the beginnings of its lines, which the browser shows but does not copy; positions stay. */
function withoutNumbers(text: string): string {
  return text.replace(/^\s*\d{1,9}\.(?=\s)/gm, (mark) => ' '.repeat(mark.length));
}
