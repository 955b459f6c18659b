import { articleHtml } from '../editions/article-html.ts';
import { articleMarkdown } from '../editions/article-markdown.ts';
import { atomFeed } from '../editions/atom.ts';
import { jsonFeed } from '../editions/json-feed.ts';
import { llmsFull } from '../editions/llms-full.ts';
import { rssFeed } from '../editions/rss.ts';

/** The editions that hold body copy, and so may take long to print. */
export const LONG_EDITIONS = { articleHtml, articleMarkdown, rssFeed, atomFeed, jsonFeed, llmsFull };
export type LongEditions = typeof LONG_EDITIONS;
