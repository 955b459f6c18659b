import assert from 'node:assert/strict';
import { test } from 'node:test';
import { readWaiting } from '#article/waiting.ts';
import { readArticle } from '#editorial/article-record.ts';
import { assign, setDue } from '#editorial/review/assign.ts';
import { addComment, replyTo, resolve } from '#editorial/review/comment.ts';
import { approve, requestChanges, requestReview } from '#editorial/review/review.ts';
import { emailTurns } from '#editorial/turns/email-turns.ts';
import { saveRevision } from '#editorial/write/save-revision.ts';
import { form, openSite } from '../../support/site.ts';
import { readPage, revise, stock } from '../../support/stocked.ts';

const TODAY = '2026-09-06';

test('Today lists what waits for the person who reads it, the most urgent first', async (t) => {
  const site = await openSite(t);
  const { deps } = site;
  const { editor, chief, writer, token, drafted, stopped, changed } = await stock(site);
  const waiting = async (person: typeof editor) => {
    const { articles } = await readWaiting(deps.db.read, person, TODAY);
    return articles.map(({ id, reasons }) => [id, ...reasons]);
  };
  assert.deepEqual(await waiting(chief), []);
  assert.match(await readPage(site, chief, '/newsroom'), /Nothing waits for you/);
  assert.match(
    await readPage(site, editor, '/newsroom'),
    new RegExp(`stage=draft&amp;agent=${editor.id}">2 drafts by agents you approved`),
  );

  await requestReview(deps, editor, drafted, 0);
  assert.deepEqual(await waiting(editor), [], 'the person who requested the review does not wait for it');
  assert.deepEqual(await waiting(chief), [[drafted, 'review']]);
  await assign(deps, editor, drafted, editor.id);
  assert.deepEqual(await waiting(chief), [], 'it is assigned to somebody else');
  await assign(deps, editor, drafted, chief.id);
  assert.deepEqual(await waiting(chief), [[drafted, 'review', 'assigned']]);
  await requestChanges(deps, chief, { id: drafted, revision: 0, note: 'Name the source.' });
  assert.deepEqual(await waiting(chief), [[drafted, 'changes', 'assigned']]);
  await assign(deps, editor, drafted, null);
  assert.deepEqual(await waiting(editor), [[drafted, 'changes']], 'it waits for its owner');
  await revise(site, token, drafted, { baseRevision: 0 });
  assert.deepEqual(await waiting(chief), [[drafted, 'review']], 'the next revision is in review again');

  const anchor = { revision: 0, blockId: null, passage: null, occurrence: null };
  const asked = await addComment(deps, chief, stopped, { ...anchor, text: 'Which crane?' });
  assert.equal((await waiting(chief)).length, 1);
  assert.deepEqual(await waiting(editor), [[stopped, 'comment']], 'it waits for the owner of the article');
  await replyTo(deps, editor, { articleId: stopped, commentId: asked, text: 'The tower crane.' });
  assert.deepEqual(await waiting(editor), []);
  assert.deepEqual((await waiting(chief))[0], [stopped, 'answer']);
  assert.match(
    await readPage(site, chief, '/newsroom'),
    /A layout robot on a live slab<\/a> <span class="about">Dana Whitfield asks for review of revision 1</,
  );
  await resolve(deps, chief, stopped, asked);
  assert.equal((await waiting(chief)).length, 1);

  await setDue(deps, editor, stopped, '2026-09-05');
  await setDue(deps, editor, changed, '2026-09-07');
  assert.deepEqual(await waiting(editor), [
    [stopped, 'overdue'],
    [changed, 'due'],
  ]);
  const page = await readPage(site, editor, '/newsroom');
  assert.match(
    page,
    /A crane schedule that argues back<\/a> <span class="about"><b class="trouble">overdue since <time datetime="2026-09-05">Sat 5</,
  );
  assert.doesNotMatch(await readPage(site, editor, '/newsroom/articles?section=robotics'), /Waiting for you/);
  assert.deepEqual(await waiting(writer), []);
  assert.deepEqual((await readWaiting(deps.db.read, { ...writer, kind: 'agent' } as never, TODAY)).articles, []);
});

test('an editor whose approval a later save ended is told, on Today and by email, unless they saved it', async (t) => {
  const site = await openSite(t, { SMTP_URL: 'smtp://127.0.0.1:9' });
  const { deps } = site;
  const { editor, chief, token, drafted } = await stock(site);
  for (const person of [chief, editor])
    await site.fetch('/newsroom/profile/emails', form(person, { emails: person === chief ? 'at_once' : 'none' }));
  const emails = async () => {
    await emailTurns(deps, site.publication);
    const sent = await deps.db.read.selectFrom('outbox').select('text').where('about', '=', 'turn').execute();
    await deps.db.write((tx) => tx.deleteFrom('outbox').execute());
    return sent.map(({ text }) => text ?? '');
  };
  await assign(deps, editor, drafted, editor.id);
  await approve(deps, chief, drafted, 0);
  assert.deepEqual(await emails(), []);
  await revise(site, token, drafted, { baseRevision: 0 });
  const [email = '', ...more] = await emails();
  assert.deepEqual(more, []);
  assert.match(email, /changed after your approval\nRevision 1 was saved by Agent let in by \S+ \S+, 20/);
  assert.match(await readPage(site, chief, '/newsroom'), /<span class="about">changed after your approval</);
  assert.match(await readPage(site, chief, `/newsroom/articles/${drafted}`), /The approval is void/);
  assert.doesNotMatch(await readPage(site, editor, '/newsroom'), /changed after your approval/);
  await approve(deps, chief, drafted, 1);
  const { copy, revision } = await readArticle(deps.db.read, chief, drafted, deps);
  await saveRevision(deps, chief, drafted, { copy: { ...copy, headline: 'Mine', baseRevision: revision } });
  assert.doesNotMatch(await readPage(site, chief, '/newsroom'), /changed after your approval/);
});
