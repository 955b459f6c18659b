import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { Page } from 'playwright-core';
import { addPicture } from '#media/add-picture.ts';
import { addAuthorOrTag } from '#people/bylines.ts';
import { openContext } from '../browser/shared-browser.ts';
import { inBothSchemes, lookAndShoot } from '../support/axe.ts';
import { serveSite, shoot, signInAs, watch } from '../support/browser.ts';
import { plain, WORDS } from '../support/pictures.ts';
import { stock } from '../support/stocked.ts';
import { enter, submit, tabTo, typeInto } from './keyboard.ts';

// The smaller acts of the newsroom, each done with the keys alone. Every state is checked by axe at two widths in both schemes.

const WINDOWS = inBothSchemes(390, 1280);

const look = (page: Page, name: string) => lookAndShoot(page, name, WINDOWS);

async function desk(t: Parameters<typeof serveSite>[0], settings = {}) {
  const site = await serveSite(t, settings);
  const stocked = await stock(site);
  const context = await openContext(t, { viewport: { width: 1280, height: 900 }, reducedMotion: 'reduce' });
  await signInAs(context, site, stocked.chief);
  const page = await context.newPage();
  const seen = watch(page, site);
  const open = (path: string) => page.goto(`${site.config.publication.baseUrl}${path}`);
  return { site, stocked, page, seen, open };
}

test('tags, a byline, the front page and a profile are changed with the keys alone', async (t) => {
  const { site, stocked, page, seen, open } = await desk(t, { SMTP_URL: 'smtp://127.0.0.1:9' });
  const { deps } = site;
  await addAuthorOrTag(deps, stocked.chief, 'tag', 'Rental');
  const author = await addAuthorOrTag(deps, stocked.chief, 'author', 'Otto Brandt');
  await addPicture(deps, stocked.chief, { file: await plain(900, 600).png().toBuffer(), words: WORDS });
  const button = (name: string) => page.getByRole('button', { name, exact: true });

  await open('/newsroom/tags');
  await look(page, 'tags');
  await enter(page, page.getByRole('link', { name: 'Rental', exact: true }));
  await page.getByRole('heading', { name: 'Rental', level: 1 }).waitFor();
  await look(page, 'tag');
  await typeInto(page, page.getByLabel('New name'), 'Renting');
  await enter(page, button('Rename'));
  await page.getByRole('status').filter({ hasText: 'is named “Renting” now' }).waitFor();
  await enter(page, page.getByRole('link', { name: 'Renting', exact: true }));
  await tabTo(page, page.getByLabel('Merge “Renting” into'));
  await page.keyboard.type('Layout');
  await enter(page, button('Merge'));
  await page.getByRole('status').filter({ hasText: 'have the tag “Layout” now' }).waitFor();
  await look(page, 'tags-merged');

  await open(`/newsroom/bylines/${author.id}`);
  await typeInto(page, page.getByLabel('Who this is'), 'Otto Brandt measures slabs.');
  await submit(page, button('Save the biography'));
  await page.getByRole('status').filter({ hasText: 'Saved.' }).waitFor();
  await tabTo(page, page.getByRole('group', { name: 'Picture' }).getByRole('radio', { name: 'None' }));
  await page.keyboard.press('ArrowDown');
  await submit(page, button('Save the portrait'));
  await page.getByRole('status').filter({ hasText: 'Saved.' }).waitFor();
  await look(page, 'byline');

  await open('/newsroom/front');
  await look(page, 'front-empty');
  for (const place of [1, 2]) {
    await submit(page, page.getByRole('button', { name: /^Add “/ }).first());
    await page
      .getByRole('status')
      .filter({ hasText: `is now number ${place}.` })
      .waitFor();
  }
  await look(page, 'front');
  const first = page.locator('ol.ordered > li').first();
  const headline = await first.getByRole('link').first().textContent();
  await enter(page, first.getByRole('button', { name: /^Move down/ }));
  await page
    .locator('ol.ordered > li')
    .last()
    .getByRole('link', { name: headline ?? '', exact: true })
    .waitFor();
  await enter(page, page.getByRole('button', { name: `Take off “${headline}”` }));
  const left = page.getByRole('status').filter({ hasText: 'left the front page' });
  await left.waitFor();
  await enter(page, left.getByRole('button', { name: 'Undo' }));
  await page.getByRole('status').filter({ hasText: 'is now number 2.' }).waitFor();

  await open('/newsroom/profile');
  await tabTo(page, page.getByLabel('Email me what waits for me'));
  await page.keyboard.press('ArrowDown');
  await submit(page, button('Save').first());
  assert.match(await page.getByLabel('Email me what waits for me').inputValue(), /daily/);
  await tabTo(page, page.getByLabel('Zone'));
  await page.keyboard.type('Tokyo');
  await submit(page, page.locator('form[action="/newsroom/profile/zone"]').getByRole('button'));
  await look(page, 'profile');
  assert.deepEqual(seen, []);
});

test('pictures are replaced and deleted, an article is published and retracted, with the keys alone', async (t) => {
  const { site, stocked, page, seen, open } = await desk(t);
  const { deps } = site;
  const { picture } = await addPicture(deps, stocked.chief, {
    file: await plain(900, 600).png().toBuffer(),
    words: WORDS,
  });
  const button = (name: string) => page.getByRole('button', { name, exact: true });
  const other = await plain(640, 480, '#305060').png().toBuffer();

  await open(`/newsroom/pictures/${picture.id}`);
  await enter(page, page.locator('summary', { hasText: 'Replace the file' }));
  await enter(page, page.locator('summary', { hasText: 'Delete the picture' }));
  await look(page, 'picture-file');
  await page
    .getByLabel('New file')
    .setInputFiles({ name: 'slab.png', mimeType: 'image/png', buffer: Buffer.from('no picture') });
  await enter(page, button('Replace the file'));
  await page.getByRole('alert').waitFor();
  await look(page, 'picture-refused');
  await open(`/newsroom/pictures/${picture.id}`);
  await enter(page, page.locator('summary', { hasText: 'Replace the file' }));
  await page.getByLabel('New file').setInputFiles({ name: 'slab.png', mimeType: 'image/png', buffer: other });
  await enter(page, button('Replace the file'));
  await page.getByText('640 × 480').first().waitFor();
  await look(page, 'picture-replaced');
  await enter(page, page.locator('summary', { hasText: 'Delete the picture' }));
  await enter(page, button('Delete the picture'));
  await page.waitForURL(/\/newsroom\/pictures(\?|$)/);
  await look(page, 'picture-deleted');

  await open(`/newsroom/articles/${stocked.changed}/publish?revision=1`);
  await look(page, 'publish');
  await open(`/newsroom/articles/${stocked.published}`);
  await enter(page, page.getByRole('link', { name: 'Publication …' }));
  await enter(page, page.locator('summary', { hasText: 'Unpublish …' }));
  await typeInto(page, page.getByLabel('Reason', { exact: true }), 'The record was wrong.');
  await typeInto(
    page,
    page.getByLabel('Notice for readers, if you want one'),
    'We withdrew this article: its record was wrong.',
  );
  await shoot(page, 'unpublish');
  await enter(page, page.getByRole('button', { name: /^Unpublish revision/ }));
  await page.getByRole('status').getByText('Nobody can read it').waitFor();
  await page.goto(`${site.config.publication.baseUrl}/software/pour-sequence-model`).catch(() => {});
  await page.getByText('We withdrew this article').waitFor();
  await look(page, 'retraction-notice');

  await open(`/newsroom/articles/${stocked.drafted}/edit`);
  await page.locator('.body').waitFor();
  await enter(page, button('Choose from the library'));
  await page.getByRole('dialog').waitFor();
  await look(page, 'picture-dialog');
  await page.keyboard.press('Escape');
  await page.getByRole('dialog').waitFor({ state: 'detached' });
  assert.ok(await button('Choose from the library').evaluate((one) => one === document.activeElement), 'focus returns');

  await open('/issues');
  await look(page, 'issues');
  await enter(page, page.getByRole('main').getByRole('link').first());
  await look(page, 'issue');
  assert.deepEqual(
    seen.filter((line) => !/\b(?:404|415)\b/.test(line)),
    [],
  );
});

test('without script the board, a new draft, comments, figures, publication and tags work', async (t) => {
  const site = await serveSite(t);
  const { chief, published, drafted } = await stock(site);
  const context = await openContext(t, { viewport: { width: 1280, height: 900 }, javaScriptEnabled: false });
  await signInAs(context, site, chief);
  const page = await context.newPage();
  const open = (path: string) => page.goto(`${site.config.publication.baseUrl}${path}`);
  await open('/newsroom/articles');
  await page.getByRole('button', { name: 'New article' }).click();
  await page.getByLabel('Headline').fill('A draft without script');
  await page.getByLabel('Dek').fill('It came from a form.');
  await page.getByRole('button', { name: 'Create the draft and write' }).click();
  await page.waitForURL(/\/edit$/);
  await open(page.url().slice(site.config.publication.baseUrl.length).replace('/edit', ''));
  await page.getByRole('heading', { name: 'A draft without script', level: 1 }).waitFor();

  await open(`/newsroom/articles/${drafted}`);
  const whole = page.getByRole('region', { name: 'About the whole article' });
  await whole.locator('summary').first().click();
  await whole.getByRole('textbox').first().fill('Who counted the 412 points?');
  await whole.getByRole('button').first().click();
  await page.getByText('Who counted the 412 points?').first().waitFor();
  await open(`/newsroom/articles/${drafted}/figures`);
  await page.getByRole('heading', { level: 1 }).waitFor();
  await open(`/newsroom/articles/${published}`);
  await page.getByRole('link', { name: 'Publication …' }).click();
  await page.getByText('Unpublish …').click();
  await page.getByLabel('Reason', { exact: true }).fill('The record was wrong.');
  await page.getByRole('button', { name: /^Unpublish revision/ }).click();
  await page.getByText('Unpublished. Nobody can read it').waitFor();
  await open('/newsroom/tags');
  await page.getByLabel('Name of the new tag').fill('Rental');
  await page.getByRole('button', { name: 'Add the tag' }).click();
  await page.getByText('The tag “Rental” can be used now.').waitFor();
});
