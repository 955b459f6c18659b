import assert from 'node:assert/strict';
import { mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { join } from 'node:path';
import { test } from 'node:test';
import { entriesFor } from '#html/newsroom/frame/navigation.ts';
import { serveSite } from '../support/browser.ts';
import { stock } from '../support/stocked.ts';
import { type EnginePage, OTHER_ENGINES, signInThere, untilThere } from './other-engines.ts';

// Each page of the newsroom in Firefox and in WebKit: nothing overflows, axe finds nothing, no script fails, and the keys work.

const AXE = readFileSync(createRequire(import.meta.url).resolve('axe-core/axe.min.js'), 'utf8');
const LOOK = `axe.run(document, { iframes: false, resultTypes: ['violations'], rules: { 'color-contrast-enhanced': { enabled: true }, 'target-size': { enabled: true }, 'color-contrast': { enabled: false } } }).then(({ violations }) => violations.map(({ id, nodes }) => id + ': ' + nodes.map(({ html }) => html).join(' | ')))`;
const WIDTHS = [390, 1280];

for (const { name, skip, start } of OTHER_ENGINES)
  test(`every place of the newsroom works in ${name}, and the search and help open by keys`, { skip }, async (t) => {
    const site = await serveSite(t);
    const { chief, drafted } = await stock(site);
    const page = await start(t);
    const base = site.config.publication.baseUrl;
    await signInThere(page, base, chief);
    const places = entriesFor(chief).map(({ path }) => path.replace(/#.*/, ''));
    const article = `/newsroom/articles/${drafted}`;
    const paths = new Set([...places, article, `${article}/publish`, `${article}/figures`, `${article}/edit`]);
    const found: string[] = [];
    for (const path of paths)
      for (const width of WIDTHS) {
        await page.resize(width, 900);
        await page.open(base + path);
        if (path.endsWith('/edit')) await untilThere(page, `document.querySelector('.body')`);
        const where = `${path} at ${width} px`;
        // The window of WebKit is at least 447 px wide.
        const [wide = 0, has = 0] = await page.evaluate<number[]>('[document.documentElement.scrollWidth, innerWidth]');
        if (wide > has) found.push(`${where} is ${wide} px wide`);
        await page.evaluate(`(() => { ${AXE} })()`);
        found.push(...(await page.evaluate<string[]>(LOOK)).map((line) => `${where}: ${line}`));
        await keep(page, name, path, width);
      }
    assert.deepEqual(found, []);

    await page.open(`${base}/newsroom/calendar`);
    await page.press('Control+k');
    await untilThere(page, `document.querySelector('#palette[open]')`);
    await page.press(...'invoices');
    await untilThere(page, `/Invoices/.test(document.querySelector('#palette [aria-selected]')?.textContent)`);
    await page.press('Enter');
    // A key that is pressed before the scripts of the page have run is lost.
    await untilThere(page, `location.pathname === '/newsroom/ads/invoices' && document.readyState === 'complete'`);
    await page.press('Shift+?');
    await untilThere(page, `document.querySelector('#help-panel[open]')`);
    await page.press('Escape');
    await untilThere(page, `!document.querySelector('#help-panel')`);
    assert.deepEqual(page.errors, []);
  });

/** Stores a picture for a person to look at, if SHOTS names a folder. */
async function keep(page: EnginePage, name: string, path: string, width: number): Promise<void> {
  const folder = process.env.SHOTS;
  if (!folder) return;
  mkdirSync(folder, { recursive: true });
  writeFileSync(join(folder, `${name}${path.replaceAll('/', '-')}-${width}.png`), await page.shoot());
}
