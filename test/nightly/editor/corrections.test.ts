import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { BodyBlock } from '#article/copy.ts';
import { publish } from '#editorial/publish/publish.ts';
import { addComment } from '#editorial/review/comment.ts';
import { proposeSettlement } from '#editorial/settle/settle.ts';
import { saveRevision } from '#editorial/write/save-revision.ts';
import { inBothSchemes, lookAt } from '../../support/axe.ts';
import { serveSite, shoot, watch } from '../../support/browser.ts';
import { openEditor, sitDown } from '../../support/editor-page.ts';
import { anchorsOf } from '../../support/figures/ledgers.ts';
import { copy } from '../../support/site.ts';
import { file, settleFigures } from '../../support/stocked.ts';

// An editor corrects a published number in the editor: the wrong value that the note names, a proposal of a writer, and a
// comment whose words are gone.

const WINDOWS = inBothSchemes(390, 768, 1280);

test('a correction is settled in the editor: the wrong value, a proposal, and a comment without its words', async (t) => {
  const site = await serveSite(t, { FIGURES_GATE: 'block' });
  const dana = await site.person('editor', 'Dana Whitfield');
  const eva = await site.person('editor', 'Eva Lindqvist');
  const texts = ['The job took 6 crews of masons.', 'They cut the corners by hand.'];
  const blocks = (...all: string[]): BodyBlock[] => all.map((text, at) => ({ id: `b${at}`, type: 'paragraph', text }));
  const sources = [{ title: 'Site record', url: 'https://example.org/pilot-record' }];
  const id = await file(site, await site.grantToken(dana), { bodyBlocks: blocks(...texts), sources });
  await settleFigures(site);
  await publish(site.deps, dana, id, { revisionNumber: 0 });
  const about = { revision: 0, blockId: 'b1', passage: 'cut the corners', occurrence: 1, text: 'Is that fair?' };
  await addComment(site.deps, eva, id, about);
  const correctionNote = 'An earlier version said 6 crews. It was 7.';
  const bodyBlocks = blocks('The job took 7 crews of masons.', 'They shaped all edges themselves.');
  await saveRevision(site.deps, dana, id, {
    copy: { ...copy({ bodyBlocks, sources, correctionNote }), baseRevision: 0 },
  });
  const [first = ''] = await anchorsOf(site, id, 1);
  const method = { kind: 'sourced', source: sources[0]?.url ?? '', locator: 'page 3' } as const;
  await proposeSettlement(site.deps, eva, { articleId: id, revision: 1, anchor: first }, method);

  const page = await openEditor(await sitDown(t, site, dana), site, id);
  const seen = watch(page, site);
  await page.locator('#open-numbers', { hasText: '3 numbers to settle' }).waitFor();
  await page.getByRole('tab', { name: 'Comments 1' }).click();
  await page.getByText('Is that fair?').waitFor();
  await lookAt(page, 'a comment without its words', WINDOWS);
  await shoot(page, 'editor-orphan');
  await page.locator('.body .number').first().click();
  await page.locator('#number-content .stated', { hasText: '7' }).waitFor();
  await lookAt(page, 'a proposal', WINDOWS);
  await shoot(page, 'editor-proposal');
  await page.getByRole('button', { name: 'Confirm this' }).click();
  await page.locator('#number-content .stated', { hasText: '6' }).waitFor();
  await lookAt(page, 'the wrong value', WINDOWS);
  await shoot(page, 'editor-wrong-value');
  await page.getByRole('button', { name: 'Settle as not a measurement' }).click();
  await page.locator('#open-numbers', { hasText: '1 number to settle' }).waitFor();
  assert.deepEqual(seen, []);
});
