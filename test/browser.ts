import { execFile } from 'node:child_process';
import { existsSync, mkdirSync, mkdtempSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { dirname, join } from 'node:path';
import type { TestContext } from 'node:test';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { type Browser, type BrowserContext, chromium, type LaunchOptions, type Page } from 'playwright-core';
import type { Log } from '../src/doors/env.ts';
import { createListener } from '../src/listener.ts';
import { openHouse, type Person, type TestHouse } from './house.ts';

// A real browser before a real server: Chromium comes with the packages, and nothing of the machine's own is needed.

const run = promisify(execFile);

/** The packed browser is taken out once for all test files, beside the packages. */
const PACKAGE = dirname(dirname(fileURLToPath(import.meta.resolve('@sparticuz/chromium'))));
const PARENT = join(dirname(dirname(PACKAGE)), '.cache');

/** Our own flags: the package's would switch the browser's protections off, which are what is tested here. */
const FLAGS = ['--no-sandbox', '--disable-gpu', '--disable-dev-shm-usage', '--font-render-hinting=none', '--no-pings'];

/** The one family that came along, so that pages are as wide on every machine. */
const FONTS = `<?xml version="1.0"?><!DOCTYPE fontconfig SYSTEM "fonts.dtd">
<fontconfig><dir prefix="relative">fonts</dir><cachedir prefix="xdg">fontconfig</cachedir></fontconfig>
`;

type After = Pick<TestContext, 'after'>;

/** Starts Chromium, ended with the test or the file. */
export async function openBrowser(t: After): Promise<Browser> {
  const browser = await chromium.launch({ args: FLAGS, ...(await ourOwn()) });
  t.after(() => browser.close());
  return browser;
}

/** The browser of the package, which runs on Linux; elsewhere the Chrome that is installed. */
async function ourOwn(): Promise<LaunchOptions> {
  if (process.platform !== 'linux' || process.arch !== 'x64') return { channel: 'chrome' };
  const folder = await unpack();
  return { executablePath: join(folder, 'chromium'), env: await environmentFor(folder) };
}

/** A house behind a real server, at an address of its own; ended with the test. */
export async function serveHouse(t: After, settings: Record<string, string> = {}): Promise<TestHouse> {
  const server = createServer();
  await new Promise<void>((listening) => server.listen(0, '127.0.0.1', listening));
  const { port } = server.address() as AddressInfo;
  const house = await openHouse(t, { BASE_URL: `http://127.0.0.1:${port}`, ...settings });
  const log: Log = { info: () => {}, warn: () => {}, error: (fields, message) => console.error(message, fields) };
  server.on('request', createListener(house.press, house.config, log));
  t.after(() => {
    server.closeAllConnections();
    server.close();
  });
  return house;
}

/** Puts somebody's session into the browser. */
export async function signInAs(context: BrowserContext, house: TestHouse, person: Person): Promise<void> {
  const [name = '', value = ''] = person.cookie.split('=');
  await context.addCookies([{ name, value, url: house.config.publication.baseUrl, httpOnly: true, sameSite: 'Lax' }]);
}

/** Notes everything a page of ours must never do: run or report anything, ask anything, fetch from anywhere else. */
export function watch(page: Page, house: TestHouse): string[] {
  const seen: string[] = [];
  page.on('console', (message) => seen.push(`console ${message.type()}: ${message.text()}`));
  page.on('pageerror', (error) => seen.push(`error: ${error.message}`));
  page.on('dialog', async (dialog) => {
    seen.push(`dialog: ${dialog.message()}`);
    await dialog.dismiss();
  });
  page.on('request', (request) => {
    if (!request.url().startsWith(`${house.config.publication.baseUrl}/`)) seen.push(`request: ${request.url()}`);
  });
  return seen;
}

/**
 * The folder of the browser, taken out of its package the first time. Two that come at once each take it out in a
 * folder of their own, and the first to be done gives its folder the name that counts.
 */
async function unpack(): Promise<string> {
  const { version } = JSON.parse(readFileSync(join(PACKAGE, 'package.json'), 'utf8')) as { version: string };
  const folder = join(PARENT, `chromium-${version}`);
  if (existsSync(folder)) return folder;
  mkdirSync(PARENT, { recursive: true });
  const own = mkdtempSync(join(PARENT, 'chromium-'));
  const script = 'import(process.argv[1]).then((packed) => packed.default.executablePath())';
  // The package unpacks to the temporary folder, and the libraries it needs only where it believes to be on such a machine.
  const env = { ...process.env, TMPDIR: own, TEMP: own, TMP: own, AWS_LAMBDA_JS_RUNTIME: 'nodejs22.x' };
  await run(process.execPath, ['-e', script, import.meta.resolve('@sparticuz/chromium')], { env });
  writeFileSync(join(own, 'fonts', 'fonts.conf'), FONTS);
  try {
    renameSync(own, folder);
  } catch (error) {
    if (!existsSync(folder)) throw error;
    rmSync(own, { recursive: true, force: true });
  }
  return folder;
}

/** The fonts that came with the browser, and its libraries where the machine has none of its own. */
async function environmentFor(folder: string): Promise<Record<string, string>> {
  const env = {
    FONTCONFIG_PATH: join(folder, 'fonts'),
    ...(process.env as Record<string, string>),
    XDG_CACHE_HOME: join(folder, 'cache'),
  };
  const starts = await run(join(folder, 'chromium'), ['--version'], { env }).then(
    () => true,
    () => false,
  );
  if (starts) return env;
  const libraries = [join(folder, 'al2023', 'lib'), process.env.LD_LIBRARY_PATH].filter(Boolean).join(':');
  return { ...env, LD_LIBRARY_PATH: libraries };
}
