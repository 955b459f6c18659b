import assert from 'node:assert/strict';
import { after, test } from 'node:test';
import { sql } from 'kysely';
import { renderBriefHtml } from '#brief/emails/brief-html.ts';
import { briefSubject, renderBriefText } from '#brief/emails/brief-text.ts';
import { readDueTime } from '#brief/issues/due-time.ts';
import { approveBrief, holdBrief, markSent, scheduleBrief, takeBackBriefApproval } from '#brief/issues/plan.ts';
import { releaseBrief } from '#brief/issues/release.ts';
import { sendBriefTest } from '#brief/issues/test-email.ts';
import { briefMarkdown } from '#brief/pages/brief-markdown.ts';
import { briefHtml } from '#brief/pages/brief-pages.ts';
import { SYSTEM } from '#core/actor.ts';
import { Failure } from '#core/failure.ts';
import { sendMail } from '#runtime/mail/send-mail.ts';
import { siteSnapshot } from '#runtime/site-snapshot.ts';
import {
  BRIEF_DAY,
  BRIEF_SETTINGS,
  composed,
  DUE,
  INTRO,
  publishStories,
  saved,
  siteOf,
} from '../../support/brief/briefs.ts';
import { sendRound, stateOf } from '../../support/brief/sends.ts';
import { openMailServer } from '../../support/mail-server.ts';
import { openSite } from '../../support/site.ts';

// One brief from the approval to the archive, on a site where two people have to agree; and its email.

const mail = await openMailServer({ after });
const site = await openSite({ after }, { ...BRIEF_SETTINGS, REVIEW_BY: 'two', SMTP_URL: mail.url });
const { deps, config } = site;
const dana = await site.person('editor', 'Dana Whitfield');
const ruth = await site.person('chief', 'Ruth Okafor');
await publishStories(site, 12);
const first = await composed(site, dana, { intro: INTRO });
const planned = { day: BRIEF_DAY, revision: first.revision, due: DUE };

const refusal = (kind: string, words: RegExp) => (error: unknown) =>
  error instanceof Failure && error.kind === kind && words.test(`${error.message} ${error.detail.hint}`);

test('two people agree on one exact revision, and a later one needs a new approval', async () => {
  await assert.rejects(scheduleBrief(deps, ruth, siteOf(site), planned), refusal('gate_blocked', /not approved/));
  await assert.rejects(
    approveBrief(deps, dana, siteOf(site), { day: BRIEF_DAY, revision: first.revision }),
    refusal('gate_blocked', /you saved revision 1/),
  );
  await approveBrief(deps, ruth, siteOf(site), { day: BRIEF_DAY, revision: first.revision });
  await assert.rejects(
    approveBrief(deps, ruth, siteOf(site), { day: BRIEF_DAY, revision: 1 }),
    refusal('already_done', /approved already/),
  );
  await assert.rejects(scheduleBrief(deps, ruth, siteOf(site), planned), refusal('gate_blocked', /you approved/));
  const second = await saved(site, dana, { subject: 'Another subject' });
  await assert.rejects(
    approveBrief(deps, ruth, siteOf(site), { day: BRIEF_DAY, revision: 1 }),
    refusal('revision_conflict', /Revision 2/),
  );
  await assert.rejects(
    scheduleBrief(deps, dana, siteOf(site), { ...planned, revision: second.revision }),
    refusal('gate_blocked', /Revision 2 is not approved/),
  );
  assert.equal((await takeBackBriefApproval(deps, dana, BRIEF_DAY)).approved, null);
  await approveBrief(deps, ruth, siteOf(site), { day: BRIEF_DAY, revision: second.revision });
});

test('a time that clocks skip or show twice is refused with both choices', () => {
  const skipped = (wall: string, zone: string) => () => readDueTime({ wall, zone }, wall.slice(0, 10));
  const choices = (act: () => unknown) => {
    try {
      act();
    } catch (error) {
      if (error instanceof Failure) return [error.message, error.detail.hint, error.detail.more?.choices];
    }
    return [];
  };
  // Iran changed its clocks on any day of the week: at the beginning of Tuesday, 2022-03-22, and in the night after 2021-09-21.
  assert.deepEqual(choices(skipped('2022-03-22T00:30', 'Asia/Tehran')), [
    'Clocks in Asia/Tehran skip 00:30 on 2022-03-22.',
    'Choose 2022-03-21 23:30 or 01:30.',
    [
      { wall: '2022-03-21T23:30', zone: 'Asia/Tehran', at: '2022-03-21T20:00:00.000Z' },
      { wall: '2022-03-22T01:30', zone: 'Asia/Tehran', at: '2022-03-21T21:00:00.000Z' },
    ],
  ]);
  assert.deepEqual(choices(skipped('2021-09-21T23:30', 'Asia/Tehran')), [
    'Clocks in Asia/Tehran show 23:30 twice on 2021-09-21.',
    'Choose 2021-09-21 19:00 UTC (at UTC+04:30) or 2021-09-21 20:00 UTC (at UTC+03:30), with the zone UTC; or another time.',
    [
      { wall: '2021-09-21T19:00', zone: 'UTC', at: '2021-09-21T19:00:00.000Z' },
      { wall: '2021-09-21T20:00', zone: 'UTC', at: '2021-09-21T20:00:00.000Z' },
    ],
  ]);
  assert.equal(readDueTime(DUE, BRIEF_DAY), '2026-09-08T11:30:00.000Z');
  assert.throws(() => readDueTime({ ...DUE, zone: 'Mars/Olympus' }, BRIEF_DAY), refusal('validation_failed', /zone/));
  assert.throws(() => readDueTime({ ...DUE, wall: '06:30' }, BRIEF_DAY), refusal('validation_failed', /not a time/));
  assert.throws(() => readDueTime(DUE, '2026-09-15'), refusal('validation_failed', /sent on that day/));
});

test('a scheduled brief is held and released, and is public only once it was sent', async () => {
  const at = { ...planned, revision: 2 };
  await scheduleBrief(deps, dana, siteOf(site), at);
  await assert.rejects(takeBackBriefApproval(deps, dana, BRIEF_DAY), refusal('already_done', /Pause it first/));
  await assert.rejects(holdBrief(deps, dana, BRIEF_DAY, ' '), refusal('validation_failed', /reason/));
  assert.equal((await holdBrief(deps, SYSTEM, BRIEF_DAY, 'It was restored.')).problem, 'It was restored.');
  await assert.rejects(scheduleBrief(deps, dana, siteOf(site), at), refusal('already_done', /paused/));
  await assert.rejects(markSent(deps, SYSTEM, BRIEF_DAY, DUE.wall), refusal('already_done', /held/));
  await assert.rejects(
    releaseBrief(deps, dana, siteOf(site, { postalAddress: null }), BRIEF_DAY),
    refusal('gate_blocked', /no postal address/),
  );
  assert.equal((await releaseBrief(deps, dana, siteOf(site), BRIEF_DAY)).state, 'scheduled');
  await assert.rejects(markSent(deps, ruth, BRIEF_DAY, '2026-09-08T11:30:00.000Z'), refusal('forbidden', /server/));
  assert.equal((await site.fetch(`/brief/${BRIEF_DAY}`)).status, 404);
  await markSent(deps, SYSTEM, BRIEF_DAY, '2026-09-08T11:30:00.000Z');
  assert.equal((await site.fetch(`/brief/${BRIEF_DAY}`)).status, 200);
  await assert.rejects(saved(site, dana), refusal('already_done', /was sent/));
  await assert.rejects(
    deps.db.write((tx) => sql`update brief_revision set subject = 'x'`.execute(tx)),
    /append-only/,
  );
  const acts = await deps.db.read
    .selectFrom('journal')
    .select('act')
    .where('subject_kind', '=', 'brief')
    .orderBy('seq')
    .execute();
  assert.deepEqual(
    acts.map(({ act }) => act.replace('brief.', '')),
    ['begun', 'saved', 'approved', 'saved', 'approval_taken_back', 'approved', 'scheduled', 'held', 'released', 'sent'],
  );
});

test('an approver who was disabled does not count: neither for the schedule nor when the brief starts', async () => {
  const day = '2026-09-15';
  const stories = first.stories.map(({ articleId }) => ({ articleId, sentence: '' }));
  const { revision } = await composed(site, dana, { stories }, day);
  await approveBrief(deps, ruth, siteOf(site), { day, revision });
  const disable = (at: string | null) =>
    deps.db.write((tx) => tx.updateTable('editor').set({ disabled_at: at }).where('id', '=', ruth.id).execute());
  const schedule = () =>
    scheduleBrief(deps, dana, siteOf(site), { day, revision, due: { wall: `${day}T06:30`, zone: 'UTC' } });
  const gone = refusal(
    'gate_blocked',
    /Ruth Okafor, who approved revision 1, is not an editor any more.*Take the appr/,
  );
  await disable('2026-09-14T00:00:00.000Z');
  await assert.rejects(schedule(), gone);
  await disable(null);
  await schedule();
  await disable('2026-09-14T00:00:00.000Z');
  site.pass((Date.parse(`${day}T06:30:00Z`) - deps.clock()) / 1000);
  await sendRound(site);
  const { state, problem } = await stateOf(site, day);
  assert.equal(state, 'held');
  assert.match(problem ?? '', /Ruth Okafor, who approved revision 1, is not an editor any more\./);
  await assert.rejects(releaseBrief(deps, dana, siteOf(site), day), gone);
  await takeBackBriefApproval(deps, dana, day);
  await disable(null);
});

const { publication } = site;
const email = { publication, postalAddress: publication.postalAddress, content: first };
const personal = (token: string) => ({
  unsubscribeUrl: `http://127.0.0.1:3000/brief/unsubscribe/${token}`,
  preferencesUrl: `http://127.0.0.1:3000/brief/preferences/${token}`,
});

test('the email of two subscribers differs in the two personal addresses only, and is small with twelve stories', async () => {
  const [one, other] = [await renderBriefHtml(email, personal('aaaa')), await renderBriefHtml(email, personal('bbbb'))];
  assert.equal(first.stories.length, 12);
  assert.ok(Buffer.byteLength(one) <= 90_000, `${Buffer.byteLength(one)} bytes`);
  assert.equal(one.replaceAll('/aaaa', '/bbbb'), other);
  assert.equal(one.split('/aaaa').length - 1, 2);
  assert.equal(renderBriefText(email, personal('aaaa')).split('aaaa').length - 1, 2);
  const hrefs = [...one.matchAll(/href="([^"]*)"/g)]
    .map(([, href = '']) => href)
    .filter((href) => !href.includes('/aaaa'));
  const known =
    /^(?:http:\/\/127\.0\.0\.1:3000\/(?:|brief|brief\/2026-09-08|[a-z-]+\/story-\d+)|https:\/\/plumbline\.example\/method)$/;
  for (const href of hrefs) assert.match(href, known);
  assert.doesNotMatch(one, /<script|<form|<link|@import|@font-face|<img|url\(|\son[a-z]+=/i);
  const hostile = {
    ...first,
    subject: '<script>alert(1)</script>',
    stories: first.stories.map((story) => ({ ...story, headline: '"><img src=x onerror=alert(1)>' })),
  };
  assert.doesNotMatch(await renderBriefHtml({ ...email, content: hostile }, personal('a')), /<script>|<img src=x/);
});

test('the plain part is flowed: joined again, it has the same words, and no line is long', () => {
  const text = renderBriefText(
    {
      ...email,
      content: {
        ...first,
        intro: [{ id: 'i', type: 'paragraph', text: `From here > on, ${'level and plumb '.repeat(20)}` }],
      },
    },
    personal('a'),
  );
  for (const line of text.split('\r\n')) assert.ok(line.length <= 74 || line.includes('http'), line);
  assert.doesNotMatch(text, /^(?:>|From )/m);
  const joined = text.replace(/ \r\n/g, ' ').replace(/^ /gm, '');
  assert.ok(joined.includes(`From here > on, ${'level and plumb '.repeat(20).trim()}`));
});

test('a test email goes to at most five members, marked in its subject, with a link that leads nowhere', async () => {
  const print = async () => ({
    subject: briefSubject(first, true),
    html: await renderBriefHtml(email, personal('test')),
    text: renderBriefText(email, personal('test')),
  });
  const to = (...memberIds: string[]) => ({ day: BRIEF_DAY, revision: 1, memberIds });
  await assert.rejects(sendBriefTest(deps, dana, to(), print), refusal('validation_failed', /one to 5/));
  await assert.rejects(sendBriefTest(deps, dana, to(...'abcdef'), print), refusal('validation_failed', /one to 5/));
  await assert.rejects(
    sendBriefTest(deps, dana, to(deps.newId()), print),
    refusal('validation_failed', /not on the team/),
  );
  assert.equal(await sendBriefTest(deps, dana, to(dana.id, ruth.id), print), 2);
  await sendMail(deps, config, { warn: () => assert.fail() });
  assert.deepEqual(mail.mails.flatMap((one) => one.to).sort(), [dana.email, ruth.email].sort());
  const [one] = mail.mails;
  assert.match(one?.head ?? '', /^Subject: \[Test\] A robot, a slab, and who checks$/m);
  assert.match(one?.head ?? '', /multipart\/alternative/);
  assert.match(one?.body ?? '', /Content-Type: text\/plain; charset=utf-8; format=flowed/);
  assert.ok(
    one?.body.includes((await print()).text.replaceAll('\r\n', '\n').trim()),
    'the plain part arrives as it is',
  );
  assert.equal((await site.fetch('/brief/unsubscribe/test')).status, 404);
  const left = await deps.db.read
    .selectFrom('outbox')
    .select(['text', 'html'])
    .where('about', '=', 'brief.test')
    .execute();
  assert.deepEqual(
    left.map(({ text, html }) => [text, html]),
    [
      [null, null],
      [null, null],
    ],
  );
});

test('in the intro an email address is a link, and an http address stays readable without brackets', async () => {
  const text =
    'Write to [the **desk**](mailto:desk@one.example) or [desk@one.example](mailto:desk@one.example), see [the old *log*](http://one.example/log).';
  const content = { ...first, intro: [{ id: 'i', type: 'paragraph' as const, text }] };
  const html = await renderBriefHtml({ ...email, content }, personal('a'));
  const sentences = html.replace(/<(\/?)(\w+)[^>]*?( href="[^"]*")?[^>]*>/g, '<$1$2$3>');
  assert.match(html, /<a class="ink" href="mailto:desk@one\.example"[^>]*>the <strong>desk<\/strong><\/a>/);
  assert.ok(sentences.includes('see the old <em>log</em> (http://one.example/log).'), sentences);
  const plain = renderBriefText({ ...email, content }, personal('a')).replace(/ \r\n/g, ' ');
  assert.ok(
    plain.includes(
      'Write to the desk <desk@one.example> or desk@one.example, see the old log (http://one.example/log).',
    ),
    plain,
  );
  const sentBrief = { ...content, sentAt: '2026-09-08T11:30:00.000Z', withdrawn: 0, picture: null };
  const page = await briefHtml(siteSnapshot().publication, sentBrief);
  assert.ok(page.includes('<a href="mailto:desk@one.example">desk@one.example</a>, see the old'), page);
  const markdown = briefMarkdown(siteSnapshot().publication, sentBrief);
  assert.ok(markdown.includes('[the **desk**](mailto:desk@one.example) or [desk@one.example](mailto:'), markdown);
  assert.doesNotMatch(`${html}${plain}${page}${markdown}`, /\]\(http:\/\/one|href="http:\/\/one/);
});

test('in the plain part the address of a link follows its words', () => {
  const text = 'The [site *record*](https://example.org/record) says so.';
  const content = { ...first, intro: [{ id: 'i', type: 'paragraph' as const, text }] };
  const sent = renderBriefText({ ...email, content }, personal('a')).replace(/ \r\n/g, ' ');
  assert.ok(sent.includes('The site record <https://example.org/record> says so.'), sent);
});
