import { parentPort } from 'node:worker_threads';
import { LONG_EDITIONS } from './long-forms.ts';
import type { Order, Print } from './render-pool.ts';

parentPort?.on('message', async ({ id, edition, parts }: Order) => {
  const printed = await print(edition, parts);
  parentPort?.postMessage({ id, ...printed } satisfies Print);
});

async function print(edition: Order['edition'], parts: Order['parts']): Promise<Omit<Print, 'id'>> {
  try {
    const make = LONG_EDITIONS[edition] as (...given: unknown[]) => string | Promise<string>;
    return { text: await make(...parts) };
  } catch (error) {
    return { text: '', error: error instanceof Error ? (error.stack ?? error.message) : String(error) };
  }
}
