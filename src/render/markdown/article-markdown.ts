import type { Evidence } from '../../article/figures/evidence.ts';
import type { Source } from '../../article/model/copy.ts';
import { DESKS, deskName } from '../../article/model/desk.ts';
import type { ArticleExtras } from '../../article/read/article-extras.ts';
import type { PublishedArticle, PublishedListing } from '../../article/read/published.ts';
import type { Publication } from '../../config.ts';
import { articleForms, articleUrl } from '../addresses.ts';
import { addressAt, creditOf } from '../html/picture-html.ts';
import { evidenceUrl } from '../json/evidence-json.ts';
import { footnotePrinter, numbersMarkdown } from './evidence-markdown.ts';
import { bodyMarkdown, escapeHeading, escapeMarkdown, frontMatter, markdownAddress } from './markdown.ts';

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
  const { letInBy, editedBy } = drafted;
  return `Drafted with an agent let in by ${escapeMarkdown(letInBy)}; edited by ${escapeMarkdown(editedBy ?? byline)}. [What agents may do](${baseUrl}/standards.md)`;
}

/** The same without front matter and pointer. */
export function articleText(
  publication: Publication,
  article: PublishedArticle,
  evidence: Evidence | null = null,
): string {
  const parts = [
    `# ${escapeHeading(article.headline)}`,
    escapeMarkdown(article.dek),
    `By ${escapeMarkdown(article.author ?? publication.byline)}. ${escapeMarkdown(deskName(article.section))}. ${dates(article)}`,
    notes(article),
    figure(publication, article),
    evidence
      ? bodyMarkdown(article.bodyBlocks, footnotePrinter(article.bodyBlocks, evidence))
      : bodyMarkdown(article.bodyBlocks),
    article.sources.length > 0 ? `## Sources\n\n${article.sources.map(sourceLine).join('\n')}` : '',
    evidence ? numbersMarkdown(publication.baseUrl, evidenceUrl(publication, article), evidence) : '',
    article.tags.length > 0 ? `Tags: ${article.tags.map(({ name }) => escapeMarkdown(name)).join(', ')}` : '',
  ];
  return parts.filter((part) => part !== '').join('\n\n');
}

function dates({ publishedAt, modifiedAt }: PublishedArticle): string {
  const [published, changed] = [publishedAt.slice(0, 10), modifiedAt.slice(0, 10)];
  return `Published ${published}.${changed === published ? '' : ` Changed ${changed}.`}`;
}

/** The home page or a desk as Markdown: a list of articles with their Markdown addresses. */
export function frontMarkdown(publication: Publication, section: string | null, articles: PublishedListing[]): string {
  const desk = DESKS.find((one) => one.slug === section);
  const title = desk ? `${publication.name}: ${desk.name}` : publication.name;
  const about = desk?.about ?? publication.description;
  const lines = articles.map((article) => listingLine(publication, article));
  const desks = DESKS.map((one) => `- [${one.name}](${publication.baseUrl}/${one.slug}.md): ${one.about}`);
  return [
    frontMatter({
      title,
      description: about,
      url: `${publication.baseUrl}/${section ?? ''}`,
      language: publication.language,
    }),
    pointer(publication),
    '',
    `# ${escapeHeading(title)}`,
    '',
    escapeMarkdown(about),
    '',
    '## Articles',
    '',
    lines.length > 0 ? lines.join('\n') : 'Nothing has been published here yet.',
    '',
    '## Desks',
    '',
    desks.join('\n'),
    '',
  ].join('\n');
}

/** An article in a list: its Markdown address, dek, desk and day of publication. */
export function listingLine(publication: Publication, article: PublishedListing): string {
  const { headline, dek, section, publishedAt } = article;
  const address = articleForms(publication, article).markdown;
  return `- [${escapeMarkdown(headline)}](${address}): ${escapeMarkdown(dek)} (${deskName(section)}, ${publishedAt.slice(0, 10)})`;
}

/** The Markdown body of a 404. */
export function notFoundMarkdown(publication: Publication): string {
  const base = publication.baseUrl;
  return `# Not found\n\nNothing is published at this address. Find what is in [llms.txt](${base}/llms.txt) or in [sitemap.xml](${base}/sitemap.xml).\n`;
}

function pointer(publication: Publication): string {
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
function figure({ baseUrl }: Publication, { hero }: PublishedArticle): string {
  if (!hero) return '';
  return `Fig. 1. [${escapeMarkdown(hero.alt)}](${baseUrl}${addressAt(hero, 1200, 'jpg')}). ${escapeMarkdown(creditOf(hero))}`;
}

function sourceLine(source: Source, index: number): string {
  const publisher = source.publisher ? `, ${escapeMarkdown(source.publisher)}` : '';
  const note = source.note ? `. ${escapeMarkdown(source.note)}` : '';
  return `${index + 1}. [${escapeMarkdown(source.title)}](${markdownAddress(source.url)})${publisher}${note}`;
}
