import { Worker } from 'node:worker_threads';
import type { PublishedArticle } from '#article/published.ts';
import { declaredToSend, type SentDeclared } from '#http/declared.ts';
import type { atomFeed, jsonFeed, rssFeed } from '#reading/feeds/feeds.ts';
import type { excerptJson } from '#reading/pages/article-excerpt.ts';
import { articleHtml } from '#reading/pages/article-html.ts';
import { articleMarkdown } from '#reading/pages/article-markdown.ts';
import type { llmsFull } from '#reading/pages/llms.ts';
import type { previewHtml } from '#reading/pages/preview-html.ts';
import type { Publication } from '#runtime/config/config.ts';
import { type SiteSnapshot, siteSnapshot } from '#runtime/site-snapshot.ts';

// Long articles are rendered in their own thread, so that other readers do not wait for them.

/** Renderers of whole articles, which may take long. Those of articles are loaded at the start, the others at first use. */
export const LONG_RENDERERS = {
  articleHtml,
  articleMarkdown,
  previewHtml: async (...parts: Parameters<typeof previewHtml>) =>
    (await import('#reading/pages/preview-html.ts')).previewHtml(...parts),
  excerptJson: async (...parts: Parameters<typeof excerptJson>) =>
    (await import('#reading/pages/article-excerpt.ts')).excerptJson(...parts),
  llmsFull: async (...parts: Parameters<typeof llmsFull>) =>
    (await import('#reading/pages/llms.ts')).llmsFull(...parts),
  rssFeed: async (...parts: Parameters<typeof rssFeed>) => (await import('#reading/feeds/feeds.ts')).rssFeed(...parts),
  atomFeed: async (...parts: Parameters<typeof atomFeed>) =>
    (await import('#reading/feeds/feeds.ts')).atomFeed(...parts),
  jsonFeed: async (...parts: Parameters<typeof jsonFeed>) =>
    (await import('#reading/feeds/feeds.ts')).jsonFeed(...parts),
};
export type LongRenderers = typeof LONG_RENDERERS;

export type RenderJob = {
  id: number;
  edition: keyof LongRenderers;
  parts: readonly unknown[];
  /** The snapshot of the request and what the capabilities declare; the thread has neither. */
  site: SiteSnapshot;
  sent: SentDeclared;
};
export type RenderResult = { id: number; text: string; error?: string };

/** Characters of body text from which the thread is worth the transfer. */
const LONG_COPY = 16 * 1024;
const CLOSE_AFTER = 60_000;

type Waiting = { resolve: (text: string) => void; reject: (error: Error) => void };
type OpenWorker = { worker: Worker; jobs: Map<number, Waiting>; closing: NodeJS.Timeout };

declare module '#http/services.ts' {
  interface Services {
    /** Renders long articles in its own thread. */
    renderPool: RenderPool;
  }
}

export type RenderPool = {
  /** Renders `articles`, in this thread when they are short. @throws Error what rendering threw */
  render: <Name extends keyof LongRenderers>(
    edition: Name,
    articles: readonly Pick<PublishedArticle, 'bodyBlocks'>[],
    ...parts: Parameters<LongRenderers[Name]>
  ) => Promise<string>;
  /** Ends the thread. */
  close: () => void;
};

/** Creates a pool of one thread, which starts with the first long article and ends after a minute without any. */
export function createRenderPool(): RenderPool {
  let open: OpenWorker | null = null;
  let last = 0;

  return {
    render: async (edition, articles, ...parts) => {
      if (lengthOf(articles) >= LONG_COPY) return renderInWorker(edition, parts);
      return renderHere(edition, parts);
    },
    close: () => void open?.worker.terminate(),
  };

  function renderInWorker(edition: keyof LongRenderers, parts: readonly [Publication, ...unknown[]]): Promise<string> {
    open ??= openWorker();
    const { worker, jobs, closing } = open;
    closing.refresh();
    const id = ++last;
    worker.ref();
    return new Promise((resolve, reject) => {
      jobs.set(id, { resolve, reject });
      const known = { site: siteSnapshot(), sent: declaredToSend(parts[0]) };
      worker.postMessage({ id, edition, parts, ...known } satisfies RenderJob);
    });
  }

  function openWorker(): OpenWorker {
    const worker = new Worker(new URL('./render-worker.ts', import.meta.url));
    const jobs = new Map<number, Waiting>();
    worker.unref();
    worker.on('message', ({ id, text, error }: RenderResult) => {
      const waiting = jobs.get(id);
      jobs.delete(id);
      if (jobs.size === 0) worker.unref();
      if (error === undefined) waiting?.resolve(text);
      else waiting?.reject(new Error(error));
    });
    const giveUp = (error: Error) => {
      for (const waiting of jobs.values()) waiting.reject(error);
      jobs.clear();
      clearTimeout(closing);
      if (open?.worker === worker) open = null;
    };
    worker.on('error', giveUp);
    worker.on('exit', () => giveUp(new Error('the render thread ended')));
    const closing = setTimeout(() => {
      if (jobs.size > 0) closing.refresh();
      else void worker.terminate();
    }, CLOSE_AFTER).unref();
    return { worker, jobs, closing };
  }
}

function renderHere(edition: keyof LongRenderers, parts: readonly unknown[]): string | Promise<string> {
  return (LONG_RENDERERS[edition] as (...given: unknown[]) => string | Promise<string>)(...parts);
}

function lengthOf(articles: readonly Pick<PublishedArticle, 'bodyBlocks'>[]): number {
  let length = 0;
  for (const article of articles) for (const block of article.bodyBlocks) length += block.text.length;
  return length;
}
