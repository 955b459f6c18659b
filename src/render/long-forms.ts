import { llmsFull } from './discovery/llms.ts';
import type { atomFeed, jsonFeed, rssFeed } from './feeds/feeds.ts';
import { articleHtml } from './html/article-html.ts';
import { articleMarkdown } from './markdown/article-markdown.ts';

/** The editions that hold body copy, and so may take long to print. The library of the feeds is read with the first feed. */
export const LONG_EDITIONS = {
  articleHtml,
  articleMarkdown,
  llmsFull,
  rssFeed: async (...parts: Parameters<typeof rssFeed>) => (await import('./feeds/feeds.ts')).rssFeed(...parts),
  atomFeed: async (...parts: Parameters<typeof atomFeed>) => (await import('./feeds/feeds.ts')).atomFeed(...parts),
  jsonFeed: async (...parts: Parameters<typeof jsonFeed>) => (await import('./feeds/feeds.ts')).jsonFeed(...parts),
};
export type LongEditions = typeof LONG_EDITIONS;
