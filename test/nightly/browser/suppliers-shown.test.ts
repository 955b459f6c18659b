import assert from 'node:assert/strict';
import { test } from 'node:test';
import { addSupplier } from '#ads/suppliers/suppliers.ts';
import { runAd } from '../../support/ads/running-ads.ts';
import { openContext } from '../../support/browser/shared-browser.ts';
import { serveSite } from '../../support/browser.ts';

test('on /suppliers a paid logo overlaps no text, no other row and no footer, on a phone and on wide screens', async (t) => {
  const site = await serveSite(t);
  const editor = await site.person('editor');
  const words = { what: 'Rents lasers.', place: 'Tacoma', url: 'https://supplier.example/' };
  for (const name of ['Alder Lasers', 'Birch Lasers', 'Cedar Lasers']) {
    const { reference } = await runAd(site, 'directory-logo', { advertiser: name });
    await addSupplier(site.deps, editor, { ...words, name, reference });
  }
  for (const width of [390, 1280, 1920])
    for (const colorScheme of ['light', 'dark'] as const) {
      const context = await openContext(t, { viewport: { width, height: 900 }, colorScheme });
      const page = await context.newPage();
      await page.goto(`${site.config.publication.baseUrl}/suppliers`);
      const found = await page.evaluate(() => {
        const boxes = [...document.querySelectorAll('.suppliers h2, .suppliers p, .suppliers img, body > footer')].map(
          (one) => ({ name: one.textContent?.trim() || one.tagName, ...one.getBoundingClientRect().toJSON() }),
        );
        const rows = [...document.querySelectorAll('.suppliers > li')].map((row) => row.getBoundingClientRect());
        const meets = (one: DOMRect, two: DOMRect) =>
          one.left < two.right - 1 && two.left < one.right - 1 && one.top < two.bottom - 1 && two.top < one.bottom - 1;
        return {
          overlaps: boxes.flatMap((one, at) =>
            boxes.slice(at + 1).flatMap((two) => (meets(one, two) ? [`${one.name} / ${two.name}`] : [])),
          ),
          outside: [...document.querySelectorAll('.suppliers img')].filter((image) => {
            const { top, bottom } = image.getBoundingClientRect();
            return !rows.some((row) => row.top <= top + 1 && row.bottom >= bottom - 1);
          }).length,
          widths: [...document.querySelectorAll('.suppliers img')].map((image) => image.getBoundingClientRect().width),
          ground: [...document.querySelectorAll('.suppliers aside')].map((one) => getComputedStyle(one).padding),
        };
      });
      const place = `${width} px, ${colorScheme}`;
      assert.deepEqual([found.overlaps, found.outside], [[], 0], place);
      assert.equal(found.widths.length, 3, place);
      assert.ok(
        found.widths.every((one) => one > 300 && one <= 400),
        `${place}: ${found.widths}`,
      );
      assert.deepEqual(new Set(found.ground), new Set(['0px']), `${place}: no rule of the site's own logo applies`);
      await context.close();
    }
});
