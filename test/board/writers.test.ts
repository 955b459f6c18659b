import assert from 'node:assert/strict';
import { test } from 'node:test';
import { assign } from '../../src/article/review/assign.ts';
import { draft, form, fromPage, openSite } from '../support/site.ts';
import { readPage, stock } from '../support/stocked.ts';

test('a writer sees and edits an article that is assigned to them, and no other', async (t) => {
  const site = await openSite(t);
  const { editor, writer, drafted, stopped } = await stock(site);
  const status = async (path: string) => (await site.fetch(path, { headers: { Cookie: writer.cookie } })).status;
  assert.equal(await status(`/newsroom/articles/${drafted}`), 404);
  await assign(site.deps, editor, drafted, writer.id);
  for (const path of ['/newsroom', '/newsroom?q=layout', '/newsroom?desk=robotics'])
    assert.match(await readPage(site, writer, path), new RegExp(`data-line="${drafted}"`), path);
  const board = await readPage(site, writer, '/newsroom');
  assert.match(board, /assigned to you/);
  assert.doesNotMatch(board, new RegExp(stopped));
  const save = await site.fetch(`/api/admin/articles/${drafted}/revisions`, {
    method: 'POST',
    headers: fromPage(writer, { 'Content-Type': 'application/json' }),
    body: JSON.stringify({ ...draft({ headline: 'By the writer' }), baseRevision: 0 }),
  });
  assert.equal(save.status, 201);
  assert.equal((await site.fetch(`/newsroom/articles/${drafted}/bin`, form(writer, {}))).status, 403);
  const back = await site.fetch(`/newsroom/articles/${drafted}/assignee`, form(writer, { assignee: '' }));
  assert.equal(back.headers.get('Location'), '/newsroom');
  assert.equal(await status(`/newsroom/articles/${drafted}`), 404);
});

test('a writer signs with their own byline by default, and adds tags', async (t) => {
  const site = await openSite(t);
  const { chief, editor, writer } = await stock(site);
  const start = async (person: typeof writer) =>
    (await site.fetch('/newsroom/new', form(person, {}))).headers.get('Location')?.replace('/edit', '') ?? '';
  const started = await start(writer);
  assert.match(await readPage(site, writer, started), /<dt>Byline<\/dt><dd>Tomasz Lind</);
  assert.match(await readPage(site, writer, `${started}/edit`), /selected>Tomasz Lind</);
  assert.match(await readPage(site, editor, await start(editor)), /no author is named/);

  // A chief links another byline; an editor who has one signs with it too.
  const ines = await site.deps.db.read
    .selectFrom('author')
    .select('id')
    .where('name', '=', 'Ines Calloway')
    .executeTakeFirst();
  const link = (person: { id: string }, author: string) =>
    site.fetch(`/newsroom/masthead/people/${person.id}/byline`, form(chief, { author }));
  assert.equal((await link(editor, ines?.id ?? '')).status, 303);
  assert.equal((await link(writer, ines?.id ?? '')).status, 409);
  assert.match(await readPage(site, chief, `/newsroom/masthead/people/${editor.id}`), /selected>Ines Calloway</);
  const fields = { headline: 'A second piece', dek: 'A dek.', section: 'people' };
  const second = await site.fetch('/newsroom/new', form(editor, fields));
  const page = await readPage(site, editor, second.headers.get('Location')?.replace('/edit', '') ?? '');
  assert.match(page, /<dt>Byline<\/dt><dd>Ines Calloway</);

  const tag = await site.fetch('/newsroom/tags', form(writer, { name: 'Formwork' }));
  assert.match(await readPage(site, writer, tag.headers.get('Location') ?? ''), /The tag “Formwork” can be used now/);
  assert.equal((await site.fetch('/newsroom/tags', form(writer, { name: 'Formwork' }))).status, 409);
  assert.equal((await site.fetch('/newsroom/masthead/authors', form(writer, { name: 'Me' }))).status, 403);
});
