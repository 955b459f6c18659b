import { articleHtml } from '../editions/article-html.ts';
import { articleMarkdown } from '../editions/article-markdown.ts';
import type { atomFeed } from '../editions/atom.ts';
import type { jsonFeed } from '../editions/json-feed.ts';
import { llmsFull } from '../editions/llms-full.ts';
import type { rssFeed } from '../editions/rss.ts';

/** The editions that hold body copy, and so may take long to print. The library of the feeds is read with the first feed. */
export const LONG_EDITIONS = {
  articleHtml,
  articleMarkdown,
  llmsFull,
  rssFeed: async (...parts: Parameters<typeof rssFeed>) => (await import('../editions/rss.ts')).rssFeed(...parts),
  atomFeed: async (...parts: Parameters<typeof atomFeed>) => (await import('../editions/atom.ts')).atomFeed(...parts),
  jsonFeed: async (...parts: Parameters<typeof jsonFeed>) =>
    (await import('../editions/json-feed.ts')).jsonFeed(...parts),
};
export type LongEditions = typeof LONG_EDITIONS;
