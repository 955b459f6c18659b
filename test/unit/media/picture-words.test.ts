import assert from 'node:assert/strict';
import { type TestContext, test } from 'node:test';
import { getRevisionRow } from '#article/article-rows.ts';
import { readArticle } from '#editorial/article-record.ts';
import { publish } from '#editorial/publish/publish.ts';
import { approve } from '#editorial/review/review.ts';
import { settleFigure } from '#editorial/settle/settle.ts';
import { readEvidence } from '#evidence/figures/evidence.ts';
import { readLedger } from '#evidence/figures/ledger.ts';
import { addConverted, photo, WORDS } from '../../support/pictures.ts';
import { form, openSite, type Person, type TestSite } from '../../support/site.ts';
import { file, readPage, revise } from '../../support/stocked.ts';

// New alternative text or credit of a live picture passes the gate, and a second editor, before readers see it.

const ARTICLE = '/robotics/layout-robot-pilot';
const CLAIM = 'It cut rework by 42 percent at 310 sites';
const DETAILS = { ...WORDS, licence: '', source: '', endsOn: '', focalX: '50', focalY: '50' };

async function openPictured(t: TestContext, settings: Record<string, string> = {}) {
  const site = await openSite(t, { FIGURES_GATE: 'block', ...settings });
  const dana = await site.person('editor');
  const token = await site.grantToken(dana);
  const picture = await addConverted(site, dana, await photo(900, 600));
  const id = await file(site, token, { heroAssetId: picture });
  return { site, dana, token, picture, id };
}

async function describe(site: TestSite, person: Person, picture: string, over: Record<string, string>) {
  const { changed_at } = await site.deps.db.read.selectFrom('picture').select('changed_at').executeTakeFirstOrThrow();
  const fields = { ...DETAILS, seen: changed_at ?? '', ...over };
  return site.fetch(`/newsroom/pictures/${picture}`, form(person, fields));
}

const read = async (site: TestSite, path: string) => (await site.fetch(path)).text();

async function settleAll(site: TestSite, dana: Person, id: string, revision: number): Promise<void> {
  const db = site.deps.db.read;
  const { figures } = await readLedger(db, await getRevisionRow(db, id, revision));
  for (const { anchor, state } of figures) {
    if (state === 'settled') continue;
    const settling = { kind: 'signed', reason: 'Counted by the editor on the site.' } as const;
    await settleFigure(site.deps, dana, { articleId: id, revision, anchor }, settling);
  }
}

test('a number in the alternative text or credit of a live picture is held until it is settled and republished', async (t) => {
  const { site, dana, picture, id } = await openPictured(t);
  await publish(site.deps, dana, id, { revisionNumber: 0 });
  const answer = await describe(site, dana, picture, { alt: CLAIM, credit: 'It saved 9 million dollars in 2025' });
  assert.equal(answer.headers.get('location'), `/newsroom/pictures/${picture}?done=held`);
  assert.match(await readPage(site, dana, `/newsroom/pictures/${picture}?done=held`), /publish it again/);
  for (const path of [ARTICLE, `${ARTICLE}.md`, '/', '/feed.json'])
    assert.doesNotMatch(await read(site, path), /42 percent|9 million/);
  assert.match(await read(site, ARTICLE), new RegExp(WORDS.credit));

  const { gate } = await readArticle(site.deps.db.read, dana, id, site.deps);
  assert.ok(gate.some(({ code }) => code === 'hero_words_held'));
  await assert.rejects(publish(site.deps, dana, id, { revisionNumber: 0 }), { kind: 'gate_blocked' });
  await settleAll(site, dana, id, 0);
  site.pass(60);
  assert.match(await readPage(site, dana, `/newsroom/articles/${id}`), />Publish …</);
  assert.match(await readPage(site, dana, `/newsroom/articles/${id}/publish?revision=0`), /Publish revision 0/);
  const sent = await site.fetch(`/newsroom/articles/${id}/publish`, form(dana, { revision: '0' }));
  assert.equal(sent.status, 303);
  assert.match(await read(site, ARTICLE), /42 percent at 310 sites/);
  const evidence = await readEvidence(site.deps.db.read, id, 0);
  assert.equal(evidence?.counts.signed, 4);
  await assert.rejects(publish(site.deps, dana, id, { revisionNumber: 0 }), { kind: 'already_done' });
});

test('the journal records a picture’s old and new alternative text and how many articles hold the change', async (t) => {
  const { site, dana, picture, id } = await openPictured(t);
  await publish(site.deps, dana, id, { revisionNumber: 0 });
  await describe(site, dana, picture, { alt: CLAIM });
  const line = await site.deps.db.read
    .selectFrom('journal')
    .select('detail')
    .where('act', '=', 'picture.described')
    .executeTakeFirstOrThrow();
  const detail = JSON.parse(line.detail ?? '{}');
  assert.deepEqual(detail, { changed: ['alt'], altBefore: WORDS.alt, altNow: CLAIM, articles: 1, held: 1 });
});

test('picture text without a number reaches readers immediately, even if it replaces text that was held', async (t) => {
  const { site, dana, picture, id } = await openPictured(t);
  await publish(site.deps, dana, id, { revisionNumber: 0 });
  await describe(site, dana, picture, { alt: CLAIM });
  await describe(site, dana, picture, { alt: 'A robot on a slab in the rain', credit: 'Drawing: A machine' });
  const page = await read(site, ARTICLE);
  assert.match(page, /in the rain/);
  assert.match(page, /Drawing: A machine/);
  const { gate } = await readArticle(site.deps.db.read, dana, id, site.deps);
  assert.deepEqual(
    gate.filter(({ code }) => code === 'hero_words_held'),
    [],
  );
});

test('removing a settled number from a live picture’s alternative text requires a correction note', async (t) => {
  const { site, dana, picture, id } = await openPictured(t);
  await describe(site, dana, picture, { alt: CLAIM });
  await settleAll(site, dana, id, 0);
  await publish(site.deps, dana, id, { revisionNumber: 0 });
  await describe(site, dana, picture, { alt: 'It cut rework' });
  assert.match(await read(site, ARTICLE), /42 percent/);
  const { gate } = await readArticle(site.deps.db.read, dana, id, site.deps);
  assert.ok(gate.some(({ code, severity }) => code === 'figure_changed_needs_note' && severity === 'block'));
});

test('with REVIEW_BY=two, a live picture’s new credit is held until a revision with it is approved and published', async (t) => {
  const { site, dana, token, picture, id } = await openPictured(t, { REVIEW_BY: 'two' });
  const kim = await site.person('editor');
  const publisher = await site.person('editor');
  await approve(site.deps, kim, id, 0);
  await publish(site.deps, publisher, id, { revisionNumber: 0 });
  site.pass(60);
  await describe(site, dana, picture, { credit: 'Drawing: A machine' });
  assert.doesNotMatch(await read(site, ARTICLE), /A machine/);
  await assert.rejects(publish(site.deps, publisher, id, { revisionNumber: 0 }), { kind: 'gate_blocked' });
  site.pass(60);
  await revise(site, token, id, { baseRevision: 0, heroAssetId: picture });
  await assert.rejects(publish(site.deps, publisher, id, { revisionNumber: 1 }), { kind: 'gate_blocked' });
  await approve(site.deps, kim, id, 1);
  await publish(site.deps, publisher, id, { revisionNumber: 1 });
  assert.match(await read(site, ARTICLE), /A machine/);
});

test('an approval does not cover picture text that changed after it', async (t) => {
  const { site, dana, picture, id } = await openPictured(t, { REVIEW_BY: 'two' });
  const [kim, publisher] = [await site.person('editor'), await site.person('editor')];
  await approve(site.deps, kim, id, 0);
  site.pass(60);
  await describe(site, dana, picture, { licence: 'By contract' });
  await describe(site, dana, picture, { licence: 'By contract', credit: 'Drawing: A machine' });
  await assert.rejects(
    publish(site.deps, publisher, id, { revisionNumber: 0 }),
    (failure: { detail: { hint: string } }) => {
      assert.match(failure.detail.hint, /the picture or its words changed after/);
      return true;
    },
  );
});
