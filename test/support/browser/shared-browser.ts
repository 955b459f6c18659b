import { after } from 'node:test';
import type { Browser, BrowserContext, BrowserContextOptions } from 'playwright-core';
import { launchBrowser } from '../browser.ts';
import type { After } from '../site.ts';

// One browser for all test files of a process, because its start takes processor time. Each test has contexts of its own:
// they share no cookie, no storage and no cache.

/** V8 compiles scripts without its optimizers, which take more time than they save: no page of a test lives long. */
const FLAGS = ['--js-flags=--max-opt=1'];

let started: Promise<Browser> | undefined;
after(async () => (await started)?.close());

/** Opens a browser context and closes it, with its pages, after the test or the file. */
export async function openContext(t: After, options: BrowserContextOptions = {}): Promise<BrowserContext> {
  started ??= launchBrowser({ flags: FLAGS });
  const context = await (await started).newContext(options);
  t.after(() => context.close());
  return context;
}
