import { articleForms, pagePath } from '#article/addresses.ts';
import { archiveMarkdown } from '#article/archive-words.ts';
import type { Hero } from '#article/hero.ts';
import { listingLine } from '#article/pages/listing-markdown.ts';
import { dayIn } from '#core/wall-time.ts';
import { escapeMarkdown } from '#html/markdown/markdown.ts';
import { pageMarkdown } from '#html/markdown/page-markdown.ts';
import { titleOfPage } from '#html/page-html.ts';
import { addressAt, creditOf } from '#media/pages/picture-html.ts';
import type { Publication } from '#runtime/config/config.ts';
import { pagesMarkdown } from './article-markdown.ts';
import type { CorrectionsPage } from './corrections-html.ts';
import type { Byline } from './front-html.ts';

/** A page of the articles of a byline as a list of Markdown addresses, newest first. */
export function authorMarkdown(publication: Publication, byline: Byline): string {
  const { slug, name, biography, portrait, articles, page, hasMore } = byline;
  const path = `/authors/${slug}`;
  return pageMarkdown(publication, {
    path: pagePath(path, page),
    title: titleOfPage({ title: name, page }),
    description: `Everything ${publication.name} has published under the byline ${name}.`,
    parts: [
      portrait ? portraitMarkdown(publication, portrait) : '',
      biography ? escapeMarkdown(biography) : '',
      'Published under this byline, newest first.',
      articles.map((article) => listingLine(publication, article)).join('\n'),
      pagesMarkdown(publication, { path, page, hasMore }),
    ],
  });
}

/** The portrait of an author as a link, with its alternative text. */
function portraitMarkdown({ baseUrl }: Publication, portrait: Hero): string {
  const address = `${baseUrl}${addressAt(portrait, 480, 'jpg')}`;
  return `Portrait: [${escapeMarkdown(portrait.alt)}](${address}). ${escapeMarkdown(creditOf(portrait))}`;
}

/** The corrections of the whole magazine as a list, latest first. */
export function correctionsMarkdown(
  publication: Publication,
  { corrections, earlier, retractions }: CorrectionsPage,
): string {
  const lines = corrections.map((correction) => {
    const link = `[${escapeMarkdown(correction.headline)}](${articleForms(publication, correction).markdown})`;
    const mark = correction.archive ? ` ${archiveMarkdown(correction.archive)}` : '';
    return `- Correction ${correction.seq}, ${dayIn(correction.at, publication.timeZone)}, ${link}: ${escapeMarkdown(correction.note)}${mark}`;
  });
  const notices = retractions.map(
    ({ at, section, slug, notice }) =>
      `- ${dayIn(at, publication.timeZone)}, \`/${section}/${slug}\`: ${escapeMarkdown(notice.replace(/\s+/g, ' '))}`,
  );
  const more = `[Earlier corrections](${publication.baseUrl}/corrections.md?before=${earlier})`;
  return pageMarkdown(publication, {
    path: '/corrections',
    title: 'Corrections',
    description: `Every correction ${publication.name} has made to a published article.`,
    parts: [
      lines.length > 0 ? lines.join('\n') : 'No correction has been made yet.',
      notices.length > 0 ? `## No longer published\n\n${notices.join('\n')}` : '',
      earlier === null ? '' : more,
      publication.contact === null ? '' : `Tell us of a mistake: <${publication.contact}>`,
    ],
  });
}
