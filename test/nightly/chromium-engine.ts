import { readdirSync, readFileSync } from 'node:fs';
import { type BrowserContext, chromium, type Page } from 'playwright-core';
import { openBrowser } from '../support/browser.ts';
import { findBrowser } from '../support/chromium.ts';
import type { After, Person } from '../support/site.ts';
import { type Engine, type EnginePage, type KilledBrowser, shownWhileTyped, signInThere } from './other-engines.ts';

/** Chromium, driven as the other browsers are, for trials that all of them have. */
export const CHROMIUM: Engine = {
  name: 'Chromium',
  skip: false,
  start: async (t) => {
    const context = await (await openBrowser(t)).newContext({ viewport: { width: 1280, height: 900 } });
    return chromiumPage(context, await context.newPage());
  },
  withProfile: { skip: false, start: startWithProfile },
};

function chromiumPage(context: BrowserContext, page: Page): EnginePage {
  const errors: string[] = [];
  page.on('pageerror', ({ message }) => errors.push(message));
  page.setDefaultNavigationTimeout(60_000); // as the other browsers have it
  return {
    errors,
    newTab: async () => chromiumPage(context, await context.newPage()),
    show: () => page.bringToFront(),
    close: () => page.close(),
    open: async (url) => {
      await page.goto(url);
    },
    evaluate: async <Value>(expression: string) =>
      JSON.parse(
        await page.evaluate<string>(`Promise.resolve(${expression}).then((value) => JSON.stringify(value ?? null))`),
      ) as Value,
    resize: (width, height) => page.setViewportSize({ width, height }),
    press: async (...keys) => {
      for (const key of keys) await (key.length === 1 ? page.keyboard.type(key) : page.keyboard.press(key));
    },
    setOffline: (isOffline) => context.setOffline(isOffline),
    shoot: () => page.screenshot(),
    setCookie: (url, cookie) => context.addCookies([{ ...cookie, url, httpOnly: true, sameSite: 'Lax' }]),
  };
}

async function startWithProfile(
  t: After,
  { profile, url, person }: { profile: string; url: string; person: Person },
): Promise<KilledBrowser> {
  const args = ['--no-sandbox', '--disable-gpu'];
  const context = await chromium.launchPersistentContext(profile, { args, ...(await findBrowser()) });
  t.after(() => context.close().catch(() => {}));
  const page = context.pages()[0] ?? (await context.newPage());
  const driven = chromiumPage(context, page);
  await signInThere(driven, url, person);
  await page.goto(url);
  const session = await context.newCDPSession(page);
  return {
    page: driven,
    compose: async (text, during) => {
      const characters = [...text];
      for (const [at, character] of characters.entries()) {
        for (const shown of shownWhileTyped(character))
          await session.send('Input.imeSetComposition', {
            text: shown,
            selectionStart: shown.length,
            selectionEnd: shown.length,
          });
        if (at === characters.length - 1) await during?.();
        await session.send('Input.insertText', { text: character });
      }
    },
    kill: async () => {
      const ended = new Promise((resolve) => context.once('close', resolve));
      killProcessesOf(profile);
      await ended;
    },
  };
}

/** Ends the processes of the Chromium with this profile at once. */
export function killProcessesOf(profile: string): void {
  const isOfProfile = (pid: string) => {
    try {
      return readFileSync(`/proc/${pid}/cmdline`, 'utf8').includes(`--user-data-dir=${profile}`);
    } catch {
      return false; // it ended meanwhile
    }
  };
  for (const pid of readdirSync('/proc').filter((name) => /^\d+$/.test(name)))
    if (isOfProfile(pid)) process.kill(Number(pid), 'SIGKILL');
}
