// Use: node axe.ts BASE_URL PATH … : every page at a phone's and a desk's width, light and dark, by axe; what it cannot tell
// counts as found, for nobody else would look.
import axe, { type AxeResults } from 'axe-core';
import { chromium } from 'playwright-core';
import { findBrowser } from '../../test/support/chromium.ts';
import { DRAWN_WORDS } from './look.ts';
import { tell } from './tell.ts';

const TAGS = ['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa', 'wcag22aa', 'best-practice'];
const HOW = JSON.stringify({ runOnly: TAGS, resultTypes: ['violations', 'incomplete'], preload: false });
const WIDTHS = [360, 1280];
const SCHEMES = ['light', 'dark'] as const;

const [, , baseUrl = '', ...paths] = process.argv;
const browser = await chromium.launch({ args: ['--no-sandbox', '--disable-gpu'], ...(await findBrowser()) });
const findings: string[] = [];
let looks = 0;
try {
  const page = await browser.newPage();
  for (const path of paths) {
    await page.goto(baseUrl + path);
    await page.evaluate(axe.source);
    for (const width of WIDTHS) {
      await page.setViewportSize({ width, height: 900 });
      for (const colorScheme of SCHEMES) {
        await page.emulateMedia({ colorScheme });
        const { violations, incomplete } = (await page.evaluate(
          `axe.run({ exclude: ['${DRAWN_WORDS}'] }, ${HOW})`,
        )) as AxeResults;
        looks++;
        for (const { id, nodes } of [...violations, ...incomplete])
          findings.push(`${path} at ${width} px, ${colorScheme}: ${id}: ${nodes.map(({ html }) => html).join(' ')}`);
      }
    }
  }
} finally {
  await browser.close();
}
tell(findings, `${paths.length} pages, ${looks} looks`);
