import assert from 'node:assert/strict';
import type { Locator, Page } from 'playwright-core';

// Walks a page with the keys alone, as a person without a mouse does.

/** Most presses of Tab to one target. */
const MOST_TABS = 120;

/** Presses Tab until the target has the focus. Fails when it is out of reach, or when a focused element does not show it. */
export async function tabTo(page: Page, target: Locator): Promise<void> {
  await target.first().waitFor();
  const wanted = await target.first().elementHandle();
  for (let nth = 0; nth <= MOST_TABS; nth++) {
    const seen = await page.evaluate((element) => {
      const active = document.activeElement as HTMLElement | null;
      const body = active === null || active === document.body;
      const isHere = active === element || (element?.contains(active) && !body);
      if (body) return { isHere, hidden: null };
      const shows = [active, active.closest('summary, label, li, .field') ?? active].some((one) => {
        const { outlineStyle, outlineWidth, boxShadow } = getComputedStyle(one);
        return (outlineStyle !== 'none' && outlineWidth !== '0px') || boxShadow !== 'none';
      });
      // The parts of a date field show the focus themselves.
      const isInside = active.matches('[contenteditable], dialog, [type="date"]');
      return { isHere, hidden: shows || isInside ? null : active.outerHTML.slice(0, 200) };
    }, wanted);
    assert.equal(seen.hidden, null, 'the focus is visible');
    if (seen.isHere) return;
    await page.keyboard.press('Tab');
  }
  assert.fail(`Tab does not reach ${target}`);
}

/** Reaches a button, link or summary with Tab and presses Enter. */
export async function enter(page: Page, target: Locator): Promise<void> {
  await tabTo(page, target);
  await page.keyboard.press('Enter');
}

/** Reaches a field with Tab and types over what is in it. */
export async function typeInto(page: Page, target: Locator, text: string): Promise<void> {
  await tabTo(page, target);
  await page.keyboard.press('Control+a');
  await page.keyboard.type(text);
}

/** Like `enter`, for a button or a link that leads to another page; waits for that page. */
export async function submit(page: Page, target: Locator): Promise<void> {
  await tabTo(page, target);
  await Promise.all([page.waitForEvent('load'), page.keyboard.press('Enter')]);
}
