import { generateAtomFeed, generateJsonFeed, generateRssFeed } from 'feedsmith';
import { xmlSafe } from '#core/xml.ts';
import { rightsLine } from '#http/licence.ts';
import { FEED_IMAGE } from '#media/cards/card-address.ts';
import type { Publication } from '#runtime/config/config.ts';
import { feedIconUrl } from '#site/look/icons.ts';
import { publisherLogo } from '#site/look/identity.ts';
import { type FeedArticle, type FeedItem, type FeedScope, feedFacts, feedItem } from './feed-items.ts';

/** Minutes that a feed reader may wait before the next request. */
const TTL = 60;

/** Articles as RSS 2.0 with their full text, in the order given. `changedAt` is the time of the last publication event. */
export async function rssFeed(
  publication: Publication,
  articles: FeedArticle[],
  changedAt: string | null,
  scope: FeedScope | null = null,
): Promise<string> {
  const { title, description, home, self } = feedFacts(publication, scope, 'rss.xml');
  const items = await Promise.all(articles.map((article) => feedItem(publication, article)));
  return generateRssFeed({
    title,
    link: home,
    description,
    language: xmlSafe(publication.language),
    copyright: xmlSafe(rightsLine(publication)),
    ...(changedAt && { lastBuildDate: new Date(changedAt) }),
    ttl: TTL,
    image: { url: feedIconUrl(publication), title, link: home, width: FEED_IMAGE, height: FEED_IMAGE },
    atom: { links: [{ href: self, rel: 'self', type: 'application/rss+xml' }] },
    items: items.map(rssItem),
  });
}

function rssItem({ id, url, title, summary, authors, section, tags, publishedAt, modifiedAt, fullText }: FeedItem) {
  return {
    title,
    link: url,
    guid: { value: id, isPermaLink: false },
    pubDate: publishedAt,
    atom: { updated: modifiedAt },
    dc: { creators: authors },
    categories: [section.name, ...tags].map((name) => ({ name })),
    description: asHtml(summary),
    ...(fullText && { content: { encoded: fullText } }),
  };
}

/** Readers show a description of RSS as HTML (RSS 2.0, `description`): what looks like a tag or an entity stays text. */
function asHtml(text: string): string {
  return text.replace(/&(?=#?\w+;)/g, '&amp;').replaceAll('<', '&lt;');
}

/** The `updated` time of an empty feed, because Atom requires one (RFC 4287, 4.1.1). */
const NEVER = '1970-01-01T00:00:00.000Z';

/** Articles as Atom with their full text, in the order given (RFC 4287). `changedAt` is the time of the last publication event. */
export async function atomFeed(
  publication: Publication,
  articles: FeedArticle[],
  changedAt: string | null,
  scope: FeedScope | null = null,
): Promise<string> {
  const { title, description, home, self } = feedFacts(publication, scope, 'atom.xml');
  const items = await Promise.all(articles.map((article) => feedItem(publication, article)));
  return generateAtomFeed({
    xml: { lang: xmlSafe(publication.language) },
    id: self,
    title: { value: title },
    subtitle: { value: description },
    rights: { value: xmlSafe(rightsLine(publication)) },
    icon: feedIconUrl(publication),
    updated: new Date(changedAt ?? NEVER),
    authors: [{ name: xmlSafe(publication.name), uri: `${publication.baseUrl}/` }],
    links: [
      { href: self, rel: 'self', type: 'application/atom+xml' },
      { href: home, rel: 'alternate', type: 'text/html' },
    ],
    entries: items.map(atomEntry),
  });
}

function atomEntry(item: FeedItem) {
  return {
    id: item.id,
    title: { value: item.title },
    links: [
      { href: item.url, rel: 'alternate', type: 'text/html' },
      { href: item.markdown, rel: 'alternate', type: 'text/markdown' },
    ],
    published: item.publishedAt,
    updated: item.modifiedAt,
    authors: item.authors.map((name) => ({ name })),
    categories: [{ term: item.section.slug, label: item.section.name }, ...item.tags.map((term) => ({ term }))],
    summary: { value: item.summary },
    ...(item.fullText && { content: { value: item.fullText, type: 'html' } }),
  };
}

/** Articles as JSON Feed 1.1 with their full text, in the order given. */
export async function jsonFeed(
  publication: Publication,
  articles: FeedArticle[],
  scope: FeedScope | null = null,
): Promise<string> {
  const { title, description, home, self } = feedFacts(publication, scope, 'feed.json');
  const items = await Promise.all(articles.map((article) => feedItem(publication, article)));
  const feed = generateJsonFeed({
    title,
    description,
    home_page_url: home,
    feed_url: self,
    icon: publisherLogo(publication).url,
    language: xmlSafe(publication.language),
    authors: [{ name: xmlSafe(publication.name), url: `${publication.baseUrl}/` }],
    items: items.map(jsonItem),
  });
  return `${JSON.stringify(Object.assign({ items: [] }, feed))}\n`; // an empty feed still needs a list
}

function jsonItem(item: FeedItem) {
  return {
    id: item.id,
    url: item.url,
    title: item.title,
    summary: item.summary,
    image: item.image,
    date_published: item.publishedAt,
    date_modified: item.modifiedAt,
    authors: item.authors.map((name) => ({ name })),
    tags: [item.section.name, ...item.tags],
    // An item must have a text (JSON Feed 1.1, "Items").
    ...(item.fullText ? { content_html: item.fullText } : { content_text: item.summary }),
  };
}
