import type { Publication } from '../../config.ts';
import type { Byline } from '../html/author-html.ts';
import { listingLine } from './article-markdown.ts';
import { pageMarkdown } from './page-markdown.ts';

/** What stands under a byline as a list of Markdown addresses, newest first. */
export function authorMarkdown(publication: Publication, { slug, name, articles, older }: Byline): string {
  const more = `[Older ones](${publication.baseUrl}/authors/${slug}.md?cursor=${older})`;
  return pageMarkdown(publication, {
    path: `/authors/${slug}`,
    title: name,
    description: `Everything ${publication.name} has published under the byline ${name}.`,
    parts: [
      'Published under this byline, newest first.',
      articles.map((article) => listingLine(publication, article)).join('\n'),
      older === null ? '' : more,
    ],
  });
}
