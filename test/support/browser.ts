import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { join } from 'node:path';
import { type Browser, type BrowserContext, chromium, type Page } from 'playwright-core';
import type { Log } from '#http/context.ts';
import { createListener } from '#server/listener.ts';
import { findBrowser } from './chromium.ts';
import { type After, enterNewSite, openSite, type Person, type TestSite } from './site.ts';

// A real browser and a real server. Chromium comes with the npm packages, so the machine needs none.

/** Our own flags. The flags of the package switch off protections of the browser, which we test. */
const FLAGS = ['--no-sandbox', '--disable-gpu', '--disable-dev-shm-usage', '--font-render-hinting=none', '--no-pings'];

/** Milliseconds after which a page that waits fails: no page takes so long, however busy the machine is. */
const PATIENCE = 180_000;

type Launch = { scrollBars?: boolean; flags?: readonly string[] };

/** Starts Chromium and closes it after the test or the file. Scroll bars take space only on request. */
export async function openBrowser(t: After, options: Launch = {}): Promise<Browser> {
  const browser = await launchBrowser(options);
  t.after(() => browser.close());
  return browser;
}

/** Starts Chromium. The caller closes it. */
export async function launchBrowser({ scrollBars = false, flags = [] }: Launch): Promise<Browser> {
  const hidden = scrollBars ? { ignoreDefaultArgs: ['--hide-scrollbars'] } : {};
  const browser = await chromium.launch({ args: [...FLAGS, ...flags], ...hidden, ...(await findBrowser()) });
  return browser.on('context', (context) => context.setDefaultTimeout(PATIENCE));
}

/** Opens a site behind a real server on a free port, and closes it after the test. */
export async function serveSite(t: After, settings: Record<string, string> = {}): Promise<TestSite> {
  const holder = enterNewSite();
  const server = createServer();
  await new Promise<void>((listening) => server.listen(0, '127.0.0.1', listening));
  const { port } = server.address() as AddressInfo;
  const own = { BASE_URL: `http://${settings.HOST ?? '127.0.0.1'}:${port}`, ...settings };
  const site = await openSite(t, own, {}, holder);
  const log: Log = { info: () => {}, warn: () => {}, error: (fields, message) => console.error(message, fields) };
  server.on('request', createListener(site.deps, site.config, log));
  t.after(() => {
    server.closeAllConnections();
    server.close();
  });
  return site;
}

/** Puts a person's session cookie into the browser. */
export async function signInAs(context: BrowserContext, site: TestSite, person: Person): Promise<void> {
  const [name = '', value = ''] = person.cookie.split('=');
  await context.addCookies([{ name, value, url: site.config.publication.baseUrl, httpOnly: true, sameSite: 'Lax' }]);
}

/** Collects what our pages must never do: log to the console, throw, open dialogs, request other sites. */
export function watch(page: Page, site: TestSite): string[] {
  const seen: string[] = [];
  page.on('console', (message) => seen.push(`console ${message.type()}: ${message.text()}`));
  page.on('pageerror', (error) => seen.push(`error: ${error.message}`));
  page.on('dialog', async (dialog) => {
    seen.push(`dialog: ${dialog.message()}`);
    await dialog.dismiss();
  });
  page.on('request', (request) => {
    if (!request.url().startsWith(`${site.config.publication.baseUrl}/`)) seen.push(`request: ${request.url()}`);
  });
  return seen;
}

/** The widths and schemes of pictures that a person looks at. */
const PICTURES = [
  [390, 'light'],
  [390, 'dark'],
  [768, 'light'],
  [768, 'dark'],
  [1280, 'light'],
  [1280, 'dark'],
] as const;

/** Opens a page. One that waits renews itself each second, which can end the navigation to it: then it is opened again. */
export async function goTo(page: Page, url: string): Promise<void> {
  for (;;) {
    const failed = await page.goto(url).then(
      () => null,
      (error: Error) => error.message,
    );
    if (failed === null) return;
    if (!/is interrupted by another navigation to|ERR_ABORTED/.test(failed)) throw new Error(failed);
  }
}

/** Stores pictures of the page, or of one element of it, for a person to look at, if SHOTS names a folder. */
export async function shoot(page: Page, name: string, element?: string): Promise<void> {
  const folder = process.env.SHOTS;
  if (!folder) return;
  const size = page.viewportSize();
  for (const [width, colorScheme] of PICTURES) {
    await page.setViewportSize({ width, height: 900 });
    await page.emulateMedia({ colorScheme });
    const path = join(folder, `${name.replaceAll('/', '-')}-${width}-${colorScheme}.png`);
    await (element ? page.locator(element) : page).screenshot({ path });
  }
  await page.emulateMedia({ colorScheme: null });
  if (size) await page.setViewportSize(size);
}
