import assert from 'node:assert/strict';
import { test } from 'node:test';
import { checkCreative, inspectCreative } from '#ads/creatives/creative-check.ts';
import { Failure } from '#core/failure.ts';
import { BUSY_FILES } from '../../support/ads/busy-files.ts';
import { BAND, goodPng } from '../../support/ads/creatives.ts';
import { json, openSite } from '../../support/site.ts';

test('each file that is made to keep the check busy is refused, with few findings', async (t) => {
  const site = await openSite(t, { RATE_LIMITS: 'off' });
  for (const [name, { file, code }] of Object.entries(BUSY_FILES))
    await t.test(name, async () => {
      const headers = { 'Content-Type': name.startsWith('a PNG') ? 'image/png' : 'image/jpeg' };
      const init = { method: 'POST', headers, body: new Uint8Array(await file()) };
      const told = await json(await site.fetch('/api/v1/advertise/check?unit=homepage-band', init));
      assert.equal(told.fits, false);
      assert.ok(told.findings.length < 10, `${told.findings.length} findings`);
      assert.ok(
        told.findings.some((one: { code: string }) => one.code === code),
        JSON.stringify(told.findings),
      );
    });
});

test('a second colour profile and one after the pixels are named in the finding', async () => {
  const tell = async (name: string) => inspectCreative(BAND, (await BUSY_FILES[name]?.file()) ?? Buffer.alloc(0));
  const second = (await tell('a PNG of a thousand packed profiles')).find(({ code }) => code === 'damaged');
  assert.equal(second?.measured, 'a second chunk iCCP');
  const late = (await tell('a PNG with a profile behind its pixels')).find(({ code }) => code === 'damaged');
  assert.equal(late?.measured, 'a late chunk iCCP');
});

test('public checks do not delay the ad desk', async () => {
  const file = await goodPng(BAND);
  const asked = Array.from({ length: 9 }, () => checkCreative(BAND, file, 'anybody'));
  const desk = checkCreative(BAND, file, 'desk');
  const settled = await Promise.allSettled(asked);
  const refused = settled.flatMap((one) => (one.status === 'rejected' ? [one.reason] : []));
  assert.equal(refused.length, 2);
  for (const one of refused) assert.ok(one instanceof Failure && one.kind === 'busy');
  assert.notEqual((await desk).made, null);
});
