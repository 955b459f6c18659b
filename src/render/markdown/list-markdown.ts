import type { Publication } from '../../config.ts';
import { pagePath } from '../addresses.ts';
import { monthOf } from '../html/html.ts';
import { type ArticleList, NOTHING_YET, titleOfPage } from '../html/list-html.ts';
import { listingLine } from './article-markdown.ts';
import { pageMarkdown } from './page-markdown.ts';

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

/** The links to the pages before and after this one; empty where the list has one page. */
export function pagesMarkdown(
  { baseUrl }: Publication,
  { path, page, hasMore }: Pick<ArticleList, 'path' | 'page' | 'hasMore'>,
): string {
  const link = (text: string, to: number) => `[${text}](${baseUrl}${pagePath(`${path}.md`, to)})`;
  const links = [
    ...(page > 1 ? [link('Newer stories', page - 1)] : []),
    ...(hasMore ? [link('Older stories', page + 1)] : []),
  ];
  return links.length === 0 ? '' : `Page ${page}. ${links.join(' · ')}`;
}
