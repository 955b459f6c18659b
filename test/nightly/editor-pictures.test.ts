import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { Page } from 'playwright-core';
import sharp from 'sharp';
import { readArticle } from '#editorial/article-record.ts';
import { createDraft } from '#editorial/write/create-draft.ts';
import { inBothSchemes, lookAt } from '../support/axe.ts';
import { serveSite, shoot, watch } from '../support/browser.ts';
import { openEditor, save, sitDown } from '../support/editor-page.ts';
import { addConverted, drawing, photo, plain, WORDS } from '../support/pictures.ts';
import { copy, fromPage, openSite, type Person, type TestSite } from '../support/site.ts';

// The picture of an article, from the editor: added while somebody writes, described, replaced, chosen, refused.

const ALT = 'A survey robot drives over wet concrete.';

async function gateOf(site: TestSite, person: Person, id: string) {
  const { gate, copy } = await readArticle(site.deps.db.read, person, id, site.deps);
  return { hero: copy.heroAssetId, codes: gate.filter(({ path }) => path === 'heroAssetId').map(({ code }) => code) };
}

test('a picture takes two clicks and one field, while the writing goes on, and no page is left', async (t) => {
  const site = await serveSite(t);
  const dana = await site.person('editor', 'Dana Whitfield');
  const other = await addConverted(site, dana, await photo(900, 600));
  const { id } = await createDraft(site.deps, dana, copy());
  const context = await sitDown(t, site, dana);
  const page = await openEditor(context, site, id);
  const seen = watch(page, site);
  await page.getByRole('group', { name: 'Picture' }).waitFor();
  await lookAt(page, 'no picture', inBothSchemes(390, 768, 1280));
  await shoot(page, 'empty');

  let clicks = 0;
  const click = async (name: RegExp | string) => {
    clicks++;
    await page.getByRole('button', { name }).click();
  };
  const chooser = page.waitForEvent('filechooser');
  await click('Add picture');
  const buffer = await drawing();
  await (await chooser).setFiles({ name: 'wet_slab-robot.png', mimeType: 'image/png', buffer });
  await page.locator('.body').click(); // the writer goes on
  await page.keyboard.type('While it was sent. ');
  await page.getByText('“wet slab robot” was added.').waitFor();
  await page.keyboard.type('And after. ');
  assert.match((await page.locator('.body').textContent()) ?? '', /While it was sent\. And after\./);
  await save(page, 1);
  assert.deepEqual((await gateOf(site, dana, id)).codes, ['hero_unfinished'], 'only the gate asks for the texts');

  await click(`Use “${WORDS.credit}”`);
  await page.getByLabel('What the picture shows').fill(ALT);
  await page.keyboard.press('Tab');
  await page.getByText('Picture and texts are stored.').waitFor();
  assert.equal(clicks, 2);
  await page.getByLabel('Caption of the picture').fill('The robot at noon.');
  const { hero, codes } = await gateOf(site, dana, id);
  assert.deepEqual(codes, []);
  await lookAt(page, 'a new picture', inBothSchemes(390, 768, 1280));
  await shoot(page, 'new');
  assert.deepEqual(seen, []);

  await save(page, 2);
  await page.reload();
  await page.getByText(ALT).waitFor();
  await page.getByRole('link', { name: 'Change in the library' }).waitFor();
  await page.getByRole('button', { name: 'Choose from the library' }).click();
  await page.getByRole('button', { name: WORDS.title }).waitFor();
  await lookAt(page, 'the picker', inBothSchemes(390, 1280));
  await shoot(page, 'picker');
  await page.getByLabel('Search titles, descriptions and credits').fill('wet');
  await page.getByText('1 picture', { exact: true }).waitFor();
  await page.getByLabel('Search titles, descriptions and credits').fill('layout robot');
  await page.getByRole('button', { name: WORDS.title }).waitFor();
  await page.getByLabel('Search titles, descriptions and credits').press('Tab');
  await page.keyboard.press('Enter');
  await page.getByText(`“${WORDS.title}” is the picture of this article now.`).waitFor();
  await save(page, 3);
  assert.equal((await gateOf(site, dana, id)).hero, other);
  assert.equal(await page.getByLabel('Caption of the picture').inputValue(), 'The robot at noon.');
  await page.getByRole('button', { name: 'Put “wet slab robot” back' }).click();
  await save(page, 4);
  assert.equal((await gateOf(site, dana, id)).hero, hero);
  await page.getByRole('button', { name: 'Remove', exact: true }).click();
  await save(page, 5);
  assert.equal((await gateOf(site, dana, id)).hero, null);
  assert.deepEqual(seen, []);
});

test('a bad file is refused in plain words, and a picture in the body is offered for the place above the headline', async (t) => {
  const site = await serveSite(t);
  const will = await site.person('writer', 'Will Moss');
  const { id } = await createDraft(site.deps, will, copy());
  const page = await openEditor(await sitDown(t, site, will), site, id);
  const send = (name: string, mimeType: string, buffer: Buffer) =>
    page.locator('#hero-file').setInputFiles({ name, mimeType, buffer });
  const status = (words: RegExp) => page.locator('#hero-status').filter({ hasText: words }).waitFor();
  await page.getByLabel('Headline').fill('A headline that stays');
  await send('notes.png', 'image/png', Buffer.from('no picture'));
  await status(/^notes\.png: This is not a picture that can be read\. Export it as a JPEG, PNG, WebP, AVIF or GIF\./);
  await send('small.png', 'image/png', await drawing(300, 200));
  await status(/^small\.png: The picture is 300 by 200 pixels, which is too few\./);
  await send('huge.jpg', 'image/jpeg', Buffer.alloc(21 * 1024 * 1024));
  await status(/^huge\.jpg: The file is larger than 20 MB\./);
  assert.equal(await page.getByLabel('Headline').inputValue(), 'A headline that stays');

  await page.locator('.body').click();
  await pasteFile(page, '.body', 'image.png', await drawing());
  await page.getByText('The text cannot hold a picture.').waitFor();
  await lookAt(page, 'the notice', inBothSchemes(390, 1280));
  await shoot(page, 'notice');
  await page.getByRole('button', { name: 'Use it as the picture of the article' }).click();
  await status(/“Pasted picture” was added\./);
  await page.getByLabel('What the picture shows').fill(ALT);
  await page.getByLabel('Credit', { exact: true }).fill('Photograph: Will Moss');
  await page.getByRole('link', { name: 'Ask for a review …' }).click();
  await page.getByRole('dialog', { name: /^Ask for a review of/ }).waitFor();
  assert.deepEqual((await gateOf(site, will, id)).codes, [], 'the texts are stored before the drawer opens');
  await page.keyboard.press('Escape');

  await pasteFile(page, '#f-dek', 'second.png', await drawing(700, 500));
  await status(/“second” was added\./);
});

test('the library takes several files at once, with their texts, and shows them as a grid', async (t) => {
  const site = await serveSite(t);
  const dana = await site.person('editor', 'Dana Whitfield');
  await addConverted(site, dana, await photo(900, 600));
  const page = await (await sitDown(t, site, dana)).newPage();
  const seen = watch(page, site);
  await page.goto(`${site.config.publication.baseUrl}/newsroom/pictures`);
  const png = (name: string, buffer: Buffer) => ({ name, mimeType: 'image/png', buffer });
  const [one, two] = [await drawing(800, 500), await drawing(700, 900)];
  const chooser = page.waitForEvent('filechooser');
  await page.getByRole('button', { name: 'Add pictures', exact: true }).click();
  const chosen = await chooser;
  assert.equal(chosen.isMultiple(), true);
  await chosen.setFiles([png('slab one.png', one), png('bad.png', Buffer.from('x')), png('slab two.png', two)]);
  await page.getByText('bad.png: This is not a picture.').waitFor();
  await page.getByText('slab two was added.').waitFor();
  seen.length = 0; // the browser logs the status of the refusal
  await page
    .getByRole('button', { name: `Use “${WORDS.credit}”` })
    .first()
    .click();
  await page.getByLabel('What the picture shows').first().fill(ALT);
  await page.getByLabel('What the picture shows').last().click();
  await page.getByText('Picture and texts are stored.').waitFor();
  await lookAt(page, 'several uploads', inBothSchemes(390, 768, 1280));
  await shoot(page, 'uploads');
  await page.reload();
  await page.getByRole('img', { name: ALT }).waitFor();
  await page.getByText('No description yet').waitFor();
  await lookAt(page, 'the library', inBothSchemes(390, 768, 1280));
  await shoot(page, 'library');
  assert.doesNotMatch((await page.locator('main').textContent()) ?? '', /[0-9a-f]{8}-[0-9a-f]{4}/, 'no ids are shown');
  assert.deepEqual(seen, []);
});

// The forms in which people have their pictures: each becomes the same renditions.

const red = await plain(720, 480, '#d02020').png().toBuffer();
const blue = await plain(720, 480, '#2020d0').png().toBuffer();

const FILES: Record<string, () => Promise<Buffer> | Buffer> = {
  'slab.webp': () => sharp(red).webp().toBuffer(),
  'lossless.webp': () => sharp(red).webp({ lossless: true }).toBuffer(),
  'slab.avif': () => sharp(red).avif({ effort: 0 }).toBuffer(),
  'moving.gif': () =>
    sharp([red, blue], { join: { animated: true } })
      .gif({ loop: 0 })
      .toBuffer(),
};

test('WebP, AVIF and the first frame of a GIF become the renditions that readers get', async (t) => {
  const site = await openSite(t);
  const will = await site.person('writer');
  for (const [name, file] of Object.entries(FILES)) {
    const body = new FormData();
    body.set('title', name);
    body.set('file', new File([new Uint8Array(await file())], name));
    const response = await site.fetch('/newsroom/pictures/upload', { method: 'POST', headers: fromPage(will), body });
    const [first, last] = (await response.text())
      .trim()
      .split('\n')
      .map((line) => JSON.parse(line));
    const added = last.picture;
    assert.equal(added.title, name);
    assert.deepEqual(first, { first: added.thumbnail }, 'the smallest size comes first');
    assert.deepEqual([added.thumbnail.width, added.thumbnail.height], [720, 480], name);
    for (const form of ['jpg', 'webp', 'avif']) {
      const rendition = await site.fetch(added.thumbnail.src.replace(/jpg$/, form));
      assert.equal(rendition.status, 200);
      const { data, info } = await sharp(await rendition.bytes())
        .raw()
        .toBuffer({ resolveWithObject: true });
      assert.deepEqual([info.width, info.height], [480, 320], `${name} ${form}`);
      const [r = 0, g = 0, b = 0] = data.subarray((info.width * 20 + 20) * info.channels);
      assert.ok(r > 200 && g < 60 && b < 60, `${name} ${form}: ${r} ${g} ${b}`);
    }
  }
});

/** Pastes a file, as a browser does with a copied picture. */
async function pasteFile(page: Page, where: string, name: string, bytes: Buffer): Promise<void> {
  await page.evaluate(
    ({ where, name, base64 }) => {
      const clipboardData = new DataTransfer();
      const data = Uint8Array.from(atob(base64), (one) => one.charCodeAt(0));
      clipboardData.items.add(new File([data], name, { type: 'image/png' }));
      const element = document.querySelector<HTMLElement>(where);
      element?.focus();
      element?.dispatchEvent(new ClipboardEvent('paste', { clipboardData, bubbles: true, cancelable: true }));
    },
    { where, name, base64: bytes.toString('base64') },
  );
}
