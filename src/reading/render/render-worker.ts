import { parentPort } from 'node:worker_threads';
import { useSections } from '#article/desk.ts';
import { useOwnPages } from '#article/own-page.ts';
import { declareSent } from '#http/declared.ts';
import { LONG_RENDERERS, type RenderJob, type RenderResult } from './render-pool.ts';

parentPort?.on('message', async ({ id, edition, parts, sections, pages, sent }: RenderJob) => {
  declareSent(sent);
  useSections(sections);
  useOwnPages(pages);
  const printed = await print(edition, parts);
  parentPort?.postMessage({ id, ...printed } satisfies RenderResult);
});

async function print(edition: RenderJob['edition'], parts: RenderJob['parts']): Promise<Omit<RenderResult, 'id'>> {
  try {
    const make = LONG_RENDERERS[edition] as (...given: unknown[]) => string | Promise<string>;
    return { text: await make(...parts) };
  } catch (error) {
    return { text: '', error: error instanceof Error ? (error.stack ?? error.message) : String(error) };
  }
}
