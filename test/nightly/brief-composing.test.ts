import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { Page } from 'playwright-core';
import { inBothSchemes, lookAt } from '../support/axe.ts';
import { BRIEF_DAY, BRIEF_SETTINGS, publishStories } from '../support/brief/briefs.ts';
import { openContext } from '../support/browser/shared-browser.ts';
import { serveSite, signInAs, watch } from '../support/browser.ts';

// An editor makes a brief in a real browser: order by keyboard and by dragging, a number, the email, a test, the approval.

const order = (page: Page) => page.locator('li[data-story] strong').allTextContents();

test('an editor composes a brief by keyboard and by dragging, settles a number, and approves one revision', async (t) => {
  const site = await serveSite(t, BRIEF_SETTINGS);
  await publishStories(site, 3);
  const dana = await site.person('editor', 'Dana Whitfield');
  const base = site.config.publication.baseUrl;
  const context = await openContext(t, { viewport: { width: 1280, height: 1800 } });
  await signInAs(context, site, dana);
  const page = await context.newPage();
  const seen = watch(page, site);

  await page.goto(`${base}/newsroom`);
  await page.getByRole('link', { name: 'Field Brief', exact: true }).click();
  await page.getByRole('button', { name: 'Another day …' }).click();
  assert.equal(await page.getByLabel(/^Day of the brief/).inputValue(), BRIEF_DAY);
  await page.keyboard.press('Escape');
  await page.getByRole('button', { name: 'Begin the brief of 8 September 2026' }).click();
  const step = (name: string | RegExp) =>
    page.getByRole('navigation', { name: 'Parts of the brief' }).getByRole('link', { name });
  await step('Check and send').click();
  await page.locator('.gate').getByText('The brief has no subject.').waitFor();
  await page.getByRole('link', { name: 'Write the subject' }).first().click();
  await page.waitForURL(/#subject$/);
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
  await page.getByText('Revision 1 is saved.').waitFor();

  await step('Check and send').click();
  await page.locator('.gate').getByText('The number “9” is not settled.').waitFor();
  await page.getByRole('link', { name: 'Settle the numbers' }).first().click();
  await page.getByText('By your signature').click();
  await page.getByLabel('Why you vouch for it').fill('Counted on the slab by two of us.');
  await page.getByRole('button', { name: 'Settle and sign it' }).click();
  await page.getByText('9 is settled.').waitFor();
  await lookAt(page, 'the numbers of a brief', inBothSchemes(390, 1280));
  await step('Check and send').click();
  await page.getByText('The email', { exact: true }).click();
  const frame = page.frameLocator('iframe[title="The email at 360 px, dark"]');
  await frame.getByRole('heading', { name: second }).waitFor();
  assert.equal(await frame.getByRole('heading', { name: third }).count(), 0);
  await lookAt(page, 'the page that sends a brief', inBothSchemes(390, 1280));

  await page.getByLabel('Dana Whitfield').check();
  await page.getByRole('button', { name: 'Send the test of revision 1' }).click();
  await page.getByText('The test email is on its way.').waitFor();
  await page.getByRole('button', { name: 'Approve revision 1' }).click();
  await page.getByText('This revision is approved.').waitFor();
  await page.getByLabel('Time zone').selectOption('Chicago');
  await page.getByRole('button', { name: 'Schedule revision 1' }).click();
  await page.getByRole('alert').getByText('Nobody has subscribed yet.').waitFor();
  assert.equal(await page.getByLabel('Time zone').inputValue(), 'America/Chicago');
  await lookAt(page, 'a brief that cannot be sent yet', inBothSchemes(390, 1280));
  assert.deepEqual(
    seen.filter((one) => !/422|409|blocked/i.test(one)),
    [],
  );
});

test('the email beside the form follows what one types, and a story that is ticked moves into the brief', async (t) => {
  const site = await serveSite(t, BRIEF_SETTINGS);
  await publishStories(site, 2);
  const dana = await site.person('editor', 'Dana Whitfield');
  const context = await openContext(t, { viewport: { width: 1280, height: 900 } });
  await signInAs(context, site, dana);
  const page = await context.newPage();
  const seen = watch(page, site);
  await page.goto(`${site.config.publication.baseUrl}/newsroom/briefs`);
  await page.getByRole('button', { name: 'Begin the brief of 8 September 2026' }).click();
  const email = page.frameLocator('.site-preview iframe:not(.coming)');
  await page.waitForURL(/\/briefs\/2026-09-08/);
  const [first = '', second = ''] = await order(page);
  await email.getByRole('heading', { name: first }).waitFor();
  const area = page.getByLabel('Text of block 1');
  await area.fill('Words that matter');
  await area.evaluate((one) => (one as HTMLTextAreaElement).setSelectionRange(0, 5));
  await page.getByRole('button', { name: /^Bold ?: words of block 1$/ }).click();
  assert.equal(await area.inputValue(), '**Words** that matter');
  await email.locator('strong', { hasText: 'Words' }).waitFor();
  assert.equal(await page.getByLabel('Text of block 2').isVisible(), false);
  await page.getByRole('button', { name: 'Add a block' }).click();
  assert.equal(await page.evaluate(() => document.activeElement?.id), 'intro-1-text');
  await page.getByLabel(`In the brief: ${first}`).uncheck();
  await email.getByRole('heading', { name: first }).waitFor({ state: 'detached' });
  await page.getByLabel('Plain text').check();
  await email.locator('pre', { hasText: 'Words that matter' }).waitFor();
  await page.getByRole('button', { name: 'Save as revision 1' }).click();
  await page.getByText('Revision 1 is saved.').waitFor();
  assert.deepEqual(await order(page), [second, first]);
  await page.getByText('One more story').click();
  await page.getByLabel(`In the brief: ${first}`).check();
  assert.deepEqual(await page.locator('ol[data-order] strong').allTextContents(), [second, first]);
  await email.getByRole('heading', { name: first }).waitFor();
  await lookAt(page, 'a composed brief', inBothSchemes(390, 1280));
  assert.deepEqual(
    seen.filter((one) => !/blocked/i.test(one)),
    [],
  );
});

test('without a script, the numbers of the places order the stories', async (t) => {
  const site = await serveSite(t, BRIEF_SETTINGS);
  await publishStories(site, 2);
  const dana = await site.person('editor', 'Dana Whitfield');
  const context = await openContext(t, { javaScriptEnabled: false });
  await signInAs(context, site, dana);
  const page = await context.newPage();
  await page.goto(`${site.config.publication.baseUrl}/newsroom/briefs`);
  await page.getByRole('button', { name: 'Begin the brief of 8 September 2026' }).click();
  await page.waitForURL(/\/briefs\/2026-09-08/);
  const [first = '', second = ''] = await order(page);
  await page.frameLocator('.site-preview iframe').getByRole('heading', { name: first }).waitFor();
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
