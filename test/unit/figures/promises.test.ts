import assert from 'node:assert/strict';
import { type TestContext, test } from 'node:test';
import { getRevisionRow } from '#article/article-rows.ts';
import type { MayPass } from '#article/gate-codes.ts';
import { promisesOf } from '#article/promises.ts';
import { publish } from '#editorial/publish/publish.ts';
import { approve } from '#editorial/review/review.ts';
import { settleFigure } from '#editorial/settle/settle.ts';
import { createDraft } from '#editorial/write/create-draft.ts';
import { saveRevision } from '#editorial/write/save-revision.ts';
import { readLedger } from '#evidence/figures/ledger.ts';
import { copy, form, openSite, type Person, type TestSite } from '../../support/site.ts';

// What /standards and /method promise about publication, against what the newsroom does, on servers with different settings. Other
// ways to publish have tests of their own: the command line and schedules in figures/figures-gate, agents in api/publication-only-by-editors,
// archives in exchange/archived.

const REASON = 'The record is sealed until the hearing; the judge read it out.';
const says = (text: string, slug: string) => copy({ slug, bodyBlocks: [{ id: 'b', type: 'paragraph', text }] });

type Newsroom = { site: TestSite; chief: Person; dana: Person; ruth: Person };

async function settleAll({ site, dana }: Newsroom, articleId: string, revision: number): Promise<void> {
  const { read } = site.deps.db;
  const { figures } = await readLedger(read, await getRevisionRow(read, articleId, revision));
  for (const { anchor } of figures)
    await settleFigure(
      site.deps,
      dana,
      { articleId, revision, anchor },
      { kind: 'signed', reason: REASON, forReaders: false },
    );
}

/** Who can bring a revision to readers in the newsroom: any editor, only a chief who lets its entries pass, or nobody. */
async function whoCan({ site, chief, dana, ruth }: Newsroom, id: string, revision: number): Promise<MayPass> {
  await approve(site.deps, ruth, id, revision);
  const send = async (person: Person) => {
    const fields = { revision: String(revision), noCorrectionBecause: 'It says the same in fewer words.' };
    const { status } = await site.fetch(`/newsroom/articles/${id}/publish`, form(person, fields));
    return status === 303;
  };
  if (await send(dana)) return 'editor';
  for (const code of ['figure_open', 'figure_unconfirmed', 'figure_changed_needs_note'])
    for (const path of ['bodyBlocks.0.text', 'bodyBlocks', 'correctionNote']) {
      const fields = { revision: String(revision), code, path, reason: REASON };
      await site.fetch(`/newsroom/articles/${id}/figures/override`, form(chief, fields));
    }
  return (await send(chief)) ? 'chief' : 'nobody';
}

async function observed(room: Newsroom) {
  const { site, dana, ruth } = room;
  const open = await createDraft(site.deps, dana, says('The crew set out 412 points.', 'open'));
  const openNumber = await whoCan(room, open.id, 0);

  const live = await createDraft(site.deps, dana, says('The crew set out 412 points.', 'changed'));
  await settleAll(room, live.id, 0);
  const isByTwo = await publish(site.deps, dana, live.id, { revisionNumber: 0 }).then(
    () => false,
    () => true,
  );
  if (isByTwo) {
    await approve(site.deps, ruth, live.id, 0);
    await publish(site.deps, dana, live.id, { revisionNumber: 0 });
  }
  await saveRevision(site.deps, dana, live.id, {
    copy: { ...says('The crew set 421 points.', 'changed'), baseRevision: 0 },
  });
  await settleAll(room, live.id, 1);
  return { openNumber, changedNumber: await whoCan(room, live.id, 1), isByTwo, hasArchive: false };
}

async function openRoom(t: TestContext, settings: Record<string, string>): Promise<Newsroom> {
  const site = await openSite(t, settings);
  const [chief, dana, ruth] = [await site.person('chief'), await site.person('editor'), await site.person('editor')];
  return { site, chief, dana, ruth };
}

const SETTINGS = [
  { FIGURES_GATE: 'block' },
  { FIGURES_GATE: 'warn' },
  { FIGURES_GATE: 'block', GATE_LEVELS: 'figure_changed_needs_note=warn' },
  { FIGURES_GATE: 'block', REVIEW_BY: 'two' },
];

test('what the newsroom lets people publish is what /standards and /method promise, under each setting', async (t) => {
  const pages = new Map<string, string>();
  for (const settings of SETTINGS) {
    const room = await openRoom(t, settings);
    const { site } = room;
    const promises = promisesOf(site.config.policy, site.config.importArchive);
    const read = async (path: string) => (await site.fetch(path)).text();
    const words = `${await read('/standards.md')}${(await read('/method.md')).split('## The counts')[0]}`;
    assert.deepEqual(await observed(room), promises, JSON.stringify(settings));
    const other = pages.get(JSON.stringify(promises));
    assert.ok(other === undefined || other === words);
    pages.set(JSON.stringify(promises), words);
  }
  assert.equal(new Set(pages.values()).size, SETTINGS.length, 'each combination of promises has words of its own');
});

test('an article that was published with an open number names it at its end, in the page, the Markdown and the feeds', async (t) => {
  const { site, dana } = await openRoom(t, { FIGURES_GATE: 'warn' });
  const text = 'The crew set out 412 points, and 397 of them were right.';
  const { id } = await createDraft(site.deps, dana, says(text, 'open'));
  await publish(site.deps, dana, id, { revisionNumber: 0 });
  for (const path of ['/robotics/open', '/robotics/open.md', '/rss.xml', '/atom.xml']) {
    const whole = await (await site.fetch(path)).text();
    assert.match(whole, /Not settled: “412”, “397”\./, path);
  }
});
