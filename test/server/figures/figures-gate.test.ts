import assert from 'node:assert/strict';
import { type TestContext, test } from 'node:test';
import { getRevisionRow } from '#article/article-rows.ts';
import { type Actor, CLI } from '#core/actor.ts';
import { readRevision } from '#editorial/article-record.ts';
import { moveArticle } from '#editorial/publish/move-article.ts';
import { publish } from '#editorial/publish/publish.ts';
import { runSchedules } from '#editorial/publish/run-schedules.ts';
import { schedule } from '#editorial/publish/schedule.ts';
import {
  confirmExempt,
  confirmSettlement,
  proposeSettlement,
  refuseSettlement,
  reopenFigure,
  settleFigure,
} from '#editorial/settle/settle.ts';
import { createDraft } from '#editorial/write/create-draft.ts';
import { restoreRevision, saveRevision } from '#editorial/write/save-revision.ts';
import { readEvidence } from '#evidence/figures/evidence.ts';
import { type LedgerFigure, readLedger } from '#evidence/figures/ledger.ts';
import type { SettlementMethod } from '#evidence/figures/settlement.ts';
import { plumbline } from '../../support/command.ts';
import { BASE, copy, form, openSite, type Person, type TestSite } from '../../support/site.ts';

// One open figure blocks every way to publish. The tests also cover how to settle a figure, and who may do it.

const RECORD = 'https://example.org/pilot-record';
const SOURCED = { kind: 'sourced', source: RECORD, locator: 'Table 2', quote: '412 points were set out' } as const;
const counted = (text: string) => copy({ bodyBlocks: [{ id: 'b1', type: 'paragraph', text }] });
const ONE_FIGURE = counted('The crew set out 412 points on the slab.');

type Newsroom = { site: TestSite; chief: Person; dana: Person; id: string };

/** A site with a draft that states one figure. */
async function open(t: TestContext, payload = ONE_FIGURE): Promise<Newsroom> {
  const site = await openSite(t, { FIGURES_GATE: 'block' });
  const chief = await site.person('chief');
  const dana = await site.person('editor');
  const { id } = await createDraft(site.deps, dana, payload);
  return { site, chief, dana, id };
}

async function figuresOf({ site }: Newsroom, id: string, revision = 0): Promise<LedgerFigure[]> {
  const { read } = site.deps.db;
  return (await readLedger(read, await getRevisionRow(read, id, revision))).figures;
}

async function figure(newsroom: Newsroom, text: string, revision = 0): Promise<LedgerFigure> {
  const found = (await figuresOf(newsroom, newsroom.id, revision)).find((one) => one.text === text);
  assert.ok(found, `${text} is not found`);
  return found;
}

async function settle(room: Newsroom, text: string, method: SettlementMethod, revision = 0, by: Actor = room.dana) {
  const { anchor } = await figure(room, text, revision);
  return settleFigure(room.site.deps, by, { articleId: room.id, revision, anchor }, method);
}

async function codes({ site, dana, id }: Newsroom, revision = 0): Promise<string[]> {
  const { gate } = await readRevision(site.deps.db.read, dana, site.deps, { id, number: revision });
  return gate.filter(({ severity }) => severity === 'block').map(({ code }) => code);
}

const blocked = { name: 'Failure', kind: 'gate_blocked' };

test('an article with an open figure cannot be published by form, command line or schedule', async (t) => {
  const newsroom = await open(t);
  const { site, chief, dana, id } = newsroom;
  const { deps } = site;
  assert.deepEqual(await codes(newsroom), ['figure_open']);
  for (const who of [chief, dana, CLI]) await assert.rejects(publish(deps, who, id, { revisionNumber: 0 }), blocked);
  const page = await site.fetch(`/newsroom/articles/${id}/publish`, form(dana, { revision: '0' }));
  assert.deepEqual([page.status, page.headers.get('location')], [409, null]);
  await assert.rejects(
    schedule(deps, dana, { articleId: id, revisionNumber: 0, at: '2026-09-07T08:00:00.000Z' }),
    blocked,
  );
  const typed = await plumbline(site, ['publish', id, '--revision', '0', '--by', dana.email]);
  assert.notEqual(typed.code, 0);
  assert.match(typed.error, /"412"/);

  const settlement = await settle(newsroom, '412', SOURCED);
  await schedule(deps, dana, { articleId: id, revisionNumber: 0, at: '2026-09-07T08:00:00.000Z' });
  await reopenFigure(deps, dana, { articleId: id, id: settlement, because: 'the source was withdrawn' });
  site.pass(86_400);
  await runSchedules(deps, BASE);
  const row = await deps.db.read.selectFrom('article').selectAll().where('id', '=', id).executeTakeFirstOrThrow();
  assert.equal(row.live_revision, null);
  assert.match(row.schedule_trouble ?? '', /"412"/);
  assert.equal((await site.fetch('/robotics/layout-robot-pilot')).status, 404);
});

test('moving an article and restoring a revision do not bypass the gate', async (t) => {
  const newsroom = await open(t);
  const { site, dana, id } = newsroom;
  const settlement = await settle(newsroom, '412', SOURCED);
  await publish(site.deps, dana, id, { revisionNumber: 0 });
  await saveRevision(site.deps, dana, id, {
    copy: {
      ...counted('The crew set out its points on the slab.'),
      correctionNote: 'The number of points that were set out was wrong.',
      baseRevision: 0,
    },
  });
  await publish(site.deps, dana, id, { revisionNumber: 1 });
  await reopenFigure(site.deps, dana, { articleId: id, id: settlement, because: null });
  const restored = await restoreRevision(site.deps, dana, { articleId: id, number: 0, baseRevision: 1 });
  await assert.rejects(publish(site.deps, dana, id, { revisionNumber: restored.revision }), blocked);

  const other = await createDraft(site.deps, dana, { ...counted('They walked 9 miles.'), slug: 'walked' });
  const [walked] = await figuresOf(newsroom, other.id);
  const seen = { articleId: other.id, revision: 0, anchor: walked?.anchor ?? '' };
  const held = await settleFigure(site.deps, dana, seen, SOURCED);
  await publish(site.deps, dana, other.id, { revisionNumber: 0 });
  await reopenFigure(site.deps, dana, { articleId: other.id, id: held, because: null });
  await assert.rejects(
    moveArticle(site.deps, dana, { articleId: other.id, baseRevision: 0, to: { section: 'people', slug: 'walked' } }),
    blocked,
  );
});

test('with FIGURES_GATE=warn the article is published, and its evidence says that the figure is open', async (t) => {
  const site = await openSite(t, { FIGURES_GATE: 'warn' });
  const dana = await site.person('editor');
  const { id, gate } = await createDraft(site.deps, dana, ONE_FIGURE);
  assert.ok(gate.some(({ code, severity }) => code === 'figure_open' && severity === 'warn'));
  await publish(site.deps, dana, id, { revisionNumber: 0 });
  const evidence = await readEvidence(site.deps.db.read, id, 0);
  assert.equal(evidence?.counts.open, 1);
  assert.equal(evidence?.figures[0]?.settlement, null);
});

test('a figure can be settled as sourced, computed, quoted, signed or exempt, and invalid input is refused', async (t) => {
  const newsroom = await open(t, counted('Of 412 points 397 were within 3 mm: 96%. ISO 17123 says how, since 2012.'));
  const { site, dana, id } = newsroom;
  const refused = (text: string, settling: unknown, hint: RegExp) =>
    assert.rejects(
      settle(newsroom, text, settling as SettlementMethod),
      (failure: { kind: string; detail: { hint: string } }) => {
        assert.equal(failure.kind, 'validation_failed');
        assert.match(failure.detail.hint, hint);
        return true;
      },
    );
  await refused('412', { ...SOURCED, source: 'https://example.org/other' }, /not one of the article/);
  await refused('412', { ...SOURCED, locator: '' }, /must not be empty/);
  await refused('412', { ...SOURCED, quote: 'x'.repeat(301) }, /at most 300/);
  await refused('412', { kind: 'signed', reason: 'Too short' }, /at least 10/);
  await refused('412', { kind: 'exempt', class: 'number' }, /./);
  await refused('96%', { kind: 'computed', formula: '100 - 4', inputs: {} }, /name another number/);
  const [points, within, share] = await Promise.all(['412', '397', '96%'].map((text) => figure(newsroom, text)));
  const formula = (text: string, inputs: Record<string, string | undefined>) => ({
    kind: 'computed',
    formula: text,
    inputs,
  });
  await refused('96%', formula('a / b * 100', { a: share?.anchor, b: points?.anchor }), /from itself/);
  await refused('96%', formula('a / (b - b)', { a: within?.anchor, b: points?.anchor }), /divides by zero/);
  await refused('96%', formula('a / b', { a: within?.anchor, b: points?.anchor }), /gives 0\.96.*says "96%"/);
  const right = formula('a / b * 100', { a: within?.anchor, b: points?.anchor });
  await refused('96%', right, /is open/);

  await settle(newsroom, '412', SOURCED);
  await settle(newsroom, '397', { kind: 'quoted', who: 'The site manager', when: '3 June 2026' });
  await settle(newsroom, '96%', right as SettlementMethod);
  await settle(newsroom, '3 mm', { kind: 'signed', reason: 'Read from the instrument by the editor.' });
  const named = (await Promise.all(['17123', '2012'].map((text) => figure(newsroom, text)))).map(
    ({ anchor }) => anchor,
  );
  await assert.rejects(
    confirmExempt(site.deps, dana, { articleId: id, revision: 0, className: 'name', anchors: named }),
    /look like a name/,
  );
  await confirmExempt(site.deps, dana, { articleId: id, revision: 0, className: 'name', anchors: named.slice(0, 1) });
  await confirmExempt(site.deps, dana, { articleId: id, revision: 0, className: 'date', anchors: named.slice(1) });
  assert.deepEqual(await codes(newsroom), []);

  await publish(site.deps, dana, id, { revisionNumber: 0 });
  const evidence = await readEvidence(site.deps.db.read, id, 0);
  assert.deepEqual(evidence?.counts, {
    figures: 6,
    open: 0,
    sourced: 1,
    computed: 1,
    quoted: 1,
    exempt: 2,
    signed: 1,
    found: 0,
  });
  assert.deepEqual(
    evidence?.figures.find(({ text }) => text === '96%')?.computedFrom.map(({ text }) => text),
    ['397', '412'],
  );
  assert.doesNotMatch(JSON.stringify(evidence), /instrument by the editor|Person \d/);
});

test('a computed figure stays open while an input is open, and a circular formula is refused', async (t) => {
  const newsroom = await open(t, counted('Of 10 robots 5 ran: half of them.'));
  const [all, ran, half] = await Promise.all(['10', '5', 'half'].map((text) => figure(newsroom, text)));
  const computed = (text: string, inputs: Record<string, string | undefined>): SettlementMethod =>
    ({ kind: 'computed', formula: text, inputs }) as SettlementMethod;
  const first = await settle(newsroom, '10', SOURCED);
  await settle(newsroom, '5', computed('a / 2', { a: all?.anchor }));
  await settle(newsroom, 'half', computed('b / a', { a: all?.anchor, b: ran?.anchor }));
  assert.deepEqual(await codes(newsroom), []);
  await assert.rejects(
    settle(newsroom, '10', computed('b / h', { b: ran?.anchor, h: half?.anchor })),
    /cannot be settled this way/,
  );
  await reopenFigure(newsroom.site.deps, newsroom.dana, { articleId: newsroom.id, id: first, because: null });
  assert.deepEqual(await codes(newsroom), ['figure_open', 'figure_open', 'figure_open']);
});

test('pages of this site cannot be a source, and removing a source reopens the figures it settled', async (t) => {
  const site = await openSite(t, { FIGURES_GATE: 'block', BASE_URL: 'https://magazine.example' });
  const dana = await site.person('editor');
  const own = 'https://www.magazine.example/robotics/older';
  const sources = [
    { title: 'Our own story', url: own },
    { title: 'The record', url: RECORD },
  ];
  const { id } = await createDraft(site.deps, dana, { ...ONE_FIGURE, sources });
  const newsroom = { site, chief: dana, dana, id };
  await assert.rejects(
    settle(newsroom, '412', { ...SOURCED, source: own } as SettlementMethod),
    /cannot be settled this way/,
  );
  await settle(newsroom, '412', SOURCED);
  assert.deepEqual(await codes(newsroom), []);
  await saveRevision(site.deps, dana, id, { copy: { ...ONE_FIGURE, sources: sources.slice(0, 1), baseRevision: 0 } });
  assert.deepEqual(await codes(newsroom, 1), ['figure_open']);
  await saveRevision(site.deps, dana, id, { copy: { ...ONE_FIGURE, sources, baseRevision: 1 } });
  assert.deepEqual(await codes(newsroom, 2), []);
});

test('a writer can propose settlements for their own draft; only an editor can confirm or refuse them', async (t) => {
  const newsroom = await open(t);
  const { site, dana } = newsroom;
  const writer = await site.person('writer');
  const { id } = await createDraft(site.deps, writer, { ...ONE_FIGURE, slug: 'by-a-writer' });
  const [found] = await figuresOf(newsroom, id);
  const seen = { articleId: id, revision: 0, anchor: found?.anchor ?? '' };
  const stranger = await site.person('writer');
  await assert.rejects(proposeSettlement(site.deps, stranger, seen, SOURCED), { kind: 'not_found' });
  await assert.rejects(settleFigure(site.deps, writer, seen, SOURCED), { kind: 'forbidden' });
  await assert.rejects(
    proposeSettlement(site.deps, writer, seen, { kind: 'signed', reason: 'I was there and counted.' }),
    { kind: 'validation_failed' },
  );
  const first = await proposeSettlement(site.deps, writer, seen, { kind: 'quoted', who: 'Somebody', when: 'once' });
  await assert.rejects(confirmSettlement(site.deps, writer, { articleId: id, revision: 0, id: first }), {
    kind: 'forbidden',
  });
  const second = await proposeSettlement(site.deps, writer, seen, SOURCED);
  await assert.rejects(confirmSettlement(site.deps, dana, { articleId: id, revision: 0, id: first }), {
    kind: 'already_done',
  });
  await refuseSettlement(site.deps, dana, { articleId: id, id: second, because: 'the table says 421' });
  await assert.rejects(confirmSettlement(site.deps, dana, { articleId: id, revision: 0, id: second }), {
    kind: 'already_done',
  });
  const third = await proposeSettlement(site.deps, writer, seen, SOURCED);
  await confirmSettlement(site.deps, dana, { articleId: id, revision: 0, id: third });
  const [after] = await figuresOf(newsroom, id);
  assert.equal(after?.state, 'settled');
  assert.deepEqual(
    [after?.settlement?.proposedBy.name, after?.settlement?.confirmedBy?.name],
    [writer.name, dana.name],
  );
});

test('changing a settled figure of a live article needs a new correction note', async (t) => {
  const newsroom = await open(t, counted('The crew set 412 points. It rained.'));
  const { site, dana, id } = newsroom;
  await settle(newsroom, '412', SOURCED);
  await publish(site.deps, dana, id, { revisionNumber: 0 });
  await saveRevision(site.deps, dana, id, {
    copy: { ...counted('The crew set out 412 points. It rained.'), baseRevision: 0 },
  });
  assert.deepEqual(await codes(newsroom, 1), ['figure_open']);
  await saveRevision(site.deps, dana, id, {
    copy: { ...counted('The crew set 421 points. It rained.'), baseRevision: 1 },
  });
  await settle(newsroom, '421', SOURCED, 2);
  assert.deepEqual(await codes(newsroom, 2), ['figure_changed_needs_note']);
  await assert.rejects(publish(site.deps, dana, id, { revisionNumber: 2 }), blocked);
  const correctionNote = 'The number of points that were set out was wrong.';
  await saveRevision(site.deps, dana, id, {
    copy: {
      ...counted('The crew set 421 points. It rained.'),
      correctionNote,
      baseRevision: 2,
    },
  });
  assert.deepEqual(await codes(newsroom, 3), []);
  await publish(site.deps, dana, id, { revisionNumber: 3 });
});
