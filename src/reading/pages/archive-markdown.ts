import { monthPath, tagPath } from '#article/addresses.ts';
import { escapeMarkdown } from '#html/markdown/markdown.ts';
import { pageMarkdown } from '#html/markdown/page-markdown.ts';
import type { ListedTag } from '#reading/tag-pages.ts';
import type { Publication } from '#runtime/config/config.ts';
import type { ListedMonth } from './archive-json.ts';
import { countStories } from './issues-html.ts';
import { ARCHIVE_SUMMARY, monthName, NO_MONTH, NO_TAG, TAGS_SUMMARY } from './list-html.ts';

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
