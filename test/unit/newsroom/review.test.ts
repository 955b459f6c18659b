import assert from 'node:assert/strict';
import { test } from 'node:test';
import { readWaiting } from '#article/waiting.ts';
import type { Actor } from '#core/actor.ts';
import {
  approve,
  type ReviewResult,
  readReview,
  requestChanges,
  requestReview,
  takeBackReview,
} from '#editorial/review/review.ts';
import { readLedgerOf } from '#editorial/settle/read-figures.ts';
import { settleFigure } from '#editorial/settle/settle.ts';
import { createDraft } from '#editorial/write/create-draft.ts';
import { saveRevision } from '#editorial/write/save-revision.ts';
import { call } from '../../support/mcp.ts';
import { addConverted, photo, WORDS } from '../../support/pictures.ts';
import { bearer, copy, draft, form, json, openSite, type Person, type TestSite } from '../../support/site.ts';
import { file, readPage, revise, stock } from '../../support/stocked.ts';

const send = (
  site: TestSite,
  person: Person,
  id: string,
  act: string,
  fields: Record<string, string> = { revision: '0' },
) => site.fetch(`/newsroom/articles/${id}/review/${act}`, form(person, fields));

async function stageNow(site: TestSite, person: Actor, id: string): Promise<string> {
  return (await readReview(site.deps.db.read, person, id)).stage;
}

async function journalOf(site: TestSite, id: string): Promise<string[]> {
  const rows = await site.deps.db.read
    .selectFrom('journal')
    .select('act')
    .where('subject_id', '=', id)
    .where('act', 'like', 'review.%')
    .orderBy('seq')
    .execute();
  return rows.map(({ act }) => act);
}

async function kindOf(refused: Promise<ReviewResult>): Promise<string> {
  return refused.then(
    () => 'done',
    (error) => error.kind,
  );
}

test('after requested changes, a new revision returns the article to review, where it can be approved', async (t) => {
  const site = await openSite(t);
  const { editor, drafted, token } = await stock(site);
  assert.equal(
    (await send(site, editor, drafted, 'ask')).headers.get('location'),
    `/newsroom/articles/${drafted}?done=asked`,
  );
  assert.equal(await stageNow(site, editor, drafted), 'in_review');
  await send(site, editor, drafted, 'request-changes', { revision: '0', note: 'Say who counted\r\nthe points.' });
  assert.equal(await stageNow(site, editor, drafted), 'changes_requested');
  const page = await readPage(site, editor, `/newsroom/articles/${drafted}?done=changes-requested`);
  assert.match(page, /Changes to revision 0 are requested\./);
  assert.match(page, /Say who counted\nthe points\./);
  await revise(site, token, drafted, { headline: 'Counted by two people', baseRevision: 0 });
  assert.equal(await stageNow(site, editor, drafted), 'in_review');
  assert.match(await readPage(site, editor, `/newsroom/articles/${drafted}`), /asked for changes in revision 0/);
  assert.equal((await send(site, editor, drafted, 'approve', { revision: '1' })).status, 303);
  assert.equal(await stageNow(site, editor, drafted), 'approved');
  assert.deepEqual(await journalOf(site, drafted), ['review.asked', 'review.changes_requested', 'review.approved']);
  const { lines } = await readReview(site.deps.db.read, editor, drafted);
  assert.deepEqual(
    lines.map(({ state, revision }) => [state, revision]),
    [
      ['approved', 1],
      ['changes_requested', 0],
      ['in_review', 0],
    ],
  );
});

const PRIMARY = /class="btn primary"[^>]*>(?:<[^>]+>)*([^<]+)/;
const primaryOf = async (site: TestSite, person: Person, path: string) => {
  const page = await readPage(site, person, path);
  return PRIMARY.exec(page.slice(page.indexOf('class="article-bar"')))?.[1];
};

test('where one editor may publish, the approval that was asked for and the publication are one act', async (t) => {
  const site = await openSite(t);
  const { editor, drafted } = await stock(site);
  await requestReview(site.deps, editor, drafted, 0);
  const path = `/newsroom/articles/${drafted}`;
  assert.equal(await primaryOf(site, editor, path), 'Approve and publish …');
  const drawer = await readPage(site, editor, `${path}/publish?revision=0`);
  assert.match(drawer, /<span class="if-now">Approve and publish revision 0</);
  assert.match(drawer, /name="approve" value="yes"/);
  const sent = await site.fetch(`${path}/publish`, form(editor, { revision: '0', approve: 'yes' }));
  assert.equal(sent.status, 303);
  assert.deepEqual(await journalOf(site, drafted), ['review.asked', 'review.approved']);
  assert.equal(await stageNow(site, editor, drafted), 'published');
});

test('while something must be fixed, that is the first button, and a refused publication records no approval', async (t) => {
  const site = await openSite(t, { FIGURES_GATE: 'block' });
  const editor = await site.person('editor');
  const id = await file(site, await site.grantToken(editor), { headline: 'All 412 points' });
  await requestReview(site.deps, editor, id, 0);
  assert.match((await primaryOf(site, editor, `/newsroom/articles/${id}`)) ?? '', /^Fix \d+ things?$/);
  const sent = await site.fetch(`/newsroom/articles/${id}/publish`, form(editor, { revision: '0', approve: 'yes' }));
  assert.equal(sent.status, 409);
  assert.deepEqual(await journalOf(site, id), ['review.asked']);
});

test('where two people publish, an editor approves first, and the drawer offers no approval', async (t) => {
  const site = await openSite(t, { REVIEW_BY: 'two' });
  const editor = await site.person('editor');
  const drafted = await file(site, await site.grantToken(editor));
  await requestReview(site.deps, editor, drafted, 0);
  const path = `/newsroom/articles/${drafted}`;
  assert.equal(await primaryOf(site, editor, path), 'Approve');
  assert.doesNotMatch(await readPage(site, editor, `${path}/publish?revision=0`), /name="approve"/);
  const sent = await site.fetch(`${path}/publish`, form(editor, { revision: '0', approve: 'yes' }));
  assert.equal(sent.status, 409);
  assert.deepEqual(await journalOf(site, drafted), ['review.asked']);
});

test('a later save voids the approval, and the page shows that', async (t) => {
  const site = await openSite(t);
  const { editor, drafted, token } = await stock(site);
  await approve(site.deps, editor, drafted, 0);
  await revise(site, token, drafted, { headline: 'Slipped in after the approval', baseRevision: 0 });
  assert.equal(await stageNow(site, editor, drafted), 'in_review');
  assert.match(await readPage(site, editor, `/newsroom/articles/${drafted}`), /The approval is void/);
});

test('a review decision about an outdated revision is refused as a conflict', async (t) => {
  const site = await openSite(t);
  const { editor, drafted, token } = await stock(site);
  await revise(site, token, drafted, { headline: 'Slipped in', baseRevision: 0 });
  for (const act of ['ask', 'approve', 'take-back', 'request-changes']) {
    const refused = await send(site, editor, drafted, act, { revision: '0', note: 'Mend it.' });
    assert.equal(refused.status, 409, act);
    assert.match(await refused.text(), /Revision 1 was saved after/);
  }
  assert.deepEqual(await journalOf(site, drafted), []);
  assert.equal(await kindOf(approve(site.deps, editor, drafted, 2)), 'revision_conflict');
});

test('a concurrent approval and save never both apply to the same revision', async (t) => {
  const site = await openSite(t);
  const { editor, drafted, token } = await stock(site);
  const [approved] = await Promise.all([
    kindOf(approve(site.deps, editor, drafted, 0)),
    revise(site, token, drafted, { headline: 'At the same time', baseRevision: 0 }),
  ]);
  assert.ok(approved === 'done' || approved === 'revision_conflict', approved);
  assert.notEqual(await stageNow(site, editor, drafted), 'approved');
});

test('a writer can request and withdraw a review of their own article, but cannot decide', async (t) => {
  const site = await openSite(t);
  const { writer, editor, drafted } = await stock(site);
  const answer = await site.fetch('/api/admin/articles', {
    method: 'POST',
    headers: { ...form(writer, {}).headers, 'Content-Type': 'application/json' },
    body: JSON.stringify(draft({ slug: 'of-the-writer' })),
  });
  const { id } = await json(answer);
  assert.equal((await send(site, writer, id, 'ask')).status, 303);
  assert.match(await readPage(site, writer, `/newsroom/articles/${id}`), /An editor decides/);
  assert.equal((await send(site, writer, id, 'approve')).status, 403);
  assert.equal((await send(site, writer, id, 'request-changes', { revision: '0', note: 'No.' })).status, 403);
  assert.equal((await send(site, writer, id, 'take-back')).status, 303);
  await approve(site.deps, editor, id, 0);
  assert.equal((await send(site, writer, id, 'take-back')).status, 403, 'only an editor can take back an approval');
  assert.equal((await send(site, writer, drafted, 'ask')).status, 404, 'another person’s draft answers 404');
  assert.equal((await send(site, editor, id, 'take-back')).status, 303);
  assert.equal(await stageNow(site, editor, id), 'draft');
});

test('an agent cannot request a review or decide: the forms and the functions refuse it', async (t) => {
  const site = await openSite(t);
  const { editor, token, drafted } = await stock(site);
  const agent: Actor = {
    kind: 'agent',
    id: editor.id,
    claimId: editor.id,
    editorId: editor.id,
    editorName: 'Dana',
    scopes: ['article:draft', 'article:edit'],
  };
  for (const verb of [requestReview, approve, takeBackReview])
    assert.equal(await kindOf(verb(site.deps, agent, drafted, 0)), 'forbidden');
  assert.equal(
    await kindOf(requestChanges(site.deps, agent, { id: drafted, revision: 0, note: 'Mend it.' })),
    'forbidden',
  );
  for (const act of ['ask', 'approve', 'request-changes', 'take-back']) {
    const answer = await site.fetch(`/newsroom/articles/${drafted}/review/${act}`, {
      method: 'POST',
      headers: bearer(token),
    });
    assert.match(answer.headers.get('location') ?? '', /^\/newsroom\/sign-in/);
  }
  assert.deepEqual(await journalOf(site, drafted), []);
});

test('requesting changes needs a note, approving twice is refused, and the live revision cannot be approved', async (t) => {
  const site = await openSite(t);
  const { editor, chief, drafted, published } = await stock(site);
  assert.equal((await send(site, editor, drafted, 'request-changes', { revision: '0', note: '  ' })).status, 422);
  assert.equal(
    await kindOf(requestChanges(site.deps, editor, { id: drafted, revision: 0, note: '\n' })),
    'validation_failed',
  );
  assert.equal((await send(site, editor, drafted, 'approve')).status, 303);
  assert.equal((await send(site, editor, drafted, 'approve')).status, 409);
  assert.equal((await send(site, chief, drafted, 'approve')).status, 303, 'another editor may approve as well');
  assert.equal((await send(site, editor, drafted, 'ask')).status, 409);
  assert.equal((await send(site, editor, published, 'approve')).status, 409);
  assert.equal((await send(site, editor, 'none', 'approve')).status, 404);
  assert.equal((await send(site, editor, drafted, 'approve', { revision: 'x' })).status, 404);
});

test('the database refuses to change or delete review entries', async (t) => {
  const site = await openSite(t);
  const { editor, drafted } = await stock(site);
  await approve(site.deps, editor, drafted, 0);
  await assert.rejects(site.deps.db.write((tx) => tx.updateTable('review').set({ note: 'x' }).execute()));
  await assert.rejects(site.deps.db.write((tx) => tx.deleteFrom('review').execute()));
});

test('after each review decision, the page links the next waiting article', async (t) => {
  const site = await openSite(t);
  const dana = await site.person('editor', 'Dana Whitfield');
  const token = await site.grantToken(dana);
  const ids: string[] = [];
  for (const slug of ['first', 'second', 'third']) {
    ids.push(await file(site, token, { slug, headline: `The ${slug} of them` }));
    site.pass(60);
  }
  const [first = '', second = '', third = ''] = ids;
  const nextOf = async (id: string, query = '') =>
    /class="(?:next|done)"[^>]*>[\s\S]*?href="\/newsroom\/articles\/([0-9a-f-]{36})"/.exec(
      await readPage(site, dana, `/newsroom/articles/${id}${query}`),
    )?.[1];
  assert.equal(await nextOf(first), second);
  assert.equal(await nextOf(third), first, 'after the last article comes the first');
  const { headers } = await send(site, dana, first, 'approve');
  const page = await readPage(site, dana, headers.get('location') ?? '');
  assert.match(
    page,
    /role="status">Revision 0 is approved\. Next of 2 waiting: <a href="[^"]+" autofocus>The second of them/,
  );
  assert.equal(await nextOf(third), second, 'an approved article is no longer waiting');
  await send(site, dana, second, 'request-changes', { revision: '0', note: 'Count again.' });
  const agentSees = (await call(site, token, 'get_article', { id: second })).data.review;
  assert.deepEqual(agentSees, {
    state: 'changes_requested',
    revision: 0,
    note: 'Count again.',
    by: 'Dana Whitfield',
    at: agentSees.at,
  });
  const { id: empty } = await createDraft(site.deps, dana, copy({ slug: 'mine' }));
  const { articles, agentDrafts } = await readWaiting(site.deps.db.read, dana, '2026-09-06');
  assert.deepEqual([articles.map(({ id }) => id), agentDrafts], [[second], 1]);
  assert.match(
    await readPage(site, dana, `/newsroom/articles/${empty}`),
    /Next of 2 waiting: <a[^>]*>The second of them/,
    'it counts what the board lists as waiting, and no other drafts',
  );
  await send(site, dana, third, 'approve');
  await saveRevision(site.deps, dana, second, { copy: { ...copy({ slug: 'second' }), baseRevision: 0 } });
  await approve(site.deps, dana, second, 1);
  assert.match(
    await readPage(site, dana, `/newsroom/articles/${third}?done=approved`),
    /No other article is waiting for you/,
  );
});

test('the review page shows the picture and marks which numbers of the copy are settled', async (t) => {
  const site = await openSite(t);
  const dana = await site.person('editor');
  const picture = await addConverted(site, dana, await photo(900, 600));
  const text = 'It cut **rework by 42 percent** at 310 sites ([log 7](https://example.org/9)).';
  const id = await file(site, await site.grantToken(dana), {
    heroAssetId: picture,
    bodyBlocks: [{ id: 'b1', type: 'paragraph', text }],
  });
  const { figures } = await readLedgerOf(site.deps.db.read, dana, id, 0);
  const anchor = figures.find((figure) => figure.text.startsWith('42'))?.anchor ?? '';
  const settling = { kind: 'signed', reason: 'Counted by the editor on the site.' } as const;
  await settleFigure(site.deps, dana, { articleId: id, revision: 0, anchor }, settling);
  const page = await readPage(site, dana, `/newsroom/articles/${id}`);
  const copy = /<section class="reading"[\s\S]*?<\/section>/.exec(page)?.[0] ?? '';
  assert.match(copy, new RegExp(`<figure class="hero">[\\s\\S]*${WORDS.alt}[\\s\\S]*${WORDS.credit}`));
  assert.match(copy, /<strong>rework by <span class="figure settled" title="Settled number">42[^<]*<\/span>/);
  assert.match(copy, /at <span class="figure open" title="Open number">310<\/span> sites/);
  assert.match(copy, new RegExp(`class="settled-note">1 of ${figures.length} numbers are settled`));
});
