import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import type axe from 'axe-core';
import type { RunOptions } from 'axe-core';
import type { CDPSession, Page } from 'playwright-core';
import { shoot } from './browser.ts';

const SOURCE = readFileSync(createRequire(import.meta.url).resolve('axe-core/axe.min.js'), 'utf8');

/** Rules that axe runs only on request: contrast of 7:1, and touch targets of sufficient size. */
const STRICT = {
  'color-contrast-enhanced': { enabled: true },
  'target-size': { enabled: true },
  // The same check at 4.5:1: a page that passes at 7:1 passes it.
  'color-contrast': { enabled: false },
};

/** The rule whose result depends on the colour scheme. */
export const COLORS = ['color-contrast-enhanced'];

/** Runs axe on the page, all its rules or those named, and returns one line for each rule that is broken. */
export async function violationsOf(page: Page, only?: readonly string[]): Promise<string[]> {
  if (only?.length === 0) return [];
  if (!(await page.evaluate(() => 'axe' in window))) await load(page);
  const options: RunOptions = {
    rules: STRICT,
    // Playwright loads axe only into the main page; with frames, axe would wait for an answer from each of them.
    iframes: false,
    resultTypes: ['violations'],
    ...(only && { runOnly: { type: 'rule', values: [...only] } }),
  };
  return page.evaluate(async (asked) => {
    const { violations } = await (window as unknown as { axe: typeof axe }).axe.run(document, asked);
    return violations.map(({ id, nodes }) => `${id}: ${nodes.map(({ html }) => html).join(' | ')}`);
  }, options);
}

const sessions = new WeakMap<Page, Promise<CDPSession>>();

/** Loads axe into the page as a script of its own: V8 then keeps the compiled code for the next page; for `eval` it does not. */
async function load(page: Page): Promise<void> {
  const session = sessions.get(page) ?? page.context().newCDPSession(page);
  sessions.set(page, session);
  const { exceptionDetails } = await (await session).send('Runtime.evaluate', { expression: SOURCE });
  assert.equal(exceptionDetails, undefined);
}

/** A window size and colour scheme. `rules` names the rules whose result can differ from the windows before it; with none, only its overflow is looked at. */
export type Window = { width: number; colorScheme: 'light' | 'dark'; rules?: readonly string[] };

/** The same widths in light and dark, which differ only in colors. */
export function inBothSchemes(...widths: number[]): Window[] {
  return widths.flatMap((width): Window[] => [
    { width, colorScheme: 'light' },
    { width, colorScheme: 'dark', rules: COLORS },
  ]);
}

/** Checks the page like `lookAt`, and stores its pictures for a person if SHOTS names a folder. */
export async function lookAndShoot(page: Page, name: string, windows: readonly Window[]): Promise<void> {
  await lookAt(page, name, windows);
  await shoot(page, name);
}

/** Fails when axe reports anything in one of the windows, or when the page is wider than a window. */
export async function lookAt(page: Page, name: string, windows: readonly Window[]): Promise<void> {
  const size = page.viewportSize();
  for (const { width, colorScheme, rules } of windows) {
    await page.setViewportSize({ width, height: size?.height ?? 900 });
    await page.emulateMedia({ colorScheme });
    const where = `${name} at ${width} px, ${colorScheme}`;
    assert.deepEqual(await violationsOf(page, rules), [], where);
    const wide = await page.evaluate(() => document.documentElement.scrollWidth);
    assert.ok(wide <= width, `${where} is ${wide} px wide`);
  }
  if (size) await page.setViewportSize(size);
}
