import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { Page } from 'playwright-core';
import { BRIEF_DAY, BRIEF_SETTINGS, publishStories } from '../brief/briefs.ts';
import { openContext } from '../browser/shared-browser.ts';
import { inBothSchemes, lookAt } from '../support/axe.ts';
import { serveSite, signInAs, watch } from '../support/browser.ts';

// An editor makes a brief in a real browser: order by keyboard and by dragging, a number, the email, a test, the approval.

const order = (page: Page) => page.locator('li[data-story] strong').allTextContents();

test('an editor composes a brief by keyboard and by dragging, settles a number, and approves one revision', {
  timeout: 120_000,
}, async (t) => {
  const site = await serveSite(t, BRIEF_SETTINGS);
  await publishStories(site, 3);
  const dana = await site.person('editor', 'Dana Whitfield');
  const base = site.config.publication.baseUrl;
  const context = await openContext(t, { viewport: { width: 1280, height: 1800 } });
  await signInAs(context, site, dana);
  const page = await context.newPage();
  const seen = watch(page, site);

  await page.goto(`${base}/newsroom`);
  await page.getByRole('link', { name: 'Brief', exact: true }).click();
  assert.equal(await page.getByLabel(/^Day of the brief/).inputValue(), BRIEF_DAY);
  await page.getByRole('button', { name: 'Begin the brief' }).click();
  await page.getByText('The brief has no subject.').waitFor();
  const [first = '', second = '', third = ''] = await order(page);

  const handle = page.getByRole('button', { name: `Move ${third}` });
  await handle.focus();
  await page.keyboard.press('ArrowUp');
  await page.keyboard.press('ArrowUp');
  await page.keyboard.press('ArrowUp');
  assert.deepEqual(await order(page), [third, first, second]);
  assert.equal(await page.locator('[data-moved]').textContent(), `${third} is number 1 of 3.`);
  assert.equal(
    await page.evaluate(() => document.activeElement?.textContent),
    `Move ${third}`,
    'the handle keeps the focus',
  );
  await dragBelow(page, third, second);
  assert.deepEqual(await order(page), [first, second, third]);
  await dragBelow(page, first, second);
  assert.deepEqual(await order(page), [second, first, third]);

  await page.getByLabel('Subject of the email').fill('A robot, a slab');
  await page.getByLabel('Text of block 1').fill('The robot marked 9 walls.');
  await page.getByLabel(`One sentence about it: ${first}`).fill('One thing. Another thing.');
  await page.getByRole('button', { name: 'Save as revision 1' }).click();
  await page.getByRole('alert').getByText('Story 2 has 2 sentences; the limit is one.').waitFor();
  assert.deepEqual(await order(page), [second, first, third], 'what was typed is kept');
  assert.equal(await page.getByLabel('Text of block 1').inputValue(), 'The robot marked 9 walls.');
  await page.getByLabel(`One sentence about it: ${first}`).fill('One thing.');
  await page.getByLabel(`In the brief: ${third}`).uncheck();
  await page.getByRole('button', { name: 'Save as revision 1' }).click();
  await page.getByText('A new revision is saved.').waitFor();

  await page.getByText('The number “9” is not settled.').waitFor();
  await page.getByText('By your signature').click();
  await page.getByLabel('Why you vouch for it').fill('Counted on the slab by two of us.');
  await page.getByRole('button', { name: 'Settle and sign it' }).click();
  await page.getByText('The number is settled.').waitFor();
  const frame = page.frameLocator('iframe[title="The email at 360 px, dark"]');
  await frame.getByRole('heading', { name: second }).waitFor();
  assert.equal(await frame.getByRole('heading', { name: third }).count(), 0);
  await lookAt(page, 'a composed brief', inBothSchemes(390, 1280));

  await page.getByLabel('Dana Whitfield').check();
  await page.getByRole('button', { name: 'Send the test of revision 1' }).click();
  await page.getByText('The test email is on its way.').waitFor();
  await page.getByRole('button', { name: 'Approve revision 1' }).click();
  await page.getByText('This revision is approved.').waitFor();
  await page.getByLabel('Time zone').fill('America/Chicago');
  await page.getByRole('button', { name: 'Schedule revision 1' }).click();
  await page.getByRole('alert').getByText('Nobody has subscribed yet.').waitFor();
  assert.equal(await page.getByLabel('Time zone').inputValue(), 'America/Chicago');
  assert.deepEqual(
    seen.filter((one) => !/422|409|blocked/i.test(one)),
    [],
  );
});

test('without a script, the numbers of the places order the stories', { timeout: 60_000 }, async (t) => {
  const site = await serveSite(t, BRIEF_SETTINGS);
  await publishStories(site, 2);
  const dana = await site.person('editor', 'Dana Whitfield');
  const context = await openContext(t, { javaScriptEnabled: false });
  await signInAs(context, site, dana);
  const page = await context.newPage();
  await page.goto(`${site.config.publication.baseUrl}/newsroom/briefs`);
  await page.getByRole('button', { name: 'Begin the brief' }).click();
  const [first = '', second = ''] = await order(page);
  assert.equal(await page.getByRole('button', { name: `Move ${first}` }).count(), 0);
  await page.getByLabel(`Place of ${first}`).fill('5');
  await page.getByLabel('Subject of the email').fill('A robot');
  await page.getByRole('button', { name: 'Save as revision 1' }).click();
  assert.deepEqual(await order(page), [second, first]);
});

async function dragBelow(page: Page, story: string, other: string): Promise<void> {
  await page.getByRole('button', { name: `Move ${story}` }).hover();
  await page.mouse.down();
  const box = await page.locator('li[data-story]', { hasText: other }).boundingBox();
  assert.ok(box);
  await page.mouse.move(box.x + 30, box.y + box.height * 0.5, { steps: 4 });
  await page.mouse.move(box.x + 30, box.y + box.height - 2, { steps: 4 });
  await page.mouse.up();
}
