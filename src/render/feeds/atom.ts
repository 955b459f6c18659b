import { generateAtomFeed } from 'feedsmith';
import type { Publication } from '../../config.ts';
import { feedImageUrl } from '../cards/card-address.ts';
import { type FeedArticle, type FeedItem, feedFacts, feedItem } from './feed-items.ts';
import { xmlSafe } from './xml.ts';

/** What a feed nothing was published in says, which has to say something (RFC 4287, 4.1.1). */
const NEVER = '1970-01-01T00:00:00.000Z';

/** Articles as Atom with their full text, in the order given (RFC 4287). `changedAt` is when the edition last changed. */
export async function atomFeed(
  publication: Publication,
  articles: FeedArticle[],
  changedAt: string | null,
  section: string | null = null,
): Promise<string> {
  const { title, description, home, self } = feedFacts(publication, section, 'atom.xml');
  const items = await Promise.all(articles.map((article) => feedItem(publication, article)));
  return generateAtomFeed({
    xml: { lang: xmlSafe(publication.language) },
    id: self,
    title: { value: title },
    subtitle: { value: description },
    icon: feedImageUrl(publication),
    updated: new Date(changedAt ?? NEVER),
    authors: [{ name: xmlSafe(publication.name), uri: `${publication.baseUrl}/` }],
    links: [
      { href: self, rel: 'self', type: 'application/atom+xml' },
      { href: home, rel: 'alternate', type: 'text/html' },
    ],
    entries: items.map(spell),
  });
}

function spell({ id, url, markdown, title, summary, author, desk, tags, publishedAt, modifiedAt, fullText }: FeedItem) {
  return {
    id,
    title: { value: title },
    links: [
      { href: url, rel: 'alternate', type: 'text/html' },
      { href: markdown, rel: 'alternate', type: 'text/markdown' },
    ],
    published: publishedAt,
    updated: modifiedAt,
    authors: [{ name: author }],
    categories: [{ term: desk.slug, label: desk.name }, ...tags.map((term) => ({ term }))],
    summary: { value: summary },
    ...(fullText && { content: { value: fullText, type: 'html' } }),
  };
}
