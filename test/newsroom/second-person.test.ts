import assert from 'node:assert/strict';
import { test } from 'node:test';
import { disableEditor } from '../../src/accounts/members.ts';
import { publish } from '../../src/article/publish/publish.ts';
import { keepSchedules } from '../../src/article/publish/run-schedules.ts';
import { schedule } from '../../src/article/publish/schedule.ts';
import { approve, requestChanges, takeBackReview } from '../../src/article/review/review.ts';
import { createDraft } from '../../src/article/write/create-draft.ts';
import { HOUSE } from '../../src/core/actor.ts';
import { plumbline } from '../support/command.ts';
import { copy, form, openHouse, type Person } from '../support/house.ts';
import { call } from '../support/mcp.ts';
import { file, readPage, revise, stock } from '../support/stocked.ts';

// REVIEW_BY=two: nothing reaches readers that one person alone decided.

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

test('with two people, what a form could not do is said before it is filled in', async (t) => {
  const house = await openHouse(t, { REVIEW_BY: 'two' });
  const [dana, ruth] = [await house.person('editor', 'Dana Whitfield'), await house.person('editor', 'Ruth Okafor')];
  const token = await house.letIn(dana);
  const id = await file(house, token);
  const path = `/newsroom/articles/${id}`;
  assert.match(await readPage(house, dana, path), /can be published as it is once the second person is there/);
  await approve(house.press, dana, id, 0);
  await publish(house.press, ruth, id, 0);
  await revise(house, token, id, { headline: 'Another headline', baseRevision: 0 });
  await approve(house.press, dana, id, 1);
  for (const page of [path, `${path}/schedule?revision=1`]) {
    const text = await readPage(house, ruth, page);
    assert.match(text, /which another editor approves with the note in it/, page);
    assert.doesNotMatch(text, /name="correctionNote"/, page);
    assert.match(text, /name="noCorrectionBecause"/, page);
  }
});
