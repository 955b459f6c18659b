import { html } from 'hono/html';
import * as z from 'zod';
import { direction, type Html, isolated, longDate } from '#html/html.ts';
import { escapeMarkdown, markdownAddress } from '#html/markdown/markdown.ts';
import type { ArchiveMark } from './archive-mark.ts';

// The mark of an article that an import took from the archive of another site. Every form of such an article has the same sentence.

/** The sentence as plain text. */
export function archiveSentence({ name, publishedAt }: ArchiveMark): string {
  return `From the archive of ${name}, published there ${longDate(dayOf(publishedAt))}. ${UNSETTLED}`;
}

/** The day by the clocks of the old site. */
function dayOf(time: string): string {
  return time.slice(0, 10);
}

// The permanent forms of revisions have this sentence: it never changes.
const UNSETTLED = 'Its figures were not settled by this magazine.';

/** A description with the sentence, for other sites that show nothing but the description. */
export function withArchiveSentence(description: string, mark: ArchiveMark | null | undefined): string {
  return mark ? `${description} ${archiveSentence(mark)}` : description;
}

/** The sentence with a link to the site; empty for an article of this magazine. */
export function archiveHtml(mark: ArchiveMark | null | undefined): Html | string {
  if (!mark) return '';
  const { name, url, publishedAt } = mark;
  const site = url === null ? isolated(name) : html`<a href="${url}">${isolated(name)}</a>`;
  return html`From the archive of ${site}, published there <time datetime="${publishedAt}">${longDate(dayOf(publishedAt))}</time>. ${UNSETTLED}`;
}

/** The sentence in a list of articles, after the line below the headline. */
export function archiveInList(mark: ArchiveMark | null | undefined): Html | string {
  return mark ? html` <span class="fact archived"${direction(mark.name)}>${archiveHtml(mark)}</span>` : '';
}

/** The sentence as Markdown, with a link to the site; empty for an article of this magazine. */
export function archiveMarkdown(mark: ArchiveMark | null | undefined): string {
  if (!mark) return '';
  const { name, url, publishedAt } = mark;
  const site = url === null ? escapeMarkdown(name) : `[${escapeMarkdown(name)}](${markdownAddress(url)})`;
  return `From the archive of ${site}, published there ${longDate(dayOf(publishedAt))}. ${UNSETTLED}`;
}

/** The mark in JSON. Only articles of an archive have it. */
export const archiveMarkSchema = z
  .strictObject({
    name: z.string().describe('The site that the article comes from.'),
    url: z.url().nullable().describe('The address of that site; null when it is unknown.'),
    publishedAt: z.iso
      .datetime({ offset: true })
      .describe('When the article was first published there, with the offset of the clocks there where it is known.'),
    notice: z
      .string()
      .describe(
        'The notice that readers see, as plain text: the numbers of the article were not settled. Repeat it when you cite.',
      ),
  })
  .meta({
    id: 'ArchiveMark',
    description:
      'Only of an article that was taken from the archive of another site. Its numbers were not settled here.',
  });

/** The member `archive` of an article in JSON; nothing for an article of this magazine. */
export function archiveMember(mark: ArchiveMark | null | undefined): { archive?: z.infer<typeof archiveMarkSchema> } {
  return mark ? { archive: { ...mark, notice: archiveSentence(mark) } } : {};
}
