// Use: node axe.ts BASE_URL PATH … : checks every page with axe, at the width of a phone and of a desktop, light and dark.
// What axe cannot decide counts as a finding.
import axe, { type AxeResults } from 'axe-core';
import { chromium } from 'playwright-core';
import { findBrowser } from '../../test/support/chromium.ts';
import { TEXT_IN_DRAWINGS } from './drawings.ts';
import { report } from './report.ts';

const TAGS = ['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa', 'wcag22aa', 'best-practice'];
const HOW = { resultTypes: ['violations', 'incomplete'], preload: false };
const WIDTHS = [360, 1280];
/** The schemes differ in their colours alone, so in dark axe runs only the rules about colours. */
const COLOURS = { type: 'rule', values: ['color-contrast', 'link-in-text-block'] };

const [, , baseUrl = '', ...paths] = process.argv;
const browser = await chromium.launch({ args: ['--no-sandbox', '--disable-gpu'], ...(await findBrowser()) });
const findings: string[] = [];
let runs = 0;
try {
  const page = await browser.newPage();
  for (const path of paths) {
    await page.goto(baseUrl + path);
    await page.evaluate(axe.source);
    for (const width of WIDTHS) {
      await page.setViewportSize({ width, height: 900 });
      for (const [colorScheme, runOnly] of [
        ['light', TAGS],
        ['dark', COLOURS],
      ] as const) {
        await page.emulateMedia({ colorScheme });
        const { violations, incomplete } = (await page.evaluate(
          `axe.run({ exclude: ['${TEXT_IN_DRAWINGS}'] }, ${JSON.stringify({ ...HOW, runOnly })})`,
        )) as AxeResults;
        runs++;
        for (const { id, nodes } of [...violations, ...incomplete])
          findings.push(`${path} at ${width} px, ${colorScheme}: ${id}: ${nodes.map(({ html }) => html).join(' ')}`);
      }
    }
  }
} finally {
  await browser.close();
}
report(findings, `${paths.length} pages, ${runs} runs`);
