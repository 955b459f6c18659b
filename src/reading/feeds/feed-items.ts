import { html } from 'hono/html';
import { articleForms } from '#article/addresses.ts';
import type { Source } from '#article/copy.ts';
import { coAuthorsIn } from '#article/credits.ts';
import type { PublishedArticle } from '#article/published.ts';
import { sectionName } from '#article/section.ts';
import { xmlSafe } from '#core/xml.ts';
import { placeExhibits } from '#evidence/exhibits.ts';
import { shownTable } from '#evidence/number-table.ts';
import { numbersList, publishedEvidence } from '#evidence/pages/evidence-html.ts';
import { evidenceUrl } from '#evidence/pages/evidence-json.ts';
import { plainExhibit } from '#evidence/pages/exhibit-html.ts';
import { plainNumberTable } from '#evidence/pages/number-chart.ts';
import { blockHtml, type Html, longDate, printHtml } from '#html/html.ts';
import { blocksWithText } from '#html/inline.ts';
import { cardUrl } from '#media/cards/card-address.ts';
import { addressAt, captionWithCredit } from '#media/pages/picture-html.ts';
import type { Provenance } from '#reading/article-extras.ts';
import type { Publication } from '#runtime/config/config.ts';

// The data of the three feeds; each feed writes it in its own format.

/** What a feed holds, other than the whole magazine: the articles of a section or of a tag; `path` is its page. */
export type FeedScope = { name: string; about: string; path: string };

/** The title and addresses of a feed. */
export type FeedFacts = { title: string; description: string; home: string; self: string };

/** A published article with the other data that a feed shows. */
export type FeedArticle = PublishedArticle & Partial<Provenance>;

/** A feed item, without characters that XML does not allow. */
export type FeedItem = {
  /** Stays the same when the article moves (RFC 4287, 4.2.6). */
  id: string;
  url: string;
  markdown: string;
  /** The article's picture, or its card if it has no picture. */
  image: string;
  title: string;
  summary: string;
  /** The byline first. */
  authors: string[];
  section: { slug: string; name: string };
  tags: string[];
  publishedAt: Date;
  modifiedAt: Date;
  /** Null for an article that cannot be rendered: the feed then has its dek, and the other articles are not affected. */
  fullText: string | null;
};

/** The title and addresses of a feed; `file` is the last part of its path, such as `rss.xml`. */
export function feedFacts(publication: Publication, scope: FeedScope | null, file: string): FeedFacts {
  const { baseUrl, name, description } = publication;
  return {
    title: xmlSafe(scope ? `${name}: ${scope.name}` : name),
    description: xmlSafe(scope?.about ?? description),
    home: baseUrl + (scope?.path ?? '/'),
    self: `${baseUrl}${scope?.path ?? ''}/${file}`,
  };
}

export async function feedItem(publication: Publication, article: FeedArticle): Promise<FeedItem> {
  const { html: url, markdown } = articleForms(publication, article);
  return {
    id: `urn:uuid:${article.id}`,
    url,
    markdown,
    image: article.hero ? photograph(publication, article.hero) : cardUrl(publication, article),
    title: xmlSafe(article.headline),
    summary: xmlSafe(article.dek),
    authors: [article.author ?? publication.byline, ...coAuthorsIn(article.credits)].map(xmlSafe),
    section: { slug: article.section, name: sectionName(article.section) },
    tags: article.tags.map(({ name }) => xmlSafe(name)),
    publishedAt: new Date(article.publishedAt),
    modifiedAt: new Date(article.modifiedAt),
    fullText: await fullText(publication, article).catch(() => null),
  };
}

/** The content of the article page with absolute addresses: correction, disclosures, picture, body, sources, numbers, provenance. */
async function fullText(publication: Publication, article: FeedArticle): Promise<string> {
  const { bodyBlocks, sources } = article;
  const table = shownTable(article.numberTable, bodyBlocks, article.evidence ?? null);
  const placed = placeExhibits(article.exhibits, bodyBlocks);
  const markup = html`${notes(publication, article)}${figure(publication, article)}${blocksWithText(bodyBlocks).map((block) => html`${blockHtml(block)}${placed.get(block)?.map(plainExhibit) ?? ''}`)}${table ? plainNumberTable(table) : ''}${sourceList(sources)}${numbers(publication, article)}${provenance(publication, article)}`;
  return xmlSafe(await printHtml(markup)).trim();
}

function notes({ timeZone }: Publication, { correctedAt, correctionNote, sponsorshipDisclosure }: FeedArticle): Html {
  return html`${
    correctionNote && correctedAt
      ? html`<p><strong>Correction, ${longDate(correctedAt, timeZone)}.</strong> ${correctionNote}</p>\n`
      : ''
  }${sponsorshipDisclosure ? html`<p><strong>Sponsorship.</strong> ${sponsorshipDisclosure}</p>\n` : ''}`;
}

function photograph({ baseUrl }: Publication, hero: NonNullable<FeedArticle['hero']>): string {
  return `${baseUrl}${addressAt(hero, 1200, 'jpg')}`;
}

function figure(publication: Publication, { hero, pictureCaption }: FeedArticle): Html | string {
  if (!hero) return '';
  return html`<figure><img src="${photograph(publication, hero)}" alt="${hero.alt}"><figcaption>${captionWithCredit(hero, pictureCaption)}</figcaption></figure>\n`;
}

function sourceList(sources: readonly Source[]): Html | string {
  if (sources.length === 0) return '';
  return html`<h2>Sources</h2>
<ol>${sources.map(
    ({ title, url, publisher, note }) =>
      html`<li><a href="${url}">${title}</a>${publisher ? `, ${publisher}` : ''}${note ? `. ${note}` : ''}</li>`,
  )}</ol>\n`;
}

function numbers(publication: Publication, article: FeedArticle): Html | string {
  const { evidence } = article;
  if (!evidence) return '';
  const shown = { ...publishedEvidence(publication, article, evidence), address: evidenceUrl(publication, article) };
  const list = numbersList(shown, `${publication.baseUrl}/method`);
  return list && html`<h2>Numbers</h2>\n${list}\n`;
}

function provenance({ baseUrl }: Publication, { drafted }: FeedArticle): Html | string {
  if (!drafted) return '';
  return html`<p>Drafted with ${drafted.agent} let in by ${drafted.letInBy}${drafted.editedBy === null ? '' : html`; edited by ${drafted.editedBy}`}. <a href="${baseUrl}/standards#agents">What agents may do</a></p>\n`;
}
