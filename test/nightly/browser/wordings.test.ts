import assert from 'node:assert/strict';
import { test } from 'node:test';
import { CLI } from '#core/actor.ts';
import { createDraft } from '#editorial/write/create-draft.ts';
import { openBrowser, serveSite, shoot, signInAs, watch } from '../../support/browser.ts';
import { copy } from '../../support/site.ts';

const PASSAGE =
  'Day one. The robot stopped twice that day, said Dana Ruiz of Boston Dynamics. Then it ran for nine hours.';

test('an editor gives a passage, sees the words in it and confirms a quotation, by the keyboard alone', async (t) => {
  const site = await serveSite(t);
  const editor = await site.person('editor');
  const bodyBlocks = [
    {
      id: 'a',
      type: 'paragraph' as const,
      text: 'Dana Ruis of Boston Dynamics says “the robot stopped twice that day”.',
    },
    { id: 'b', type: 'quote' as const, text: '“Then it ran for ten hours”' },
  ];
  const sources = [{ title: 'Field notes of the crew', url: 'https://paper.example/notes' }];
  const { id } = await createDraft(site.deps, CLI, copy({ bodyBlocks, sources }));
  const context = await (await openBrowser(t)).newContext();
  await signInAs(context, site, editor);
  const page = await context.newPage();
  const seen = watch(page, site);
  await page.goto(`${site.config.publication.baseUrl}/newsroom/articles/${id}/wordings`);
  await shoot(page, 'wordings-new');
  await page.getByText('Open it, or give its file or a passage').focus();
  await page.keyboard.press('Enter');
  await page.getByLabel('Passage that you copied from the source').focus();
  await page.keyboard.insertText(PASSAGE);
  await page.keyboard.press('Tab');
  await page.keyboard.press('Enter');
  await page.getByText('A passage was given').waitFor();
  assert.deepEqual(await page.locator('mark').allTextContents(), [
    'The robot stopped twice that day',
    'Then it ran for nine hours',
    'Dana Ruiz',
    'Boston Dynamics',
  ]);
  await shoot(page, 'wordings-looked-up');
  await page.getByRole('button', { name: 'Confirm by this passage “the robot stopped twice that day”' }).focus();
  await page.keyboard.press('Enter');
  await page.getByText('confirmed it by the passage').waitFor();
  const wordings = await site.deps.db.read.selectFrom('wording').select('settled').execute();
  assert.equal(wordings.filter(({ settled }) => settled !== null).length, 1);
  assert.deepEqual(seen, []);
});
