import { articleForms } from '#article/addresses.ts';
import { archiveMarkdown } from '#article/archive-words.ts';
import type { PublishedListing } from '#article/published.ts';
import { sectionName } from '#article/section.ts';
import { dayIn } from '#core/wall-time.ts';
import { escapeMarkdown } from '#html/markdown/markdown.ts';
import type { Publication } from '#runtime/config/config.ts';

/** An article in a list: its Markdown address, dek, section and day of publication. */
export function listingLine(publication: Publication, article: PublishedListing): string {
  const { headline, dek, section, publishedAt, archive } = article;
  const mark = archive ? ` ${archiveMarkdown(archive)}` : '';
  const address = articleForms(publication, article).markdown;
  return `- [${escapeMarkdown(headline)}](${address}): ${escapeMarkdown(dek)} (${sectionName(section)}, ${dayIn(publishedAt, publication.timeZone)})${mark}`;
}
