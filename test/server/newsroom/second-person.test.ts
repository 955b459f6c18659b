import assert from 'node:assert/strict';
import { test } from 'node:test';
import { CLI } from '#core/actor.ts';
import { publish } from '#editorial/publish/publish.ts';
import { runSchedules } from '#editorial/publish/run-schedules.ts';
import { schedule } from '#editorial/publish/schedule.ts';
import { unpublish } from '#editorial/publish/unpublish.ts';
import { approve, requestChanges, takeBackReview } from '#editorial/review/review.ts';
import { createDraft } from '#editorial/write/create-draft.ts';
import { disableMember } from '#people/members.ts';
import { plumbline } from '../../support/command.ts';
import { call } from '../../support/mcp.ts';
import { copy, form, openSite, type Person } from '../../support/site.ts';
import { file, readPage, revise, stock } from '../../support/stocked.ts';

// REVIEW_BY=two: one person alone cannot publish.

test('with REVIEW_BY=two, an article is published only after another editor approved this revision', async (t) => {
  const site = await openSite(t, { REVIEW_BY: 'two' });
  const [dana, ruth] = [await site.person('editor', 'Dana Whitfield'), await site.person('chief', 'Ruth Okafor')];
  const token = await site.grantToken(dana);
  const id = await file(site, token);
  const send = (person: Person, revision = 0) =>
    site.fetch(`/newsroom/articles/${id}/publish`, form(person, { revision: String(revision) }));
  const entries = async (): Promise<string[]> =>
    (await call(site, token, 'get_article', { id })).data.gate.map((entry: { code: string }) => entry.code);

  const refused = await send(dana);
  assert.equal(refused.status, 409);
  assert.match(await refused.text(), /Two people publish here/);
  assert.match(
    await readPage(site, dana, `/newsroom/articles/${id}`),
    /<strong>To fix<\/strong> <span>Two people publish here/,
  );
  assert.ok((await entries()).includes('needs_second_person'));

  await approve(site.deps, dana, id, 0);
  assert.equal((await send(dana)).status, 409, 'the approver cannot publish');
  assert.match(
    await readPage(site, dana, `/newsroom/articles/${id}`),
    /you approved this revision, so another editor has to publish it/,
  );
  assert.ok(!(await entries()).includes('needs_second_person'));

  await revise(site, token, id, { headline: 'Saved after the approval', baseRevision: 0 });
  assert.equal((await send(ruth, 1)).status, 409, 'a save voids the approval');
  assert.equal((await send(ruth, 0)).status, 409, 'a save also voids the approval for the earlier revision');
  await approve(site.deps, dana, id, 1);
  await takeBackReview(site.deps, dana, id, 1);
  assert.equal((await send(ruth, 1)).status, 409, 'an approval that was taken back does not count');
  await approve(site.deps, dana, id, 1);
  await requestChanges(site.deps, ruth, { id, revision: 1, note: 'One more look, please.' });
  assert.equal((await send(ruth, 1)).status, 409, 'an approval does not count after another editor requested changes');
  await approve(site.deps, dana, id, 1);
  assert.equal((await send(ruth, 1)).status, 303);
  assert.equal((await site.fetch('/robotics/layout-robot-pilot')).status, 200);
});

test('with REVIEW_BY=two, approvals by the author, the publisher or a disabled editor do not count', async (t) => {
  const site = await openSite(t, { REVIEW_BY: 'two' });
  const [dana, ruth, ines] = [
    await site.person('editor', 'Dana'),
    await site.person('editor', 'Ruth'),
    await site.person('editor', 'Ines'),
  ];
  const { id } = await createDraft(site.deps, dana, copy());
  await approve(site.deps, dana, id, 0);
  await assert.rejects(publish(site.deps, ruth, id, { revisionNumber: 0 }), { kind: 'gate_blocked' });
  await approve(site.deps, ines, id, 0);
  await assert.rejects(publish(site.deps, ines, id, { revisionNumber: 0 }), { kind: 'gate_blocked' });
  await disableMember(site.deps, CLI, ines.email);
  await assert.rejects(
    publish(site.deps, ruth, id, { revisionNumber: 0 }),
    { kind: 'gate_blocked' },
    'the approval of a disabled editor does not count',
  );
  await approve(site.deps, ruth, id, 0);
  await publish(site.deps, dana, id, { revisionNumber: 0 });
});

test('with REVIEW_BY=two, the command line cannot publish without another editor’s approval', async (t) => {
  const site = await openSite(t, { REVIEW_BY: 'two' });
  const dana = await site.person('editor', 'Dana Whitfield');
  const id = await file(site, await site.grantToken(dana));
  const two = { REVIEW_BY: 'two' };
  const publishBy = ({ email }: { email: string }) =>
    plumbline(site, ['publish', id, '--revision', '0', '--by', email], two);
  const refused = await publishBy(dana);
  assert.equal(refused.code, 1);
  assert.match(refused.error, /Two people publish here/);
  await approve(site.deps, CLI, id, 0);
  await assert.rejects(
    publish(site.deps, CLI, id, { revisionNumber: 0 }),
    { kind: 'gate_blocked' },
    'the command line is not an editor',
  );
  await approve(site.deps, dana, id, 0);
  assert.equal((await publishBy(dana)).code, 1, 'who approved it does not publish it');
  assert.equal((await publishBy(await site.person('editor', 'Ruth'))).code, 0);
});

test('without REVIEW_BY=two, an editor publishes without an approval', async (t) => {
  const site = await openSite(t);
  const { editor, drafted } = await stock(site);
  assert.doesNotMatch(await readPage(site, editor, `/newsroom/articles/${drafted}`), /Two people/);
  assert.equal(
    (await site.fetch(`/newsroom/articles/${drafted}/publish`, form(editor, { revision: '0' }))).status,
    303,
  );
});

test('with REVIEW_BY=two, a newer revision does not stop an approved schedule, but a withdrawn approval does', async (t) => {
  const site = await openSite(t, { REVIEW_BY: 'two' });
  const [dana, ruth] = [await site.person('editor', 'Dana Whitfield'), await site.person('chief', 'Ruth Okafor')];
  const token = await site.grantToken(dana);
  const [kept, withdrawn] = [await file(site, token), await file(site, token, { slug: 'withdrawn' })];
  const at = '2026-09-06T13:10:00.000Z';
  await assert.rejects(schedule(site.deps, ruth, { articleId: kept, revisionNumber: 0, at }), { kind: 'gate_blocked' });
  for (const id of [kept, withdrawn]) {
    await approve(site.deps, dana, id, 0);
    await assert.rejects(
      schedule(site.deps, dana, { articleId: id, revisionNumber: 0, at }),
      { kind: 'gate_blocked' },
      'the approver cannot schedule',
    );
    await schedule(site.deps, ruth, { articleId: id, revisionNumber: 0, at });
  }
  await revise(site, token, kept, { headline: 'Saved since', baseRevision: 0 });
  await takeBackReview(site.deps, dana, withdrawn, 0);
  site.pass(601);
  await runSchedules(site.deps, site.config.publication.baseUrl);
  assert.match(await (await site.fetch('/robotics/layout-robot-pilot')).text(), /A layout robot on a live slab/);
  assert.equal((await site.fetch('/robotics/withdrawn')).status, 404);
  assert.match(await readPage(site, ruth, `/newsroom/articles/${withdrawn}`), /Two people publish here/);
});

test('with REVIEW_BY=two, the article page explains the second approval, and its form has no correction note field', async (t) => {
  const site = await openSite(t, { REVIEW_BY: 'two' });
  const [dana, ruth] = [await site.person('editor', 'Dana Whitfield'), await site.person('editor', 'Ruth Okafor')];
  const token = await site.grantToken(dana);
  const id = await file(site, token);
  const path = `/newsroom/articles/${id}`;
  assert.match(await readPage(site, dana, path), /can be published as it is when a second person has reviewed it/);
  await approve(site.deps, dana, id, 0);
  await publish(site.deps, ruth, id, { revisionNumber: 0 });
  await revise(site, token, id, { headline: 'Another headline', baseRevision: 0 });
  await approve(site.deps, dana, id, 1);
  const text = await readPage(site, ruth, `${path}/publish`);
  assert.match(text, /which another editor approves with the note in it/);
  assert.doesNotMatch(text, /name="correctionNote"/);
  assert.match(text, /name="noCorrectionBecause"/);
  assert.doesNotMatch(text, /name="slug"/, 'another address would be a revision that nobody approved');
});

test('with REVIEW_BY=two, an approval from before an unpublication does not count for publishing again, by any way', async (t) => {
  const two = { REVIEW_BY: 'two' };
  const site = await openSite(t, two);
  const [dana, ruth] = [await site.person('editor', 'Dana Whitfield'), await site.person('chief', 'Ruth Okafor')];
  const token = await site.grantToken(dana);
  const [id, newer] = [await file(site, token), await file(site, token, { slug: 'newer' })];
  for (const one of [id, newer]) {
    await approve(site.deps, dana, one, 0);
    await publish(site.deps, ruth, one, { revisionNumber: 0 });
  }
  await revise(site, token, newer, { headline: 'Approved while the first is live', slug: 'newer', baseRevision: 0 });
  await approve(site.deps, dana, newer, 1);
  for (const one of [id, newer]) await unpublish(site.deps, ruth, one);
  const at = '2026-09-06T13:10:00.000Z';
  for (const [one, revision] of [
    [id, 0],
    [newer, 1],
  ] as const) {
    await assert.rejects(publish(site.deps, ruth, one, { revisionNumber: revision }), { kind: 'gate_blocked' });
    await assert.rejects(schedule(site.deps, ruth, { articleId: one, revisionNumber: revision, at }), {
      kind: 'gate_blocked',
    });
    const fields = { revision: String(revision), noCorrectionBecause: 'The same words as before.' };
    const alone = await site.fetch(`/newsroom/articles/${one}/publish`, form(ruth, fields));
    assert.equal(alone.status, 409, one);
    const command = await plumbline(site, ['publish', one, '--revision', String(revision), '--by', ruth.email], two);
    assert.match(command.error, /Two people publish here/);
    const page = await readPage(site, ruth, `/newsroom/articles/${one}`);
    assert.match(page, /Two people publish here/);
    await approve(site.deps, dana, one, revision);
    const words = { noneBecause: 'The same words as before.' };
    await publish(site.deps, ruth, one, { revisionNumber: revision, choice: revision === 0 ? null : words });
  }
});
