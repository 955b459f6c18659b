import type { Publication } from '../../config.ts';
import { pagePath } from '../addresses.ts';
import { monthOf } from '../html/html.ts';
import { type ArticleList, NOTHING_YET } from '../html/list-html.ts';
import { titleOfPage } from '../html/pages-nav.ts';
import { listingLine } from './article-markdown.ts';
import { pageMarkdown, pagesMarkdown } from './page-markdown.ts';

/** A list of articles by the month of publication. */
export function listMarkdown(publication: Publication, list: ArticleList): string {
  const { path, page, summary, articles } = list;
  const months = Map.groupBy(articles, ({ publishedAt }) => monthOf(publishedAt));
  const sections = [...months].map(
    ([month, some]) => `## ${month}\n\n${some.map((article) => listingLine(publication, article)).join('\n')}`,
  );
  return pageMarkdown(publication, {
    path: pagePath(path, page),
    title: titleOfPage(list),
    description: summary,
    parts: [...(articles.length === 0 ? [NOTHING_YET] : sections), pagesMarkdown(publication, list)],
  });
}
