import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import type axe from 'axe-core';
import type { RunOptions } from 'axe-core';
import type { Page } from 'playwright-core';

const SOURCE = readFileSync(createRequire(import.meta.url).resolve('axe-core/axe.min.js'), 'utf8');

/** Rules that axe runs only when asked: text at 7:1, and targets a finger can hit. */
const STRICT = { 'color-contrast-enhanced': { enabled: true }, 'target-size': { enabled: true } };

/** The rules whose result depends on the colour scheme. */
export const COLORS = ['color-contrast', 'color-contrast-enhanced'];

/** Runs axe on the page, all its rules or those named, and returns one line for each rule that is broken. */
export async function violationsOf(page: Page, only: readonly string[] = []): Promise<string[]> {
  if (!(await page.evaluate(() => 'axe' in window))) await page.evaluate(SOURCE);
  const options: RunOptions = {
    rules: STRICT,
    // Playwright loads axe into the page itself alone: axe would wait for an answer of each frame.
    iframes: false,
    resultTypes: ['violations'],
    ...(only.length > 0 && { runOnly: { type: 'rule', values: [...only] } }),
  };
  return page.evaluate(async (asked) => {
    const { violations } = await (window as unknown as { axe: typeof axe }).axe.run(document, asked);
    return violations.map(({ id, nodes }) => `${id}: ${nodes.map(({ html }) => html).join(' | ')}`);
  }, options);
}

/** How a page is shown: `rules` names the only ones that can have another result here than in the windows before. */
export type Window = { width: number; colorScheme: 'light' | 'dark'; rules?: readonly string[] };

/** The same widths in light and dark: a page differs between the two only in its colors. */
export function inBothSchemes(...widths: number[]): Window[] {
  return widths.flatMap((width): Window[] => [
    { width, colorScheme: 'light' },
    { width, colorScheme: 'dark', rules: COLORS },
  ]);
}

/** Fails when axe finds something on the page in one of the windows, or when the page is wider than the window. */
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
