import { generateJsonFeed } from 'feedsmith';
import type { Publication } from '../../config.ts';
import { logoUrl } from '../cards/card-address.ts';
import { type FeedArticle, type FeedItem, feedFacts, feedItem } from './feed-items.ts';
import { xmlSafe } from './xml.ts';

/** Articles as JSON Feed 1.1 with their full text, in the order given. */
export async function jsonFeed(
  publication: Publication,
  articles: FeedArticle[],
  section: string | null = null,
): Promise<string> {
  const { title, description, home, self } = feedFacts(publication, section, 'feed.json');
  const items = await Promise.all(articles.map((article) => feedItem(publication, article)));
  const feed = generateJsonFeed({
    title,
    description,
    home_page_url: home,
    feed_url: self,
    icon: logoUrl(publication),
    language: xmlSafe(publication.language),
    authors: [{ name: xmlSafe(publication.name), url: `${publication.baseUrl}/` }],
    items: items.map(spell),
  });
  return `${JSON.stringify(Object.assign({ items: [] }, feed))}\n`; // an empty feed has a list all the same
}

function spell({ id, url, image, title, summary, author, desk, tags, publishedAt, modifiedAt, fullText }: FeedItem) {
  return {
    id,
    url,
    title,
    summary,
    image,
    date_published: publishedAt,
    date_modified: modifiedAt,
    authors: [{ name: author }],
    tags: [desk.name, ...tags],
    // An item without a text is none (JSON Feed 1.1, "Items").
    ...(fullText ? { content_html: fullText } : { content_text: summary }),
  };
}
