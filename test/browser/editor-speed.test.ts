import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { Page } from 'playwright-core';
import { openBrowser, serveSite, signInAs } from '../support/browser.ts';
import { goToEndOf, openEditor, seenByEditor } from '../support/editor-page.ts';
import { file, RICH } from '../support/stocked.ts';

/** Keys typed before the measurement, keys measured, and rounds in each page. The fastest round of a page counts. */
const [WARM, COUNTED, ROUNDS] = [30, 100, 4];
/** Limits for one key, in milliseconds of the main thread: MOST; on a slow machine, OVER_BARE more than in a bare editable page. */
const [MOST, OVER_BARE] = [16, 8];

const SENTENCE =
  'The crew ran the machine on a *live* slab and wrote down **every stop** of it, see [the log](https://example.org/log). ';
const LONG = Array.from({ length: 66 }, (_, at) => ({
  id: `b${at}`,
  type: at % 12 === 5 ? 'heading' : at % 12 === 9 ? 'list' : 'paragraph',
  text: at % 12 === 5 ? 'What stopped it' : at % 12 === 9 ? '- one\n- two\n- three' : SENTENCE.repeat(3).trim(),
}));

test('a key typed in a draft of 3,000 words appears within one frame', { timeout: 120_000 }, async (t) => {
  const site = await serveSite(t);
  const editor = await site.person('editor');
  const id = await file(site, await site.grantToken(editor), { ...RICH, bodyBlocks: LONG });
  // A browser of its own, with the optimizers of V8, as the editor's users have it.
  const browser = await openBrowser(t);
  const context = await browser.newContext({ viewport: { width: 1280, height: 900 }, reducedMotion: 'reduce' });
  await signInAs(context, site, editor);
  const page = await openEditor(context, site, id);
  const words = Number((await page.locator('#words').textContent())?.replace(/\D/g, ''));
  assert.ok(words >= 3000, `${words} words`);
  const bare = await context.newPage();
  await bare.setContent(`<div class="body" contenteditable>${LONG.map(({ text }) => `<p>${text}</p>`).join('')}</div>`);
  const [inEditor, inBare]: [number[], number[]] = [[], []];
  for (let round = 0; round < ROUNDS; round++) {
    inEditor.push(await typeAndTime(page));
    inBare.push(await typeAndTime(bare));
  }
  const [key, plain] = [Math.min(...inEditor), Math.min(...inBare)];
  const measured = `${key.toFixed(1)} ms a key, ${plain.toFixed(1)} ms in a bare editable page`;
  t.diagnostic(measured);
  assert.ok(key < Math.max(MOST, plain + OVER_BARE), measured);
});

/**
 * Types real keys and returns the milliseconds of the page's main thread that one key takes: its script, and style, layout
 * and painting that follow. The browser counts them itself, so waiting for the next frame is left out.
 */
async function typeAndTime(page: Page): Promise<number> {
  await page.bringToFront();
  await goToEndOf(page, 30);
  const session = await page.context().newCDPSession(page);
  await session.send('Performance.enable');
  const seconds = async () => {
    const { metrics } = await session.send('Performance.getMetrics');
    return metrics.find(({ name }) => name === 'TaskDuration')?.value ?? Number.NaN;
  };
  await type(page, WARM);
  const before = await seconds();
  await type(page, COUNTED);
  const taken = (await seconds()) - before;
  await session.detach();
  return (taken * 1000) / COUNTED;
}

async function type(page: Page, keys: number): Promise<void> {
  for (let at = 0; at < keys; at++) await page.keyboard.press(at % 6 === 5 ? 'Space' : 'e');
  await seenByEditor(page);
}
