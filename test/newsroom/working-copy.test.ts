import assert from 'node:assert/strict';
import { test } from 'node:test';
import { readArticle } from '../../src/article/read/article-record.ts';
import { dropWorkingCopy, keepWorkingCopy, readWorkingCopy } from '../../src/article/write/working-copy.ts';
import { copy, draft, form, fromPage, json, openHouse, type Person, type TestHouse } from '../support/house.ts';
import { file, readPage, revise } from '../support/stocked.ts';
import { keep } from '../support/typing.ts';

const FIVE_MINUTES = 5 * 60;

async function desk(t: Parameters<typeof openHouse>[0]) {
  const house = await openHouse(t);
  const editor = await house.person('editor', 'Dana Whitfield');
  const token = await house.letIn(editor);
  return { house, editor, token, id: await file(house, token) };
}

function latest(house: TestHouse, person: Person, id: string) {
  return readArticle(house.press.db.read, person, id, house.press);
}

async function acts(house: TestHouse, id: string): Promise<string[]> {
  const rows = await house.press.db.read
    .selectFrom('journal')
    .select('act')
    .where('subject_id', '=', id)
    .orderBy('seq')
    .execute();
  return rows.map(({ act }) => act);
}

test('what is typed is kept on the server, finished or not, and is no revision', async (t) => {
  const { house, editor, id } = await desk(t);
  const response = await keep(house, editor, id, { headline: '', slug: 'Not A Slug' });
  assert.equal(response.status, 200);
  assert.equal((await json(response)).state, 'kept');
  const working = await readWorkingCopy(house.press.db.read, editor, id);
  assert.equal(working?.copy.headline, '');
  assert.equal((await latest(house, editor, id)).revision, 0);
  assert.deepEqual(await acts(house, id), ['draft.created']);
  assert.match(await readPage(house, editor, `/newsroom/articles/${id}/edit`), /"isTyped":true/);
});

test('everybody has a working copy of their own', async (t) => {
  const { house, editor, id } = await desk(t);
  const other = await house.person('editor', 'Ruth Okafor');
  await keep(house, editor, id, { headline: 'Dana’s' });
  await keep(house, other, id, { headline: 'Ruth’s' });
  assert.equal((await readWorkingCopy(house.press.db.read, editor, id))?.copy.headline, 'Dana’s');
  assert.equal((await readWorkingCopy(house.press.db.read, other, id))?.copy.headline, 'Ruth’s');
});

test('typing becomes one revision once it has gone on for five minutes', async (t) => {
  const { house, editor, id } = await desk(t);
  for (const headline of ['One', 'Two', 'Three']) {
    assert.equal((await json(await keep(house, editor, id, { headline }))).state, 'kept');
    house.pass(90);
  }
  house.pass(30);
  const folded = await json(await keep(house, editor, id, { headline: 'Four' }));
  assert.equal(folded.state, 'saved');
  assert.equal(folded.revision, 1);
  assert.equal(await readWorkingCopy(house.press.db.read, editor, id), null);
  assert.equal((await latest(house, editor, id)).copy.headline, 'Four');
  assert.equal((await json(await keep(house, editor, id, { headline: 'Five' }, '', 1))).state, 'kept');
  assert.deepEqual(await acts(house, id), ['draft.created', 'revision.saved']);
});

test('typing that is no copy yet, or says nothing new, or takes another’s address stays a working copy', async (t) => {
  const { house, editor, token, id } = await desk(t);
  await file(house, token, { slug: 'taken' });
  await keep(house, editor, id, { headline: 'Begun' });
  house.pass(FIVE_MINUTES);
  for (const over of [{ headline: '' }, {}, { slug: 'taken' }]) {
    assert.equal((await json(await keep(house, editor, id, over))).state, 'kept');
  }
  assert.equal((await latest(house, editor, id)).revision, 0);
  assert.equal((await readWorkingCopy(house.press.db.read, editor, id))?.copy.slug, 'taken');
});

test('where others have saved, what is typed is kept and the answer is a conflict', async (t) => {
  const { house, editor, token, id } = await desk(t);
  await revise(house, token, id, { headline: 'The agent’s', baseRevision: 0 });
  house.pass(FIVE_MINUTES * 2);
  for (const _ of [1, 2]) {
    const response = await keep(house, editor, id, { headline: 'Mine' });
    assert.equal(response.status, 409);
    const { code, currentRevision } = await json(response);
    assert.deepEqual({ code, currentRevision }, { code: 'revision_conflict', currentRevision: 1 });
    house.pass(FIVE_MINUTES);
  }
  assert.equal((await readWorkingCopy(house.press.db.read, editor, id))?.copy.headline, 'Mine');
  const {
    revision,
    savedBy,
    copy: theirs,
  } = await json(await house.fetch(`/newsroom/articles/${id}/copy`, { headers: fromPage(editor) }));
  assert.deepEqual([revision, savedBy, theirs.headline], [1, 'Agent let in by Dana Whitfield', 'The agent’s']);
});

test('a save makes a revision of what is typed, and the working copy is gone', async (t) => {
  const { house, editor, id } = await desk(t);
  await keep(house, editor, id, { headline: 'Typed' });
  const { state, revision } = await json(await keep(house, editor, id, { headline: 'Saved' }, '/save'));
  assert.deepEqual([state, revision], ['saved', 1]);
  assert.equal(await readWorkingCopy(house.press.db.read, editor, id), null);
  const stale = await keep(house, editor, id, { headline: 'Again' }, '/save', 0);
  assert.equal((await json(stale)).code, 'revision_conflict');
});

test('a save that says nothing new makes no revision', async (t) => {
  const { house, editor, id } = await desk(t);
  await keep(house, editor, id, { headline: 'Typed, and taken back' });
  const { state, revision } = await json(await keep(house, editor, id, {}, '/save'));
  assert.deepEqual([state, revision], ['saved', 0]);
  assert.equal(await readWorkingCopy(house.press.db.read, editor, id), null);
  assert.deepEqual(await acts(house, id), ['draft.created']);
});

test('a refused save lets go of nothing', async (t) => {
  const { house, editor, token, id } = await desk(t);
  await file(house, token, { slug: 'taken' });
  await keep(house, editor, id, { headline: 'Typed' });
  const refused = await keep(house, editor, id, { slug: 'taken' }, '/save');
  assert.equal((await json(refused)).code, 'slug_taken');
  const unfit = await keep(house, editor, id, { headline: '' }, '/save');
  assert.equal(unfit.status, 422);
  assert.equal((await json(unfit)).issues[0].path, 'copy.headline');
  assert.equal((await readWorkingCopy(house.press.db.read, editor, id))?.copy.headline, 'Typed');
});

test('only people keep working copies, only of what they may see, only from our own pages, only as themselves', async (t) => {
  const { house, editor, id } = await desk(t);
  const writer = await house.person('writer');
  assert.equal((await keep(house, writer, id, {})).status, 404);
  const other = await house.person('editor');
  assert.equal((await keep(house, { ...editor, cookie: other.cookie }, id, {})).status, 403);
  const foreign = {
    ...fromPage(editor, { 'Content-Type': 'application/json' }),
    'Sec-Fetch-Site': 'cross-site',
    Origin: 'https://evil.example',
  };
  const typed = { number: 0, postId: 'p1', baseRevision: 0, copy: draft() };
  const body = JSON.stringify({ editorId: editor.id, ...typed });
  assert.equal(
    (await house.fetch(`/newsroom/articles/${id}/working-copy`, { method: 'POST', headers: foreign, body })).status,
    403,
  );
  const agent = {
    kind: 'agent',
    id: 'a',
    claimId: 'c',
    editorId: editor.id,
    editorName: editor.name,
    scopes: [],
  } as never;
  await assert.rejects(keepWorkingCopy(house.press, agent, id, { ...typed, copy: copy() }), { kind: 'forbidden' });
  assert.equal(await readWorkingCopy(house.press.db.read, editor, id), null);
});

test('without a session the script is sent to sign in, which it takes for being signed out', async (t) => {
  const { house, editor, id } = await desk(t);
  assert.equal((await keep(house, { ...editor, cookie: 'plumbline=gone' }, id, {})).status, 303);
});

test('the article page says what is typed and not saved, and lets it be thrown away', async (t) => {
  const { house, editor, id } = await desk(t);
  const path = `/newsroom/articles/${id}`;
  assert.match(await readPage(house, editor, path), /action="[^"]*\/edit"><button class="plain">Edit</);
  await keep(house, editor, id, { headline: 'Typed' });
  assert.match(await readPage(house, editor, path), /You have typed what is not a revision yet/);
  await keep(house, editor, id, { headline: 'Typed more' });
  const stale = await house.fetch(`${path}/working-copy/drop`, form(editor, { number: '1' }));
  assert.equal(stale.status, 409);
  assert.equal((await readWorkingCopy(house.press.db.read, editor, id))?.copy.headline, 'Typed more');
  const [, number = ''] = /name="number" value="(\d+)"/.exec(await readPage(house, editor, path)) ?? [];
  const dropped = await house.fetch(`${path}/working-copy/drop`, form(editor, { number }));
  assert.equal(dropped.headers.get('location'), path);
  assert.equal(await readWorkingCopy(house.press.db.read, editor, id), null);
  await dropWorkingCopy(house.press, editor, id, Number(number));
});

test('a new article is filed with a headline, a dek and a desk, and opens in the editor', async (t) => {
  const house = await openHouse(t);
  const writer = await house.person('writer');
  const fields = { headline: 'What the überprüfte slab said', dek: 'A dek.', section: 'people', slug: '' };
  const filed = await house.fetch('/newsroom/new', form(writer, fields));
  assert.equal(filed.status, 303);
  const location = filed.headers.get('location') ?? '';
  assert.match(location, /^\/newsroom\/articles\/[0-9a-f-]{36}\/edit$/);
  const page = await readPage(house, writer, location);
  assert.match(page, /what-the-uberprufte-slab-said/);
  const again = await house.fetch('/newsroom/new', form(writer, fields));
  assert.equal(again.status, 409);
  assert.match(await again.text(), /value="What the überprüfte slab said"/);
  const empty = await house.fetch('/newsroom/new', form(writer, { ...fields, dek: '' }));
  assert.equal(empty.status, 422);
  assert.match(await empty.text(), /The dek must be at least 1 characters long/);
});
