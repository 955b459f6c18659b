import assert from 'node:assert/strict';
import { test } from 'node:test';
import { bearer, draft, form, fromPage, json, openHouse } from './house.ts';
import { file, readPage, stock } from './stocked.ts';

test('the board shows articles by stage, what asks for somebody first', async (t) => {
  const house = await openHouse(t);
  const { editor } = await stock(house);
  const page = await readPage(house, editor, '/newsroom');
  const order = [
    'Newer copy waiting',
    'Four takeoff programs',
    'Drafts',
    'A layout robot on a live slab',
    'A crane schedule that argues back',
    'Published',
    'What a pour-sequence model',
    'Unpublished',
    'Drone stockpile counts',
  ].map((words) => page.indexOf(words, page.indexOf('<tbody>')));
  assert.ok(order.every((at) => at > 0));
  assert.deepEqual(
    order,
    order.toSorted((a, b) => a - b),
  );
  assert.match(page, /2 things stop it/);
});

test('an empty board says what will appear', async (t) => {
  const house = await openHouse(t);
  const page = await readPage(house, await house.person('chief'), '/newsroom');
  assert.match(page, /One appears here as soon as it is filed/);
});

test('the board narrows to a stage, a desk and words', async (t) => {
  const house = await openHouse(t);
  const { editor } = await stock(house);
  const drafts = await readPage(house, editor, '/newsroom?status=draft');
  assert.match(drafts, /A crane schedule/);
  assert.doesNotMatch(drafts, /Drone stockpile|Four takeoff/);
  const robotics = await readPage(house, editor, '/newsroom?desk=robotics');
  assert.match(robotics, /A layout robot/);
  assert.doesNotMatch(robotics, /A crane schedule/);
  assert.match(await readPage(house, editor, '/newsroom?desk=logistics'), /A crane schedule/);
  const words = await readPage(house, editor, '/newsroom?q=TAKEOFF%00');
  assert.match(words, /Four takeoff/);
  assert.doesNotMatch(words, /A layout robot/);
  assert.match(await readPage(house, editor, '/newsroom?q=100%25'), /Nothing here fits/);
});

test('a long stage has a page of its own and goes on by cursor', async (t) => {
  const house = await openHouse(t);
  const editor = await house.person('editor');
  const token = await house.letIn(editor);
  for (let n = 0; n < 53; n++) await file(house, token, { slug: `draft-${n}`, headline: `Draft number ${n}.` });
  const board = await readPage(house, editor, '/newsroom');
  const more = /href="(\/newsroom\?status=draft[^"]*)"/.exec(board)?.[1] ?? '';
  const first = await readPage(house, editor, more.replaceAll('&amp;', '&'));
  assert.equal(first.match(/Draft number/g)?.length, 50);
  const next = /href="(\/newsroom\?status=draft&amp;cursor=[^"]*)"/.exec(first)?.[1] ?? '';
  const second = await readPage(house, editor, next.replaceAll('&amp;', '&'));
  assert.equal(second.match(/Draft number/g)?.length, 3);
  const wrong = await house.fetch('/newsroom?status=draft&cursor=made-up', { headers: { Cookie: editor.cookie } });
  assert.equal(wrong.status, 400);
});

test('a writer sees drafts of their own and nobody else’s', async (t) => {
  const house = await openHouse(t);
  const { writer, drafted, changed } = await stock(house);
  const own = await house.fetch('/api/admin/articles', {
    method: 'POST',
    headers: fromPage(writer, { 'Content-Type': 'application/json' }),
    body: JSON.stringify(draft({ slug: 'own-draft', headline: 'A draft of my own' })),
  });
  const { id } = await json(own);
  const board = await readPage(house, writer, '/newsroom');
  assert.match(board, /A draft of my own/);
  assert.doesNotMatch(board, /A layout robot|Four takeoff/);
  for (const other of [drafted, changed]) {
    for (const path of [
      `/newsroom/articles/${other}`,
      `/newsroom/articles/${other}/revisions/0`,
      `/newsroom/articles/${other}/revisions/0/preview`,
    ]) {
      assert.equal((await house.fetch(path, { headers: { Cookie: writer.cookie } })).status, 404, path);
    }
  }
  const page = await readPage(house, writer, `/newsroom/articles/${id}`);
  assert.doesNotMatch(page, /<button>Publish/);
  assert.match(page, /An editor publishes/);
});

test('editors see which programs were let in, by whom and with what right, and can end one', async (t) => {
  const house = await openHouse(t);
  const { editor, token } = await stock(house);
  const page = await readPage(house, editor, '/newsroom/agents');
  for (const words of ['test agent', '127.0.0.1', 'by Dana Whitfield', 'file drafts, save revisions', 'May act']) {
    assert.ok(page.includes(words), words);
  }
  assert.doesNotMatch(page, /pl_at_|clm_/);
  const revoke = /action="(\/newsroom\/agents\/[^"]+\/revoke)"/.exec(page)?.[1] ?? '';
  assert.equal((await house.fetch(revoke, form(editor, {}))).status, 303);
  const write = await house.fetch('/api/admin/articles', { method: 'POST', headers: bearer(token), body: '{}' });
  assert.equal(write.status, 401);
  assert.match(await readPage(house, editor, '/newsroom/agents'), /Revoked/);
  assert.equal((await house.fetch(revoke, form(editor, {}))).status, 409);
});

test('a token that has run out is shown as ended', async (t) => {
  const house = await openHouse(t);
  const { editor } = await stock(house);
  house.pass(900);
  const page = await readPage(house, editor, '/newsroom/agents');
  assert.match(page, /Ended <time/);
  assert.doesNotMatch(page, /Revoke/);
});
