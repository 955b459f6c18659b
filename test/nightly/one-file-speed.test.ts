import { test } from 'node:test';
import { BUSY_FILES } from '../support/ads/busy-files.ts';
import { openSite } from '../support/site.ts';
import { assertTook, processorTimeOf } from './processor-time.ts';

// No uploaded picture may block the event loop. The test measures the processor time of this thread.

/** Milliseconds of processor time that one file may take. */
const MOST = 50;
const TRIES = 3;

test('no file uploaded to the creative check blocks the event loop', async (t) => {
  const site = await openSite(t, { RATE_LIMITS: 'off' });
  for (const [name, { file }] of Object.entries(BUSY_FILES))
    await t.test(name, async () => {
      const headers = { 'Content-Type': name.startsWith('a PNG') ? 'image/png' : 'image/jpeg' };
      const init = { method: 'POST', headers, body: new Uint8Array(await file()) };
      const send = async () => (await site.fetch('/api/v1/advertise/check?unit=homepage-band', init)).text();
      let took = Number.POSITIVE_INFINITY;
      for (let at = 0; at < TRIES && took > MOST / 2; at++) took = Math.min(took, await processorTimeOf(send));
      assertTook(took, MOST, `${took.toFixed(0)} ms`);
    });
});
