// Use: node pa11y.ts BASE_URL PATH … : checks every page with HTML_CodeSniffer. `axe.ts` runs pa11y's other tool.
import pa11y from 'pa11y';
import puppeteer from 'puppeteer';
import { findBrowser } from '../../test/support/chromium.ts';
import { TEXT_IN_DRAWINGS } from './drawings.ts';
import { report } from './report.ts';

/** It refuses `autocomplete="username"` on an email field, which HTML allows (4.10.18.7). */
const IGNORED = ['WCAG2AA.Principle1.Guideline1_3.1_3_5.H98'];

/** Pages checked at the same time: for half a second of each page, the tool waits for the network to be quiet. */
const AT_ONCE = 2;

const [, , baseUrl = '', ...paths] = process.argv;
const found = await findBrowser();
const browser = await puppeteer.launch({ args: ['--no-sandbox', '--disable-gpu'], ...found });
const findings: string[] = [];
const waiting = [...paths];
try {
  await Promise.all(Array.from({ length: AT_ONCE }, checkNext));
} finally {
  await browser.close();
}
report(findings, `${paths.length} pages`);

async function checkNext(): Promise<void> {
  const how = {
    runners: ['htmlcs'],
    standard: 'WCAG2AA',
    ignore: IGNORED,
    hideElements: TEXT_IN_DRAWINGS,
  } as const;
  for (let path = waiting.shift(); path !== undefined; path = waiting.shift()) {
    const { issues } = await pa11y(baseUrl + path, { browser, ...how });
    findings.push(...issues.map(({ code, context, message }) => `${path}: ${code}: ${message} ${context}`));
  }
}
