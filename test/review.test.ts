import assert from 'node:assert/strict';
import { test } from 'node:test';
import { createDraft } from '../src/article/create-draft.ts';
import { publish } from '../src/article/publish.ts';
import {
  approve,
  askReview,
  type Reviewed,
  readReview,
  requestChanges,
  takeBackReview,
} from '../src/article/review.ts';
import { schedule } from '../src/article/schedule.ts';
import { keepSchedules } from '../src/article/schedule-rounds.ts';
import { type Actor, HOUSE } from '../src/ground/actor.ts';
import { disableEditor } from '../src/masthead/editor.ts';
import { plumbline } from './command.ts';
import { bearer, copy, draft, form, json, openHouse, type Person, type TestHouse } from './house.ts';
import { call } from './mcp.ts';
import { file, readPage, revise, stock } from './stocked.ts';

const send = (
  house: TestHouse,
  person: Person,
  id: string,
  act: string,
  fields: Record<string, string> = { revision: '0' },
) => house.fetch(`/newsroom/articles/${id}/review/${act}`, form(person, fields));

async function stageNow(house: TestHouse, person: Actor, id: string): Promise<string> {
  return (await readReview(house.press.db.read, person, id)).stage;
}

async function journalOf(house: TestHouse, id: string): Promise<string[]> {
  const rows = await house.press.db.read
    .selectFrom('journal')
    .select('act')
    .where('subject_id', '=', id)
    .where('act', 'like', 'review.%')
    .orderBy('seq')
    .execute();
  return rows.map(({ act }) => act);
}

async function kindOf(refused: Promise<Reviewed>): Promise<string> {
  return refused.then(
    () => 'done',
    (error) => error.kind,
  );
}

test('a review is asked for, changes are requested, a save puts it in review again, and it is approved', async (t) => {
  const house = await openHouse(t);
  const { editor, drafted, token } = await stock(house);
  assert.equal(
    (await send(house, editor, drafted, 'ask')).headers.get('location'),
    `/newsroom/articles/${drafted}?done=asked`,
  );
  assert.equal(await stageNow(house, editor, drafted), 'in_review');
  await send(house, editor, drafted, 'request-changes', { revision: '0', note: 'Say who counted\r\nthe points.' });
  assert.equal(await stageNow(house, editor, drafted), 'changes_requested');
  const page = await readPage(house, editor, `/newsroom/articles/${drafted}?done=changes-requested`);
  assert.match(page, /Changes to revision 0 are requested\./);
  assert.match(page, /Say who counted\nthe points\./);
  await revise(house, token, drafted, { headline: 'Counted by two people', baseRevision: 0 });
  assert.equal(await stageNow(house, editor, drafted), 'in_review');
  assert.match(await readPage(house, editor, `/newsroom/articles/${drafted}`), /asked for changes in revision 0/);
  assert.equal((await send(house, editor, drafted, 'approve', { revision: '1' })).status, 303);
  assert.equal(await stageNow(house, editor, drafted), 'approved');
  assert.deepEqual(await journalOf(house, drafted), ['review.asked', 'review.changes_requested', 'review.approved']);
  const { lines } = await readReview(house.press.db.read, editor, drafted);
  assert.deepEqual(
    lines.map(({ state, revision }) => [state, revision]),
    [
      ['approved', 1],
      ['changes_requested', 0],
      ['in_review', 0],
    ],
  );
});

test('a later save voids the approval, and the page says so', async (t) => {
  const house = await openHouse(t);
  const { editor, drafted, token } = await stock(house);
  await approve(house.press, editor, drafted, 0);
  await revise(house, token, drafted, { headline: 'Slipped in after the approval', baseRevision: 0 });
  assert.equal(await stageNow(house, editor, drafted), 'in_review');
  assert.match(await readPage(house, editor, `/newsroom/articles/${drafted}`), /The approval is void/);
});

test('what is decided is about the revision that was seen: a newer one is a conflict', async (t) => {
  const house = await openHouse(t);
  const { editor, drafted, token } = await stock(house);
  await revise(house, token, drafted, { headline: 'Slipped in', baseRevision: 0 });
  for (const act of ['ask', 'approve', 'take-back', 'request-changes']) {
    const refused = await send(house, editor, drafted, act, { revision: '0', note: 'Mend it.' });
    assert.equal(refused.status, 409, act);
    assert.match(await refused.text(), /Revision 1 was saved since/);
  }
  assert.deepEqual(await journalOf(house, drafted), []);
  assert.equal(await kindOf(approve(house.press, editor, drafted, 2)), 'revision_conflict');
});

test('of an approval and a save at the same time, never both hold for the same revision', async (t) => {
  const house = await openHouse(t);
  const { editor, drafted, token } = await stock(house);
  const [approved] = await Promise.all([
    kindOf(approve(house.press, editor, drafted, 0)),
    revise(house, token, drafted, { headline: 'At the same time', baseRevision: 0 }),
  ]);
  assert.ok(approved === 'done' || approved === 'revision_conflict', approved);
  assert.notEqual(await stageNow(house, editor, drafted), 'approved');
});

test('a writer may ask for a review of their own and take it back, and decides nothing', async (t) => {
  const house = await openHouse(t);
  const { writer, editor, drafted } = await stock(house);
  const answer = await house.fetch('/api/admin/articles', {
    method: 'POST',
    headers: { ...form(writer, {}).headers, 'Content-Type': 'application/json' },
    body: JSON.stringify(draft({ slug: 'of-the-writer' })),
  });
  const { id } = await json(answer);
  assert.equal((await send(house, writer, id, 'ask')).status, 303);
  assert.match(await readPage(house, writer, `/newsroom/articles/${id}`), /An editor decides about it/);
  assert.equal((await send(house, writer, id, 'approve')).status, 403);
  assert.equal((await send(house, writer, id, 'request-changes', { revision: '0', note: 'No.' })).status, 403);
  assert.equal((await send(house, writer, id, 'take-back')).status, 303);
  await approve(house.press, editor, id, 0);
  assert.equal((await send(house, writer, id, 'take-back')).status, 403, 'an approval is an editor’s to take back');
  assert.equal((await send(house, writer, drafted, 'ask')).status, 404, 'a draft of another is not there');
  assert.equal((await send(house, editor, id, 'take-back')).status, 303);
  assert.equal(await stageNow(house, editor, id), 'draft');
});

test('an agent decides nothing: not by a form, and the verbs refuse it', async (t) => {
  const house = await openHouse(t);
  const { editor, token, drafted } = await stock(house);
  const agent: Actor = {
    kind: 'agent',
    id: editor.id,
    claimId: editor.id,
    editorId: editor.id,
    editorName: 'Dana',
    scopes: ['article:draft', 'article:edit'],
  };
  for (const verb of [askReview, approve, takeBackReview])
    assert.equal(await kindOf(verb(house.press, agent, drafted, 0)), 'forbidden');
  assert.equal(await kindOf(requestChanges(house.press, agent, drafted, 0, 'Mend it.')), 'forbidden');
  for (const act of ['ask', 'approve', 'request-changes', 'take-back']) {
    const answer = await house.fetch(`/newsroom/articles/${drafted}/review/${act}`, {
      method: 'POST',
      headers: bearer(token),
    });
    assert.match(answer.headers.get('location') ?? '', /^\/newsroom\/sign-in/);
  }
  assert.deepEqual(await journalOf(house, drafted), []);
});

test('changes are requested with a note, nothing twice, and nothing of what readers see already', async (t) => {
  const house = await openHouse(t);
  const { editor, chief, drafted, published } = await stock(house);
  assert.equal((await send(house, editor, drafted, 'request-changes', { revision: '0', note: '  ' })).status, 422);
  assert.equal(await kindOf(requestChanges(house.press, editor, drafted, 0, '\n')), 'validation_failed');
  assert.equal((await send(house, editor, drafted, 'approve')).status, 303);
  assert.equal((await send(house, editor, drafted, 'approve')).status, 409);
  assert.equal((await send(house, chief, drafted, 'approve')).status, 303, 'another editor may approve as well');
  assert.equal((await send(house, editor, drafted, 'ask')).status, 409);
  assert.equal((await send(house, editor, published, 'approve')).status, 409);
  assert.equal((await send(house, editor, 'none', 'approve')).status, 404);
  assert.equal((await send(house, editor, drafted, 'approve', { revision: 'x' })).status, 404);
});

test('the review is append-only in the database', async (t) => {
  const house = await openHouse(t);
  const { editor, drafted } = await stock(house);
  await approve(house.press, editor, drafted, 0);
  await assert.rejects(house.press.db.write((tx) => tx.updateTable('review').set({ note: 'x' }).execute()));
  await assert.rejects(house.press.db.write((tx) => tx.deleteFrom('review').execute()));
});

test('with two people, nothing is published that another editor has not approved', async (t) => {
  const house = await openHouse(t, { REVIEW_BY: 'two' });
  const [dana, ruth] = [await house.person('editor', 'Dana Whitfield'), await house.person('chief', 'Ruth Okafor')];
  const token = await house.letIn(dana);
  const id = await file(house, token);
  const send = (person: Person, revision = 0) =>
    house.fetch(`/newsroom/articles/${id}/publish`, form(person, { revision: String(revision) }));
  const entries = async (): Promise<string[]> =>
    (await call(house, token, 'get_article', { id })).structuredContent.gate.map(
      (entry: { code: string }) => entry.code,
    );

  const refused = await send(dana);
  assert.equal(refused.status, 409);
  assert.match(await refused.text(), /Two people publish here/);
  assert.match(
    await readPage(house, dana, `/newsroom/articles/${id}`),
    /<strong>Stops it<\/strong> <span>Two people publish here/,
  );
  assert.ok((await entries()).includes('needs_second_person'));

  await approve(house.press, dana, id, 0);
  assert.equal((await send(dana)).status, 409, 'who approved is not the one who publishes');
  assert.match(
    await readPage(house, dana, `/newsroom/articles/${id}`),
    /you approved revision 0, so another editor publishes it/,
  );
  assert.ok(!(await entries()).includes('needs_second_person'));

  await revise(house, token, id, { headline: 'Saved after the approval', baseRevision: 0 });
  assert.equal((await send(ruth, 1)).status, 409, 'a save voids the approval');
  assert.equal((await send(ruth, 0)).status, 409, 'of the earlier revision too');
  await approve(house.press, dana, id, 1);
  await takeBackReview(house.press, dana, id, 1);
  assert.equal((await send(ruth, 1)).status, 409, 'an approval taken back is none');
  await approve(house.press, dana, id, 1);
  await requestChanges(house.press, ruth, id, 1, 'One more look, please.');
  assert.equal((await send(ruth, 1)).status, 409, 'nor is one that somebody else has overruled');
  await approve(house.press, dana, id, 1);
  assert.equal((await send(ruth, 1)).status, 303);
  assert.equal((await house.fetch('/robotics/layout-robot-pilot')).status, 200);
});

test('with two people, whoever saved a revision is not the one whose approval counts', async (t) => {
  const house = await openHouse(t, { REVIEW_BY: 'two' });
  const [dana, ruth, ines] = [
    await house.person('editor', 'Dana'),
    await house.person('editor', 'Ruth'),
    await house.person('editor', 'Ines'),
  ];
  const { id } = await createDraft(house.press, dana, copy());
  await approve(house.press, dana, id, 0);
  await assert.rejects(publish(house.press, ruth, id, 0), { kind: 'gate_blocked' });
  await approve(house.press, ines, id, 0);
  await assert.rejects(publish(house.press, ines, id, 0), { kind: 'gate_blocked' });
  await disableEditor(house.press, HOUSE, ines.email);
  await assert.rejects(
    publish(house.press, ruth, id, 0),
    { kind: 'gate_blocked' },
    'an approval of somebody who has left',
  );
  await approve(house.press, ruth, id, 0);
  await publish(house.press, dana, id, 0);
});

test('with two people, the command line is no way round', async (t) => {
  const house = await openHouse(t, { REVIEW_BY: 'two' });
  const dana = await house.person('editor', 'Dana Whitfield');
  const id = await file(house, await house.letIn(dana));
  const two = { REVIEW_BY: 'two' };
  const refused = await plumbline(house, ['publish', id], two);
  assert.equal(refused.code, 1);
  assert.match(refused.error, /Two people publish here/);
  await approve(house.press, HOUSE, id, 0);
  await assert.rejects(publish(house.press, HOUSE, id, 0), { kind: 'gate_blocked' }, 'the house is no editor');
  await approve(house.press, dana, id, 0);
  assert.equal((await plumbline(house, ['publish', id], two)).code, 0);
});

test('with one person, an editor publishes without an approval', async (t) => {
  const house = await openHouse(t);
  const { editor, drafted } = await stock(house);
  assert.doesNotMatch(await readPage(house, editor, `/newsroom/articles/${drafted}`), /Two people/);
  assert.equal(
    (await house.fetch(`/newsroom/articles/${drafted}/publish`, form(editor, { revision: '0' }))).status,
    303,
  );
});

test('after each decision the page leads on to the next article that waits, in turn', async (t) => {
  const house = await openHouse(t);
  const dana = await house.person('editor', 'Dana Whitfield');
  const token = await house.letIn(dana);
  const ids: string[] = [];
  for (const slug of ['first', 'second', 'third']) {
    ids.push(await file(house, token, { slug, headline: `The ${slug} of them` }));
    house.pass(60);
  }
  const [first = '', second = '', third = ''] = ids;
  const nextOf = async (id: string, query = '') =>
    /class="(?:next|done)"[^>]*>[\s\S]*?href="\/newsroom\/articles\/([0-9a-f-]{36})"/.exec(
      await readPage(house, dana, `/newsroom/articles/${id}${query}`),
    )?.[1];
  assert.equal(await nextOf(first), second);
  assert.equal(await nextOf(third), first, 'beginning again at the end');
  const { headers } = await send(house, dana, first, 'approve');
  const page = await readPage(house, dana, headers.get('location') ?? '');
  assert.match(
    page,
    /role="status">Revision 0 is approved\. Next of 2 waiting: <a href="[^"]+" autofocus>The second of them/,
  );
  assert.equal(await nextOf(third), second, 'what is approved waits no more');
  await send(house, dana, second, 'request-changes', { revision: '0', note: 'Count again.' });
  await send(house, dana, third, 'approve');
  assert.match(await readPage(house, dana, `/newsroom/articles/${third}?done=approved`), /Nothing else waits for you/);
  const agentSees = (await call(house, token, 'get_article', { id: second })).structuredContent.review;
  assert.deepEqual(agentSees, {
    state: 'changes_requested',
    revision: 0,
    note: 'Count again.',
    by: 'Dana Whitfield',
    at: agentSees.at,
  });
});

test('with two people, what was approved and scheduled goes out then, whatever was saved meanwhile', async (t) => {
  const house = await openHouse(t, { REVIEW_BY: 'two' });
  const [dana, ruth] = [await house.person('editor', 'Dana Whitfield'), await house.person('chief', 'Ruth Okafor')];
  const token = await house.letIn(dana);
  const [kept, withdrawn] = [await file(house, token), await file(house, token, { slug: 'withdrawn' })];
  const at = '2026-09-06T13:10:00.000Z';
  await assert.rejects(schedule(house.press, ruth, kept, 0, at), { kind: 'gate_blocked' });
  for (const id of [kept, withdrawn]) {
    await approve(house.press, dana, id, 0);
    await assert.rejects(schedule(house.press, dana, id, 0, at), { kind: 'gate_blocked' }, 'not by who approved');
    await schedule(house.press, ruth, id, 0, at);
  }
  await revise(house, token, kept, { headline: 'Saved since', baseRevision: 0 });
  await takeBackReview(house.press, dana, withdrawn, 0);
  house.pass(601);
  await keepSchedules(house.press, house.config.publication.baseUrl);
  assert.match(await (await house.fetch('/robotics/layout-robot-pilot')).text(), /A layout robot on a live slab/);
  assert.equal((await house.fetch('/robotics/withdrawn')).status, 404);
  assert.match(await readPage(house, ruth, `/newsroom/articles/${withdrawn}`), /Two people publish here/);
});
