import type { Evidence, EvidenceFigure } from '../../article/figures/evidence.ts';
import type { BodyBlock, Source } from '../../article/model/copy.ts';
import { deskName } from '../../article/model/desk.ts';
import type { ArticleExtras } from '../../article/read/article-extras.ts';
import type { PublishedArticle, PublishedListing } from '../../article/read/published.ts';
import type { SeriesPlace } from '../../article/read/series.ts';
import type { Publication } from '../../config.ts';
import { articleForms, articleUrl, pagePath, seriesPath, tagPath } from '../addresses.ts';
import { enclose, type FigureMark, marksOf } from '../figure-marks.ts';
import type { ListPage } from '../html/page-html.ts';
import { addressAt, captionWithCredit } from '../html/picture-html.ts';
import { evidenceUrl } from '../json/evidence-json.ts';
import { shownTable } from '../number-table.ts';
import { countsWords, formulaWords, PLACE_WORDS, settledLines, signedWords } from '../settlement-labels.ts';
import {
  bodyMarkdown,
  escapeHeading,
  escapeMarkdown,
  frontMatter,
  type InlinePrinter,
  inlineMarkdown,
  markdownAddress,
} from './markdown.ts';

/** An article as Markdown: front matter, pointer to the index, correction, body, sources. */
export function articleMarkdown(publication: Publication, article: PublishedArticle, beside: ArticleExtras): string {
  const facts = frontMatter({
    title: article.headline,
    description: article.dek,
    url: articleUrl(publication, article),
    author: article.author ?? publication.byline,
    section: article.section,
    tags: article.tags.map(({ name }) => name),
    publishedAt: article.publishedAt,
    modifiedAt: article.modifiedAt,
    correctedAt: article.correctedAt,
    language: publication.language,
  });
  const parts = [
    pointer(publication),
    articleText(publication, article, beside.evidence),
    earlierCorrections(beside),
    provenance(publication, beside),
    beside.series ? seriesPlaceMarkdown(publication, beside.series) : '',
    readNext(publication, article, beside),
  ];
  return `${facts}\n${parts.filter((part) => part !== '').join('\n\n')}\n`;
}

/** Without the latest one, which is above the article. */
function earlierCorrections({ corrections }: ArticleExtras): string {
  const [, ...earlier] = corrections;
  if (earlier.length === 0) return '';
  const lines = earlier.map(({ at, note }) => `- ${at.slice(0, 10)}: ${escapeMarkdown(note)}`);
  return `## Earlier corrections\n\n${lines.join('\n')}`;
}

function provenance({ baseUrl, byline }: Publication, { drafted }: ArticleExtras): string {
  if (!drafted) return '';
  const { agent, letInBy, editedBy } = drafted;
  return `Drafted with ${escapeMarkdown(agent)} let in by ${escapeMarkdown(letInBy)}; edited by ${escapeMarkdown(editedBy ?? byline)}. [What agents may do](${baseUrl}/standards.md)`;
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

function readNext(publication: Publication, { section }: PublishedArticle, { related }: ArticleExtras): string {
  const lines = related.articles.map((article) => listingLine(publication, article));
  const all = `- [All of ${escapeMarkdown(deskName(section))}](${publication.baseUrl}/${section}.md)`;
  return `## Read next\n\n${[...lines, all].join('\n')}`;
}

/** The same without front matter and pointer. */
export function articleText(
  publication: Publication,
  article: PublishedArticle,
  evidence: Evidence | null = null,
): string {
  const body = evidence
    ? bodyMarkdown(article.bodyBlocks, footnotePrinter(article.bodyBlocks, evidence), tableMarkdown(article, evidence))
    : bodyMarkdown(article.bodyBlocks);
  const parts = [
    `# ${escapeHeading(article.headline)}`,
    escapeMarkdown(article.dek),
    `By ${escapeMarkdown(article.author ?? publication.byline)}. ${escapeMarkdown(deskName(article.section))}. ${dates(article)}`,
    notes(article),
    figure(publication, article),
    body,
    article.sources.length > 0 ? `## Sources\n\n${article.sources.map(sourceLine).join('\n')}` : '',
    evidence ? numbersMarkdown(publication.baseUrl, evidenceUrl(publication, article), evidence, body) : '',
    article.tags.length > 0 ? `Tags: ${article.tags.map((tag) => tagLink(publication, tag)).join(', ')}` : '',
  ];
  return parts.filter((part) => part !== '').join('\n\n');
}

function tagLink({ baseUrl }: Publication, { slug, name }: PublishedArticle['tags'][number]): string {
  return `[${escapeMarkdown(name)}](${baseUrl}${tagPath(slug)}.md)`;
}

function dates({ publishedAt, modifiedAt }: PublishedArticle): string {
  const [published, changed] = [publishedAt.slice(0, 10), modifiedAt.slice(0, 10)];
  return `Published ${published}.${changed === published ? '' : ` Changed ${changed}.`}`;
}

/** An article in a list: its Markdown address, dek, desk and day of publication. */
export function listingLine(publication: Publication, article: PublishedListing): string {
  const { headline, dek, section, publishedAt } = article;
  const address = articleForms(publication, article).markdown;
  return `- [${escapeMarkdown(headline)}](${address}): ${escapeMarkdown(dek)} (${deskName(section)}, ${publishedAt.slice(0, 10)})`;
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

/** The Markdown body of a 404. */
export function notFoundMarkdown(publication: Publication): string {
  const base = publication.baseUrl;
  return `# Not found\n\nNothing is published at this address. Find what is in [llms.txt](${base}/llms.txt) or in [sitemap.xml](${base}/sitemap.xml).\n`;
}

/** The line that leads agents to the index. */
export function pointer(publication: Publication): string {
  return `> Index of this magazine for agents: [${publication.baseUrl}/llms.txt](${publication.baseUrl}/llms.txt)`;
}

/** Correction and disclosure in one block quote: Markdown would join two block quotes anyway. */
function notes({ correctionNote, correctedAt, sponsorshipDisclosure: sponsorship }: PublishedArticle): string {
  const correction = correctionNote && correctedAt;
  return [
    correction ? `> **Correction, ${correctedAt.slice(0, 10)}.** ${escapeMarkdown(correctionNote)}` : '',
    sponsorship ? `> **Sponsorship.** ${escapeMarkdown(sponsorship)}` : '',
  ]
    .filter((note) => note !== '')
    .join('\n>\n');
}

/** The hero as a link, with its alternative text. */
function figure({ baseUrl }: Publication, { hero, pictureCaption }: PublishedArticle): string {
  if (!hero) return '';
  return `Fig. 1. [${escapeMarkdown(hero.alt)}](${baseUrl}${addressAt(hero, 1200, 'jpg')}). ${escapeMarkdown(captionWithCredit(hero, pictureCaption))}`;
}

function sourceLine(source: Source, index: number): string {
  const publisher = source.publisher ? `, ${escapeMarkdown(source.publisher)}` : '';
  const note = source.note ? `. ${escapeMarkdown(source.note)}` : '';
  return `${index + 1}. [${escapeMarkdown(source.title)}](${markdownAddress(source.url)})${publisher}${note}`;
}

// Settled numbers as footnotes: `412[^n1]`, with their settlements at the end.

/** Returns a renderer that adds the footnotes of its numbers to each block. */
function footnotePrinter(blocks: readonly BodyBlock[], evidence: Evidence) {
  const marks = marksOf(blocks, evidence.figures, settledLines(evidence).lineOf);
  return (block: BodyBlock): { block: BodyBlock; inline: InlinePrinter } => {
    const own: readonly FigureMark[] = marks.get(block) ?? [];
    if (own.length === 0) return { block, inline: inlineMarkdown };
    const { text, lines } = enclose(block.text, own);
    const order = lines.values();
    return { block: { ...block, text }, inline: (run) => withFootnotes(run, order) };
  };
}

/** The table of numbers, each with its footnote; null without one. */
function tableMarkdown({ numberTable, bodyBlocks }: PublishedArticle, evidence: Evidence) {
  const table = shownTable(numberTable, bodyBlocks, evidence);
  if (!table) return null;
  const { lineOf } = settledLines(evidence);
  const rows = table.rows.map(({ label, figure }) => {
    const line = lineOf.get(figure.anchor);
    return `| ${cell(label)} | ${cell(figure.text)}${line === undefined ? '' : `[^n${line}]`} |`;
  });
  const text = [`| ${cell(table.title)} | Number |`, '| --- | --- |', ...rows].join('\n');
  return { after: table.after, text };
}

function cell(words: string): string {
  return escapeMarkdown(words).replaceAll(/(?<!\\)\|/g, '\\|');
}

const EITHER = /[\ue000\ue001]/g;

/** Enclosed text as Markdown, with a footnote after each number; without footnotes if they would change how it is parsed. */
function withFootnotes(run: string, order: Iterator<number>): string {
  const bare = inlineMarkdown(run.replace(EITHER, ''));
  const marked = inlineMarkdown(run);
  const lines = [...run.matchAll(/\ue000/g)].map(() => order.next().value as number);
  if (marked.replace(EITHER, '') !== bare) return bare;
  let at = 0;
  return marked.replace(/\ue000([^\ue000\ue001]*)\ue001(\()?/g, (_, figure: string, next = '', offset: number) => {
    const line = lines[at++];
    // A footnote does not work inside a link or inside code.
    const isPlain = !isInside(marked.slice(0, offset));
    return isPlain ? `${figure}[^n${line}]${next && '\\('}` : figure + next;
  });
}

/** Whether a text ends inside a link or code. */
function isInside(before: string): boolean {
  const plain = before
    .replace(/\\./g, '')
    .replace(/`[^`]*`/g, '')
    .replace(/\[[^[\]]*\]\((?:[^()]|\([^()]*\))*\)/g, '');
  return /[`[]|\]\((?:[^()]|\([^()]*\))*\(?[^()]*$/.test(plain);
}

/** The counts, the footnotes of the body, and a list of the numbers outside of it; empty where no figure was found. */
function numbersMarkdown(baseUrl: string, address: string, evidence: Evidence, body: string): string {
  const words = countsWords(evidence.counts);
  if (words === '') return '';
  const head = `## Numbers\n\n${words} [How numbers are settled](${baseUrl}/method.md). [The same as data](${address}).`;
  const { lines } = settledLines(evidence);
  const [notes = [], others = []] = [true, false].map((isUsed) =>
    lines.filter(({ number }) => body.includes(`[^n${number}]`) === isUsed),
  );
  const list = others.map(({ text, how }) => {
    const where = how.field === 'body' ? '' : `, ${PLACE_WORDS[how.field][0]}`;
    return `- ${escapeMarkdown(text)}${where}: ${way(how)}`;
  });
  const footnotes = notes.map(({ number, text, how }) => `[^n${number}]: ${escapeMarkdown(text)}: ${way(how)}`);
  return [head, list.join('\n'), footnotes.join('\n')].filter((part) => part !== '').join('\n\n');
}

function way(how: EvidenceFigure): string {
  switch (how.settlement) {
    case 'sourced': {
      const { title = '', url = '' } = how.source ?? {};
      const quote = how.quote ? `: “${escapeMarkdown(how.quote)}”` : '';
      return `[${escapeMarkdown(title)}](${markdownAddress(url)}), ${escapeMarkdown(how.locator ?? '')}${quote}`;
    }
    case 'computed':
      return escapeMarkdown(formulaWords(how));
    case 'quoted':
      return `said by ${escapeMarkdown(how.who ?? '')}, ${escapeMarkdown(how.when ?? '')}`;
    default:
      return escapeMarkdown(signedWords(how));
  }
}
