import assert from 'node:assert/strict';
import { after, test } from 'node:test';
import { readArticle } from '#editorial/article-record.ts';
import { giveAssignment } from '#editorial/review/assign.ts';
import { readWorkingCopy } from '#editorial/write/working-copy.ts';
import { serveSite, watch } from '../support/browser.ts';
import {
  goToEditor,
  goToEndOf,
  paste,
  save,
  savedBody,
  seenByEditor,
  sitDown,
  standing,
} from '../support/editor-page.ts';
import { file, RICH } from '../support/stocked.ts';

// Writing in the newsroom's editor, in a real browser.

const site = await serveSite({ after });
const editor = await site.person('editor', 'Dana Whitfield');
const token = await site.grantToken(editor);
const page = await (await sitDown({ after }, site, editor)).newPage();
const seen = watch(page, site);

/** Opens a new article in the editor. */
async function section(over: Record<string, unknown> = RICH) {
  const id = await file(site, token, { ...over, slug: `article-${site.deps.newId()}` });
  await goToEditor(page, site, id);
  seen.length = 0;
  return { id, body: () => savedBody(site, editor, id) };
}

const LINE = { ...RICH, bodyBlocks: [{ id: 'b1', type: 'paragraph', text: 'One line.' }] };

test('typed, formatted and split text is saved as a revision; unedited blocks keep every byte', async () => {
  const { body } = await section();
  await goToEndOf(page, 0);
  await page.keyboard.type(' It took **six** weeks');
  await page.keyboard.press('Control+i');
  await page.keyboard.type(' in all');
  await page.keyboard.press('Control+i');
  await page.keyboard.type('.');
  await page.keyboard.press('Enter');
  await page.keyboard.type('## A new heading');
  await page.keyboard.press('Enter');
  await page.keyboard.type('- first');
  await page.keyboard.press('Enter');
  await page.keyboard.type('second');
  await save(page, 1);
  const blocks = await body();
  const [first, heading, list, ...rest] = blocks;
  assert.equal(first?.id, 'b1');
  assert.equal(first?.text, `${RICH.bodyBlocks[0]?.text} It took **six** weeks *in all*.`);
  assert.deepEqual([heading?.type, heading?.text], ['heading', 'A new heading']);
  assert.deepEqual([list?.type, list?.text], ['list', '- first\n- second']);
  assert.deepEqual(rest, RICH.bodyBlocks.slice(1));
  assert.equal(new Set(blocks.map(({ id }) => id)).size, blocks.length);
  assert.deepEqual(seen, []);
});

test('no script of the editor tries what the security policy refuses', async () => {
  await page.addInitScript(() => {
    const refused: string[] = [];
    Object.assign(window, { refused });
    document.addEventListener('securitypolicyviolation', (event) =>
      refused.push(`${event.blockedURI} ${event.sourceFile}`),
    );
  });
  await section();
  assert.deepEqual(await page.evaluate('refused'), []);
});

test('undo restores words, blocks and their ids', async () => {
  const { body } = await section();
  await goToEndOf(page, 1);
  await page.keyboard.press('Enter');
  await page.keyboard.type('A paragraph.');
  await page.keyboard.press('Enter');
  await page.keyboard.type('Another.');
  await goToEndOf(page, 5);
  await page.keyboard.press('Control+Alt+4');
  for (let at = 0; at < 12; at++) await page.keyboard.press('Control+z');
  await page.locator('#f-dek').fill('Another dek, so that there is something to save.');
  await save(page, 1);
  assert.deepEqual(await body(), RICH.bodyBlocks);
});

test('Enter at the start of a block keeps the id with the text', async () => {
  const { body } = await section();
  await page.locator('.body h2').click();
  await page.keyboard.press('Home');
  await seenByEditor(page);
  await page.keyboard.press('Enter');
  await page.keyboard.press('ArrowUp');
  await seenByEditor(page);
  await page.keyboard.type('Before it.');
  await save(page, 1);
  const blocks = await body();
  const at = blocks.findIndex(({ text }) => text === 'What stopped it');
  assert.equal(blocks[at]?.id, 'b2');
  assert.equal(blocks[at - 1]?.text, 'Before it.');
});

test('a list can be started, left, made from blocks and turned back into blocks', async () => {
  const { body } = await section(LINE);
  await goToEndOf(page, 0);
  await page.keyboard.press('Control+Alt+7');
  await page.keyboard.press('Enter');
  await page.keyboard.type('Two');
  await page.keyboard.press('Enter');
  await page.keyboard.press('Enter');
  await page.keyboard.type('After the list');
  await save(page, 1);
  const [list, behind] = await body();
  assert.deepEqual(list, { id: 'b1', type: 'list', text: '1. One line.\n2. Two' });
  assert.deepEqual([behind?.type, behind?.text], ['paragraph', 'After the list']);
  await page.locator('.body li').nth(1).click();
  await seenByEditor(page);
  await page.keyboard.press('Control+Alt+7');
  await save(page, 2);
  assert.deepEqual(
    (await body()).map(({ type, text }) => [type, text]),
    [
      ['paragraph', 'One line.'],
      ['paragraph', 'Two'],
      ['paragraph', 'After the list'],
    ],
  );
});

test('words pasted into a sentence stay in it', async () => {
  const { body } = await section(LINE);
  await goToEndOf(page, 0);
  await paste(page, { html: '<meta charset="utf-8"><p style="font-size:22px"> and <b>a half</b></p>' });
  await save(page, 1);
  assert.deepEqual(await body(), [{ id: 'b1', type: 'paragraph', text: 'One line.and **a half**' }]);
});

test('a link can be set on selected words, and only https addresses are accepted', async () => {
  const { body } = await section(LINE);
  await goToEndOf(page, 0);
  await page.keyboard.press('Shift+Home');
  await seenByEditor(page);
  await page.keyboard.press('Control+k');
  await page.locator('#link-address').fill('http://example.org');
  await page.keyboard.press('Enter');
  assert.match((await page.locator('#link-trouble').textContent()) ?? '', /https/);
  await page.locator('#link-address').fill('https://example.org/a');
  await page.keyboard.press('Enter');
  await page.locator('.body a').waitFor();
  await save(page, 1);
  assert.equal((await body())[0]?.text, '[One line.](https://example.org/a)');
});

test('every field other than the body is validated by the API’s schema while typing, and saved', async () => {
  const { id } = await section();
  await page.locator('#f-headline').fill('x'.repeat(111));
  assert.equal(await page.locator('#headline-count').textContent(), '111 of 110');
  assert.match((await page.locator('#headline-trouble').textContent()) ?? '', /at most 110/);
  await page.locator('#f-slug').fill('Not a slug');
  await page.keyboard.press('Control+s');
  await standing(page, /Not saved/);
  assert.equal(await page.evaluate(() => document.activeElement?.id), 'f-headline');
  await page.locator('#f-headline').fill('A headline');
  await page.locator('#f-slug').fill('a-slug');
  await page.locator('#add-source').click();
  await page.locator('.source').nth(2).getByLabel('Address').fill('http://example.org');
  await page.keyboard.press('Control+s');
  await standing(page, /Not saved/);
  assert.match((await page.locator('.source').nth(2).textContent()) ?? '', /start with https/);
  await page.locator('.source').nth(2).getByLabel('Title').fill('A third source');
  await page.locator('.source').nth(2).getByLabel('Address').fill('https://example.org/third');
  await page.locator('.source').nth(2).getByRole('button', { name: 'Move up' }).click();
  await page.locator('.source').nth(0).getByRole('button', { name: 'Remove' }).click();
  await page.locator('#f-section').selectOption('people');
  await save(page, 1);
  const { copy } = await readArticle(site.deps.db.read, editor, id, site.deps);
  assert.deepEqual([copy.headline, copy.slug, copy.section], ['A headline', 'a-slug', 'people']);
  assert.deepEqual(
    copy.sources?.map(({ title }) => title),
    ['A third source', 'Layout tolerances for cast-in-place work'],
  );
  assert.deepEqual(copy.editorialPacket, RICH.editorialPacket);
});

test('an empty source does not block saving; an incomplete one is named with its field', async () => {
  const { id } = await section();
  await page.locator('#add-source').click();
  await page.locator('.source').nth(2).getByLabel('Title').fill('x');
  await page.locator('.source').nth(2).getByLabel('Title').fill('');
  await page.locator('#add-source').click();
  const last = page.locator('.source').nth(3);
  await last.getByLabel('Title').fill('A fourth source');
  await page.keyboard.press('Control+s');
  await standing(page, /Not saved\. Source 4, Address: it must start with https/);
  assert.equal(
    await page.evaluate(() => document.activeElement?.id),
    await last.getByLabel('Address').getAttribute('id'),
  );
  await last.getByLabel('Title').fill('');
  await page.locator('#f-dek').fill('Another dek.');
  await save(page, 1);
  assert.equal(await page.locator('.source [aria-invalid]').count(), 0);
  const { copy } = await readArticle(site.deps.db.read, editor, id, site.deps);
  assert.equal(copy.sources?.length, 2);
});

test('the error for a slug that is in use appears beside its field, and the text is kept', async () => {
  const { id } = await section();
  await file(site, token, { slug: 'taken' });
  await page.locator('#f-slug').fill('taken');
  await page.keyboard.press('Control+s');
  await page.locator('#slug-trouble').filter({ hasText: 'another article’s' }).waitFor();
  assert.equal(await page.evaluate(() => document.activeElement?.id), 'f-slug');
  await standing(page, /Saved as draft/);
  assert.equal(await page.locator('.notice').count(), 1);
  assert.equal((await readWorkingCopy(site.deps.db.read, editor, id))?.copy.slug, 'taken');
  await page.locator('#f-slug').fill('free');
  await save(page, 1);
  assert.equal(await page.locator('.notice').count(), 0);
});

test('script in any field never runs in the editor', async () => {
  const evil = '</script><img src=x onerror=alert(1)><script>alert(1)</script>';
  await section({
    headline: evil,
    dek: evil,
    bodyBlocks: [
      { id: evil, type: 'paragraph', text: `${evil} [a](javascript:alert(1))` },
      { id: 'l', type: 'list', text: evil },
    ],
    sources: [{ title: evil, url: 'https://example.org/?"><script>alert(1)</script>' }],
    correctionNote: evil,
    editorialPacket: { seoTitle: evil },
  });
  await goToEndOf(page, 0);
  await page.keyboard.type('x');
  await paste(page, {
    html: `<p onclick="alert(1)">a<img src=x onerror=alert(1)><script>alert(1)</script><a href="javascript:alert(1)">b</a></p>`,
  });
  await save(page, 1);
  assert.equal(await page.locator('.body img, .body script, .body a').count(), 0);
  assert.deepEqual(seen, []);
});

test('the foot of the sheet counts the words against the length that was asked for', async () => {
  const { id } = await section(LINE);
  assert.equal(await page.locator('#words').textContent(), '2 words');
  const given = { assigneeId: null, dueOn: null, note: null };
  await giveAssignment(site.deps, editor, id, { ...given, words: 1600 });
  await goToEditor(page, site, id);
  await page.locator('#words', { hasText: /^2 of 1,600 words$/ }).waitFor();
  await goToEndOf(page, 0);
  await page.keyboard.type(' And three more.');
  await page.locator('#words', { hasText: /^5 of 1,600 words$/ }).waitFor();
  assert.deepEqual(seen, []);
});
