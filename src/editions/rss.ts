import { generateRssFeed } from 'feedsmith';
import { html } from 'hono/html';
import { deskName } from '../article/desk.ts';
import type { PublishedArticle } from '../article/published.ts';
import type { Publication } from '../config.ts';
import { articleUrl } from './addresses.ts';
import { bodyHtml, longDate, printHtml } from './html.ts';
import { xmlSafe } from './xml.ts';

/** How long a feed reader may wait before it looks again, in minutes. */
const TTL = 60;

/** Articles as RSS 2.0 with their full text, in the order given. `changedAt` is when the edition last changed. */
export async function rssFeed(
  publication: Publication,
  articles: PublishedArticle[],
  changedAt: string | null,
): Promise<string> {
  const self = `${publication.baseUrl}/rss.xml`;
  return generateRssFeed({
    title: xmlSafe(publication.name),
    link: `${publication.baseUrl}/`,
    description: xmlSafe(publication.description),
    language: xmlSafe(publication.language),
    ...(changedAt && { lastBuildDate: new Date(changedAt) }),
    ttl: TTL,
    atom: { links: [{ href: self, rel: 'self', type: 'application/rss+xml' }] },
    items: await Promise.all(articles.map((article) => item(publication, article))),
  });
}

async function item(publication: Publication, article: PublishedArticle) {
  const url = articleUrl(publication, article);
  // An article that cannot be printed stands in the feed with its dek alone: the others must not go missing with it.
  const encoded = await fullText(article).catch(() => null);
  return {
    title: xmlSafe(article.headline),
    link: url,
    guid: { value: url, isPermaLink: true },
    pubDate: new Date(article.publishedAt),
    atom: { updated: new Date(article.modifiedAt) },
    dc: { creators: [xmlSafe(article.author ?? publication.byline)] },
    categories: [{ name: deskName(article.section) }],
    description: xmlSafe(article.dek),
    ...(encoded && { content: { encoded } }),
  };
}

/** The correction first, then what the page shows. */
async function fullText({ correctedAt, correctionNote, sponsorshipDisclosure, bodyBlocks }: PublishedArticle) {
  const markup = html`${
    correctionNote && correctedAt
      ? html`<p><strong>Correction, ${longDate(correctedAt)}.</strong> ${correctionNote}</p>\n`
      : ''
  }${sponsorshipDisclosure ? html`<p><strong>Sponsorship.</strong> ${sponsorshipDisclosure}</p>\n` : ''}${bodyHtml(bodyBlocks)}`;
  return xmlSafe(await printHtml(markup));
}
