import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { Page } from 'playwright-core';
import { renderBriefHtml } from '#brief/emails/brief-html.ts';
import { deadLinks, renderBriefText } from '#brief/emails/brief-text.ts';
import { inBothSchemes, lookAt } from '../support/axe.ts';
import { BRIEF_SETTINGS } from '../support/brief/briefs.ts';
import { composeFullBrief, emailOf } from '../support/brief/full-brief.ts';
import { openContext } from '../support/browser/shared-browser.ts';
import { serveSite } from '../support/browser.ts';

// The email of a brief with everything in it, as a browser shows it. `npm run screenshots FOLDER email` takes pictures of it.

const WINDOWS = inBothSchemes(360, 600);
/** WCAG 2.2, 1.4.3. */
const LEAST_CONTRAST = 4.5;

test('the email passes axe and fits at 360 and 600 px, light and dark, with and without its images', async (t) => {
  const site = await serveSite(t, BRIEF_SETTINGS);
  const content = await composeFullBrief(site);
  const email = emailOf(site, content);
  const links = deadLinks(site.config.publication.baseUrl);
  const html = await renderBriefHtml(email, links);
  for (const images of ['with', 'without']) {
    const page = await (await openContext(t, { viewport: { width: 600, height: 900 } })).newPage();
    if (images === 'without') await page.route('**/ads/**', (route) => route.abort());
    await page.setContent(html, { waitUntil: 'load' });
    const shown = await page
      .locator('img')
      .evaluateAll((all: HTMLImageElement[]) => all.map(({ naturalWidth }) => naturalWidth > 0));
    assert.deepEqual(shown, content.sponsor ? [images === 'with'] : [], 'the picture of the sponsor');
    await lookAt(page, `the email ${images} images`, WINDOWS);
    for (const colorScheme of ['light', 'dark'] as const) {
      await page.emulateMedia({ colorScheme });
      const texts = await contrasts(page);
      assert.ok(texts.length > 30, `${texts.length} texts`);
      assert.deepEqual(
        texts.filter(({ ratio }) => ratio < LEAST_CONTRAST),
        [],
        colorScheme,
      );
      const [lowest] = texts.toSorted((one, other) => one.ratio - other.ratio);
      t.diagnostic(`lowest contrast, ${colorScheme}: ${lowest?.ratio.toFixed(1)}, “${lowest?.text}”`);
    }
  }
  const lines = renderBriefText(email, links).split('\r\n');
  assert.deepEqual(
    lines.filter((line) => line.length > 73 && line.includes(' ')),
    [],
    'lines of the plain part',
  );
});

type Contrast = { text: string; ratio: number };

/** The contrast of each text of a page, as its styles come out (WCAG 2.2, "contrast ratio"). */
function contrasts(page: Page): Promise<Contrast[]> {
  return page.evaluate(() => {
    const parts = (color: string) => (color.match(/[\d.]+/g) ?? []).map(Number);
    const luminance = (color: string) => {
      const [red = 0, green = 0, blue = 0] = parts(color).map((value) => {
        const share = value / 255;
        return share <= 0.04045 ? share / 12.92 : ((share + 0.055) / 1.055) ** 2.4;
      });
      return 0.2126 * red + 0.7152 * green + 0.0722 * blue;
    };
    const paperOf = (element: Element | null): string => {
      for (let at = element; at; at = at.parentElement) {
        const { backgroundColor } = getComputedStyle(at);
        if (parts(backgroundColor)[3] !== 0) return backgroundColor;
      }
      return 'rgb(255, 255, 255)';
    };
    const walker = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT);
    const all = [];
    for (let node = walker.nextNode(); node; node = walker.nextNode()) {
      const text = node.textContent?.trim() ?? '';
      const element = node.parentElement;
      if (text === '' || !element) continue;
      const [dark = 0, light = 0] = [getComputedStyle(element).color, paperOf(element)]
        .map(luminance)
        .sort((one, other) => one - other);
      all.push({ text, ratio: (light + 0.05) / (dark + 0.05) });
    }
    return all;
  });
}
