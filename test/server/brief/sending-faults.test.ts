import assert from 'node:assert/strict';
import { test } from 'node:test';
import { getBrief, getBriefContent } from '#brief/issues/brief-record.ts';
import { changeBrief } from '#brief/issues/change.ts';
import { approveBrief, holdBrief, takeBackBriefApproval } from '#brief/issues/plan.ts';
import { releaseBrief } from '#brief/issues/release.ts';
import { holdUnfinishedBriefs } from '#brief/sending/hold-restored.ts';
import { acquireSend, leaveSend } from '#brief/sending/lease.ts';
import { readSend } from '#brief/sending/report.ts';
import { sendBriefs } from '#brief/sending/send-briefs.ts';
import { takeDelivery } from '#brief/sending/take.ts';
import { tokenOf } from '#brief/subscribers/tokens.ts';
import { unsubscribe } from '#brief/subscribers/unsubscribe.ts';
import { CLI } from '#core/actor.ts';
import { publish } from '#editorial/publish/publish.ts';
import { unpublish } from '#editorial/publish/unpublish.ts';
import { BRIEF_DAY, siteOf } from '../../support/brief/briefs.ts';
import { openSending } from '../../support/brief/faulty-mail-server.ts';
import { confirmedSubscriber } from '../../support/brief/readers.ts';
import { openSender, sendRound, stateOf, statesOf } from '../../support/brief/sends.ts';
import { form, type TestSite } from '../../support/site.ts';

// What happens to deliveries when the mail server, the site or a subscriber does the unexpected.

const isFirst = (to: string) => to.startsWith('reader0@');

test('a refused email is final with its code, and a deferred one is sent later', async (t) => {
  const { site, got } = await openSending(t, 3, (to, time) => {
    if (isFirst(to)) return { code: 550, message: '5.1.1 no such reader0@mail0.example' };
    return to.startsWith('reader1@') && time === 1 ? { code: 451, message: '4.7.1 later' } : null;
  });
  await sendRound(site);
  assert.deepEqual(await statesOf(site), { waiting: 1, accepted: 1, refused: 1 });
  assert.equal((await stateOf(site)).state, 'sending');
  const row = await site.deps.db.read
    .selectFrom('brief_delivery')
    .select('answer_code')
    .where('state', '=', 'refused')
    .executeTakeFirst();
  assert.equal(row?.answer_code, '550 5.1.1');
  await sendRound(site);
  assert.equal(got.length, 1, 'not before its time');
  site.pass(300);
  await sendRound(site);
  assert.deepEqual(await statesOf(site), { accepted: 2, refused: 1 });
  assert.equal((await stateOf(site)).state, 'sent');
});

test('a connection that drops after the end of an email leaves it uncertain, and before the end it is sent once later', async (t) => {
  const { site, got } = await openSending(t, 3, (to, time) => {
    if (isFirst(to)) return 'drop after';
    return to.startsWith('reader1@') && time === 1 ? 'drop before' : null;
  });
  await sendRound(site);
  assert.deepEqual(await statesOf(site), { waiting: 1, accepted: 1, uncertain: 1 });
  site.pass(60);
  await sendRound(site);
  assert.deepEqual(await statesOf(site), { accepted: 2, uncertain: 1 });
  assert.deepEqual(got.sort(), ['reader1@mail1.example', 'reader2@mail2.example']);
  const row = await site.deps.db.read
    .selectFrom('brief_delivery')
    .innerJoin('subscriber', 'subscriber.id', 'subscriber_id')
    .select('address')
    .where('brief_delivery.state', '=', 'uncertain')
    .executeTakeFirst();
  assert.equal(row?.address, 'reader0@mail0.example');
  const ruth = await site.person('chief', 'Nora Diaz');
  const page = await (
    await site.fetch(`/newsroom/briefs/${BRIEF_DAY}/send`, { headers: { Cookie: ruth.cookie } })
  ).text();
  assert.match(page, /3 of 3 emails are done/);
  assert.match(page, /<li>reader0@mail0\.example<\/li>/);
  const again = await site.fetch(`/newsroom/briefs/${BRIEF_DAY}/uncertain`, form(ruth, { act: 'leave' }));
  assert.equal(again.status, 303);
  assert.deepEqual((await readSend(site.deps.db.read, BRIEF_DAY))?.uncertain, []);
  assert.deepEqual(await statesOf(site), { accepted: 2, uncertain: 1 });
});

test('an uncertain delivery is sent again only when an editor says so, also in a copy of the data', async (t) => {
  const { site, got } = await openSending(t, 2, (to, time) => (isFirst(to) && time === 1 ? 'drop after' : null));
  const { deps } = site;
  await sendRound(site);
  assert.deepEqual(await statesOf(site), { accepted: 1, uncertain: 1 });
  assert.equal((await stateOf(site)).state, 'sent');
  site.pass(60);
  await sendRound(site);
  assert.equal(got.length, 1, 'it is not sent again by itself');
  const nora = await site.person('editor', 'Nora Diaz');
  const writer = await site.person('writer', 'Tomasz Lind');
  const press = (person: { cookie: string }) =>
    site.fetch(`/newsroom/briefs/${BRIEF_DAY}/uncertain`, form(person, { act: 'again' }));
  assert.equal((await press(writer)).status, 403);
  assert.deepEqual(await statesOf(site), { accepted: 1, uncertain: 1 });
  assert.equal((await press(nora)).headers.get('location'), `/newsroom/briefs/${BRIEF_DAY}/send?done=again`);
  assert.deepEqual(await statesOf(site), { waiting: 1, accepted: 1 });
  await deps.db.write((tx) => holdUnfinishedBriefs(deps, tx, CLI, 'The data was restored.'));
  await sendRound(site);
  assert.deepEqual(await statesOf(site), { accepted: 1, uncertain: 1 }, 'a copy does not carry out what was pressed');
  await press(nora);
  await sendRound(site);
  assert.deepEqual(await statesOf(site), { accepted: 2 });
  assert.equal(got.length, 2);
  assert.equal((await readSend(deps.db.read, BRIEF_DAY))?.counts.accepted, 2);
  const acts = await deps.db.read
    .selectFrom('journal')
    .select('detail')
    .where('act', '=', 'brief.send_again')
    .execute();
  assert.deepEqual(
    acts.map(({ detail }) => detail),
    ['{"count":1}', '{"count":1}'],
  );
});

test('a subscriber who leaves after the audience was frozen gets nothing', async (t) => {
  const { site, ids, got } = await openSending(t, 3);
  const before = openSender(site, { stopSeconds: 600 });
  await sendBriefs(site.deps, before);
  const lease = await acquireSend(site.deps, BRIEF_DAY, before.me);
  assert.ok(lease);
  const other = { day: BRIEF_DAY, holder: before.me.name, revision: 0, creativeId: null, subscriberId: ids[0] ?? '' };
  assert.equal(await takeDelivery(site.deps, other), 'over', 'the email is of another revision than the approved one');
  const elsewhere = { ...other, holder: 'another process', revision: 1 };
  assert.equal(await takeDelivery(site.deps, elsewhere), 'over', 'another process sends the brief');
  await leaveSend(site.deps, lease, null);
  await unsubscribe(site.deps, tokenOf(site.deps, ids[1] ?? ''));
  site.pass(600);
  await sendRound(site);
  assert.deepEqual(await statesOf(site), { accepted: 2, skipped: 1 });
  assert.ok(!got.includes('reader1@mail1.example'));
});

test('before its first email a brief is changed: the send stops, and the new revision goes to the same audience', async (t) => {
  const { site, ids, got, bodies } = await openSending(t, 3);
  const { deps } = site;
  const dana = await site.person('editor', 'Dana Whitfield');
  await sendBriefs(deps, openSender(site, { stopSeconds: 600 }));
  const { latestRevision, approved } = await getBrief(deps.db.read, BRIEF_DAY);
  const { subject, intro, stories } = await getBriefContent(deps.db.read, BRIEF_DAY, latestRevision);
  const kept = { subject, intro, stories: stories.map(({ articleId, sentence }) => ({ articleId, sentence })) };
  const next = { ...kept, subject: 'Another subject' };
  const { revision, wasStopped } = await changeBrief(deps, dana, {
    day: BRIEF_DAY,
    baseRevision: latestRevision,
    copy: next,
  });
  assert.deepEqual([wasStopped, await stateOf(site)], [true, { state: 'held', problem: 'It is being changed.' }]);
  site.pass(600);
  await sendRound(site);
  assert.deepEqual(await statesOf(site), { waiting: 3 }, 'nothing goes out, and the audience is the same');
  await assert.rejects(releaseBrief(deps, dana, siteOf(site), BRIEF_DAY), /Revision 2 was saved after revision 1 was/);
  await unsubscribe(deps, tokenOf(deps, ids[1] ?? ''));
  await confirmedSubscriber(site, 'late@reader.example');
  await approveBrief(deps, dana, siteOf(site), { day: BRIEF_DAY, revision });
  await releaseBrief(deps, dana, siteOf(site), BRIEF_DAY);
  await sendRound(site);
  assert.deepEqual(await statesOf(site), { accepted: 2, skipped: 1 });
  assert.deepEqual([approved?.revision, got.length], [1, 2]);
  assert.ok(bodies.every((body) => body.includes('Another subject')));
  await assert.rejects(
    changeBrief(deps, dana, { day: BRIEF_DAY, baseRevision: revision, copy: kept }),
    /was sent; it cannot be changed/,
  );
});

test('a held brief of which an email went out cannot be changed, and its approval stays', async (t) => {
  let site: TestSite | null = null;
  const sending = await openSending(t, 4, (_, time) => {
    if (site && time === 1) void holdBrief(site.deps, CLI, BRIEF_DAY, 'A number is wrong.').catch(() => {});
    return null;
  });
  site = sending.site;
  await sendRound(site);
  const dana = await site.person('editor', 'Dana Whitfield');
  const copy = { subject: 'Another subject', intro: [], stories: [] };
  await assert.rejects(
    changeBrief(site.deps, dana, { day: BRIEF_DAY, baseRevision: 1, copy }),
    /is being sent; it cannot be changed any more/,
  );
  await assert.rejects(takeBackBriefApproval(site.deps, dana, BRIEF_DAY), /cannot be changed any more/);
});

test('a held brief stops before the next email, and goes on when it is released', async (t) => {
  let site: TestSite | null = null;
  const sending = await openSending(t, 4, (_, time) => {
    if (site && time === 1) void holdBrief(site.deps, CLI, BRIEF_DAY, 'A number is wrong.').catch(() => {});
    return null;
  });
  site = sending.site;
  await sendRound(site);
  const { waiting = 0, accepted = 0 } = await statesOf(site);
  assert.ok(waiting >= 2 && accepted === sending.got.length, `${waiting} waiting, ${accepted} accepted`);
  assert.deepEqual(await stateOf(site), { state: 'held', problem: 'A number is wrong.' });
  const { deps } = site;
  await releaseBrief(deps, CLI, siteOf(site), BRIEF_DAY);
  site = null;
  await sendRound(sending.site);
  assert.deepEqual(await statesOf(sending.site), { accepted: 4 });
});

test('a brief is held when it is six hours late, and when the address of the site is another one', async (t) => {
  const { site } = await openSending(t, 1);
  const { deps } = site;
  await deps.db.write((tx) => tx.updateTable('brief').set({ base_url: 'https://old.example' }).execute());
  await sendRound(site);
  assert.match((await stateOf(site)).problem ?? '', /BASE_URL was https:\/\/old\.example/);
  await releaseBrief(deps, CLI, siteOf(site), BRIEF_DAY);
  site.pass(6 * 3600 + 1);
  await sendRound(site);
  assert.match((await stateOf(site)).problem ?? '', /more than six hours ago/);
  await releaseBrief(deps, CLI, siteOf(site), BRIEF_DAY);
  await sendRound(site);
  assert.equal((await stateOf(site)).state, 'sent');
});

test('a clock that jumps over the due time sends once, and a story that was taken back since the approval stops it', async (t) => {
  const { site, got } = await openSending(t, 1);
  const { deps } = site;
  const { id } = await deps.db.read.selectFrom('article').select('id').executeTakeFirstOrThrow();
  await unpublish(deps, CLI, id);
  site.pass(5 * 3600);
  await sendRound(site);
  const { state, problem } = await stateOf(site);
  assert.equal(state, 'held');
  assert.match(problem ?? '', /“A layout robot on a live slab” is not published any more\. Leave it out/);
  await assert.rejects(releaseBrief(deps, CLI, siteOf(site), BRIEF_DAY), { kind: 'gate_blocked' });
  await publish(deps, CLI, id, { revisionNumber: 0 });
  await releaseBrief(deps, CLI, siteOf(site), BRIEF_DAY);
  await sendRound(site);
  for (const seconds of [-9 * 3600, 3600, 9 * 3600]) {
    site.pass(seconds);
    await sendRound(site);
  }
  assert.equal(got.length, 1);
  assert.equal((await stateOf(site)).state, 'sent');
});

test('a copy of the data sends nothing until an editor releases the brief, and then only the rest', async (t) => {
  const { site, got } = await openSending(t, 3, (to, time) =>
    isFirst(to) && time === 1 ? { code: 451, message: 'later' } : null,
  );
  const { deps } = site;
  await sendRound(site);
  assert.deepEqual(await deps.db.write((tx) => holdUnfinishedBriefs(deps, tx, CLI, 'The data was restored.')), [
    BRIEF_DAY,
  ]);
  site.pass(3600);
  await sendRound(site);
  assert.equal(got.length, 2);
  assert.deepEqual(await stateOf(site), { state: 'held', problem: 'The data was restored.' });
  await releaseBrief(deps, CLI, siteOf(site), BRIEF_DAY);
  await sendRound(site);
  assert.equal(got.length, 3);
  site.pass(91 * 86_400);
  await sendRound(site);
  assert.deepEqual(await statesOf(site), {});
  assert.equal((await readSend(deps.db.read, BRIEF_DAY))?.counts.accepted, 3);
});

test('too many refusals pause the send and email the chiefs, once', async (t) => {
  const { site, got } = await openSending(t, 45, () => ({ code: 554, message: '5.7.1 spam' }));
  await sendRound(site);
  const { refused } = await statesOf(site);
  assert.equal(refused, 20);
  assert.equal(got.length, 0);
  assert.match((await stateOf(site)).problem ?? '', /20 of the first 20 emails were refused/);
  const emails = await site.deps.db.read.selectFrom('outbox').select('about').execute();
  assert.deepEqual(
    emails.map(({ about }) => about),
    ['brief.paused'],
  );
});
