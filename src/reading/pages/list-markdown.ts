import { monthPath, pagePath } from '#article/addresses.ts';
import { listingLine } from '#article/pages/listing-markdown.ts';
import type { Publication } from '#config/config.ts';
import { monthOf } from '#html/html.ts';
import { pageMarkdown } from '#html/markdown/page-markdown.ts';
import { titleOfPage } from '#html/page-html.ts';
import { pagesMarkdown } from './article-markdown.ts';
import { type ArticleList, NOTHING_YET } from './list-html.ts';

/** A list of articles by the month of publication. */
export function listMarkdown(publication: Publication, list: ArticleList): string {
  const { path, page, summary, articles, isOneMonth, up } = list;
  const { baseUrl } = publication;
  const months = Map.groupBy(articles, ({ publishedAt }) => monthOf(publishedAt));
  const sections = [...months].map(
    ([month, some]) =>
      `${isOneMonth ? '' : `## [${month}](${baseUrl}${monthPath(some[0]?.publishedAt.slice(0, 7) ?? '')}.md)\n\n`}${some.map((article) => listingLine(publication, article)).join('\n')}`,
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
