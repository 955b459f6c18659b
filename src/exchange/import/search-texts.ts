import { packetTextsOf } from '#article/search-words.ts';
import { cleanLine, cutAt } from './found-text.ts';
import type { ImportArticle } from './import-item.ts';

/** Characters of a text for search engines. */
const LONGEST = { title: 300, description: 1000 };

/** The texts that have words. */
export function withWords<Name extends string>(texts: Record<Name, string | null>): Partial<Record<Name, string>> {
  return Object.fromEntries(Object.entries(texts).filter(([, words]) => words)) as Partial<Record<Name, string>>;
}

/** Texts of another system within the limits of those here. */
export function foundSearch(search: ImportArticle['search']) {
  const fit = (words = '', most: number) => cutAt(cleanLine(words), most, ' ') || null;
  return packetTextsOf({
    title: fit(search?.title, LONGEST.title),
    description: fit(search?.description, LONGEST.description),
    excerpt: fit(search?.excerpt, LONGEST.description),
  });
}
