import assert from 'node:assert/strict';
import { test } from 'node:test';
import { CLI } from '#core/actor.ts';
import { publish } from '#editorial/publish/publish.ts';
import { settleEach } from '#editorial/settle/settle.ts';
import { createDraft } from '#editorial/write/create-draft.ts';
import { openContext } from '../../support/browser/shared-browser.ts';
import { serveSite } from '../../support/browser.ts';
import { copy } from '../../support/site.ts';

// A printed article has the sentences of the article, unchanged.

test('print numbers each link to another site, has its address at the end, and adds nothing to a settled number', async (t) => {
  const site = await serveSite(t, { FIGURES_GATE: 'block' });
  const text = 'The crew marked 412 points, as [the record](https://example.org/record) says.';
  const { id } = await createDraft(
    site.deps,
    CLI,
    copy({
      bodyBlocks: [
        { id: 'b1', type: 'heading', text: 'Of 412 points' },
        { id: 'b2', type: 'paragraph', text },
      ],
    }),
  );
  await settleEach(site.deps, CLI, {
    articleId: id,
    revision: 0,
    settledBy: () => ({ kind: 'signed', reason: 'I counted them on the slab.' }),
  });
  await publish(site.deps, CLI, id, { revisionNumber: 0 });
  const page = await (await openContext(t)).newPage();
  await page.goto(`${site.config.publication.baseUrl}/robotics/layout-robot-pilot`);
  await page.emulateMedia({ media: 'print' });
  const printed = await page
    .locator('article .body > :not(.settles) a')
    .evaluateAll((links) => links.map((link) => [link.textContent, getComputedStyle(link, '::after').content]));
  assert.deepEqual(printed, [
    ['412', 'none'],
    ['412', 'none'],
    ['the record', '"[" counter(address) "]"'],
  ]);
  const onPaper = () =>
    page.locator('.on-paper').evaluateAll((all) => all.map((one) => one.checkVisibility() && one.textContent));
  assert.deepEqual(await onPaper(), ['https://example.org/record', page.url()]);
  await page.emulateMedia({ media: 'screen' });
  assert.deepEqual(await onPaper(), [false, false]);
});
