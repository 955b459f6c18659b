import assert from 'node:assert/strict';
import { test } from 'node:test';
import { readArticle } from '#editorial/article-record.ts';
import { publish } from '#editorial/publish/publish.ts';
import { approve, readReview } from '#editorial/review/review.ts';
import { autosaveWorkingCopy, dropWorkingCopy, readWorkingCopy } from '#editorial/write/working-copy.ts';
import { copy, draft, form, fromPage, json, openSite, type Person, type TestSite } from '../../support/site.ts';
import { file, readPage, revise } from '../../support/stocked.ts';
import { keep } from '../../support/typing.ts';

const FIVE_MINUTES = 5 * 60;

async function section(t: Parameters<typeof openSite>[0]) {
  const site = await openSite(t);
  const editor = await site.person('editor', 'Dana Whitfield');
  const token = await site.grantToken(editor);
  return { site, editor, token, id: await file(site, token) };
}

function latest(site: TestSite, person: Person, id: string) {
  return readArticle(site.deps.db.read, person, id, site.deps);
}

async function acts(site: TestSite, id: string): Promise<string[]> {
  const rows = await site.deps.db.read
    .selectFrom('journal')
    .select('act')
    .where('subject_id', '=', id)
    .orderBy('seq')
    .execute();
  return rows.map(({ act }) => act);
}

test('typed text is stored on the server, valid or not, without a new revision', async (t) => {
  const { site, editor, id } = await section(t);
  const response = await keep(site, editor, id, { headline: '', slug: 'Not A Slug' });
  assert.equal(response.status, 200);
  assert.equal((await json(response)).state, 'kept');
  const working = await readWorkingCopy(site.deps.db.read, editor, id);
  assert.equal(working?.copy.headline, '');
  assert.equal((await latest(site, editor, id)).revision, 0);
  assert.deepEqual(await acts(site, id), ['draft.created']);
  assert.match(await readPage(site, editor, `/newsroom/articles/${id}/edit`), /"isTyped":true/);
});

test('every member has their own working copy', async (t) => {
  const { site, editor, id } = await section(t);
  const other = await site.person('editor', 'Ruth Okafor');
  await keep(site, editor, id, { headline: 'Dana’s' });
  await keep(site, other, id, { headline: 'Ruth’s' });
  assert.equal((await readWorkingCopy(site.deps.db.read, editor, id))?.copy.headline, 'Dana’s');
  assert.equal((await readWorkingCopy(site.deps.db.read, other, id))?.copy.headline, 'Ruth’s');
});

test('hours of typing make no revision and void no approval; a save does both', async (t) => {
  const { site, editor, id } = await section(t);
  const ruth = await site.person('editor', 'Ruth Okafor');
  await keep(site, editor, id, { headline: 'One' }, '/save');
  await approve(site.deps, ruth, id, 1);
  for (const headline of ['One', 'Two', 'Three', 'Four']) {
    assert.equal((await json(await keep(site, editor, id, { headline }, '', 1))).state, 'kept');
    site.pass(FIVE_MINUTES);
  }
  assert.equal((await latest(site, editor, id)).revision, 1);
  assert.equal((await readReview(site.deps.db.read, ruth, id)).stage, 'approved');
  assert.equal((await readWorkingCopy(site.deps.db.read, editor, id))?.copy.headline, 'Four');
  assert.equal((await json(await keep(site, editor, id, { headline: 'Five' }, '/save', 1))).revision, 2);
  assert.equal((await readReview(site.deps.db.read, ruth, id)).stage, 'in_review');
});

test('if an agent saved a revision meanwhile, typed text is stored and the answer is a conflict', async (t) => {
  const { site, editor, token, id } = await section(t);
  await revise(site, token, id, { headline: 'The agent’s', baseRevision: 0 });
  site.pass(FIVE_MINUTES * 2);
  for (const _ of [1, 2]) {
    const response = await keep(site, editor, id, { headline: 'Mine' });
    assert.equal(response.status, 409);
    const { code, currentRevision } = await json(response);
    assert.deepEqual({ code, currentRevision }, { code: 'revision_conflict', currentRevision: 1 });
    site.pass(FIVE_MINUTES);
  }
  assert.equal((await readWorkingCopy(site.deps.db.read, editor, id))?.copy.headline, 'Mine');
  const {
    revision,
    savedBy,
    copy: theirs,
  } = await json(await site.fetch(`/newsroom/articles/${id}/copy`, { headers: fromPage(editor) }));
  assert.deepEqual([revision, savedBy, theirs.headline], [1, 'Agent let in by Dana Whitfield', 'The agent’s']);
});

test('a save turns the working copy into a revision and deletes it', async (t) => {
  const { site, editor, id } = await section(t);
  await keep(site, editor, id, { headline: 'Typed' });
  const { state, revision } = await json(await keep(site, editor, id, { headline: 'Saved' }, '/save'));
  assert.deepEqual([state, revision], ['saved', 1]);
  assert.equal(await readWorkingCopy(site.deps.db.read, editor, id), null);
  const stale = await keep(site, editor, id, { headline: 'Again' }, '/save', 0);
  assert.equal((await json(stale)).code, 'revision_conflict');
});

test('a save without changes creates no revision', async (t) => {
  const { site, editor, id } = await section(t);
  await keep(site, editor, id, { headline: 'Typed, and taken back' });
  const { state, revision } = await json(await keep(site, editor, id, {}, '/save'));
  assert.deepEqual([state, revision], ['saved', 0]);
  assert.equal(await readWorkingCopy(site.deps.db.read, editor, id), null);
  assert.deepEqual(await acts(site, id), ['draft.created']);
});

test('a rejected save keeps the working copy', async (t) => {
  const { site, editor, token, id } = await section(t);
  await file(site, token, { slug: 'taken' });
  await keep(site, editor, id, { headline: 'Typed' });
  const refused = await keep(site, editor, id, { slug: 'taken' }, '/save');
  assert.equal((await json(refused)).code, 'slug_taken');
  const unfit = await keep(site, editor, id, { headline: '' }, '/save');
  assert.equal(unfit.status, 422);
  assert.equal((await json(unfit)).issues[0].path, 'copy.headline');
  assert.equal((await readWorkingCopy(site.deps.db.read, editor, id))?.copy.headline, 'Typed');
});

test('posting a working copy is refused for an invisible article, another person’s name, another site and an agent', async (t) => {
  const { site, editor, id } = await section(t);
  const writer = await site.person('writer');
  assert.equal((await keep(site, writer, id, {})).status, 404);
  const other = await site.person('editor');
  assert.equal((await keep(site, { ...editor, cookie: other.cookie }, id, {})).status, 403);
  const foreign = {
    ...fromPage(editor, { 'Content-Type': 'application/json' }),
    'Sec-Fetch-Site': 'cross-site',
    Origin: 'https://evil.example',
  };
  const typed = { number: 0, postId: 'p1', baseRevision: 0, copy: draft() };
  const body = JSON.stringify({ editorId: editor.id, ...typed });
  assert.equal(
    (await site.fetch(`/newsroom/articles/${id}/working-copy`, { method: 'POST', headers: foreign, body })).status,
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
  await assert.rejects(autosaveWorkingCopy(site.deps, agent, id, { ...typed, copy: copy() }), { kind: 'forbidden' });
  assert.equal(await readWorkingCopy(site.deps.db.read, editor, id), null);
});

test('without a session, posting a working copy is redirected to the sign-in page', async (t) => {
  const { site, editor, id } = await section(t);
  assert.equal((await keep(site, { ...editor, cookie: 'plumbline=gone' }, id, {})).status, 303);
});

test('the article page shows that unsaved text exists, and can discard it', async (t) => {
  const { site, editor, id } = await section(t);
  const path = `/newsroom/articles/${id}`;
  assert.match(await readPage(site, editor, path), /<a class="btn plain" href="[^"]*\/edit">Edit</);
  await keep(site, editor, id, { headline: 'Typed' });
  assert.match(await readPage(site, editor, path), /You have text in the editor that is not saved as a revision/);
  await keep(site, editor, id, { headline: 'Typed more' });
  const stale = await site.fetch(`${path}/working-copy/drop`, form(editor, { number: '1' }));
  assert.equal(stale.status, 409);
  assert.equal((await readWorkingCopy(site.deps.db.read, editor, id))?.copy.headline, 'Typed more');
  const [, number = ''] = /name="number" value="(\d+)"/.exec(await readPage(site, editor, path)) ?? [];
  const dropped = await site.fetch(`${path}/working-copy/drop`, form(editor, { number }));
  assert.equal(dropped.headers.get('location'), path);
  assert.equal(await readWorkingCopy(site.deps.db.read, editor, id), null);
  await dropWorkingCopy(site.deps, editor, id, Number(number));
});

test('a new article is created with a headline, a dek and a section, and opens on its edit page', async (t) => {
  const site = await openSite(t);
  const writer = await site.person('writer');
  const fields = { headline: 'What the überprüfte slab said', dek: 'A dek.', section: 'people', slug: '' };
  const filed = await site.fetch('/newsroom/new', form(writer, fields));
  assert.equal(filed.status, 303);
  const location = filed.headers.get('location') ?? '';
  assert.match(location, /^\/newsroom\/articles\/[0-9a-f-]{36}\/edit$/);
  const page = await readPage(site, writer, location);
  assert.match(page, /what-the-uberprufte-slab-said/);
  const again = await site.fetch('/newsroom/new', form(writer, fields));
  assert.equal(again.status, 409);
  assert.match(await again.text(), /value="What the überprüfte slab said"/);
  const empty = await site.fetch('/newsroom/new', form(writer, { ...fields, dek: '' }));
  assert.equal(empty.status, 422);
  assert.match(await empty.text(), /The dek must not be empty/);
});

test('an article that was never saved is not published with the words that stand for a missing headline, dek or address', async (t) => {
  const site = await openSite(t);
  const editor = await site.person('editor');
  const started = await site.fetch('/newsroom/new', form(editor, {}));
  const id = (started.headers.get('location') ?? '').split('/')[3] ?? '';
  const { gate } = await latest(site, editor, id);
  const blocks = gate.filter(({ severity }) => severity === 'block').map(({ code }) => code);
  for (const code of ['no_headline', 'no_dek', 'no_slug'] as const) assert.ok(blocks.includes(code), code);
  await assert.rejects(publish(site.deps, editor, id, { revisionNumber: 0 }), { kind: 'gate_blocked' });
});

test('a new article opens at once with empty fields, and again while nothing is typed in it', async (t) => {
  const site = await openSite(t);
  const writer = await site.person('writer');
  const start = async () => (await site.fetch('/newsroom/new', form(writer, {}))).headers.get('location') ?? '';
  const location = await start();
  assert.match(location, /^\/newsroom\/articles\/[0-9a-f-]{36}\/edit$/);
  const page = await readPage(site, writer, location);
  assert.match(page, /class="headline"[^>]*><\/textarea>/);
  assert.match(page, /id="f-slug" form="edit" name="slug" type="text" value=""/);
  assert.equal(await start(), location);
  const id = location.split('/')[3] ?? '';
  assert.equal((await latest(site, writer, id)).copy.headline, 'Untitled');
  await keep(site, writer, id, { headline: 'A first word', section: 'people' });
  assert.notEqual(await start(), location);
});

test('the list and the page of an article that was never saved have the headline that its person typed, the page the dek too', async (t) => {
  const site = await openSite(t);
  const writer = await site.person('writer', 'Wim Noor');
  const chief = await site.person('chief', 'Ruth Okafor');
  const location = (await site.fetch('/newsroom/new', form(writer, {}))).headers.get('location') ?? '';
  const id = location.split('/')[3] ?? '';
  await keep(site, writer, id, { headline: 'A first <i>word</i>', dek: 'And a dek.', section: 'people' });
  const board = await readPage(site, writer, '/newsroom/articles');
  assert.match(board, />A first &lt;i&gt;word&lt;\/i&gt;<\/a>.*only you see it: 14 words/s);
  const page = await readPage(site, writer, `/newsroom/articles/${id}`);
  assert.match(page, /<h1>A first &lt;i&gt;word&lt;\/i&gt;<\/h1>/);
  assert.match(page, /<p class="dek">And a dek\.<\/p>/);
  assert.match(await readPage(site, chief, '/newsroom/articles'), />Untitled<\/a>/);
  assert.match(await readPage(site, chief, `/newsroom/articles/${id}`), /<h1>Untitled<\/h1>/);
});

test('the history of an article begins with the first revision that somebody wrote', async (t) => {
  const site = await openSite(t);
  const writer = await site.person('writer');
  const location = (await site.fetch('/newsroom/new', form(writer, {}))).headers.get('location') ?? '';
  const id = location.split('/')[3] ?? '';
  await keep(site, writer, id, { headline: 'A first word', slug: 'a-first-word', dek: 'A dek.' }, '/save');
  for (const path of ['', '/edit/history']) {
    const page = await readPage(site, writer, `/newsroom/articles/${id}${path}`);
    const list = page.slice(page.indexOf(path === '' ? 'id="revisions-title"' : '<main'));
    assert.doesNotMatch(list, />Untitled|Revision 0<\/b>/, path);
  }
});
