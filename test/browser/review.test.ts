import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { BrowserContextOptions, Page } from 'playwright-core';
import { addComment } from '#editorial/review/comment.ts';
import { requestChanges } from '#editorial/review/review.ts';
import { inBothSchemes, lookAt } from '../support/axe.ts';
import { openContext } from '../support/browser/shared-browser.ts';
import { serveSite, signInAs, watch } from '../support/browser.ts';
import { call } from '../support/mcp.ts';
import { file, revise } from '../support/stocked.ts';

const BODY = [
  { id: 'b1', type: 'paragraph', text: 'The crew ran it for six weeks. It stopped six weeks later.' },
  ...Array.from({ length: 12 }, (_, n) => ({
    id: `m${n}`,
    type: 'paragraph',
    text: `Paragraph ${n} stays as it was. `.repeat(12),
  })),
  { id: 'b2', type: 'quote', text: 'I would keep one person with a tape.' },
];
const LATER = [
  { ...BODY[0], text: 'The crew ran it for six weeks. It stopped two days later, sho\u200cwn.' },
  ...BODY.slice(1, -1),
  { ...BODY.at(-1), text: 'I would keep two people with a tape.' },
];

async function open(t: Parameters<typeof serveSite>[0], options: BrowserContextOptions = {}) {
  const site = await serveSite(t);
  const dana = await site.person('editor', 'Dana Whitfield');
  const token = await site.grantToken(dana);
  const id = await file(site, token, { bodyBlocks: BODY });
  const context = await openContext(t, { viewport: { width: 1280, height: 800 }, ...options });
  await signInAs(context, site, dana);
  const page = await context.newPage();
  const path = `${site.config.publication.baseUrl}/newsroom/articles/${id}`;
  return { site, dana, token, id, page, path, seen: watch(page, site) };
}

/** Selects the n-th occurrence of words in the block that holds them, as with a mouse. */
async function select(page: Page, words: string, occurrence: number): Promise<void> {
  await page.evaluate(
    ([text, wanted]) => {
      const block = document.querySelector('[data-block="1"] p');
      if (!block) throw new Error('there is no block');
      let at = -1;
      for (let n = 0; n < wanted; n++) at = block.textContent.indexOf(text, at + 1);
      const range = document.createRange();
      const texts = document.createTreeWalker(block, NodeFilter.SHOW_TEXT);
      for (let from = 0, node = texts.nextNode(); node; node = texts.nextNode()) {
        const to = from + (node.textContent?.length ?? 0);
        if (from <= at && at < to) range.setStart(node, at - from);
        if (from < at + text.length && at + text.length <= to) range.setEnd(node, at + text.length - from);
        from = to;
      }
      document.getSelection()?.removeAllRanges();
      document.getSelection()?.addRange(range);
    },
    [words, occurrence] as const,
  );
}

test('an editor comments on a selected passage, and resolves the comment after a new revision', async (t) => {
  const { site, token, id, page, path, seen } = await open(t);
  await page.goto(path);
  await select(page, 'six weeks', 2);
  await page.locator('.beside details.begin summary').first().click();
  await page.locator('#text-1:focus').waitFor();
  assert.equal(await page.locator('#passage-1').inputValue(), 'six weeks');
  await page.keyboard.type('Later than what?');
  await page.getByRole('button', { name: 'Send the comment' }).first().click();
  await page.getByText('Later than what?').waitFor();
  const [comment] = (await call(site, token, 'get_article', { id })).data.comments;
  assert.deepEqual([comment.blockId, comment.passage, comment.occurrence], ['b1', 'six weeks', 2]);
  await revise(site, token, id, { bodyBlocks: LATER, baseRevision: 0 });
  await page.goto(path);
  await page.getByText('The passage was changed in revision 1.').waitFor();
  await page.getByRole('button', { name: 'Resolve' }).click();
  await page.getByText('Resolved by Dana Whitfield').waitFor();
  assert.deepEqual(seen, []);
});

test('a passage selected across deleted words becomes a passage of the revision, without those words', async (t) => {
  const { site, dana, token, id, page, path, seen } = await open(t);
  await requestChanges(site.deps, dana, { id, revision: 0, note: 'Say when.' });
  await revise(site, token, id, { bodyBlocks: LATER, baseRevision: 0 });
  await page.goto(path);
  await page.evaluate(() => {
    const block = document.querySelector('[data-block="1"]');
    const range = document.createRange();
    if (!block?.lastChild) throw new Error('there is no block');
    range.selectNodeContents(block);
    document.getSelection()?.addRange(range);
  });
  await page.locator('.beside details.begin summary').first().click();
  await page.locator('#text-1:focus').waitFor();
  assert.equal(await page.locator('#passage-1').inputValue(), LATER[0]?.text);
  await page.locator('#text-1').fill('All of it.');
  await page.getByRole('button', { name: 'Send the comment' }).first().click();
  await page.getByText('All of it.').waitFor();
  assert.deepEqual(seen, []);
});

test('without JavaScript, links lead from change to change', async (t) => {
  const { site, token, id, page, path } = await open(t, { javaScriptEnabled: false });
  await revise(site, token, id, { headline: 'A layout robot on a wet slab', bodyBlocks: LATER, baseRevision: 0 });
  await page.goto(`${path}/compare/0/1`);
  assert.equal(await page.locator('.keys').isVisible(), false);
  await page.getByRole('link', { name: 'Go to the first' }).click();
  await page.getByRole('link', { name: 'next change, number 2' }).click();
  assert.equal(new URL(page.url()).hash, '#change-2');
  await page.goto(path);
  await page.locator('.beside details.begin summary').first().click();
  await page.locator('#text-1').fill('By hand.');
  await page.getByRole('button', { name: 'Send the comment' }).first().click();
  await page.getByText('By hand.').waitFor();
});

test('an editor can decide about several drafts with the keyboard alone', async (t) => {
  const { site, token, page, path, seen } = await open(t);
  site.pass(60);
  await file(site, token, { slug: 'second', headline: 'The second that waits' });
  await page.goto(path);
  await page.getByRole('button', { name: 'Approve revision 0' }).focus();
  await page.keyboard.press('Enter');
  await page.getByText('Revision 0 is approved.').waitFor();
  assert.equal(await page.evaluate(() => document.activeElement?.textContent), 'The second that waits');
  await page.keyboard.press('Enter');
  await page.getByRole('heading', { name: 'The second that waits' }).waitFor();
  await page.getByText('Request changes …').click();
  await page.getByLabel('What has to change').fill('Count again.');
  await page.getByRole('button', { name: 'Request changes to revision 0' }).click();
  await page.getByText('Changes to revision 0 are requested.').waitFor();
  assert.deepEqual(seen, []);
});

test('text from an agent never runs as script on the review pages', async (t) => {
  const { site, token, id, page, path, seen } = await open(t);
  const attack = `"><img src=x onerror=alert(1)><script>alert(2)</script><svg/onload=alert(3)>`;
  const bodyBlocks = [{ id: attack, type: 'paragraph', text: `${attack} ${attack}` }];
  const hostile = {
    headline: attack,
    dek: attack,
    bodyBlocks,
    sources: [{ title: attack, url: 'https://evil.example/', publisher: attack, note: attack }],
    sponsorshipDisclosure: attack,
    editorialPacket: { claimsReview: attack },
  };
  await revise(site, token, id, { ...hostile, baseRevision: 0 });
  await addComment(site.deps, await site.person('editor', attack.slice(0, 60)), id, {
    revision: 1,
    blockId: attack,
    passage: attack,
    occurrence: 2,
    text: attack,
  });
  for (const rest of ['', '/compare/0/1', '/revisions/1']) {
    await page.goto(path + rest);
    assert.ok((await page.content()).includes('onerror=alert(1)'), rest);
    assert.equal(await page.locator('main img, main svg, main script, [onerror], [onload]').count(), 0, rest);
  }
  assert.deepEqual(seen, []);
});

test('an editor suggests another text for a block, and accepts it; axe finds no problem beside an open one', async (t) => {
  const { id, page, path, seen } = await open(t, { reducedMotion: 'reduce' });
  await page.goto(path);
  await page.getByText('Suggest another text for block 1', { exact: true }).click();
  await page.locator('#suggest-1-after').fill('The crew ran it for **six** weeks <b>and</b> stopped.');
  await page.locator('#suggest-1-note').fill('Two sentences say one thing.');
  const windows = inBothSchemes(390, 1280);
  await lookAt(page, 'the form of a suggestion', windows);
  await page.locator('.suggest[open]').getByRole('button', { name: 'Send the suggestion' }).click();
  await page.getByText('1 suggestion is open.').waitFor();
  await page.locator('.suggested ins').first().waitFor();
  await lookAt(page, 'an open suggestion', windows);
  await page.getByRole('button', { name: 'Accept the suggestion of Dana Whitfield' }).click();
  await page.getByText('Accepted by Dana Whitfield').waitFor();
  await page.getByRole('heading', { name: 'The copy of revision 1' }).waitFor();
  await lookAt(page, 'an accepted suggestion', windows);
  assert.equal(new URL(page.url()).pathname, `/newsroom/articles/${id}`);
  assert.deepEqual(seen, []);
});
