import type { Copy } from '#article/copy.ts';
import { cleanLine, cutAt } from './found-text.ts';
import type { ImportArticle } from './import-item.ts';

/** Characters of a text for search engines. */
const LONGEST = { title: 300, description: 1000 };

type SearchTexts = Pick<NonNullable<Copy['editorialPacket']>, 'seoTitle' | 'seoDescription' | 'socialExcerpt'>;
type NullableTexts = { [Key in keyof SearchTexts]: string | null };

export function searchOf({ seoTitle, seoDescription, socialExcerpt }: NullableTexts): SearchTexts {
  return {
    ...(seoTitle && { seoTitle }),
    ...(seoDescription && { seoDescription }),
    ...(socialExcerpt && { socialExcerpt }),
  };
}

/** Texts of another system within the limits of those here. */
export function foundSearch(found: ImportArticle['search']): NullableTexts {
  const fit = (words = '', most: number) => cutAt(cleanLine(words), most, ' ') || null;
  return {
    seoTitle: fit(found?.title, LONGEST.title),
    seoDescription: fit(found?.description, LONGEST.description),
    socialExcerpt: fit(found?.excerpt, LONGEST.description),
  };
}
