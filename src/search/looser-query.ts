import { tokenize } from '#core/tokenize.ts';
import type { Tx } from '#db/database.ts';
import { type SearchFilter, searchPublished } from './search-published.ts';

/** The most words of a question that are tried. */
const MOST_TRIED = 8;

/**
 * A search for some words of a question, for callers that ask in sentences: takes its words in order, and skips each word that would leave
 * no article. Null when no word is found.
 */
export async function looserQuery(
  tx: Tx,
  { cursor: _, ...asked }: Omit<SearchFilter, 'limit'>,
): Promise<string | null> {
  const words = [...new Set(tokenize(asked.q))].filter((word) => !ASKING.has(word)).slice(0, MOST_TRIED);
  let kept: string[] = [];
  for (const word of words) {
    const more = [...kept, word];
    const { articles, corrections } = await searchPublished(tx, { ...asked, q: more.join(' '), limit: 1 });
    if (articles.length > 0 && corrections.length === 0) kept = more;
  }
  return kept.length === 0 ? null : kept.join(' ');
}

/** Words of questions that say nothing about their subject. */
const ASKING = new Set(
  'a about all an and any are article articles at by can did do does for from has have how in is it its latest magazine me news of on or recent show story tell that the their there this to was were what when where which who why will with write wrote you'.split(
    ' ',
  ),
);
