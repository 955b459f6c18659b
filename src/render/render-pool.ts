import { Worker } from 'node:worker_threads';
import type { PublishedArticle } from '../article/read/published.ts';
import { llmsFull } from './discovery/llms.ts';
import type { atomFeed, jsonFeed, rssFeed } from './feeds/feeds.ts';
import { articleHtml } from './html/article-html.ts';
import { articleMarkdown } from './markdown/article-markdown.ts';

// Where long copy is printed: a thread of its own, so that no reader waits for somebody else's long article. It is
// opened when it is first needed and closed when nothing was printed for a minute.

/** The editions that hold body copy, and so may take long to print. The library of the feeds is read with the first feed. */
export const LONG_RENDERERS = {
  articleHtml,
  articleMarkdown,
  llmsFull,
  rssFeed: async (...parts: Parameters<typeof rssFeed>) => (await import('./feeds/feeds.ts')).rssFeed(...parts),
  atomFeed: async (...parts: Parameters<typeof atomFeed>) => (await import('./feeds/feeds.ts')).atomFeed(...parts),
  jsonFeed: async (...parts: Parameters<typeof jsonFeed>) => (await import('./feeds/feeds.ts')).jsonFeed(...parts),
};
export type LongRenderers = typeof LONG_RENDERERS;

export type RenderJob = { id: number; edition: keyof LongRenderers; parts: readonly unknown[] };
export type RenderResult = { id: number; text: string; error?: string };

/** From how many characters of body copy on the thread is worth the way there. */
const LONG_COPY = 16 * 1024;
const CLOSE_AFTER = 60_000;

type Waiting = { resolve: (text: string) => void; reject: (error: Error) => void };

let room: { worker: Worker; orders: Map<number, Waiting>; closing: NodeJS.Timeout } | null = null;
let last = 0;

/** Prints an edition of `articles`, here when they are short. @throws Error what printing threw */
export async function renderLong<Name extends keyof LongRenderers>(
  edition: Name,
  articles: readonly PublishedArticle[],
  ...parts: Parameters<LongRenderers[Name]>
): Promise<string> {
  if (lengthOf(articles) >= LONG_COPY) return printLong(edition, ...parts);
  return (LONG_RENDERERS[edition] as (...given: unknown[]) => string | Promise<string>)(...parts);
}

function lengthOf(articles: readonly PublishedArticle[]): number {
  let length = 0;
  for (const article of articles) for (const block of article.bodyBlocks) length += block.text.length;
  return length;
}

function printLong<Name extends keyof LongRenderers>(
  edition: Name,
  ...parts: Parameters<LongRenderers[Name]>
): Promise<string> {
  room ??= openRoom();
  const { worker, orders, closing } = room;
  closing.refresh();
  const id = ++last;
  worker.ref();
  return new Promise((resolve, reject) => {
    orders.set(id, { resolve, reject });
    worker.postMessage({ id, edition, parts } satisfies RenderJob);
  });
}

function openRoom() {
  const worker = new Worker(new URL('./render-worker.ts', import.meta.url));
  const orders = new Map<number, Waiting>();
  worker.unref();
  worker.on('message', ({ id, text, error }: RenderResult) => {
    const waiting = orders.get(id);
    orders.delete(id);
    if (orders.size === 0) worker.unref();
    if (error === undefined) waiting?.resolve(text);
    else waiting?.reject(new Error(error));
  });
  const giveUp = (error: Error) => {
    for (const waiting of orders.values()) waiting.reject(error);
    orders.clear();
    clearTimeout(closing);
    if (room?.worker === worker) room = null;
  };
  worker.on('error', giveUp);
  worker.on('exit', () => giveUp(new Error('the print room closed')));
  const closing = setTimeout(() => {
    if (orders.size > 0) closing.refresh();
    else void worker.terminate();
  }, CLOSE_AFTER).unref();
  return { worker, orders, closing };
}
