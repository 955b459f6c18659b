import { generateRssFeed } from 'feedsmith';
import type { Publication } from '../../config.ts';
import { feedImageUrl, ON_FEED } from '../cards/card-address.ts';
import { type FeedArticle, type FeedItem, feedFacts, feedItem } from './feed-items.ts';
import { xmlSafe } from './xml.ts';

/** How long a feed reader may wait before it looks again, in minutes. */
const TTL = 60;

/** Articles as RSS 2.0 with their full text, in the order given. `changedAt` is when the edition last changed. */
export async function rssFeed(
  publication: Publication,
  articles: FeedArticle[],
  changedAt: string | null,
  section: string | null = null,
): Promise<string> {
  const { title, description, home, self } = feedFacts(publication, section, 'rss.xml');
  const items = await Promise.all(articles.map((article) => feedItem(publication, article)));
  return generateRssFeed({
    title,
    link: home,
    description,
    language: xmlSafe(publication.language),
    ...(changedAt && { lastBuildDate: new Date(changedAt) }),
    ttl: TTL,
    image: { url: feedImageUrl(publication), title, link: home, width: ON_FEED, height: ON_FEED },
    atom: { links: [{ href: self, rel: 'self', type: 'application/rss+xml' }] },
    items: items.map(spell),
  });
}

function spell({ id, url, title, summary, author, desk, tags, publishedAt, modifiedAt, fullText }: FeedItem) {
  return {
    title,
    link: url,
    guid: { value: id, isPermaLink: false },
    pubDate: publishedAt,
    atom: { updated: modifiedAt },
    dc: { creators: [author] },
    categories: [desk.name, ...tags].map((name) => ({ name })),
    description: summary,
    ...(fullText && { content: { encoded: fullText } }),
  };
}
