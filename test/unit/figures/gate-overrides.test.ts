import assert from 'node:assert/strict';
import { type TestContext, test } from 'node:test';
import { CLI } from '#core/actor.ts';
import { readRevision } from '#editorial/article-record.ts';
import { overrideGate } from '#editorial/gate/override-gate.ts';
import { publish } from '#editorial/publish/publish.ts';
import { readFigures } from '#editorial/settle/read-figures.ts';
import { proposeSettlement } from '#editorial/settle/settle.ts';
import { createDraft } from '#editorial/write/create-draft.ts';
import { saveRevision } from '#editorial/write/save-revision.ts';
import { copy, openSite } from '../../support/site.ts';

// Which entries of the gate a chief can let pass.

const SOURCED = {
  kind: 'sourced',
  source: 'https://example.org/pilot-record',
  locator: 'Table 2',
  quote: '412 points were set out',
} as const;
const ONE_FIGURE = copy({
  bodyBlocks: [{ id: 'b1', type: 'paragraph', text: 'The crew set out 412 points on the slab.' }],
});

async function open(t: TestContext, payload = ONE_FIGURE) {
  const site = await openSite(t, { FIGURES_GATE: 'block' });
  const [chief, dana] = [await site.person('chief'), await site.person('editor')];
  const { id } = await createDraft(site.deps, dana, payload);
  const codes = async (revision: number) => {
    const { gate } = await readRevision(site.deps.db.read, dana, site.deps, { id, number: revision });
    return gate.filter(({ severity }) => severity === 'block').map(({ code }) => code);
  };
  return { site, chief, dana, id, codes };
}

test('nobody overrides the gate for an open or proposed figure, and a stored override of one counts for nothing', async (t) => {
  const room = await open(t);
  const { site, chief, dana, id, codes } = room;
  const { gate, ledger } = await readFigures(site.deps.db.read, dana, site.deps, { articleId: id, revision: 0 });
  const { anchor = '', path = '' } = ledger.figures[0] ?? {};
  assert.equal(gate.filter(({ severity }) => severity === 'block').length, 1);
  const reason = 'The record is sealed until the hearing; the judge read it out.';
  const seen = { articleId: id, revision: 0, anchor };
  for (const code of ['figure_open', 'figure_unconfirmed']) {
    if (code === 'figure_unconfirmed') await proposeSettlement(site.deps, dana, seen, SOURCED);
    for (const who of [chief, dana, CLI])
      await assert.rejects(overrideGate(site.deps, who, { articleId: id, revision: 0, code, path, reason }), {
        kind: 'forbidden',
      });
    const by = { by_id: chief.id, by_name: chief.name, reason, at: '2026-09-06T13:00:00.000Z' };
    const stored = { article_id: id, revision: 0, code, path, anchor, ...by };
    await site.deps.db.write((tx) => tx.insertInto('gate_override').values(stored).execute());
    assert.deepEqual(await codes(0), [code]);
    for (const who of [chief, dana, CLI])
      await assert.rejects(publish(site.deps, who, id, { revisionNumber: 0 }), { kind: 'gate_blocked' });
  }
});

test('a chief overrides one gate entry of one revision, and the journal stores the reason', async (t) => {
  const gone = '00000000-0000-4000-8000-000000000000';
  const room = await open(t, copy({ authorId: gone, tagIds: [gone] }));
  const { site, chief, dana, id, codes } = room;
  const entry = { code: 'unknown_author', path: 'authorId' };
  const reason = 'The byline is set when she has signed her contract.';
  await assert.rejects(overrideGate(site.deps, dana, { articleId: id, revision: 0, ...entry, reason }), {
    kind: 'forbidden',
  });
  await assert.rejects(overrideGate(site.deps, chief, { articleId: id, revision: 0, ...entry, reason: 'because' }), {
    kind: 'validation_failed',
  });
  const other = { ...entry, path: 'slug' };
  await assert.rejects(overrideGate(site.deps, chief, { articleId: id, revision: 0, ...other, reason }), {
    kind: 'already_done',
  });
  const final = { code: 'no_body', path: 'bodyBlocks' };
  await assert.rejects(overrideGate(site.deps, chief, { articleId: id, revision: 0, ...final, reason }), {
    kind: 'forbidden',
  });
  const blocking = async (revision: number) => (await codes(revision)).filter((code) => code.startsWith('unknown'));
  assert.deepEqual(await blocking(0), ['unknown_author', 'unknown_tag']);
  await overrideGate(site.deps, chief, { articleId: id, revision: 0, ...entry, reason });
  assert.deepEqual(await blocking(0), ['unknown_tag']);
  const lines = await site.deps.db.read
    .selectFrom('journal')
    .selectAll()
    .where('act', '=', 'gate.overridden')
    .execute();
  assert.equal(lines.length, 1);
  assert.match(lines[0]?.detail ?? '', /signed her contract/);
  await saveRevision(site.deps, dana, id, { copy: { ...copy({ authorId: gone, tagIds: [gone] }), baseRevision: 0 } });
  assert.deepEqual(await blocking(1), ['unknown_author', 'unknown_tag']);
});
