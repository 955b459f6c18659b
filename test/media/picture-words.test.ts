import assert from 'node:assert/strict';
import { type TestContext, test } from 'node:test';
import { readEvidence } from '../../src/article/figures/evidence.ts';
import { readLedger } from '../../src/article/figures/ledger.ts';
import { getRevisionRow } from '../../src/article/model/article-rows.ts';
import { publish } from '../../src/article/publish/publish.ts';
import { readArticle } from '../../src/article/read/article-record.ts';
import { approve } from '../../src/article/review/review.ts';
import { settleFigure } from '../../src/article/settle/settle.ts';
import { form, openHouse, type Person, type TestHouse } from '../support/house.ts';
import { add, photo, WORDS } from '../support/pictures.ts';
import { file, readPage, revise } from '../support/stocked.ts';

// Words by the picture over a live article go through the gate, and through a second person, before readers see them.

const ARTICLE = '/robotics/layout-robot-pilot';
const CLAIM = 'It cut rework by 42 percent at 310 sites';
const DETAILS = { ...WORDS, licence: '', source: '', endsOn: '', focalX: '50', focalY: '50' };

async function openPictured(t: TestContext, settings: Record<string, string> = {}) {
  const house = await openHouse(t, { FIGURES_GATE: 'block', ...settings });
  const dana = await house.person('editor');
  const token = await house.letIn(dana);
  const picture = await add(house, dana, await photo(900, 600));
  const id = await file(house, token, { heroAssetId: picture });
  return { house, dana, token, picture, id };
}

async function describe(house: TestHouse, person: Person, picture: string, over: Record<string, string>) {
  const { changed_at } = await house.press.db.read.selectFrom('picture').select('changed_at').executeTakeFirstOrThrow();
  const fields = { ...DETAILS, seen: changed_at ?? '', ...over };
  return house.fetch(`/newsroom/pictures/${picture}`, form(person, fields));
}

const read = async (house: TestHouse, path: string) => (await house.fetch(path)).text();

async function settleAll(house: TestHouse, dana: Person, id: string, revision: number): Promise<void> {
  const db = house.press.db.read;
  const { figures } = await readLedger(db, await getRevisionRow(db, id, revision));
  for (const { anchor, state } of figures) {
    if (state === 'settled') continue;
    const settling = { kind: 'signed', reason: 'Counted by the editor on the site.' } as const;
    await settleFigure(house.press, dana, { articleId: id, revision, anchor }, settling);
  }
}

test('a number in the words of a live picture waits until it is settled and the article is published again', async (t) => {
  const { house, dana, picture, id } = await openPictured(t);
  await publish(house.press, dana, id, 0);
  const answer = await describe(house, dana, picture, { alt: CLAIM, credit: 'It saved 9 million dollars in 2025' });
  assert.equal(answer.headers.get('location'), `/newsroom/pictures/${picture}?done=held`);
  assert.match(await readPage(house, dana, `/newsroom/pictures/${picture}?done=held`), /publish it again/);
  for (const path of [ARTICLE, `${ARTICLE}.md`, '/', '/feed.json'])
    assert.doesNotMatch(await read(house, path), /42 percent|9 million/);
  assert.match(await read(house, ARTICLE), new RegExp(WORDS.credit));

  const { gate } = await readArticle(house.press.db.read, dana, id, house.press);
  assert.ok(gate.some(({ code }) => code === 'hero_words_held'));
  await assert.rejects(publish(house.press, dana, id, 0), { kind: 'gate_blocked' });
  await settleAll(house, dana, id, 0);
  house.pass(60);
  const page = await readPage(house, dana, `/newsroom/articles/${id}`);
  assert.match(page, /Publish revision 0/);
  const sent = await house.fetch(`/newsroom/articles/${id}/publish`, form(dana, { revision: '0' }));
  assert.equal(sent.status, 303);
  assert.match(await read(house, ARTICLE), /42 percent at 310 sites/);
  const evidence = await readEvidence(house.press.db.read, id, 0);
  assert.equal(evidence?.counts.signed, 4);
  await assert.rejects(publish(house.press, dana, id, 0), { kind: 'already_done' });
});

test('the journal keeps the words before and after, and in how many articles they are held', async (t) => {
  const { house, dana, picture, id } = await openPictured(t);
  await publish(house.press, dana, id, 0);
  await describe(house, dana, picture, { alt: CLAIM });
  const line = await house.press.db.read
    .selectFrom('journal')
    .select('detail')
    .where('act', '=', 'picture.described')
    .executeTakeFirstOrThrow();
  const detail = JSON.parse(line.detail ?? '{}');
  assert.deepEqual(detail, { changed: ['alt'], altBefore: WORDS.alt, altNow: CLAIM, articles: 1, held: 1 });
});

test('words without a number reach readers at once, also in the place of words that were held', async (t) => {
  const { house, dana, picture, id } = await openPictured(t);
  await publish(house.press, dana, id, 0);
  await describe(house, dana, picture, { alt: CLAIM });
  await describe(house, dana, picture, { alt: 'A robot on a slab in the rain', credit: 'Drawing: A machine' });
  const page = await read(house, ARTICLE);
  assert.match(page, /in the rain/);
  assert.match(page, /Drawing: A machine/);
  const { gate } = await readArticle(house.press.db.read, dana, id, house.press);
  assert.deepEqual(
    gate.filter(({ code }) => code === 'hero_words_held'),
    [],
  );
});

test('a settled number that goes from the words by a picture needs a note, as in the copy', async (t) => {
  const { house, dana, picture, id } = await openPictured(t);
  await describe(house, dana, picture, { alt: CLAIM });
  await settleAll(house, dana, id, 0);
  await publish(house.press, dana, id, 0);
  await describe(house, dana, picture, { alt: 'It cut rework' });
  assert.match(await read(house, ARTICLE), /42 percent/);
  const { gate } = await readArticle(house.press.db.read, dana, id, house.press);
  assert.ok(gate.some(({ code, severity }) => code === 'figure_changed_needs_note' && severity === 'block'));
});

test('where two people publish, changed words of a live picture wait for a revision that both have seen', async (t) => {
  const { house, dana, token, picture, id } = await openPictured(t, { REVIEW_BY: 'two' });
  const kim = await house.person('editor');
  const publisher = await house.person('editor');
  await approve(house.press, kim, id, 0);
  await publish(house.press, publisher, id, 0);
  house.pass(60);
  await describe(house, dana, picture, { credit: 'Drawing: A machine' });
  assert.doesNotMatch(await read(house, ARTICLE), /A machine/);
  await assert.rejects(publish(house.press, publisher, id, 0), { kind: 'gate_blocked' });
  house.pass(60);
  await revise(house, token, id, { baseRevision: 0, heroAssetId: picture });
  await assert.rejects(publish(house.press, publisher, id, 1), { kind: 'gate_blocked' });
  await approve(house.press, kim, id, 1);
  await publish(house.press, publisher, id, 1);
  assert.match(await read(house, ARTICLE), /A machine/);
});

test('an approval does not stand for words by the picture that changed after it', async (t) => {
  const { house, dana, picture, id } = await openPictured(t, { REVIEW_BY: 'two' });
  const [kim, publisher] = [await house.person('editor'), await house.person('editor')];
  await approve(house.press, kim, id, 0);
  house.pass(60);
  await describe(house, dana, picture, { licence: 'By contract' });
  await describe(house, dana, picture, { licence: 'By contract', credit: 'Drawing: A machine' });
  await assert.rejects(publish(house.press, publisher, id, 0), (failure: { detail: { hint: string } }) => {
    assert.match(failure.detail.hint, /words by the picture changed after/);
    return true;
  });
});
