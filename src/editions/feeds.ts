import { html } from 'hono/html';
import { DESKS, deskName } from '../article/desk.ts';
import type { PublishedArticle } from '../article/published.ts';
import type { Publication } from '../config.ts';
import { articleForms } from './addresses.ts';
import { cardUrl } from './card-address.ts';
import { bodyHtml, longDate, printHtml } from './html.ts';
import { xmlSafe } from './xml.ts';

// What the three feeds say alike; each spells it in the way of its own format.

/** Of the whole magazine, or of the desk `section`. */
export type FeedFacts = { title: string; description: string; home: string; self: string };

/** An article as every feed tells it, without a character that XML could not hold. */
export type FeedItem = {
  url: string;
  markdown: string;
  /** The picture that stands for it. */
  card: string;
  title: string;
  summary: string;
  author: string;
  desk: { slug: string; name: string };
  tags: string[];
  publishedAt: Date;
  modifiedAt: Date;
  /** Null for an article that cannot be printed: it stands in the feed with its dek, so that the others do not go missing. */
  fullText: string | null;
};

/** What a feed says of itself; `file` is its last part: `rss.xml`. */
export function feedFacts(publication: Publication, section: string | null, file: string): FeedFacts {
  const { baseUrl, name, description } = publication;
  const desk = DESKS.find((one) => one.slug === section);
  return {
    title: xmlSafe(desk ? `${name}: ${desk.name}` : name),
    description: xmlSafe(desk?.about ?? description),
    home: `${baseUrl}/${desk?.slug ?? ''}`,
    self: desk ? `${baseUrl}/${desk.slug}/${file}` : `${baseUrl}/${file}`,
  };
}

export async function feedItem(publication: Publication, article: PublishedArticle): Promise<FeedItem> {
  const { html: url, markdown } = articleForms(publication, article);
  return {
    url,
    markdown,
    card: cardUrl(publication, article),
    title: xmlSafe(article.headline),
    summary: xmlSafe(article.dek),
    author: xmlSafe(article.author ?? publication.byline),
    desk: { slug: article.section, name: deskName(article.section) },
    tags: article.tags.map(({ name }) => xmlSafe(name)),
    publishedAt: new Date(article.publishedAt),
    modifiedAt: new Date(article.modifiedAt),
    fullText: await fullText(article).catch(() => null),
  };
}

/** The correction first, then what the page shows. */
async function fullText({ correctedAt, correctionNote, sponsorshipDisclosure, bodyBlocks }: PublishedArticle) {
  const markup = html`${
    correctionNote && correctedAt
      ? html`<p><strong>Correction, ${longDate(correctedAt)}.</strong> ${correctionNote}</p>\n`
      : ''
  }${sponsorshipDisclosure ? html`<p><strong>Sponsorship.</strong> ${sponsorshipDisclosure}</p>\n` : ''}${bodyHtml(bodyBlocks)}`;
  return xmlSafe(await printHtml(markup)).trim();
}
