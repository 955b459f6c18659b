import assert from 'node:assert/strict';
import { test } from 'node:test';
import { checkReferences } from '#backup/check-references.ts';
import { checkDatabase } from '#backup/inspect.ts';
import { assign, setDue } from '#editorial/review/assign.ts';
import { addComment, replyTo } from '#editorial/review/comment.ts';
import { openPreview } from '#editorial/review/preview-link.ts';
import { requestReview } from '#editorial/review/review.ts';
import { eraseBinned, moveToBin, restoreFromBin } from '#editorial/write/bin.ts';
import { changeSection } from '#editorial/write/reclassify.ts';
import { bearer, draft, form, fromPage, json, openSite, type Person } from '../../support/site.ts';
import { file, readPage, settleFigures, stock } from '../../support/stocked.ts';

const DAY = 86_400;

test('a draft in the bin is as not there, can be restored for 30 days, and is then erased', async (t) => {
  const site = await openSite(t);
  const { editor, writer, token, drafted, published } = await stock(site);
  const { db } = site.deps;
  const send = (path: string, person = editor) => site.fetch(path, form(person, {}));
  const agentSees = (id: string) => site.fetch(`/api/agent/articles/${id}`, { headers: bearer(token) });
  const listed = async () => json(await site.fetch('/api/agent/articles', { headers: bearer(token) }));
  const wrong = async () => [
    ...(await checkReferences({ kind: db.kind, tx: db.read } as never)),
    ...(await checkDatabase({ kind: db.kind, tx: db.read } as never)),
  ];

  await settleFigures(site);
  await assign(site.deps, editor, drafted, editor.id);
  await requestReview(site.deps, editor, drafted, 0);
  const whole = { revision: 0, blockId: null, passage: null, occurrence: null };
  const asked = await addComment(site.deps, editor, drafted, { ...whole, text: 'Who said this?' });
  await replyTo(site.deps, editor, { articleId: drafted, commentId: asked, text: 'The foreman.' });
  const { secret } = await openPreview(site.deps, editor, {
    articleId: drafted,
    previewed: 0,
    label: 'For the foreman',
    hours: 24,
  });

  // Only people who may see it, and never what readers have seen.
  assert.equal((await send(`/newsroom/articles/${drafted}/bin`, writer)).status, 404);
  assert.equal((await send(`/newsroom/articles/${published}/bin`)).status, 403);
  const agent = { kind: 'agent', id: 'a', claimId: 'c', editorId: editor.id, editorName: 'x', scopes: [] } as const;
  await assert.rejects(moveToBin(site.deps, agent, drafted), { kind: 'forbidden' });

  const binned = await send(`/newsroom/articles/${drafted}/bin`);
  assert.equal(binned.headers.get('Location'), `/newsroom/articles?binned=${drafted}`);
  const after = await readPage(site, editor, `/newsroom/articles?binned=${drafted}`);
  assert.match(after, new RegExp(`is in the bin.*action="/newsroom/bin/${drafted}/restore".*Undo`, 's'));
  assert.doesNotMatch(await readPage(site, writer, `/newsroom/articles?binned=${drafted}`), /is in the bin/);
  const seen = await agentSees(drafted);
  assert.deepEqual([seen.status, (await json(seen)).error], [404, 'This draft is in the bin.']);
  assert.ok(!JSON.stringify(await listed()).includes(drafted));
  for (const path of ['/newsroom/articles', '/newsroom/articles?q=layout', '/newsroom/calendar'])
    assert.ok(!(await readPage(site, editor, path)).includes(drafted), path);
  const page = await site.fetch(`/newsroom/articles/${drafted}`, { headers: fromPage(editor) });
  assert.equal(page.status, 404);
  assert.match(await page.text(), /This draft is in the bin/);
  assert.equal((await site.fetch(`/preview/${secret}`)).status, 404);
  assert.match(await readPage(site, editor, '/newsroom/bin'), /A layout robot on a live slab/);
  assert.match(await readPage(site, writer, '/newsroom/bin'), /The bin is empty/);

  // Its address is free; a draft that comes back gets another one.
  const same = await file(site, token);
  assert.equal((await send(`/newsroom/bin/${drafted}/restore`, writer)).status, 404);
  const restored = await send(`/newsroom/bin/${drafted}/restore`);
  assert.equal(restored.headers.get('Location'), `/newsroom/articles/${drafted}?done=unbinned`);
  const back = await json(await agentSees(drafted));
  assert.deepEqual([back.slug, back.revision], [`${draft().slug}-2`, 1]);
  assert.match(await readPage(site, editor, `/newsroom/articles/${drafted}?done=unbinned`), /-2\./);
  assert.deepEqual(await wrong(), []);

  await send(`/newsroom/articles/${drafted}/bin`);
  await send(`/newsroom/articles/${same}/bin`);
  site.pass(30 * DAY - 60);
  await eraseBinned(site.deps);
  assert.ok(await restoreFromBin(site.deps, editor, same));
  site.pass(120);
  await eraseBinned(site.deps);
  await assert.rejects(restoreFromBin(site.deps, editor, drafted), { kind: 'not_found' });
  for (const table of ['revision', 'review', 'comment', 'settlement', 'address'] as const)
    assert.deepEqual(
      await db.read.selectFrom(table).selectAll().where('article_id', '=', drafted).execute(),
      [],
      table,
    );
  const journal = db.read.selectFrom('journal').select('act').where('subject_id', '=', drafted);
  const acts = await journal.orderBy('seq').execute();
  assert.deepEqual(acts.map(({ act }) => act).slice(-3), ['revision.saved', 'draft.binned', 'draft.erased']);
  assert.deepEqual(await wrong(), []);
  await assert.rejects(
    db.write((tx) => tx.deleteFrom('revision').where('article_id', '=', same).execute()),
    /append-only/,
  );
});

test('a duplicate is a draft of the person with the latest copy and a free slug', async (t) => {
  const site = await openSite(t);
  const { editor, published, changed } = await stock(site);
  for (const slug of ['pour-sequence-model-copy', 'pour-sequence-model-copy-2']) {
    const sent = await site.fetch(`/newsroom/articles/${published}/duplicate`, form(editor, {}));
    const path = sent.headers.get('Location') ?? '';
    const page = await readPage(site, editor, path);
    assert.match(page, /<h1>Copy of What a pour-sequence model/);
    assert.ok(page.includes(`planned at <code>/software/${slug}</code>`));
  }
  await site.fetch(`/newsroom/articles/${changed}/duplicate`, form(editor, {}));
  const copied = await site.deps.db.read
    .selectFrom('revision')
    .select(['headline', 'correction_note', 'author_id', 'saved_by_id'])
    .where('slug', '=', 'takeoff-benchmark-drawings-copy')
    .executeTakeFirstOrThrow();
  assert.deepEqual([copied.correction_note, copied.saved_by_id], [null, editor.id]);
  assert.ok(copied.author_id);
});

test('one form changes many articles, and says which were not changed and why', async (t) => {
  const site = await openSite(t);
  const { editor, writer, drafted, stopped, published } = await stock(site);
  const tag = await site.deps.db.read.selectFrom('tag').select('id').executeTakeFirstOrThrow();
  const send = async (person: { cookie: string }, act: string, value: string, ids: string[]) => {
    const fields = new URLSearchParams([
      ['act', act],
      [act, value],
      ['back', '/newsroom/articles?q=a'],
      ...ids.map((id) => ['id', id]),
    ]);
    return site.fetch('/newsroom/bulk', { ...form(person, {}), body: fields.toString() });
  };
  const told = async (...given: Parameters<typeof send>) => {
    const answer = await send(...given);
    return answer.status === 303
      ? readPage(site, given[0] as Person, answer.headers.get('Location') ?? '')
      : answer.text();
  };
  const assigned = await told(editor, 'assign', editor.id, [drafted, stopped, published]);
  assert.match(assigned, /class="toast" role="status"><p>3 articles assigned\./);
  assert.match(assigned, /name="back" value="\?q=a"/);
  const again = await told(editor, 'assign', editor.id, [drafted, published, '00000000-0000-4000-8000-000000000000']);
  assert.match(again, /0 of 3 changed/);
  assert.match(again, /A layout robot on a live slab<\/a>: The article already has this value\./);
  assert.match(again, /href="\/newsroom\/articles\?q=a"/);
  assert.match(await told(editor, 'due', '2026-09-30', [drafted, stopped]), /2 articles got another due day\./);
  assert.match(await told(editor, 'tag', tag.id, [stopped]), /1 article tagged, in a new revision each\.<\/p><\/div>/);
  assert.match(await told(editor, 'section', 'people', [drafted, stopped]), /2 articles moved to another section/);
  assert.match(await told(editor, 'section', 'nowhere', [drafted]), /There is no such section/);
  const bin = await told(editor, 'bin', '', [drafted, published]);
  assert.match(bin, /1 of 2 changed/);
  assert.match(bin, /This article was published, so it cannot go to the bin/);
  const rows = await site.deps.db.read
    .selectFrom('article')
    .selectAll()
    .where('id', 'in', [drafted, stopped])
    .execute();
  assert.deepEqual(
    [...new Set(rows.map((row) => `${row.section} ${row.due_on} ${row.assignee_id}`))],
    [`people 2026-09-30 ${editor.id}`],
  );

  // A writer sees and changes nothing of others, not even headlines.
  const foreign = await told(writer, 'bin', '', [stopped]);
  assert.match(foreign, /An article that you may not see: There is no such article/);
  assert.doesNotMatch(foreign, /crane/);
  assert.equal((await send(editor, 'bin', '', [])).status, 422);
  assert.equal((await send(editor, 'publish', '', [stopped])).status, 422);
});

test('what one form changed in several articles is taken back by the button beside the word about it', async (t) => {
  const site = await openSite(t);
  const { editor, chief, writer, drafted, stopped } = await stock(site);
  const { read } = site.deps.db;
  const ids = [drafted, stopped];
  const state = async () => {
    const rows = await read.selectFrom('article').selectAll().where('id', 'in', ids).orderBy('id').execute();
    const all = await read.selectFrom('article').select('id').where('binned_at', 'is', null).execute();
    return [...rows.map((row) => [row.assignee_id, row.due_on, row.section, row.binned_at]), all.length];
  };
  const post = (person: Person, path: string, fields: string[][]) => site.fetch(path, form(person, fields));
  const act = async (name: string, value: string) => {
    const sent = [['act', name], [name, value], ['back', '/newsroom/articles?q=a+b'], ...ids.map((id) => ['id', id])];
    const to = (await post(editor, '/newsroom/bulk', sent)).headers.get('Location') ?? '';
    const page = await readPage(site, editor, to);
    const [, changed = '', back = ''] =
      /name="changed" value="([^"]*)"><input type="hidden" name="back" value="([^"]*)"/.exec(page) ?? [];
    return { changed, back };
  };
  await assign(site.deps, editor, drafted, chief.id);
  await setDue(site.deps, editor, stopped, '2026-09-10');
  await changeSection(site.deps, editor, stopped, 'software');
  const before = await state();
  for (const [name, value] of [
    ['assign', editor.id],
    ['assign', ''],
    ['due', '2026-09-30'],
    ['section', 'people'],
    ['duplicate', ''],
    ['bin', ''],
  ] as const) {
    if (name === 'assign' && value === '') await assign(site.deps, editor, stopped, writer.id);
    const own = name === 'assign' && value === '' ? await state() : before;
    const { changed, back } = await act(name, value);
    assert.notDeepEqual(await state(), own, name);
    const undone = await post(editor, '/newsroom/bulk/undo', [
      ['changed', changed],
      ['back', back],
    ]);
    assert.equal(undone.headers.get('Location'), '/newsroom/articles?q=a+b&changed=back', name);
    assert.deepEqual(await state(), own, name);
    if (own !== before) await assign(site.deps, editor, stopped, null);
  }
  assert.equal((await post(editor, '/newsroom/bulk/undo', [['changed', 'assign.none~x']])).status, 422);
  const foreign = await post(writer, '/newsroom/bulk/undo', [['changed', `bin.${drafted}~`]]);
  assert.equal(foreign.status, 404);
  assert.deepEqual(await state(), before);
});
