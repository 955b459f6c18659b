import assert from 'node:assert/strict';
import { type TestContext, test } from 'node:test';
import { JSON_TEXT_NAMES } from '#article/article-fields.ts';
import { inspectData } from '#backup/inspect.ts';
import { CLI } from '#core/actor.ts';
import { openSnapshot } from '#db/connection/snapshot.ts';
import { readArticle } from '#editorial/article-record.ts';
import { publish } from '#editorial/publish/publish.ts';
import { schedule } from '#editorial/publish/schedule.ts';
import { createDraft } from '#editorial/write/create-draft.ts';
import { addConverted, photo, WORDS } from '../../support/pictures.ts';
import { bearer, copy, draft, form, fromPage, json, openSite, type Person, type TestSite } from '../../support/site.ts';
import { file, readPage, revise } from '../../support/stocked.ts';

// Changing the description of a picture: the rights, the effect on public pages, and the gate.

const ARTICLE = '/robotics/layout-robot-pilot';
const DETAILS = {
  ...WORDS,
  licence: 'CC BY 4.0',
  source: 'The site archive',
  endsOn: '',
  focalX: '50',
  focalY: '50',
};

async function openPictured(t: TestContext) {
  const site = await openSite(t);
  const editor = await site.person('editor');
  const token = await site.grantToken(editor);
  const picture = await addConverted(site, editor, await photo(900, 600));
  const id = await file(site, token, { heroAssetId: picture });
  return { site, editor, token, picture, id };
}

function describe(site: TestSite, person: Person, picture: string, over: Record<string, string>): Promise<Response> {
  return site.fetch(`/newsroom/pictures/${picture}`, form(person, { ...DETAILS, seen: '', ...over }));
}

async function gateOf(site: TestSite, id: string): Promise<[string, string][]> {
  const { gate } = await readArticle(site.deps.db.read, CLI, id, site.deps);
  return gate.filter(({ path }) => path === 'heroAssetId').map(({ code, severity }) => [code, severity]);
}

test('an editor can describe a picture, and the journal names the editor; a writer can only read the description', async (t) => {
  const { site, editor, picture, id } = await openPictured(t);
  const saved = await describe(site, editor, picture, { endsOn: '2026-12-31', title: 'Slab, robot' });
  assert.equal(saved.headers.get('location'), `/newsroom/pictures/${picture}?done=changed`);
  const page = await readPage(site, editor, `/newsroom/pictures/${picture}?done=changed`);
  for (const words of [
    'Slab, robot',
    'CC BY 4.0',
    'The site archive',
    '2026-12-31',
    `/newsroom/articles/${id}`,
    'Saved;',
  ])
    assert.ok(page.includes(words), words);
  const line = await site.deps.db.read
    .selectFrom('journal')
    .select(['actor_id', 'detail'])
    .where('act', '=', 'picture.described')
    .executeTakeFirstOrThrow();
  assert.equal(line.actor_id, editor.id);
  assert.deepEqual(JSON.parse(line.detail ?? '').changed.sort(), ['endsOn', 'licence', 'source', 'title']);
  const writer = await site.person('writer');
  const looked = await readPage(site, writer, `/newsroom/pictures/${picture}`);
  assert.match(looked, /An editor can change it/);
  assert.ok(!looked.includes(`/newsroom/articles/${id}`), 'a writer sees no link to another person’s draft');
  assert.equal((await describe(site, writer, picture, { title: 'Mine' })).status, 403);
  assert.equal((await site.fetch('/newsroom/pictures/none', { headers: fromPage(editor) })).status, 404);
});

test('a changed credit of a picture appears on all public pages and is not a correction', async (t) => {
  const { site, editor, picture, id } = await openPictured(t);
  await publish(site.deps, editor, id, { revisionNumber: 0 });
  const read = async (path: string) => (await site.fetch(path)).text();
  const before = await json(await site.fetch(`/api/public/articles${ARTICLE}`));
  assert.match(await read(ARTICLE), /<figcaption>Photograph: Example Builders</);
  await read('/');
  site.pass(60);
  await describe(site, editor, picture, { credit: 'Drawing: A machine', isAiMade: 'yes', focalX: '22', focalY: '80' });
  for (const path of [ARTICLE, '/']) {
    const page = await read(path);
    if (path === ARTICLE) assert.match(page, /<figcaption>Drawing: A machine \(made with AI\)</);
    assert.match(page, /class="(?:crop )?focus-x-20 focus-y-80"/, path);
    assert.doesNotMatch(page, /style=/, path);
  }
  assert.match(await read(`${ARTICLE}.md`), /Drawing: A machine \(made with AI\)/);
  const after = await json(await site.fetch(`/api/public/articles${ARTICLE}`));
  assert.deepEqual(after, before);
  assert.equal(Object.keys(after).length, 11 + JSON_TEXT_NAMES.length);
  const logged = await site.deps.db.read
    .selectFrom('publication_log')
    .select(['act', 'revision'])
    .orderBy('seq')
    .execute();
  assert.deepEqual(
    logged.map(({ act, revision }) => [act, revision]),
    [
      ['published', 0],
      ['recaptioned', 0],
    ],
  );
  const snapshot = await openSnapshot(site.config.databaseUrl);
  const { wrong } = await inspectData(snapshot, () => {});
  await snapshot.close();
  assert.deepEqual(wrong, []);
});

test('changing the licence of a picture invalidates no cached page', async (t) => {
  const { site, editor, picture, id } = await openPictured(t);
  await publish(site.deps, editor, id, { revisionNumber: 0 });
  await describe(site, editor, picture, { licence: 'By contract' });
  const logged = await site.deps.db.read.selectFrom('publication_log').select('act').execute();
  assert.equal(logged.length, 1);
});

test('an expired picture blocks publication, with a warning two weeks before; the last day itself is valid', async (t) => {
  const { site, editor, token, picture, id } = await openPictured(t);
  const at = async (endsOn: string) => {
    const { changed_at } = await site.deps.db.read.selectFrom('picture').select('changed_at').executeTakeFirstOrThrow();
    assert.equal((await describe(site, editor, picture, { endsOn, seen: changed_at ?? '' })).status, 303);
    return gateOf(site, id);
  };
  assert.deepEqual(await at('2026-09-05'), [['hero_expired', 'block']]);
  await assert.rejects(publish(site.deps, editor, id, { revisionNumber: 0 }), { kind: 'gate_blocked' });
  assert.deepEqual(await at('2026-09-21'), []);
  assert.deepEqual(await at('2026-09-06'), [['hero_ends_soon', 'warn']]);
  await assert.rejects(
    schedule(site.deps, editor, { articleId: id, revisionNumber: 0, at: '2026-09-07T09:00:00.000Z' }),
    { kind: 'gate_blocked' },
  );
  await publish(site.deps, editor, id, { revisionNumber: 0 });
  site.pass(24 * 3600);
  assert.equal((await site.fetch(ARTICLE)).status, 200, 'a live article stays public until an editor decides');
  const late = await site.person('editor');
  await revise(site, await site.grantToken(late), id, { heroAssetId: picture, baseRevision: 0 }).catch(() => token);
  assert.deepEqual(await gateOf(site, id), [['hero_expired', 'block']]);
});

test('when two editors change one picture, the second gets a conflict, and the form keeps their text', async (t) => {
  const { site, editor, picture } = await openPictured(t);
  const other = await site.person('chief');
  assert.equal((await describe(site, editor, picture, { alt: 'One' })).status, 303);
  const second = await describe(site, other, picture, { alt: 'Two, with <b>words</b>' });
  assert.equal(second.status, 409);
  const page = await second.text();
  assert.match(page, /Somebody changed this picture/);
  assert.match(page, /Two, with &lt;b&gt;words/);
  assert.match(await readPage(site, editor, `/newsroom/pictures/${picture}`), /value="One"/);
});

test('invalid values of a picture are rejected, and the form keeps the typed text', async (t) => {
  const { site, editor, picture } = await openPictured(t);
  for (const [over, words] of [
    [{ endsOn: '2026-02-30' }, /The last day must be a day/],
    [{ focalX: '101' }, /The point across must be 100 or less/],
    [{ focalY: 'x' }, /The point down must be/],
    [{ alt: '' }, /What it shows must not be empty/],
    [{ licence: 'x'.repeat(201) }, /The licence must be at most 200/],
  ] as [Record<string, string>, RegExp][]) {
    const refused = await describe(site, editor, picture, { source: 'kept as typed', ...over });
    assert.equal(refused.status, 422);
    const page = await refused.text();
    assert.match(page, words);
    assert.match(page, /kept as typed/);
  }
});

test('a picture that somebody deleted meanwhile is not found, and its forms say so', async (t) => {
  const { site, editor } = await openPictured(t);
  const gone = site.deps.newId();
  const described = await describe(site, editor, gone, {});
  assert.equal(described.status, 404);
  assert.match(await described.text(), /No picture has this id\./);
  const deleted = await site.fetch(`/newsroom/pictures/${gone}/delete`, form(editor, {}));
  assert.equal(deleted.status, 404);
  const written = await site.fetch(`/newsroom/pictures/${gone}/text`, {
    method: 'POST',
    headers: { ...fromPage(editor), 'Content-Type': 'application/json' },
    body: JSON.stringify({ alt: 'A robot' }),
  });
  assert.equal(written.status, 404);
  assert.match(await written.text(), /No picture has this id\./);
});

test('the picture library can be searched by words in any field and shows the results in pages', async (t) => {
  const { site, editor } = await openPictured(t);
  await site.deps.db.write(async (tx) => {
    const row = await tx.selectFrom('picture').selectAll().executeTakeFirstOrThrow();
    for (let n = 0; n < 70; n++) {
      const id = site.deps.newId();
      const said = {
        title: `Crane ${n}`,
        licence: n === 7 ? 'Père Lachaise' : '',
        added_at: new Date(n * 1000).toISOString(),
      };
      await tx
        .insertInto('picture')
        .values({ ...row, ...said, id, hash: `${n}` })
        .execute();
    }
  });
  const rows = (page: string) => page.match(/<a class="tile"/g)?.length ?? 0;
  assert.equal(rows(await readPage(site, editor, '/newsroom/pictures?q=crane')), 30);
  const first = await readPage(site, editor, '/newsroom/pictures?q=crane');
  const next = /href="(\/newsroom\/pictures\?[^"]*cursor=[^"]+)"/.exec(first)?.[1]?.replaceAll('&amp;', '&') ?? '';
  assert.match(next, /q=crane/);
  assert.equal(rows(await readPage(site, editor, next)), 30);
  assert.equal(rows(await readPage(site, editor, '/newsroom/pictures?q=pere+lachaise')), 1);
  assert.match(await readPage(site, editor, '/newsroom/pictures?q=nothing-like-this'), /No picture has these words/);
});

test('a picture without alternative text and credit blocks publication; the person who added it completes it until readers see it', async (t) => {
  const site = await openSite(t);
  const [editor, will, other] = [await site.person('editor'), await site.person('writer'), await site.person('writer')];
  const picture = await addConverted(site, will, await photo(900, 600), { ...WORDS, alt: '', credit: '' });
  const id = await file(site, await site.grantToken(editor), { heroAssetId: picture });
  assert.deepEqual(await gateOf(site, id), [['hero_unfinished', 'block']]);
  await assert.rejects(publish(site.deps, editor, id, { revisionNumber: 0 }), { kind: 'gate_blocked' });
  const write = (person: Person, text: object) =>
    site.fetch(`/newsroom/pictures/${picture}/text`, {
      method: 'POST',
      headers: { ...fromPage(person), 'Content-Type': 'application/json' },
      body: JSON.stringify(text),
    });
  assert.equal((await write(other, { alt: WORDS.alt })).status, 403);
  assert.equal((await write(will, { alt: '' })).status, 422, 'an empty text does not replace one');
  assert.equal((await write(will, { licence: 'CC0' })).status, 422);
  assert.equal((await write(will, { alt: WORDS.alt })).status, 200);
  assert.deepEqual(await gateOf(site, id), [['hero_unfinished', 'block']]);
  const blocks = async () =>
    (await site.deps.db.read.selectFrom('article').select('gate_blocks').where('id', '=', id).executeTakeFirst())
      ?.gate_blocks;
  assert.equal(await blocks(), 1);
  assert.equal((await json(await write(will, { credit: WORDS.credit }))).credit, WORDS.credit);
  assert.equal(await blocks(), 0, 'the board knows it at once');
  assert.deepEqual(await gateOf(site, id), []);
  await publish(site.deps, editor, id, { revisionNumber: 0 });
  assert.equal((await write(will, { credit: 'Photograph: Will' })).status, 403, 'readers see it now');
  assert.match(await (await site.fetch(ARTICLE)).text(), /Photograph: Example Builders/);
  assert.equal((await write(editor, { credit: 'Photograph: Will' })).status, 200);
  assert.match(await (await site.fetch(ARTICLE)).text(), /Photograph: Will/);
  const found = await json(await site.fetch('/newsroom/pictures/search?q=will+slab', { headers: fromPage(will) }));
  assert.deepEqual(
    found.pictures.map((one: { title: string; mayDescribe: boolean }) => [one.title, one.mayDescribe]),
    [[WORDS.title, true]],
  );
});

test('the caption of an article stands before the credit in every form, its figures pass the gate, and agents neither send nor lose it', async (t) => {
  const { site, editor, token, picture } = await openPictured(t);
  const caption = 'The <b>robot</b> after 412 points';
  const said = 'The <b>robot</b> after 412 points. Photograph: Example Builders';
  const { id } = await createDraft(
    site.deps,
    editor,
    copy({ slug: 'other', heroAssetId: picture, pictureCaption: caption }),
  );
  const { gate } = await readArticle(site.deps.db.read, CLI, id, site.deps);
  assert.deepEqual(
    gate.flatMap(({ code, path, figure }) => (path === 'pictureCaption' ? [[code, figure]] : [])),
    [['figure_open', '412']],
  );
  const sent = { ...draft({ slug: 'other', heroAssetId: picture }), baseRevision: 0 };
  const send = (body: object) =>
    site.fetch(`/api/admin/articles/${id}/revisions`, {
      method: 'POST',
      headers: bearer(token),
      body: JSON.stringify(body),
    });
  assert.equal((await send({ ...sent, pictureCaption: 'By an agent' })).status, 422, 'not in the write payload');
  assert.equal((await send(sent)).status, 201);
  await publish(site.deps, editor, id, { revisionNumber: 1 });
  const read = async (path: string) => (await site.fetch(path)).text();
  const escaped = said.replaceAll('<', '&lt;').replaceAll('>', '&gt;');
  const page = await read('/robotics/other');
  assert.ok(page.includes(`<figcaption>${escaped}</figcaption>`), page);
  assert.match(page, /"@type":"ImageObject","url":"[^"]+1?\d00\.jpg","caption":"The /);
  assert.ok((await read('/robotics/other.md')).includes('412 points. Photograph: Example Builders'));
  const feed = await json(await site.fetch('/feed.json'));
  assert.ok(feed.items[0].content_html.includes(escaped), feed.items[0].content_html);
  assert.equal(
    Object.keys(await json(await site.fetch('/api/public/articles/robotics/other'))).length,
    11 + JSON_TEXT_NAMES.length,
  );
  const other = await addConverted(site, editor, await photo(900, 601));
  assert.equal((await send({ ...sent, heroAssetId: other, baseRevision: 1 })).status, 201);
  const { copy: now } = await readArticle(site.deps.db.read, CLI, id, site.deps);
  assert.equal(now.pictureCaption, null, 'another picture has no caption yet');
});
