import { generateRssFeed } from 'feedsmith';
import { articleForms } from '#article/addresses.ts';
import { sectionName } from '#article/section.ts';
import type { ArchivedBrief, BriefParts, PublishedBrief } from '#brief/issues/archive.ts';
import { dayIn } from '#core/wall-time.ts';
import { xmlSafe } from '#core/xml.ts';
import type { ShownNumber } from '#evidence/number-of-the-week.ts';
import { readLetter } from '#html/inline.ts';
import { bodyMarkdown, escapeMarkdown, inlineMarkdown } from '#html/markdown/markdown.ts';
import { pageMarkdown } from '#html/markdown/page-markdown.ts';
import type { Publication } from '#runtime/config/config.ts';
import { ABOUT_SPECIMEN, BRIEF_SUMMARY, type BriefArchive, NO_BRIEF, nextWords } from './brief-pages.ts';

/** The page of the brief: the last brief or a specimen, then all sent briefs as a list, latest first. */
export function briefArchiveMarkdown(publication: Publication, archive: BriefArchive): string {
  const { baseUrl } = publication;
  const { briefs, last, specimen } = archive;
  const lines = briefs.map(
    ({ day, number, subject }) => `- [${escapeMarkdown(subject)}](${baseUrl}/brief/${day}.md): No. ${number}, ${day}`,
  );
  const title = last ? `The last brief: ${escapeMarkdown(last.subject)}` : 'A specimen';
  const shown = last ?? specimen;
  return pageMarkdown(publication, {
    path: '/brief',
    title: 'Field Brief',
    description: BRIEF_SUMMARY,
    parts: [
      nextWords(publication, archive),
      ...(shown
        ? [`## ${title}`, last ? '' : ABOUT_SPECIMEN, ...partsMarkdown(publication, shown, '###')]
        : [NO_BRIEF]),
      lines.length > 0 ? `## All briefs\n\n${lines.join('\n')}` : '',
      `As JSON: <${baseUrl}/api/v1/public/briefs>. As a feed: <${baseUrl}/brief/rss.xml>.`,
    ],
  });
}

/** One brief as it was sent. */
export function briefMarkdown(publication: Publication, brief: PublishedBrief): string {
  const { day, number, subject, withdrawn, sponsor } = brief;
  return pageMarkdown(publication, {
    path: `/brief/${day}`,
    title: subject,
    description: `Field Brief ${number} of ${publication.name}, ${day}.`,
    parts: [
      ...partsMarkdown(publication, brief, '##'),
      withdrawn > 0 ? `Stories of this brief that were taken back since: ${withdrawn}.` : '',
      sponsor ? `Advertisement: ${escapeMarkdown(sponsor.name)} sponsored this brief.` : '',
    ],
  });
}

/** What a brief says, in the order of its email; `heading` is the mark of its headings. */
function partsMarkdown(publication: Publication, parts: BriefParts, heading: '##' | '###'): string[] {
  const { intro, corrections, stories, numberOfTheWeek } = parts;
  const address = (article: { section: string; slug: string }) => articleForms(publication, article).markdown;
  const link = (article: { headline: string; section: string; slug: string }) =>
    `[${escapeMarkdown(article.headline)}](${address(article)})`;
  const corrected = corrections.map(
    (correction) =>
      `- Correction ${correction.seq}, ${dayIn(correction.at, publication.timeZone)}, ${link(correction)}: ${escapeMarkdown(correction.note)}`,
  );
  const lines = stories.map((story) => {
    const disclosure = story.disclosure ? ` Sponsorship: ${escapeMarkdown(story.disclosure)}` : '';
    return `- ${link(story)}: ${escapeMarkdown(story.sentence || story.dek)} (${sectionName(story.section)})${disclosure}`;
  });
  return [
    bodyMarkdown(intro, (text) => inlineMarkdown(text, readLetter)),
    lines.length > 0 ? `${heading} Stories\n\n${lines.join('\n')}` : '',
    numberOfTheWeek ? `${heading} ${numberMarkdown(numberOfTheWeek, address(numberOfTheWeek))}` : '',
    corrected.length > 0 ? `${heading} Corrections\n\n${corrected.join('\n')}` : '',
  ];
}

function numberMarkdown({ text, sentence, quote, source }: ShownNumber, address: string): string {
  const cited = `[${escapeMarkdown(source.title)}](${source.url})`;
  return `Number of the week: ${escapeMarkdown(text)}\n\n${escapeMarkdown(sentence)}\n\n> ${escapeMarkdown(quote)}\n\n${cited}. [The story](${address})`;
}

/** The latest briefs as RSS 2.0: their subjects; the briefs themselves are at their addresses. */
export function briefRss(publication: Publication, briefs: readonly ArchivedBrief[]): string {
  const { baseUrl, name, language } = publication;
  const [latest] = briefs;
  return generateRssFeed({
    title: xmlSafe(`${name}: Field Brief`),
    link: `${baseUrl}/brief`,
    description: BRIEF_SUMMARY,
    language: xmlSafe(language),
    ...(latest && { lastBuildDate: new Date(latest.sentAt) }),
    ttl: 60,
    atom: { links: [{ href: `${baseUrl}/brief/rss.xml`, rel: 'self', type: 'application/rss+xml' }] },
    items: briefs.map(({ day, number, subject, sentAt }) => ({
      title: xmlSafe(subject),
      link: `${baseUrl}/brief/${day}`,
      guid: { value: `${baseUrl}/brief/${day}`, isPermaLink: true },
      pubDate: new Date(sentAt),
      description: xmlSafe(`Field Brief ${number}: ${subject}`),
    })),
  });
}
