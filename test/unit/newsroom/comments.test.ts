import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { Actor } from '#core/actor.ts';
import { publish } from '#editorial/publish/publish.ts';
import { addComment, type NewComment, replyTo, resolve } from '#editorial/review/comment.ts';
import { listThreads } from '#editorial/review/comment-threads.ts';
import { createDraft } from '#editorial/write/create-draft.ts';
import { call } from '../../support/mcp.ts';
import { bearer, copy, form, openSite, type Person, type TestSite } from '../../support/site.ts';
import { file, readPage, revise, stock } from '../../support/stocked.ts';

const BODY = [
  { id: 'b1', type: 'paragraph', text: 'The crew ran the machine for six weeks. It stopped six weeks later.' },
  { id: 'b2', type: 'quote', text: 'I would keep one person with a tape.' },
];

const send = (site: TestSite, person: Person, id: string, rest: string, fields: Record<string, string>) =>
  site.fetch(`/newsroom/articles/${id}/comments${rest}`, form(person, fields));

const about = (over: Partial<NewComment> = {}): NewComment => ({
  revision: 0,
  blockId: null,
  passage: null,
  occurrence: null,
  text: 'Who says so?',
  ...over,
});

async function open(t: Parameters<typeof openSite>[0]) {
  const site = await openSite(t);
  const dana = await site.person('editor', 'Dana Whitfield');
  const token = await site.grantToken(dana);
  const id = await file(site, token, { bodyBlocks: BODY });
  const comments = async () => (await call(site, token, 'get_article', { id })).data.comments;
  return { site, dana, token, id, comments };
}

test('a comment appears beside its block, and editors can reply to it, resolve it and reopen it', async (t) => {
  const { site, dana, id } = await open(t);
  const answer = await send(site, dana, id, '', {
    revision: '0',
    about: 'block',
    block: 'b1',
    passage: 'six weeks',
    occurrence: '2',
    text: 'Later\r\nthan what?',
  });
  assert.equal(answer.status, 303);
  const [, comment = ''] = /#comment-([0-9a-f-]{36})$/.exec(answer.headers.get('location') ?? '') ?? [];
  site.pass(60);
  assert.equal((await send(site, dana, id, `/${comment}/reply`, { text: 'Than the pour.' })).status, 303);
  const page = await readPage(site, dana, `/newsroom/articles/${id}`);
  assert.match(page, /<blockquote>six weeks<\/blockquote>[\s\S]*Later\nthan what\?[\s\S]*Than the pour\./);
  assert.ok(page.indexOf('Later\nthan what?') < page.indexOf('I would keep one person'), 'beside its own block');
  assert.match(page, /1 comment is open/);
  assert.equal((await send(site, dana, id, `/${comment}/resolve`, {})).status, 303);
  assert.equal((await send(site, dana, id, `/${comment}/resolve`, {})).status, 409);
  assert.match(await readPage(site, dana, `/newsroom/articles/${id}`), /Resolved by Dana Whitfield, 2 comments/);
  assert.equal((await send(site, dana, id, `/${comment}/reopen`, {})).status, 303);
  assert.match(await readPage(site, dana, `/newsroom/articles/${id}`), /1 comment is open/);
  const acts = await site.deps.db.read
    .selectFrom('journal')
    .select('act')
    .where('act', 'like', 'comment.%')
    .orderBy('seq')
    .execute();
  assert.deepEqual(
    acts.map(({ act }) => act),
    ['comment.made', 'comment.replied', 'comment.resolved', 'comment.reopened'],
  );
});

test('an agent reads comments with get_article, and its next revision marks a comment as answered', async (t) => {
  const { site, dana, token, id, comments } = await open(t);
  await addComment(
    site.deps,
    dana,
    id,
    about({ blockId: 'b1', passage: 'six weeks', text: 'Six? Ask dana.whitfield@magazine.example.' }),
  );
  site.pass(60);
  const whole = await addComment(site.deps, dana, id, about({ text: 'Shorter, please.' }));
  await replyTo(site.deps, dana, { articleId: id, commentId: whole, text: 'By a third.' });
  const [first, second] = await comments();
  const { id: _, at, ...rest } = first;
  assert.deepEqual(rest, {
    text: 'Six? Ask [address left out]',
    from: 'editor',
    by: 'Dana Whitfield',
    revision: 0,
    blockId: 'b1',
    passage: 'six weeks',
    occurrence: 1,
    changedIn: null,
    answeredBy: null,
    resolvedAt: null,
    replies: [],
  });
  assert.equal(at, '2026-09-06T13:00:00.000Z');
  assert.deepEqual([second.blockId, second.replies[0].text], [null, 'By a third.']);
  assert.doesNotMatch(JSON.stringify(await comments()), /@/);

  await revise(site, token, id, {
    bodyBlocks: [{ ...BODY[0], text: 'The crew ran the machine for 42 days.' }, BODY[1]],
    baseRevision: 0,
  });
  const [answered] = await comments();
  assert.deepEqual(
    [answered.changedIn, answered.answeredBy, answered.resolvedAt],
    [1, 1, null],
    'the comment stays open',
  );
  assert.match(await readPage(site, dana, `/newsroom/articles/${id}`), /The passage was changed in revision 1\./);
  await resolve(site.deps, dana, id, answered.id);
  assert.equal((await comments())[0].resolvedAt, '2026-09-06T13:01:00.000Z');
});

test('a comment on a changed block shows the revision that answered it; a comment on a removed block moves to the article', async (t) => {
  const { site, dana, token, id } = await open(t);
  await addComment(site.deps, dana, id, about({ blockId: 'b1', text: 'Say how.' }));
  await addComment(site.deps, dana, id, about({ blockId: 'b2', text: 'Who said it?' }));
  await revise(site, token, id, {
    bodyBlocks: [{ ...BODY[0], text: 'The crew ran the machine by night.' }],
    baseRevision: 0,
  });
  const page = await readPage(site, dana, `/newsroom/articles/${id}`);
  assert.match(page, /Answered by revision 1\.[\s\S]*Say how\./);
  assert.match(page, /The block was removed in revision 1\.[\s\S]*Who said it\?/);
  assert.match(page, /2 comments are open, 2 of them answered by a later revision/);
});

test('a passage that is not in the block, an unknown block and an empty comment are rejected', async (t) => {
  const { site, dana, id } = await open(t);
  const block = { revision: '0', about: 'block', block: 'b1' };
  for (const [fields, status] of [
    [{ ...block, passage: 'seven weeks', text: 'x' }, 422],
    [{ ...block, passage: 'six weeks', occurrence: '3', text: 'x' }, 422],
    [{ ...block, passage: 'six weeks', occurrence: 'x', text: 'x' }, 422],
    [{ ...block, block: 'b9', text: 'x' }, 422],
    [{ ...block, text: '' }, 422],
    [{ ...block, text: 'x'.repeat(4001) }, 422],
    [{ ...block, text: 'a\u202eb' }, 422],
    [{ ...block, revision: '7', text: 'x' }, 404],
    [{ text: 'x' }, 404],
  ] as const) {
    assert.equal((await send(site, dana, id, '', fields)).status, status, JSON.stringify(fields).slice(0, 80));
  }
  for (const rest of ['/none/reply', `/${id}/resolve`, `/${id}/reopen`]) {
    assert.equal((await send(site, dana, id, rest, { text: 'x' })).status, 404, rest);
  }
  assert.deepEqual(await listThreads(site.deps.db.read, dana, id, 0), []);
});

test('a writer can comment on their own draft, but cannot read or write comments on another person’s draft', async (t) => {
  const site = await openSite(t);
  const { editor, writer, drafted, published } = await stock(site);
  const own = (await createDraft(site.deps, writer, copy({ slug: 'of-the-writer' }))).id;
  assert.equal(
    (await send(site, writer, own, '', { revision: '0', text: 'Please look at the second block.' })).status,
    303,
  );
  assert.equal((await send(site, editor, own, '', { revision: '0', text: 'I have.' })).status, 303);
  const said = await addComment(site.deps, editor, drafted, about());
  assert.equal((await send(site, writer, drafted, '', { revision: '0', text: 'x' })).status, 404);
  for (const rest of ['reply', 'resolve', 'reopen']) {
    assert.equal((await send(site, writer, drafted, `/${said}/${rest}`, { text: 'x' })).status, 404);
    assert.equal(
      (await send(site, writer, own, `/${said}/${rest}`, { text: 'x' })).status,
      404,
      'the address of their own draft gives no access either',
    );
  }
  assert.deepEqual(await listThreads(site.deps.db.read, writer, drafted, 0), []);

  await addComment(site.deps, editor, published, about({ text: 'Between us.' }));
  const stranger = await site.grantToken(await site.person('editor', 'Somebody Else'));
  const { data } = await call(site, stranger, 'get_article', { id: published });
  assert.deepEqual(
    [data.comments, data.review],
    [[], null],
    'an agent of another editor gets no comments of a published article',
  );
});

test('an agent cannot comment: the form and the functions refuse it', async (t) => {
  const { site, dana, token, id } = await open(t);
  const said = await addComment(site.deps, dana, id, about());
  const agent: Actor = {
    kind: 'agent',
    id: dana.id,
    claimId: dana.id,
    editorId: dana.id,
    editorName: 'Dana',
    scopes: ['article:draft', 'article:edit'],
  };
  await assert.rejects(addComment(site.deps, agent, id, about()), { kind: 'forbidden' });
  await assert.rejects(replyTo(site.deps, agent, { articleId: id, commentId: said, text: 'x' }), { kind: 'forbidden' });
  await assert.rejects(resolve(site.deps, agent, id, said), { kind: 'forbidden' });
  const answer = await site.fetch(`/newsroom/articles/${id}/comments`, { method: 'POST', headers: bearer(token) });
  assert.match(answer.headers.get('location') ?? '', /^\/newsroom\/sign-in/);
});

test('comments are escaped, and readers never see them', async (t) => {
  const { site, dana, id } = await open(t);
  await addComment(site.deps, dana, id, about({ blockId: 'b2', text: '<script>alert(1)</script> zero\u200bwidth' }));
  const page = await readPage(site, dana, `/newsroom/articles/${id}`);
  assert.match(page, /&lt;script&gt;alert\(1\)&lt;\/script&gt; zero<span class="unseen-mark" data-label="ZWSP"/);
  await publish(site.deps, dana, id, { revisionNumber: 0 });
  for (const path of ['', '.md']) {
    assert.doesNotMatch(await (await site.fetch(`/robotics/layout-robot-pilot${path}`)).text(), /alert\(1\)/);
  }
});
