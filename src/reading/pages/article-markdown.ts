import {
  articleForms,
  articleUrl,
  pagePath,
  recordPath,
  revisionUrl,
  seriesPath,
  tagPath,
} from '#article/addresses.ts';
import { archiveMarkdown, archiveSentence } from '#article/archive-words.ts';
import { frontMatterTexts } from '#article/article-fields.ts';
import { blockAnchors } from '#article/block-anchors.ts';
import { citationOf } from '#article/citation.ts';
import type { Source } from '#article/copy.ts';
import { creditLine } from '#article/credits.ts';
import { isOwnPage } from '#article/own-page.ts';
import type { PublishedArticle } from '#article/published.ts';
import { sectionName } from '#article/section.ts';
import { dayIn } from '#core/wall-time.ts';
import type { Evidence } from '#evidence/figures/evidence.ts';
import { evidenceUrl } from '#evidence/pages/evidence-json.ts';
import { followingMarkdown, footnotePrinter, numbersMarkdown } from '#evidence/pages/footnotes.ts';
import { withDays } from '#evidence/settlement-labels.ts';
import { foldSpace } from '#html/inline.ts';
import { bodyParts, escapeHeading, escapeMarkdown, frontMatter, markdownAddress } from '#html/markdown/markdown.ts';
import type { ListPage } from '#html/page-html.ts';
import { licenceOf } from '#http/licence.ts';
import { addressAt, captionWithCredit } from '#media/pages/picture-html.ts';
import type { ArticleExtras } from '#reading/article-extras.ts';
import type { SeriesPlace } from '#reading/series/read-series.ts';
import type { Publication } from '#runtime/config/config.ts';

/** An article as Markdown: front matter, pointer to the index, correction, body, sources. */
export function articleMarkdown(publication: Publication, article: PublishedArticle, beside: ArticleExtras): string {
  if (isOwnPage(article.section)) return ownPageMarkdown(publication, article, beside);
  const facts = frontMatter({
    title: article.headline,
    revision: article.revision,
    archive: article.archive && archiveSentence(article.archive),
    permalink: revisionUrl(publication, article),
    cite: citationOf(publication, article),
    license: licenceOf(publication).url,
    url: articleUrl(publication, article),
    record: `${publication.baseUrl}${recordPath(article)}`,
    correctedAt: article.correctedAt,
    correction: article.correctionNote && shortened(article.correctionNote),
    description: article.dek,
    author: article.author ?? publication.byline,
    section: article.section,
    tags: article.tags.map(({ name }) => name),
    publishedAt: article.publishedAt,
    modifiedAt: article.modifiedAt,
    language: publication.language,
    ...frontMatterTexts(article, 'article'),
  });
  const parts = [
    pointer(publication),
    articleText(publication, article, beside.evidence, 'below facts'),
    earlierCorrections(publication, beside),
    provenance(publication, beside),
    beside.series ? seriesPlaceMarkdown(publication, beside.series) : '',
    readNext(publication, beside),
  ];
  return `${facts}\n${parts.filter((part) => part !== '').join('\n\n')}\n`;
}

/** A custom page as Markdown: the facts of a page, then its text. */
function ownPageMarkdown(publication: Publication, page: PublishedArticle, beside: ArticleExtras): string {
  const facts = frontMatter({
    title: page.headline,
    revision: page.revision,
    permalink: revisionUrl(publication, page),
    url: articleUrl(publication, page),
    description: page.dek,
    modifiedAt: page.modifiedAt,
    language: publication.language,
    ...frontMatterTexts(page, 'article'),
  });
  const parts = [
    pointer(publication),
    articleText(publication, page, beside.evidence, 'below facts'),
    earlierCorrections(publication, beside),
  ];
  return `${facts}\n${parts.filter((part) => part !== '').join('\n\n')}\n`;
}

/** The beginning of a correction note: the whole note is above the text. */
function shortened(note: string): string {
  const line = foldSpace(note);
  return line.length <= MOST_OF_NOTE ? line : `${line.slice(0, MOST_OF_NOTE).replace(/\s\S*$/, '')} …`;
}

/** So that everything that a citation needs is in the first 1,000 characters, after which some agents stop reading. */
const MOST_OF_NOTE = 200;

/** Without the latest one, which is above the article. */
function earlierCorrections({ timeZone }: Publication, { corrections }: ArticleExtras): string {
  const [, ...earlier] = corrections;
  if (earlier.length === 0) return '';
  const lines = earlier.map(({ at, note }) => `- ${dayIn(at, timeZone)}: ${escapeMarkdown(note)}`);
  return `## Earlier corrections\n\n${lines.join('\n')}`;
}

function provenance({ baseUrl }: Publication, { drafted }: ArticleExtras): string {
  if (!drafted) return '';
  const { agent, letInBy, editedBy } = drafted;
  return `Drafted with ${escapeMarkdown(agent)} let in by ${escapeMarkdown(letInBy)}${editedBy === null ? '' : `; edited by ${escapeMarkdown(editedBy)}`}. [What agents may do](${baseUrl}/standards.md)`;
}

/** The place of an article in its series, with the parts before and after it. */
function seriesPlaceMarkdown(publication: Publication, series: SeriesPlace): string {
  const { name, part, of, previous, next } = series;
  const line = (label: string, article: SeriesPlace['next']) =>
    article
      ? [`- ${label}: [${escapeMarkdown(article.headline)}](${articleForms(publication, article).markdown})`]
      : [];
  const lines = [...line('Previous', previous), ...line('Next', next)];
  const head = `## Series\n\nPart ${part} of ${of} of [${escapeMarkdown(name)}](${publication.baseUrl}${seriesPath(series)}.md)`;
  return lines.length === 0 ? head : `${head}\n\n${lines.join('\n')}`;
}

function readNext(publication: Publication, { related }: ArticleExtras): string {
  if (related.articles.length === 0) return '';
  const lines = related.articles.map(
    (article) => `- [${escapeMarkdown(article.headline)}](${articleForms(publication, article).markdown})`,
  );
  return `## Read next\n\n${lines.join('\n')}`;
}

/** Whether the text is all, or comes below facts that have dek, byline, dates and tags. */
type TextForm = 'alone' | 'below facts';

/** The same without front matter and pointer. */
export function articleText(
  publication: Publication,
  article: PublishedArticle,
  evidence: Evidence | null = null,
  form: TextForm = 'alone',
): string {
  const [first, ...rest] = articleParts(publication, article, evidence, form);
  return `${first?.text}${rest.map(({ gap, text }) => gap + text).join('')}`;
}

/** A part of the text with the place it has in the article, and what is between it and the part before. */
export type ArticlePart = { place: string; text: string; gap: '\n' | '\n\n' };

/** The text in parts: what is above the body, the blocks by their anchors, then the lines below. */
export function articleParts(
  publication: Publication,
  article: PublishedArticle,
  given: Evidence | null,
  form: TextForm = 'alone',
): ArticlePart[] {
  const { bodyBlocks, sources, tags } = article;
  const evidence = given && { ...given, figures: withDays(given.figures, publication.timeZone) };
  const printer = evidence ? footnotePrinter(bodyBlocks, evidence) : undefined;
  const blocks = bodyParts(bodyBlocks, printer, followingMarkdown(article, evidence));
  const head = [
    `# ${escapeHeading(article.headline)}`,
    ...(form === 'alone' ? bylineLines(publication, article) : []),
    notes(publication, article),
    figure(publication, article, form),
  ];
  const anchors = blockAnchors(bodyBlocks);
  const body = blocks.map(({ text }) => text).join('\n\n');
  return [
    { place: 'top', text: head.filter((part) => part !== '').join('\n\n'), gap: '\n\n' },
    ...blocks.map(({ block, text }, index): ArticlePart => {
      return { place: anchors.get(block) ?? `block ${index + 1}`, text, gap: '\n\n' };
    }),
    ...lineParts('sources', sources.length > 0 ? `## Sources\n\n${sources.map(sourceLine).join('\n')}` : ''),
    ...lineParts(
      'numbers',
      evidence ? numbersMarkdown(evidenceUrl(publication, article), evidence, { body, sources }) : '',
    ),
    ...lineParts(
      'tags',
      tags.length > 0 && form === 'alone' ? `Tags: ${tags.map((tag) => tagLink(publication, tag)).join(', ')}` : '',
    ),
  ];
}

function bylineLines(publication: Publication, article: PublishedArticle): string[] {
  return [
    escapeMarkdown(article.dek),
    isOwnPage(article.section)
      ? `Last changed ${dayIn(article.modifiedAt, publication.timeZone)}.`
      : `By ${escapeMarkdown(article.author ?? publication.byline)}. ${creditsSentence(article)}${escapeMarkdown(sectionName(article.section))}. ${dates(publication, article)}`,
  ];
}

/** A section below the body, line by line. */
function lineParts(name: string, section: string): ArticlePart[] {
  if (section === '') return [];
  return section
    .split('\n\n')
    .flatMap((lines) => lines.split('\n').map((text, at) => ({ text, gap: at === 0 ? '\n\n' : '\n' }) as const))
    .map((part, index) => ({ place: `${name} ${index + 1}`, ...part }));
}

function tagLink({ baseUrl }: Publication, { slug, name }: PublishedArticle['tags'][number]): string {
  return `[${escapeMarkdown(name)}](${baseUrl}${tagPath(slug)}.md)`;
}

function creditsSentence({ credits }: PublishedArticle): string {
  const line = creditLine(credits);
  return line === '' ? '' : `${escapeMarkdown(line)}. `;
}

function dates({ timeZone }: Publication, { publishedAt, modifiedAt }: PublishedArticle): string {
  const [published, changed] = [dayIn(publishedAt, timeZone), dayIn(modifiedAt, timeZone)];
  return `Published ${published}.${changed === published ? '' : ` Changed ${changed}.`}`;
}

/** The links to the pages before and after this one; empty where the list has one page. */
export function pagesMarkdown({ baseUrl }: Publication, { path, page, hasMore }: ListPage): string {
  const link = (text: string, to: number) => `[${text}](${baseUrl}${pagePath(`${path}.md`, to)})`;
  const links = [
    ...(page > 1 ? [link('Newer stories', page - 1)] : []),
    ...(hasMore ? [link('Older stories', page + 1)] : []),
  ];
  return links.length === 0 ? '' : `Page ${page}. ${links.join(' · ')}`;
}

/** The line that leads agents to the index. */
export function pointer(publication: Publication): string {
  return `> Index of this magazine for agents: [${publication.baseUrl}/llms.txt](${publication.baseUrl}/llms.txt)`;
}

/** The mark of an archive, correction and disclosure in one block quote: Markdown would join two block quotes anyway. */
export function notes({ timeZone }: Publication, article: PublishedArticle): string {
  const { archive, correctionNote, correctedAt, sponsorshipDisclosure: sponsorship } = article;
  const correction = correctionNote && correctedAt;
  return [
    archive ? `> **Archive.** ${archiveMarkdown(archive)}` : '',
    correction ? `> **Correction, ${dayIn(correctedAt, timeZone)}.** ${escapeMarkdown(correctionNote)}` : '',
    sponsorship ? `> **Sponsorship.** ${escapeMarkdown(sponsorship)}` : '',
  ]
    .filter((note) => note !== '')
    .join('\n>\n');
}

/** The picture with its description; as a link where the text is all, because permanent revisions have it so. */
function figure({ baseUrl }: Publication, { hero, pictureCaption }: PublishedArticle, form: TextForm): string {
  if (!hero) return '';
  const link = `[${escapeMarkdown(hero.alt)}](${baseUrl}${addressAt(hero, 1200, 'jpg')})`;
  const caption = escapeMarkdown(captionWithCredit(hero, pictureCaption));
  return form === 'alone' ? `Fig. 1. ${link}. ${caption}` : `!${link} ${caption}`;
}

export function sourceLine(source: Source, index: number): string {
  const publisher = source.publisher ? `, ${escapeMarkdown(source.publisher)}` : '';
  const note = source.note ? `. ${escapeMarkdown(source.note)}` : '';
  return `${index + 1}. [${escapeMarkdown(source.title)}](${markdownAddress(source.url)})${publisher}${note}`;
}
