import assert from 'node:assert/strict';
import { test } from 'node:test';
import sharp from 'sharp';
import { printPdf } from '#html/pdf/pdf.ts';
import { drawnOn } from '../../support/pdf-text.ts';

const ABOUT = {
  title: 'A proof',
  author: 'The magazine',
  madeAt: '2026-10-05T12:00:00.000Z',
  elsewhere: 'on the page of your order',
};
/** Height of a US Letter page in points. */
const HEIGHT = 792;

for (const [width, height] of [
  [1440, 1200],
  [200, 2400],
] as const) {
  test(`a picture of ${width} by ${height} px fits on one page, with its caption below it`, async () => {
    const image = await sharp({ create: { width, height, channels: 3, background: '#884422' } })
      .png()
      .toBuffer();
    const lines = [...Array(20).fill({ text: 'A line before.' }), { text: 'The caption.', image }, { text: 'After.' }];
    const page = drawnOn(await printPdf(lines, ABOUT)).find((one) => / Do\b/.test(one)) ?? '';
    const [, high = '', top = ''] = /[\d.]+ 0 0 -([\d.]+) [\d.]+ ([\d.]+) cm\n\/I1 Do/.exec(page) ?? [];
    const bottom = HEIGHT - Number(top); // measured from the bottom of the page, like text
    assert.ok(bottom > 72 && bottom + Number(high) < HEIGHT - 71, `from ${bottom}, ${high} high`);
    const texts = [...page.slice(page.indexOf(' Do')).matchAll(/1 0 0 1 [\d.]+ ([\d.]+) Tm/g)].map(([, y]) =>
      Number(y),
    );
    assert.ok(texts.length > 0);
    for (const y of texts) assert.ok(y < bottom, `${y} is not below ${bottom}`);
  });
}

test('a paragraph that goes on on the next page is tagged on both pages', async () => {
  const pages = drawnOn(await printPdf([{ text: 'one two three '.repeat(600) }], ABOUT));
  assert.ok(pages.length > 1);
  for (const page of pages)
    assert.equal(page.match(/\bBDC\b/g)?.length, page.match(/\bEMC\b/g)?.length, 'each tag ends on its page');
});
