import type { ListedTag } from '../../article/read/tag-pages.ts';
import type { Publication } from '../../config.ts';
import { monthPath, tagPath } from '../addresses.ts';
import { countStories } from '../html/issues-html.ts';
import { ARCHIVE_SUMMARY, monthName, NO_MONTH, NO_TAG, TAGS_SUMMARY } from '../html/list-html.ts';
import type { ListedMonth } from '../json/archive-json.ts';
import { escapeMarkdown } from './markdown.ts';
import { pageMarkdown } from './page-markdown.ts';

/** Every month with stories, latest first. */
export function archiveMarkdown(publication: Publication, months: readonly ListedMonth[]): string {
  const lines = months.map(
    ({ month, articles }) =>
      `- [${monthName(month)}](${publication.baseUrl}${monthPath(month)}.md): ${countStories(articles)}`,
  );
  const parts = [lines.length === 0 ? NO_MONTH : lines.join('\n')];
  return pageMarkdown(publication, { path: '/archive', title: 'Archive', description: ARCHIVE_SUMMARY, parts });
}

/** Every tag of a published story, by name. */
export function tagsMarkdown(publication: Publication, tags: readonly ListedTag[]): string {
  const lines = tags.map(
    ({ slug, name, articles }) =>
      `- [${escapeMarkdown(name)}](${publication.baseUrl}${tagPath(slug)}.md): ${countStories(articles)}`,
  );
  const parts = [lines.length === 0 ? NO_TAG : lines.join('\n')];
  return pageMarkdown(publication, { path: '/tags', title: 'Tags', description: TAGS_SUMMARY, parts });
}
