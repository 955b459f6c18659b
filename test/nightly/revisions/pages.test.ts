import assert from 'node:assert/strict';
import { test } from 'node:test';
import { CLI } from '#core/actor.ts';
import { publish } from '#editorial/publish/publish.ts';
import { unpublish } from '#editorial/publish/unpublish.ts';
import { inBothSchemes, lookAt } from '../../support/axe.ts';
import { openContext } from '../../support/browser/shared-browser.ts';
import { serveSite, shoot, watch } from '../../support/browser.ts';
import { goLive, save } from '../../support/live.ts';

// The page of a revision, as readers find it from the article: superseded, current and withdrawn.

const WIDTHS = [360, 768, 1280];
const PATH = '/robotics/layout-robot-pilot';

test('a reader opens the permanent page of a revision, sees what changed since, and goes to the article', async (t) => {
  const site = await serveSite(t);
  const base = site.config.publication.baseUrl;
  const bodyBlocks = [
    {
      id: 'b1',
      type: 'paragraph',
      text: 'The robot marked **1,240 points** on the deck in two hours, by the site log.',
    },
    { id: 'b2', type: 'heading', text: 'What the crew counted' },
    { id: 'b3', type: 'list', text: '- 96 points moved\n- 12 points were lost' },
    {
      id: 'b4',
      type: 'paragraph',
      text: 'A paragraph that goes: https://example.org/a-very-long-address-without-any-break/of-words/in-it.html',
    },
  ];
  const first = await goLive(site, { bodyBlocks });
  site.pass(172_800);
  const changed = [
    { ...bodyBlocks[0], text: 'The robot marked **1,204 points** on the deck in three hours, by the site log.' },
    bodyBlocks[1],
    { ...bodyBlocks[2], text: '- 96 points moved\n- 21 points were lost\n- None was painted' },
    { id: 'b5', type: 'quote', text: 'We counted twice, and the second count is right.' },
  ];
  const saved = await save(site, first, { bodyBlocks: changed, headline: 'A layout robot on a wet slab' });
  await publish(site.deps, CLI, first.id, {
    revisionNumber: saved.revision,
    choice: { note: 'We wrote 1,240 points. The site log has 1,204.' },
  });

  const context = await openContext(t, { viewport: { width: 1280, height: 900 }, javaScriptEnabled: true });
  const page = await context.newPage();
  const seen = watch(page, site);
  await page.goto(base + PATH);
  await page.getByText('Cite this revision').focus();
  await page.keyboard.press('Enter');
  await lookAt(page, 'cite-this-revision', inBothSchemes(...WIDTHS));
  await shoot(page, 'cite-this-revision', 'body');
  await page.getByRole('link', { name: 'page', exact: true }).focus();
  await page.keyboard.press('Enter');
  await page.waitForURL(`**${PATH}/r/2`);
  await page.getByText('Readers see this revision now').waitFor();
  await lookAt(page, 'revision-current', inBothSchemes(...WIDTHS));
  await shoot(page, 'revision-current', 'body');
  await page.getByRole('link', { name: 'Revision 0', exact: true }).click();
  await page.getByText('It was superseded on').waitFor();
  assert.deepEqual(await page.locator('#changes + div del').allTextContents(), [
    'live',
    '240',
    'two',
    '12',
    bodyBlocks[3]?.text,
  ]);
  await lookAt(page, 'revision-superseded', inBothSchemes(...WIDTHS));
  await shoot(page, 'revision-superseded', 'body');
  await page.getByRole('link', { name: 'Read the article as it is now' }).click();
  await page.waitForURL(base + PATH);
  assert.deepEqual(seen, []);

  await unpublish(site.deps, CLI, first.id, { notice: 'The contractor has shown us that the log was wrong.' });
  // Not at the address from above, which the browser keeps for a minute.
  await page.goto(`${base}${PATH}/r/0.html`);
  await page.getByText('the log was wrong').waitFor();
  await lookAt(page, 'revision-withdrawn', inBothSchemes(360, 1280));
  await shoot(page, 'revision-withdrawn', 'body');
});
