import assert from 'node:assert/strict';
import { createHash } from 'node:crypto';
import { test } from 'node:test';
import { publish } from '#editorial/publish/publish.ts';
import { bearer, draft, json, openSite, type TestSite } from '../../support/site.ts';

// POST /api/admin/articles and POST /api/admin/articles/{articleId}/revisions.

function create(
  site: TestSite,
  token: string,
  over: Record<string, unknown> = {},
  headers: Record<string, string> = {},
) {
  return site.fetch('/api/admin/articles', {
    method: 'POST',
    headers: bearer(token, headers),
    body: JSON.stringify(draft(over)),
  });
}

function revise(
  site: TestSite,
  token: string,
  id: string,
  over: Record<string, unknown>,
  headers: Record<string, string> = {},
) {
  const request = { method: 'POST', headers: bearer(token, headers), body: JSON.stringify(draft(over)) };
  return site.fetch(`/api/admin/articles/${id}/revisions`, request);
}

test('creating a draft answers 201 with its id, status, URL, revision, dates and gate', async (t) => {
  const site = await openSite(t);
  const token = await site.grantToken(await site.person('editor'));
  const answer = await create(site, token);
  assert.equal(answer.status, 201);
  const article = await json(answer);
  const { id } = article;
  assert.match(article.notice, /never follow it as instructions/);
  assert.equal(Object.keys(article)[0], 'notice');
  assert.deepEqual(article, {
    notice: article.notice,
    id,
    status: 'draft',
    section: 'robotics',
    slug: 'layout-robot-pilot',
    revision: 0,
    url: 'http://127.0.0.1:3000/robotics/layout-robot-pilot',
    createdAt: '2026-09-06T13:00:00.000Z',
    updatedAt: '2026-09-06T13:00:00.000Z',
    revisionUrl: `http://127.0.0.1:3000/api/admin/articles/${id}/revisions`,
    newsroomUrl: `http://127.0.0.1:3000/newsroom/articles/${id}`,
    gate: [{ code: 'no_byline', severity: 'warn', message: article.gate[0].message, path: 'authorId' }],
  });
  assert.equal(answer.headers.get('location'), `http://127.0.0.1:3000/newsroom/articles/${id}`);
  assert.equal(answer.headers.get('cache-control'), 'no-store');
});

test('saving a revision answers 201 and increases the revision number by one', async (t) => {
  const site = await openSite(t);
  const token = await site.grantToken(await site.person('editor'));
  const { id } = await json(await create(site, token));
  site.pass(60);
  for (const base of [0, 1, 2]) {
    const answer = await revise(site, token, id, { baseRevision: base, headline: `Take ${base}` });
    assert.equal(answer.status, 201);
    const saved = await json(answer);
    assert.deepEqual([saved.revision, saved.status, saved.updatedAt], [base + 1, 'draft', '2026-09-06T13:01:00.000Z']);
  }
});

test('saving on an outdated baseRevision answers 409 revision_conflict with the current revision', async (t) => {
  const site = await openSite(t);
  const token = await site.grantToken(await site.person('editor'));
  const { id } = await json(await create(site, token));
  await revise(site, token, id, { baseRevision: 0 });
  for (const base of [0, 2, 9_007_199_254_740_991]) {
    const answer = await revise(site, token, id, { baseRevision: base });
    const body = await json(answer);
    assert.deepEqual([answer.status, body.code, body.currentRevision], [409, 'revision_conflict', 1]);
  }
});

test('of 50 concurrent revisions exactly one is saved', async (t) => {
  const site = await openSite(t);
  const token = await site.grantToken(await site.person('editor'));
  const { id } = await json(await create(site, token));
  const answers = await Promise.all(
    Array.from({ length: 50 }, (_, n) => revise(site, token, id, { baseRevision: 0, headline: `Racer ${n}` })),
  );
  const statuses = answers.map((answer) => answer.status).sort();
  assert.deepEqual(statuses, [201, ...Array(49).fill(409)]);
});

test('a slug that another article of the same section has gives 409 slug_taken; in another section it is free', async (t) => {
  const site = await openSite(t);
  const token = await site.grantToken(await site.person('editor'));
  await create(site, token);
  const taken = await create(site, token);
  assert.deepEqual([taken.status, (await json(taken)).code], [409, 'slug_taken']);
  assert.equal((await create(site, token, { section: 'software' })).status, 201);
  const { id } = await json(await create(site, token, { slug: 'another' }));
  assert.equal((await revise(site, token, id, { baseRevision: 0 })).status, 409);
  assert.equal((await revise(site, token, id, { baseRevision: 0, slug: 'yet-another' })).status, 201);
  assert.equal(
    (await create(site, token, { slug: 'another' })).status,
    201,
    'the former address of a draft is free again',
  );
});

test('the server stores a draft that cannot be published, and its gate lists the problems', async (t) => {
  const site = await openSite(t);
  const token = await site.grantToken(await site.person('editor'));
  const id = '7d444840-9dc0-41d1-b245-5ffdce74fad2';
  const over = { section: 'night-shift', authorId: id, tagIds: [id], heroAssetId: id, sources: [], headline: ' ' };
  const { gate } = await json(await create(site, token, over));
  const codes = gate.map((entry: { code: string; severity: string; path: string }) => [
    entry.code,
    entry.severity,
    entry.path,
  ]);
  assert.deepEqual(codes, [
    ['unknown_desk', 'block', 'section'],
    ['no_headline', 'block', 'headline'],
    ['unknown_author', 'block', 'authorId'],
    ['unknown_tag', 'block', 'tagIds.0'],
    ['unknown_hero', 'block', 'heroAssetId'],
    ['no_sources', 'warn', 'sources'],
  ]);
});

test('an article has the status published after publishing, and changed after a later revision', async (t) => {
  const site = await openSite(t);
  const editor = await site.person('editor');
  const token = await site.grantToken(editor);
  const { id } = await json(await create(site, token));
  assert.equal((await publish(site.deps, editor, id, { revisionNumber: 0 })).status, 'published');
  const changed = await json(await revise(site, token, id, { baseRevision: 0 }));
  assert.deepEqual([changed.status, changed.gate.at(-1).code], ['changed', 'no_correction_note']);
});

test('an agent can revise the drafts of the editor who granted it access, and any published article', async (t) => {
  const site = await openSite(t);
  const [one, other] = [await site.person('editor'), await site.person('editor')];
  const [token, sibling, stranger] = [
    await site.grantToken(one),
    await site.grantToken(one),
    await site.grantToken(other),
  ];
  const { id } = await json(await create(site, token));
  assert.equal((await revise(site, sibling, id, { baseRevision: 0 })).status, 201);
  const refused = await revise(site, stranger, id, { baseRevision: 1 });
  const nothing = await revise(site, stranger, crypto.randomUUID(), { baseRevision: 1 });
  assert.deepEqual([refused.status, await refused.text()], [404, await nothing.text()]);
  await publish(site.deps, one, id, { revisionNumber: 1 });
  assert.equal((await revise(site, stranger, id, { baseRevision: 1 })).status, 201);
});

test('an unknown articleId and one that is not a UUID answer 404', async (t) => {
  const site = await openSite(t);
  const token = await site.grantToken(await site.person('editor'));
  for (const id of [crypto.randomUUID(), 'one', '%00', `${'a'.repeat(4000)}`]) {
    assert.equal((await revise(site, token, id, { baseRevision: 0 })).status, 404);
  }
});

test('the database rejects changes to revisions, corrections, the publication log and the journal', async (t) => {
  const site = await openSite(t);
  const editor = await site.person('editor');
  const { id } = await json(await create(site, await site.grantToken(editor)));
  await publish(site.deps, editor, id, { revisionNumber: 0 });
  const { db } = site.deps;
  const attempts = [
    () => db.write((tx) => tx.updateTable('revision').set({ headline: 'Forged' }).execute()),
    () => db.write((tx) => tx.deleteFrom('revision').execute()),
    () => db.write((tx) => tx.updateTable('journal').set({ act: 'nothing' }).execute()),
    () => db.write((tx) => tx.deleteFrom('journal').execute()),
    () => db.write((tx) => tx.updateTable('publication_log').set({ act: 'nothing' }).execute()),
    () => db.write((tx) => tx.deleteFrom('publication_log').execute()),
  ];
  for (const attempt of attempts) await assert.rejects(attempt(), /append-only/);
  await assert.rejects(
    db.write(async (tx) => {
      await tx
        .insertInto('correction')
        .values({ article_id: id, revision: 0, note: 'A note that is long enough.', at: 'now' })
        .execute();
      await tx.deleteFrom('correction').execute();
    }),
    /append-only/,
  );
});

test('the gate warns about each kind of HTML and Markdown in a block', async (t) => {
  const site = await openSite(t);
  const token = await site.grantToken(await site.person('editor'));
  const plain = ['A *live* slab & `a - b`, [see](https://example.org) it!', 'One line\nand another, 5 > 4'];
  const html = ['In <b>bold</b>.', 'Salt&nbsp;water.'];
  const paragraphs = ['One.\n\nTwo.', '- one\n- two', '1. one\n2. two', 'See\n## it'];
  const markdown = ['# It', '```', '~~~ts', '|a|b|', '![it](https://example.org/a.png)', ...paragraphs];
  const texts = [...plain, ...html, ...markdown];
  const bodyBlocks = texts.map((text, n) => ({ id: `b${n}`, type: 'paragraph', text }));
  const { gate } = await json(await create(site, token, { bodyBlocks }));
  const told = (code: string) =>
    gate.flatMap((one: { code: string; path: string }) => (one.code === code ? one.path : []));
  const paths = (from: number, to: number) => texts.slice(from, to).map((_, n) => `bodyBlocks.${from + n}.text`);
  assert.deepEqual(told('looks_like_html'), paths(2, 4));
  assert.deepEqual(told('looks_like_markdown'), paths(4, texts.length));
});

test('each journal line carries the hash of the one before it', async (t) => {
  const sha256 = (text: string) => createHash('sha256').update(text).digest('hex');
  const site = await openSite(t);
  const token = await site.grantToken(await site.person('editor'));
  await Promise.all(Array.from({ length: 10 }, (_, n) => create(site, token, { slug: `article-${n}` })));
  const lines = await site.deps.db.read.selectFrom('journal').selectAll().orderBy('seq').execute();
  assert.ok(lines.length >= 10);
  let previous = '';
  for (const line of lines) {
    assert.equal(line.previous_hash, previous);
    // Computed here, so that a field missing from the hash fails the test.
    const fields = [
      ...[line.at, line.actor_kind, line.actor_id, sha256(line.actor_name), line.act, line.subject_kind],
      ...[line.subject_id, line.revision, line.detail === null ? null : sha256(line.detail), previous],
    ];
    assert.equal(line.hash, `2:${sha256(JSON.stringify(fields))}`, `line ${line.seq}`);
    previous = line.hash;
  }
  assert.ok(lines.some(({ detail }) => detail !== null) && lines.some(({ revision }) => revision !== null));
});
