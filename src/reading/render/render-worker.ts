import { parentPort } from 'node:worker_threads';
import { declareSent } from '#http/declared.ts';
import { withSnapshot } from '#runtime/site-snapshot.ts';
import { LONG_RENDERERS, type RenderJob, type RenderResult } from './render-pool.ts';

parentPort?.on('message', async ({ id, edition, parts, site, sent }: RenderJob) => {
  declareSent(sent);
  const printed = await withSnapshot({ newest: site }, () => print(edition, parts));
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
