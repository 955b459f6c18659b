import { Worker } from 'node:worker_threads';
import type { PublishedArticle } from '../article/read/published.ts';
import { LONG_EDITIONS, type LongEditions } from './long-forms.ts';

// Where long copy is printed: a thread of its own, so that no reader waits for somebody else's long article. It is
// opened when it is first needed and closed when nothing was printed for a minute.

export type Order = { id: number; edition: keyof LongEditions; parts: readonly unknown[] };
export type Print = { id: number; text: string; error?: string };

/** From how many characters of body copy on the thread is worth the way there. */
const LONG_COPY = 16 * 1024;
const CLOSE_AFTER = 60_000;

type Waiting = { resolve: (text: string) => void; reject: (error: Error) => void };

let room: { worker: Worker; orders: Map<number, Waiting>; closing: NodeJS.Timeout } | null = null;
let last = 0;

/** Prints an edition of `articles`, here when they are short. @throws Error what printing threw */
export async function printEdition<Name extends keyof LongEditions>(
  edition: Name,
  articles: readonly PublishedArticle[],
  ...parts: Parameters<LongEditions[Name]>
): Promise<string> {
  if (lengthOf(articles) >= LONG_COPY) return printLong(edition, ...parts);
  return (LONG_EDITIONS[edition] as (...given: unknown[]) => string | Promise<string>)(...parts);
}

function lengthOf(articles: readonly PublishedArticle[]): number {
  let length = 0;
  for (const article of articles) for (const block of article.bodyBlocks) length += block.text.length;
  return length;
}

function printLong<Name extends keyof LongEditions>(
  edition: Name,
  ...parts: Parameters<LongEditions[Name]>
): Promise<string> {
  room ??= openRoom();
  const { worker, orders, closing } = room;
  closing.refresh();
  const id = ++last;
  worker.ref();
  return new Promise((resolve, reject) => {
    orders.set(id, { resolve, reject });
    worker.postMessage({ id, edition, parts } satisfies Order);
  });
}

function openRoom() {
  const worker = new Worker(new URL('./render-worker.ts', import.meta.url));
  const orders = new Map<number, Waiting>();
  worker.unref();
  worker.on('message', ({ id, text, error }: Print) => {
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
