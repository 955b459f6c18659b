import assert from 'node:assert/strict';
import { test } from 'node:test';
import { readArticle } from '#editorial/article-record.ts';
import { dropWorkingCopy, readWorkingCopy } from '#editorial/write/working-copy.ts';
import { draft, json, openSite, type Person, type TestSite } from '../../support/site.ts';
import { file, readPage } from '../../support/stocked.ts';
import { send } from '../../support/typing.ts';

// Two windows or computers of one person never overwrite each other's text.

async function section(t: Parameters<typeof openSite>[0]) {
  const site = await openSite(t);
  const editor = await site.person('editor', 'Dana Whitfield');
  const token = await site.grantToken(editor);
  return { site, editor, token, id: await file(site, token) };
}

function latest(site: TestSite, person: Person, id: string) {
  return readArticle(site.deps.db.read, person, id, site.deps);
}

test('of two computers, the one with the older working copy is rejected and gets the newer copy', async (t) => {
  const { site, editor, id } = await section(t);
  const office = await json(await send(site, editor, id, { copy: draft({ headline: 'Office' }) }));
  assert.deepEqual([office.state, office.number], ['kept', 1]);
  const home = await json(await send(site, editor, id, { number: 1, copy: draft({ headline: 'Home' }), postId: 'h2' }));
  assert.deepEqual([home.state, home.number], ['kept', 2]);
  for (const where of ['', '/save']) {
    const late = await send(site, editor, id, { number: 1, copy: draft({ headline: 'Office, next morning' }) }, where);
    assert.equal(late.status, 409);
    const { code, error, hint, number, postId, isTyped, base, copy: other } = await json(late);
    assert.deepEqual([code, number, postId, isTyped, base.revision], ['working_copy_conflict', 2, 'h2', true, 0]);
    assert.equal(other.headline, 'Home');
    assert.ok(error && hint);
  }
  assert.equal((await readWorkingCopy(site.deps.db.read, editor, id))?.copy.headline, 'Home');
  assert.equal((await latest(site, editor, id)).revision, 0);
});

test('of twenty concurrent posts based on the same working copy exactly one is stored', async (t) => {
  const { site, editor, id } = await section(t);
  const posts = Array.from({ length: 20 }, (_, at) =>
    send(site, editor, id, { copy: draft({ headline: `Window ${at}` }) }),
  );
  const states = (await Promise.all(posts)).map(({ status }) => status);
  assert.equal(states.filter((status) => status === 200).length, 1);
  assert.equal(states.filter((status) => status === 409).length, 19);
});

test('working copy numbers continue after saving and discarding, so that an old window is rejected', async (t) => {
  const { site, editor, id } = await section(t);
  await send(site, editor, id, { copy: draft({ headline: 'One' }) });
  const saved = await json(await send(site, editor, id, { number: 1, copy: draft({ headline: 'Two' }) }, '/save'));
  assert.deepEqual([saved.state, saved.revision, saved.number], ['saved', 1, 2]);
  const again = await json(await send(site, editor, id, { number: 2, baseRevision: 1 }));
  assert.equal(again.number, 3);
  const old = await json(await send(site, editor, id, { number: 1 }));
  assert.deepEqual([old.code, old.number], ['working_copy_conflict', 3]);
  await dropWorkingCopy(site.deps, editor, id, 3);
  const dropped = await json(await send(site, editor, id, { number: 3, baseRevision: 1 }));
  assert.deepEqual([dropped.code, dropped.number, dropped.isTyped], ['working_copy_conflict', 4, false]);
  assert.equal(dropped.copy.headline, 'Two');
});

test('text based on an unknown revision is rejected, and the edit page still opens', async (t) => {
  const { site, editor, id } = await section(t);
  const { status } = await send(site, editor, id, { baseRevision: 7 });
  assert.equal(status, 409);
  assert.match(await readPage(site, editor, `/newsroom/articles/${id}/edit`), /"isTyped":false/);
});

test('a post without a working copy number is refused and changes nothing', async (t) => {
  const { site, editor, id } = await section(t);
  const refused = await send(site, editor, id, { number: undefined });
  assert.equal(refused.status, 422);
  assert.equal((await json(refused)).issues[0].path, 'number');
  assert.equal(await readWorkingCopy(site.deps.db.read, editor, id), null);
});
