import assert from 'node:assert/strict';
import { test } from 'node:test';
import { CLI } from '#core/actor.ts';
import { publish } from '#editorial/publish/publish.ts';
import { unpublish } from '#editorial/publish/unpublish.ts';
import { settleEach } from '#editorial/settle/settle.ts';
import { createDraft } from '#editorial/write/create-draft.ts';
import { inBothSchemes, lookAt } from '../support/axe.ts';
import { openContext } from '../support/browser/shared-browser.ts';
import { serveSite, shoot } from '../support/browser.ts';
import { save } from '../support/live.ts';
import { copy } from '../support/site.ts';

// The page on which a reader checks a quote, by keyboard and without a script.

const WIDTHS = [360, 768, 1280];
const TEXT =
  'The crew ran the machine on a *live* slab for six weeks and marked **412 points**, see [the log](https://example.org/log). Nobody had to stop, and 397 of the points stayed within 3 mm.';

test('a reader checks a quote by keyboard, without a script', async (t) => {
  const site = await serveSite(t);
  const base = site.config.publication.baseUrl;
  const bodyBlocks = [{ id: 'b1', type: 'paragraph', text: TEXT }];
  const article = await createDraft(site.deps, CLI, copy({ bodyBlocks }));
  const source = { kind: 'sourced', source: 'https://example.org/pilot-record', locator: 'Table 2' } as const;
  await settleEach(site.deps, CLI, { articleId: article.id, revision: 0, settledBy: () => source });
  await publish(site.deps, CLI, article.id, { revisionNumber: 0 });
  const note = 'The pilot ran for four weeks, not six as we wrote.';
  const next = await save(site, article, {
    bodyBlocks: [{ id: 'b1', type: 'paragraph', text: TEXT.replace('six', 'four') }],
    correctionNote: note,
  });
  await publish(site.deps, CLI, article.id, { revisionNumber: next.revision });

  const context = await openContext(t, { viewport: { width: 1280, height: 900 }, javaScriptEnabled: false });
  const page = await context.newPage();
  await page.goto(`${base}/robotics/layout-robot-pilot`);
  await page.locator('.cite summary').click();
  await page.locator('.cite').getByRole('link', { name: 'Check a quote' }).click();
  await page.getByLabel('The words as they are quoted').focus();
  await page.keyboard.type('on a live slab for six weeks and marked 421 points');
  await page.keyboard.press('Tab');
  await page.keyboard.press('Enter');
  const result = page.getByRole('region', { name: 'Result' });
  await result.getByText('but corrected it later').waitFor();
  assert.match(
    (await result.locator('mark').allTextContents()).join(''),
    /^on a live slab for six weeks and marked 412/,
  );
  assert.match((await page.getByRole('region', { name: 'What differs' }).textContent()) ?? '', /421 A number differs/);
  assert.match((await page.getByRole('region', { name: 'Since then' }).textContent()) ?? '', /four weeks, not six/);
  assert.match((await page.getByRole('region', { name: 'Numbers' }).textContent()) ?? '', /412: Site record.*Table 2/);
  const looking = await openContext(t, { viewport: { width: 1280, height: 900 }, reducedMotion: 'reduce' });
  const looked = await looking.newPage();
  await looked.goto(page.url());
  await lookAt(looked, 'quote-corrected', inBothSchemes(...WIDTHS));
  await shoot(looked, 'quote-corrected');
  await result.getByRole('link', { name: 'Permanent link to revision 0' }).click();
  assert.match(page.url(), /\/robotics\/layout-robot-pilot\/r\/0#b-b1$/);
  assert.match((await page.locator('#b-b1').textContent()) ?? '', /six weeks/);

  const states: [string, string][] = [
    ['quote-form', ''],
    ['quote-refused', 'two words'],
    ['quote-none', 'no article has ever had these words'],
    ['quote-true', 'Nobody had to stop, and 397 of the points stayed within 3 mm.'],
  ];
  for (const [name, text] of states) {
    await looked.goto(`${base}/quote${text && `?text=${encodeURIComponent(text)}`}`);
    await lookAt(looked, name, inBothSchemes(...WIDTHS));
    await shoot(looked, name);
  }
  await unpublish(site.deps, CLI, article.id, { notice: 'We took this back: the log was wrong.' });
  await looked.goto(`${base}/quote?text=${encodeURIComponent('Nobody had to stop and 397 of the crew stayed')}`);
  assert.doesNotMatch((await looked.locator('main').textContent()) ?? '', /points|412|slab/);
  await lookAt(looked, 'quote-withdrawn', inBothSchemes(...WIDTHS));
  await shoot(looked, 'quote-withdrawn');
});
