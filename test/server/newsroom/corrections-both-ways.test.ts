import assert from 'node:assert/strict';
import { type TestContext, test } from 'node:test';
import { getRevisionRow } from '#article/article-rows.ts';
import { readRevision } from '#editorial/article-record.ts';
import { publish } from '#editorial/publish/publish.ts';
import { schedule } from '#editorial/publish/schedule.ts';
import { unpublish } from '#editorial/publish/unpublish.ts';
import { settleFigure } from '#editorial/settle/settle.ts';
import { createDraft } from '#editorial/write/create-draft.ts';
import { restoreRevision, saveRevision } from '#editorial/write/save-revision.ts';
import { readLedger } from '#evidence/figures/ledger.ts';
import { plumbline } from '../../support/command.ts';
import { copy, form, openSite, type Person, type TestSite } from '../../support/site.ts';

// The gate compares a revision with the revision that readers saw last: also an older revision, and also after unpublishing.

const NOTE = 'The job took 24 days, not 40 days, as the site record says.';
const blocked = { kind: 'gate_blocked' };
const unsaid = { kind: 'validation_failed', message: 'Say whether this is a correction.' };

const says = (days: string) =>
  copy({ bodyBlocks: [{ id: 'b1', type: 'paragraph', text: `The job took ${days}. It rained.` }] });

type Newsroom = { site: TestSite; dana: Person; id: string };

async function settleAll({ site, dana, id }: Newsroom, revision: number): Promise<void> {
  const { read } = site.deps.db;
  const { figures } = await readLedger(read, await getRevisionRow(read, id, revision));
  for (const { anchor, state } of figures) {
    if (state === 'settled') continue;
    const settling = { kind: 'signed', reason: 'Counted by the editor on the site.' } as const;
    await settleFigure(site.deps, dana, { articleId: id, revision, anchor }, settling);
  }
}

/** An article whose "40 days" went live and was corrected to "24 days" with a note: revision 1 is live. */
async function corrected(t: TestContext): Promise<Newsroom> {
  const site = await openSite(t, { FIGURES_GATE: 'block' });
  const dana = await site.person('editor');
  const { id } = await createDraft(site.deps, dana, says('40 days'));
  const newsroom = { site, dana, id };
  await settleAll(newsroom, 0);
  await publish(site.deps, dana, id, { revisionNumber: 0 });
  await saveRevision(site.deps, dana, id, { copy: { ...says('24 days'), correctionNote: NOTE, baseRevision: 0 } });
  await settleAll(newsroom, 1);
  await publish(site.deps, dana, id, { revisionNumber: 1 });
  return newsroom;
}

const corrections = ({ site }: Newsroom) => site.deps.db.read.selectFrom('correction').selectAll().execute();
const page = async ({ site }: Newsroom) => (await site.fetch('/robotics/layout-robot-pilot')).text();

test('an older revision cannot replace the corrected one by form, schedule, command line or restore', async (t) => {
  const newsroom = await corrected(t);
  const { site, dana, id } = newsroom;
  const { gate } = await readRevision(site.deps.db.read, dana, site.deps, { id, number: 0 });
  assert.ok(gate.some(({ code, severity }) => code === 'figure_changed_needs_note' && severity === 'block'));
  await assert.rejects(publish(site.deps, dana, id, { revisionNumber: 0 }), blocked);
  await assert.rejects(
    publish(site.deps, dana, id, { revisionNumber: 0, choice: { noneBecause: 'It was right before.' } }),
    blocked,
  );
  await assert.rejects(
    schedule(site.deps, dana, { articleId: id, revisionNumber: 0, at: '2026-09-07T08:00:00.000Z' }),
    blocked,
  );
  const sent = await site.fetch(`/newsroom/articles/${id}/publish`, form(dana, { revision: '0' }));
  assert.ok(sent.status >= 400, String(sent.status));
  assert.notEqual((await plumbline(site, ['publish', id, '--revision', '0', '--by', dana.email])).code, 0);
  const restored = await restoreRevision(site.deps, dana, { articleId: id, number: 0, baseRevision: 1 });
  await assert.rejects(publish(site.deps, dana, id, { revisionNumber: restored.revision }), blocked);
  assert.match(await page(newsroom), /24 days/);
  assert.equal((await corrections(newsroom)).length, 1);
});

test('a correction note that was used once does not allow another publication', async (t) => {
  const newsroom = await corrected(t);
  const { site, dana, id } = newsroom;
  const second = 'The job took 25 days: the first day was left out.';
  await saveRevision(site.deps, dana, id, { copy: { ...says('25 days'), correctionNote: second, baseRevision: 1 } });
  await settleAll(newsroom, 2);
  await publish(site.deps, dana, id, { revisionNumber: 2 });
  await assert.rejects(publish(site.deps, dana, id, { revisionNumber: 1 }), blocked);
  assert.equal((await corrections(newsroom)).length, 2);
});

test('after unpublishing, publishing a changed figure still needs a new correction note', async (t) => {
  const newsroom = await corrected(t);
  const { site, dana, id } = newsroom;
  await unpublish(site.deps, dana, id, { because: 'to be looked at' });
  await assert.rejects(publish(site.deps, dana, id, { revisionNumber: 0 }), blocked);
  await saveRevision(site.deps, dana, id, { copy: { ...says('26 days'), correctionNote: NOTE, baseRevision: 1 } });
  await settleAll(newsroom, 2);
  await assert.rejects(publish(site.deps, dana, id, { revisionNumber: 2 }), blocked);
  const note = 'The job took 26 days, with both Sundays.';
  await saveRevision(site.deps, dana, id, { copy: { ...says('26 days'), correctionNote: note, baseRevision: 2 } });
  await settleAll(newsroom, 3);
  await publish(site.deps, dana, id, { revisionNumber: 3 });
  assert.deepEqual(
    (await corrections(newsroom)).map((row) => row.note),
    [NOTE, note],
  );
  assert.match(await page(newsroom), /with both Sundays/);
});

test('after unpublishing, the same revision can be published again without a new correction', async (t) => {
  const newsroom = await corrected(t);
  const { site, dana, id } = newsroom;
  await unpublish(site.deps, dana, id, { because: 'to be looked at' });
  await publish(site.deps, dana, id, { revisionNumber: 1 });
  assert.equal((await corrections(newsroom)).length, 1);
});

test('publishing changed text without a correction choice is rejected in the form, the schedule and the command line', async (t) => {
  const newsroom = await corrected(t);
  const { site, dana, id } = newsroom;
  const drier = { ...says('24 days'), dek: 'It rained less than was said.', correctionNote: NOTE };
  await saveRevision(site.deps, dana, id, { copy: { ...drier, baseRevision: 1 } });
  await assert.rejects(publish(site.deps, dana, id, { revisionNumber: 2 }), unsaid);
  await assert.rejects(
    schedule(site.deps, dana, { articleId: id, revisionNumber: 2, at: '2026-09-07T08:00:00.000Z' }),
    unsaid,
  );
  const sent = await site.fetch(`/newsroom/articles/${id}/publish`, form(dana, { revision: '2' }));
  assert.equal(sent.status, 422);
  assert.match(await sent.text(), /name="noCorrectionBecause"/);
  const typed = await plumbline(site, ['publish', id, '--revision', '2', '--by', dana.email]);
  assert.notEqual(typed.code, 0);
  assert.match(typed.error, /Say whether this is a correction/);
  await publish(site.deps, dana, id, { revisionNumber: 2, choice: { noneBecause: 'Only the dek was made drier.' } });
  await unpublish(site.deps, dana, id, { because: 'to be looked at' });
  await assert.rejects(publish(site.deps, dana, id, { revisionNumber: 1 }), unsaid);
});
