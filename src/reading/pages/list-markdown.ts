import { pagePath } from '#article/addresses.ts';
import { byMonth } from '#article/pages/listing-html.ts';
import { listingLine } from '#article/pages/listing-markdown.ts';
import { pageMarkdown } from '#html/markdown/page-markdown.ts';
import { titleOfPage } from '#html/page-html.ts';
import type { Publication } from '#runtime/config/config.ts';
import { pagesMarkdown } from './article-markdown.ts';
import { type ArticleList, NOTHING_YET } from './list-html.ts';

/** A list of articles by the month of publication. */
export function listMarkdown(publication: Publication, list: ArticleList): string {
  const { path, page, summary, articles, isOneMonth, up } = list;
  const { baseUrl, timeZone } = publication;
  const lines = (some: typeof articles) => some.map((article) => listingLine(publication, article)).join('\n');
  const sections = isOneMonth
    ? [lines(articles)]
    : byMonth(articles, timeZone).map(
        ({ month, path, stories }) => `## [${month}](${baseUrl}${path}.md)\n\n${lines(stories)}`,
      );
  return pageMarkdown(publication, {
    path: pagePath(path, page),
    title: titleOfPage(list),
    description: summary,
    parts: [
      ...(articles.length === 0 ? [NOTHING_YET] : sections),
      pagesMarkdown(publication, list),
      up ? `[${up.text}](${baseUrl}${up.path}.md)` : '',
    ],
  });
}
