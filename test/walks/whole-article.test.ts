import assert from 'node:assert/strict';
import { test } from 'node:test';
import { createDraft } from '#editorial/write/create-draft.ts';
import { serveSite, watch } from '../support/browser.ts';
import { paste, seenByEditor, sitDown } from '../support/editor-page.ts';
import { addConverted, drawing, photo } from '../support/pictures.ts';
import { copy } from '../support/site.ts';

// The walk of an editor before lunch, each click and key counted: 900 words with a picture and twelve numbers, from the board to
// readers. The picture and the numbers are done in the editor.

const NUMBERED = [
  'The robot marked 1,240 points on the deck, and 37 of them by hand.',
  'The surveyor had planned 1,240 points; the record says 412 holes and 26 kg of paint.',
  'All 1,240 points held, 37 after a second pass, within 3 mm.',
  'It took 18 trips, 7 batteries, 14 hours and 9 blades.',
];
const PLAIN =
  'The crew set out the deck before the pour and wrote down each stop of the machine in the log of the site. ';
const [MOST_KEYS, MOST_CLICKS, MOST_FIELDS] = [60, 2, 1];

test('900 words with a picture and twelve numbers go from the board to readers within the counts', async (t) => {
  const site = await serveSite(t, { FIGURES_GATE: 'block' });
  const dana = await site.person('editor', 'Dana Whitfield');
  await addConverted(site, dana, await photo(900, 600)); // the credit that she used last
  await createDraft(site.deps, dana, copy({ slug: 'another-draft' }));
  const page = await (await sitDown(t, site, dana)).newPage();
  const seen = watch(page, site);
  await page.goto(`${site.config.publication.baseUrl}/newsroom`);
  await page.getByRole('button', { name: 'New article' }).click();
  await page.waitForURL(/\/edit$/);
  await page.locator('.body').waitFor();
  const editor = page.url();

  await page.keyboard.type('A robot for the deck');
  await page.keyboard.press('Enter');
  await page.getByLabel('Dek').fill('What it marked, and what it took.');
  const paragraphs = NUMBERED.map((text) => `<p>${text} ${PLAIN.repeat(10)}</p>`).join('');
  await paste(page, { html: paragraphs });
  await page.getByRole('button', { name: 'Add a source' }).click();
  await page.getByLabel('Title', { exact: true }).first().fill('Site record of the pilot');
  await page.getByLabel('Address', { exact: true }).first().fill('https://example.org/pilot-record');
  const words = ((await page.locator('.body').textContent()) ?? '').split(/\s+/).length;
  assert.ok(words >= 850 && words <= 1000, `${words} words`);

  let [clicks, fields] = [0, 0];
  const chooser = page.waitForEvent('filechooser');
  await page.getByRole('button', { name: 'Add picture' }).click();
  clicks++;
  await (await chooser).setFiles({ name: 'deck.png', mimeType: 'image/png', buffer: await drawing() });
  await page.getByText('“deck” was added.').waitFor();
  await page.getByRole('button', { name: /^Use “/ }).click();
  clicks++;
  await page.getByLabel('What the picture shows').fill('A robot on a deck.');
  fields++;
  await page.keyboard.press('Tab');
  await page.getByText('Picture and texts are stored.').waitFor();
  assert.ok(clicks <= MOST_CLICKS && fields <= MOST_FIELDS, `${clicks} clicks, ${fields} fields`);

  await page.keyboard.press('Control+s');
  await page.locator('#standing', { hasText: /Saved as revision/ }).waitFor();
  const open = page.locator('#open-numbers');
  await open.filter({ hasText: '12 numbers to settle' }).waitFor();
  let keys = 0;
  const press = (key: string) => {
    keys += key.split('+').length;
    return page.keyboard.press(key);
  };
  await page.locator('.body').click();
  await press('Control+Home');
  await seenByEditor(page);
  await press('Alt+Enter');
  const settle = async (place: string, send: 'Enter' | 'Shift+Enter', left: RegExp) => {
    await page.locator('#number-panel :focus').waitFor();
    const isRepeated = (await page.locator('.repeat').count()) > 0;
    if (!isRepeated) await press('s');
    if (!isRepeated) for (const letter of place) await press(letter);
    await press(send);
    await open.filter({ hasText: left }).waitFor();
  };
  await settle('p. 3', 'Shift+Enter', /^9 /);
  await settle('p. 3', 'Shift+Enter', /^7 /);
  for (let left = 6; left >= 1; left--) await settle('p. 3', 'Enter', new RegExp(`^${left} `));
  await settle('p. 3', 'Enter', /^All numbers settled$/);
  t.diagnostic(`${words} words; picture: ${clicks} clicks, ${fields} field; twelve numbers: ${keys} keys`);
  assert.ok(keys <= MOST_KEYS, `${keys} keys`);
  assert.equal(page.url(), editor, 'no page was left');

  await page.locator('#leave').click();
  await page.getByRole('button', { name: /ublish revision/ }).click();
  await page.getByRole('status').getByText('Readers see').waitFor();
  assert.equal(page.url(), editor, 'it is published without leaving the editor');
  const { articles } = (await (await fetch(`${site.config.publication.baseUrl}/api/public/articles`)).json()) as {
    articles: { headline: string }[];
  };
  assert.deepEqual(
    articles.map(({ headline }) => headline),
    ['A robot for the deck'],
  );
  assert.deepEqual(seen, []);
});
