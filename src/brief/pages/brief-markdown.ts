import { generateRssFeed } from 'feedsmith';
import { articleForms } from '#article/addresses.ts';
import { deskName } from '#article/desk.ts';
import type { ArchivedBrief, PublishedBrief } from '#brief/issues/archive.ts';
import type { Publication } from '#config/config.ts';
import { xmlSafe } from '#core/xml.ts';
import { readLetter } from '#html/inline.ts';
import { bodyMarkdown, escapeMarkdown, inlineMarkdown } from '#html/markdown/markdown.ts';
import { pageMarkdown } from '#html/markdown/page-markdown.ts';
import { BRIEF_SUMMARY } from './brief-pages.ts';

/** The archive of the Field Brief as a list, latest first. */
export function briefArchiveMarkdown(publication: Publication, briefs: readonly ArchivedBrief[]): string {
  const { baseUrl } = publication;
  const lines = briefs.map(
    ({ day, number, subject }) => `- [${escapeMarkdown(subject)}](${baseUrl}/brief/${day}.md): No. ${number}, ${day}`,
  );
  return pageMarkdown(publication, {
    path: '/brief',
    title: 'Field Brief',
    description: BRIEF_SUMMARY,
    parts: [
      lines.length > 0 ? lines.join('\n') : 'No brief has been sent yet.',
      `As JSON: <${baseUrl}/api/v1/public/briefs>. As a feed: <${baseUrl}/brief/rss.xml>.`,
    ],
  });
}

/** One brief as it was sent. */
export function briefMarkdown(publication: Publication, brief: PublishedBrief): string {
  const { day, number, subject, intro, corrections, stories, withdrawn, sponsor } = brief;
  const link = (article: { headline: string; section: string; slug: string }) =>
    `[${escapeMarkdown(article.headline)}](${articleForms(publication, article).markdown})`;
  const corrected = corrections.map(
    (correction) =>
      `- Correction ${correction.seq}, ${correction.at.slice(0, 10)}, ${link(correction)}: ${escapeMarkdown(correction.note)}`,
  );
  const lines = stories.map((story) => {
    const disclosure = story.disclosure ? ` Sponsorship: ${escapeMarkdown(story.disclosure)}` : '';
    return `- ${link(story)}: ${escapeMarkdown(story.sentence || story.dek)} (${deskName(story.section)})${disclosure}`;
  });
  return pageMarkdown(publication, {
    path: `/brief/${day}`,
    title: subject,
    description: `Field Brief ${number} of ${publication.name}, ${day}.`,
    parts: [
      bodyMarkdown(intro, (text) => inlineMarkdown(text, readLetter)),
      corrected.length > 0 ? `## Corrections\n\n${corrected.join('\n')}` : '',
      lines.length > 0 ? `## Stories\n\n${lines.join('\n')}` : '',
      withdrawn > 0 ? `Stories of this brief that were taken back since: ${withdrawn}.` : '',
      sponsor ? `Advertisement: ${escapeMarkdown(sponsor.name)} sponsored this brief.` : '',
    ],
  });
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
