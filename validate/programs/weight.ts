// Use: node weight.ts BASE_URL PATH : measures what a browser downloads for a page, on a phone and on a desktop.
import { type Browser, chromium, devices } from 'playwright-core';
import { findBrowser } from '../../test/support/chromium.ts';
import { report } from './report.ts';

const KB = 1024;
/** The most bytes, as sent, of each type of resource. */
const MOST: Record<string, number> = {
  Document: 20 * KB,
  Stylesheet: 10 * KB,
  Script: 0,
  Font: 45 * KB,
  Image: 120 * KB,
};
const MOST_IN_ALL = 300 * KB;
const MOST_REQUESTS = 8;

type Weight = { kinds: Record<string, number>; requests: number };

const [, , baseUrl = '', path = ''] = process.argv;
const browser = await chromium.launch({ args: ['--no-sandbox', '--disable-gpu'], ...(await findBrowser()) });
const findings: string[] = [];
const details: string[] = [];
try {
  for (const [name, device] of Object.entries({
    phone: devices['Pixel 7'],
    desktop: devices['Desktop Chrome HiDPI'],
  })) {
    const { kinds, requests } = await weigh(browser, { ...device });
    const total = Object.values(kinds).reduce((sum, bytes) => sum + bytes, 0);
    for (const [kind, most] of Object.entries(MOST))
      if ((kinds[kind] ?? 0) > most) findings.push(`${name}: ${kind} ${kinds[kind]} bytes, more than ${most}`);
    if (total > MOST_IN_ALL) findings.push(`${name}: ${total} bytes in all, more than ${MOST_IN_ALL}`);
    if (requests > MOST_REQUESTS) findings.push(`${name}: ${requests} requests, more than ${MOST_REQUESTS}`);
    const size = (kind: string) => ((kinds[kind] ?? 0) / KB).toFixed(1);
    const sizes = `HTML ${size('Document')}, CSS ${size('Stylesheet')}, fonts ${size('Font')}, picture ${size('Image')}`;
    details.push(`${name}: ${sizes} KB, ${requests} requests`);
  }
} finally {
  await browser.close();
}
report(findings, details.join('; '));

/** Bytes as sent, headers included, by type of resource. */
async function weigh(browser: Browser, device: object): Promise<Weight> {
  const context = await browser.newContext(device);
  const page = await context.newPage();
  const session = await context.newCDPSession(page);
  const kindOf = new Map<string, string>();
  const kinds: Record<string, number> = {};
  session.on('Network.responseReceived', ({ requestId, type }) => kindOf.set(requestId, type));
  session.on('Network.loadingFinished', ({ requestId, encodedDataLength }) => {
    const kind = kindOf.get(requestId) ?? 'Other';
    kinds[kind] = (kinds[kind] ?? 0) + encodedDataLength;
  });
  await session.send('Network.enable');
  await page.goto(baseUrl + path, { waitUntil: 'networkidle' });
  await context.close();
  return { kinds, requests: kindOf.size };
}
