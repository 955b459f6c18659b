import assert from 'node:assert/strict';
import { test } from 'node:test';
import { listTags } from '#article/tags.ts';
import { assign } from '#editorial/review/assign.ts';
import { addTag } from '#editorial/write/reclassify.ts';
import { saveRevision } from '#editorial/write/save-revision.ts';
import { addPicture } from '#media/add-picture.ts';
import { addAuthorOrTag, linkByline, listAuthors } from '#people/bylines.ts';
import { plain, WORDS } from '../../support/pictures.ts';
import { copy, draft, form, fromPage, openSite } from '../../support/site.ts';
import { readPage, stock } from '../../support/stocked.ts';

test('a writer sees and edits an article that is assigned to them, and no other', async (t) => {
  const site = await openSite(t);
  const { editor, writer, drafted, stopped } = await stock(site);
  const status = async (path: string) => (await site.fetch(path, { headers: { Cookie: writer.cookie } })).status;
  assert.equal(await status(`/newsroom/articles/${drafted}`), 404);
  await assign(site.deps, editor, drafted, writer.id);
  for (const path of ['/newsroom/articles', '/newsroom/articles?q=layout', '/newsroom/articles?section=robotics'])
    assert.match(await readPage(site, writer, path), new RegExp(`data-line="${drafted}"`), path);
  const board = await readPage(site, writer, '/newsroom/articles');
  const today = await readPage(site, writer, '/newsroom');
  assert.match(today, /assigned to you/);
  for (const page of [board, today]) assert.doesNotMatch(page, new RegExp(stopped));
  const save = await site.fetch(`/api/admin/articles/${drafted}/revisions`, {
    method: 'POST',
    headers: fromPage(writer, { 'Content-Type': 'application/json' }),
    body: JSON.stringify({ ...draft({ headline: 'By the writer' }), baseRevision: 0 }),
  });
  assert.equal(save.status, 201);
  assert.equal((await site.fetch(`/newsroom/articles/${drafted}/bin`, form(writer, {}))).status, 403);
  const back = await site.fetch(`/newsroom/articles/${drafted}/assignee`, form(writer, { assignee: '' }));
  assert.equal(back.headers.get('Location'), '/newsroom/articles');
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
    site.fetch(`/newsroom/team/people/${person.id}/byline`, form(chief, { author }));
  assert.equal((await link(editor, ines?.id ?? '')).status, 303);
  assert.equal((await link(writer, ines?.id ?? '')).status, 409);
  assert.match(await readPage(site, chief, `/newsroom/team/people/${editor.id}`), /selected>Ines Calloway</);
  const fields = { headline: 'A second piece', dek: 'A dek.', section: 'people' };
  const second = await site.fetch('/newsroom/new', form(editor, fields));
  const page = await readPage(site, editor, second.headers.get('Location')?.replace('/edit', '') ?? '');
  assert.match(page, /<dt>Byline<\/dt><dd>Ines Calloway</);

  const tag = await site.fetch('/newsroom/tags', form(writer, { name: 'Formwork' }));
  assert.match(await readPage(site, writer, tag.headers.get('Location') ?? ''), /The tag “Formwork” can be used now/);
  assert.equal((await site.fetch('/newsroom/tags', form(writer, { name: 'Formwork' }))).status, 409);
  assert.equal((await site.fetch('/newsroom/team/authors', form(writer, { name: 'Me' }))).status, 403);
});

test('a chief renames a tag and merges it, and published pages and feeds follow at once', async (t) => {
  const site = await openSite(t);
  const { chief, editor, published, drafted } = await stock(site);
  const { id: layout = '' } = (await listTags(site.deps.db.read)).find(({ name }) => name === 'Layout') ?? {};
  const act = (path: string, fields: Record<string, string>, person = chief) =>
    site.fetch(`/newsroom/tags/${path}`, form(person, fields));
  const shown = async () => {
    const paths = ['/software/pour-sequence-model', '/software/pour-sequence-model.md', '/rss.xml'];
    return Promise.all(paths.map(async (path) => (await site.fetch(path)).text()));
  };
  const follows = async (name: RegExp, old: RegExp) => {
    for (const text of await shown()) {
      assert.match(text, name);
      assert.doesNotMatch(text, old);
    }
  };
  await follows(/Layout/, /Setting out/);
  assert.equal((await act(layout, { name: 'Setting out' }, editor)).status, 403);
  assert.equal((await act(layout, { name: ' ' })).status, 422);
  const renamed = await act(layout, { name: 'Setting out' });
  assert.match(await readPage(site, chief, renamed.headers.get('Location') ?? ''), /is named “Setting out” now/);
  await follows(/Setting out/, /Layout/);

  const { id: surveying } = await addAuthorOrTag(site.deps, editor, 'tag', 'Surveying');
  assert.equal((await act(surveying, { name: 'setting-out' })).status, 409);
  assert.equal((await act(`${layout}/merge`, { into: layout })).status, 422);
  assert.equal((await act(`${layout}/merge`, { into: surveying }, editor)).status, 403);
  const merged = await act(`${layout}/merge`, { into: surveying });
  assert.match(await readPage(site, chief, merged.headers.get('Location') ?? ''), /have the tag “Surveying” now/);
  await follows(/Surveying/, /Setting out/);
  assert.equal((await act(layout, { name: 'Again' })).status, 404);

  // Revisions keep the old id: the editor shows it as the other tag, and bulk acts know that the article has it.
  const page = await readPage(site, editor, `/newsroom/articles/${published}/edit`);
  assert.match(page, new RegExp(`value="${surveying}" data-merged="${layout}" checked> Surveying`));
  assert.doesNotMatch(page, /Setting out|Unknown/);
  assert.match(await readPage(site, editor, `/newsroom/articles/${published}/revisions/0`), /Surveying/);
  const old = await saveRevision(site.deps, editor, drafted, {
    copy: {
      ...copy({ tagIds: [layout, surveying] }),
      baseRevision: 0,
    },
  });
  assert.match(
    await readPage(site, editor, `/newsroom/articles/${drafted}/revisions/${old.revision}`),
    /<dd>Surveying</,
  );
  await assert.rejects(addTag(site.deps, editor, drafted, surveying), { kind: 'already_done' });
  await assert.rejects(addTag(site.deps, editor, drafted, layout), { kind: 'validation_failed' });
  assert.equal((await act(surveying, { name: 'Setting out' })).status, 303); // the name of a tag that was merged into it
  await follows(/Setting out/, /Surveying/);
  const journal = await site.deps.db.read
    .selectFrom('journal')
    .select('act')
    .where('subject_kind', '=', 'tag')
    .orderBy('seq')
    .execute();
  assert.deepEqual(
    journal.map(({ act: one }) => one),
    ['tag.added', 'tag.renamed', 'tag.added', 'tag.merged', 'tag.renamed'],
  );
});

test('a person and a chief give a byline a portrait and a biography, which readers see at once', async (t) => {
  const site = await openSite(t);
  const { chief, editor, writer } = await stock(site);
  const { id: author = '' } = (await listAuthors(site.deps.db.read)).find(({ slug }) => slug === 'ines-calloway') ?? {};
  const { picture } = await addPicture(site.deps, chief, {
    file: await plain(900, 1200).png().toBuffer(),
    words: WORDS,
  });
  const save = (person: typeof writer, fields: Record<string, string>) =>
    site.fetch(`/newsroom/bylines/${author}`, form(person, fields));
  const read = async (rest = '') => (await site.fetch(`/authors/ines-calloway${rest}`)).text();
  const before = await read();
  assert.doesNotMatch(before, /class="portrait"|"description":/);

  assert.equal((await save(writer, { biography: 'Mine' })).status, 403);
  assert.equal((await site.fetch(`/newsroom/bylines/${author}`, { headers: { Cookie: writer.cookie } })).status, 403);
  await linkByline(site.deps, chief, writer.id, author);
  assert.match(await readPage(site, writer, '/newsroom/profile'), new RegExp(`/newsroom/bylines/${author}`));
  assert.equal((await save(writer, { biography: 'x'.repeat(601) })).status, 422);
  assert.equal((await save(writer, { portrait: author })).status, 422);
  const unfinished = await addPicture(site.deps, chief, {
    file: await plain(700, 700).png().toBuffer(),
    words: {
      ...WORDS,
      credit: '',
    },
  });
  assert.equal((await save(writer, { portrait: unfinished.picture.id })).status, 422);
  const biography = 'Ran a crane for *nine* years.\r\nWrites about <robots>.';
  assert.equal((await save(writer, { biography })).status, 303);
  assert.match(await read(), /<p>Ran a crane for \*nine\* years. Writes about &lt;robots&gt;.<\/p>/);
  assert.equal((await save(chief, { portrait: picture.id })).status, 303);
  assert.match(
    await readPage(site, writer, `/newsroom/bylines/${author}`),
    new RegExp(`value="${picture.id}" checked`),
  );

  const page = await read();
  assert.match(page, /<figure class="portrait">\n<img src="\/media\/[^"]+" width="180" height="240" alt="[^"]+">/);
  const [block = ''] = /\{[^<]*ProfilePage[^<]*/.exec(page) ?? [];
  const { mainEntity } = JSON.parse(block);
  assert.equal(mainEntity.description, 'Ran a crane for *nine* years. Writes about <robots>.');
  assert.equal(mainEntity.image['@type'], 'ImageObject');
  const markdown = await read('.md');
  assert.match(markdown, /Ran a crane for \\\*nine\\\* years/);
  assert.match(markdown, new RegExp(`Portrait: \\[.*\\]\\(${mainEntity.image.url}\\)`));

  // Readers see the picture, so it stays; its new texts are on the page at once.
  assert.equal((await site.fetch(`/newsroom/pictures/${picture.id}/delete`, form(chief, {}))).status, 422);
  await save(editor, { biography: '' }); // has no byline: nothing changes
  assert.match(await read(), /Ran a crane/);
  assert.equal((await save(writer, { biography: '', portrait: '' })).status, 303);
  assert.equal(await read(), before);
});
