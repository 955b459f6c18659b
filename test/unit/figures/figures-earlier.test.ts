import assert from 'node:assert/strict';
import { test } from 'node:test';
import { getRevisionRow } from '#article/article-rows.ts';
import { publish } from '#editorial/publish/publish.ts';
import { settleFigure } from '#editorial/settle/settle.ts';
import { createDraft } from '#editorial/write/create-draft.ts';
import { saveRevision } from '#editorial/write/save-revision.ts';
import { readEvidence } from '#evidence/figures/evidence.ts';
import { readLedger } from '#evidence/figures/ledger.ts';
import type { SettlementMethod } from '#evidence/figures/settlement.ts';
import { anchorsOf } from '../../support/figures/ledgers.ts';
import { goLive, save } from '../../support/live.ts';
import { copy, form, openSite } from '../../support/site.ts';

// When a sentence is changed, the settlements of its other figures come back for one confirmation each.

const RECORD = 'https://example.org/pilot-record';
const counted = (text: string) =>
  copy({
    bodyBlocks: [
      { id: 'b0', type: 'paragraph', text: 'There were 14 boats.' },
      { id: 'b1', type: 'paragraph', text },
    ],
  });

test('a corrected digit costs one settlement: the other figures of its sentence are confirmed as they were', async (t) => {
  const site = await openSite(t, { FIGURES_GATE: 'block' });
  const dana = await site.person('editor', 'Dana Whitfield');
  const { id } = await createDraft(
    site.deps,
    dana,
    counted('The job took 6 crews 14 days with 20 masts, 8 rails and 9 lifts.'),
  );
  const sourced = (locator: string) => ({ kind: 'sourced', source: RECORD, locator }) as const;
  const signed = { kind: 'signed', reason: 'I stood beside the lifts.' } as const;
  const formula = { kind: 'computed', formula: 'a + 6', inputs: {} } as const;
  const first = await anchorsOf(site, id);
  const methods: SettlementMethod[] = [
    sourced('page 1'),
    sourced('page 2'),
    sourced('page 3'),
    { ...formula, inputs: { a: first[0] ?? '' } },
    { ...formula, formula: 'a - 6', inputs: { a: first[2] ?? '' } },
    signed,
  ];
  for (const [at, anchor] of first.entries())
    await settleFigure(site.deps, dana, { articleId: id, revision: 0, anchor }, methods[at] as SettlementMethod);

  const corrected = 'The job took 7 crews 14 days with 20 masts, 8 rails and 9 lifts.';
  await saveRevision(site.deps, dana, id, { copy: { ...counted(corrected), baseRevision: 0 } });
  const [, crews = '', days = '', masts = '', rails = '', lifts = ''] = await anchorsOf(site, id, 1);
  const figures = `/newsroom/articles/${id}/figures`;
  const show = async (anchor: string, revision = 1) => {
    const address = `${figures}?revision=${revision}&figure=${anchor.slice(0, 16)}`;
    return (await site.fetch(address, { headers: { cookie: dana.cookie } })).text();
  };
  const page = await show(days);
  assert.match(page, /1 of 6 settled/, 'a changed sentence settles nothing by itself');
  assert.match(page, /It was settled in revision 0 by Dana Whitfield/);
  assert.match(page, /<del title="">6<\/del><ins title="">7<\/ins>/);
  const again = /<form[^>]+data-key="Enter">(.*?)<\/form>/s.exec(page)?.[1] ?? '';
  const fields = Object.fromEntries(
    [...again.matchAll(/name="(\w+)" value="([^"]*)"/g)].map(([, name, value]) => [name, value]),
  );
  assert.deepEqual([fields.kind, fields.source, fields.locator], ['sourced', RECORD, 'page 3']);
  assert.equal((await site.fetch(`${figures}/settle`, form(dana, fields))).status, 303);
  assert.match(await show(days), /2 of 6 settled/);
  assert.equal(
    (await site.deps.db.read.selectFrom('settlement').select('id').where('anchor', '=', days).execute()).length,
    1,
  );

  assert.match(await show(masts), /name="formula" value="f1 \+ 6"/, 'a formula names its inputs by their numbers');
  for (const [what, anchor] of Object.entries({ crews, rails, lifts }))
    assert.ok(!(await show(anchor)).includes('Settled before'), `${what}: new, of a changed input, or signed`);

  await saveRevision(site.deps, dana, id, {
    copy: {
      ...counted('In 14 days everything else was built by others.'),
      baseRevision: 1,
    },
  });
  assert.ok(
    !(await show((await anchorsOf(site, id, 2))[1] ?? '', 2)).includes('Settled before'),
    'a sentence written anew',
  );
});

test('a correction note names the wrong value as what it is, and only where the published text stated it', async (t) => {
  const site = await openSite(t);
  const dana = await site.person('editor', 'Dana Whitfield');
  const live = await goLive(site, counted('The job took 6 crews 14 days.'));
  const correctionNote = 'It took 7 crews and not 6, as 20 readers told us.';
  await save(site, live, { ...counted('The job took 7 crews 14 days.'), correctionNote });
  const revision = await getRevisionRow(site.deps.db.read, live.id, 1);
  const { figures } = await readLedger(site.deps.db.read, revision);
  const noted = figures.filter(({ field }) => field === 'correctionNote');
  assert.deepEqual(
    noted.map(({ text, looksLike }) => [text, looksLike]),
    [
      ['7', 'measure'],
      ['6', 'earlier_value'],
      ['20', 'measure'],
    ],
  );
  const settling = { kind: 'exempt', class: 'earlier_value' } as const;
  const settle = (anchor: string) =>
    settleFigure(site.deps, dana, { articleId: live.id, revision: 1, anchor }, settling);
  const [right, wrong, other] = noted.map(({ anchor }) => anchor) as [string, string, string];
  for (const anchor of [right, other, figures[1]?.anchor ?? ''])
    await assert.rejects(settle(anchor), /cannot be settled this way/);
  await settle(wrong);
  await publish(site.deps, dana, live.id, { revisionNumber: 1 });
  const evidence = await readEvidence(site.deps.db.read, live.id, 1);
  assert.equal(evidence?.figures.find(({ anchor }) => anchor === wrong)?.class, 'earlier_value');
  assert.equal(evidence?.counts.exempt, 1);
});
