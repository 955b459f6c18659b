import { articleHtml } from '../editions/article-html.ts';
import { articleMarkdown } from '../editions/article-markdown.ts';
import { rssFeed } from '../editions/rss.ts';

/** The editions that hold body copy, and so may take long to print. */
export const LONG_EDITIONS = { articleHtml, articleMarkdown, rssFeed };
export type LongEditions = typeof LONG_EDITIONS;
