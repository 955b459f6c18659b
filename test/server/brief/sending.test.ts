import assert from 'node:assert/strict';
import { after, test } from 'node:test';
import { openBrief } from '#brief/issues/compose.ts';
import { tokenOf } from '#brief/subscribers/tokens.ts';
import { BRIEF_DAY, BRIEF_SETTINGS, publishStories } from '../../support/brief/briefs.ts';
import { AT_ONCE, addReaders, scheduled, sendRound, stateOf, statesOf } from '../../support/brief/sends.ts';
import { openMailServer } from '../../support/mail-server.ts';
import { BASE, openSite } from '../../support/site.ts';

// One brief from its due time to the archive, over a real mail server.

const mail = await openMailServer({ after });
const site = await openSite(
  { after },
  {
    ...BRIEF_SETTINGS,
    ...AT_ONCE,
    BRIEF_STOP_SECONDS: '600',
    SMTP_URL: mail.url,
    BOUNCE_HOST: 'bounces.magazine.example',
  },
);
const { deps } = site;
const dana = await site.person('editor', 'Dana Whitfield');
await publishStories(site, 5);
const [first = ''] = await addReaders(site, 3);
await openBrief(deps, dana, '2026-08-25');
await openBrief(deps, dana, '2026-09-01');
await scheduled(site, dana);

test('at its time the audience is frozen, and nothing goes out for ten minutes', async () => {
  await sendRound(site);
  assert.deepEqual(await statesOf(site), { waiting: 3 });
  assert.equal((await stateOf(site)).state, 'sending');
  assert.equal(mail.mails.length, 0);
});

test('after ten minutes everybody of the frozen audience gets one email, and the brief is in the archive', async () => {
  assert.equal((await site.fetch(`/brief/${BRIEF_DAY}`)).status, 404);
  site.pass(600);
  await sendRound(site);
  assert.deepEqual(await statesOf(site), { accepted: 3 });
  assert.deepEqual(
    mail.mails.flatMap(({ to }) => to).sort(),
    [0, 1, 2].map((at) => `reader${at}@mail${at}.example`),
  );
  assert.equal((await stateOf(site)).state, 'sent');
  assert.equal((await site.fetch(`/brief/${BRIEF_DAY}`)).status, 200);
  assert.match(mail.mails[0]?.body ?? '', /FIELD BRIEF NO\. 1\b/, 'two drafts that were never sent leave no gap');
  const rows = await deps.db.read.selectFrom('brief').select(['day', 'number']).orderBy('number').execute();
  assert.deepEqual(
    rows.map(({ day }) => day),
    [BRIEF_DAY, '2026-09-01', '2026-08-25'],
  );
  await sendRound(site);
  assert.equal(mail.mails.length, 3);
});
test('an email has the headers of a list, its own Message-ID, and an envelope that names brief and subscriber', async () => {
  const token = tokenOf(deps, first);
  const one = mail.mails.find(({ to }) => to[0] === 'reader0@mail0.example');
  const head = one?.head.split('\r\n') ?? [];
  const header = (name: string) => head.find((line) => line.toLowerCase().startsWith(`${name.toLowerCase()}: `));
  assert.equal(one?.from, `bounce+${BRIEF_DAY}.${token}@bounces.magazine.example`);
  assert.ok((one?.from.indexOf('@') ?? 99) <= 64, 'octets before the @ (RFC 5321, 4.5.3.1.1)');
  assert.equal(header('From'), 'From: "Plumbline: Field Brief" <brief@magazine.example>');
  assert.equal(header('List-Id'), 'List-ID: Field Brief <field-brief.127.0.0.1>');
  assert.equal(header('List-Unsubscribe'), `List-Unsubscribe: <${BASE}/brief/unsubscribe/${token}>`);
  assert.equal(header('List-Unsubscribe-Post'), 'List-Unsubscribe-Post: List-Unsubscribe=One-Click');
  for (const name of ['List-Help', 'List-Archive', 'List-Post', 'Archived-At', 'Feedback-ID', 'Precedence', 'Reply-To'])
    assert.ok(header(name), name);
  assert.equal(header('X-Auto-Response-Suppress'), 'X-Auto-Response-Suppress: OOF, AutoReply');
  assert.match(header('Message-ID') ?? '', /^Message-ID: <2026-09-08\.[0-9a-f]{32}@127\.0\.0\.1>$/i);
  assert.ok(!header('Message-ID')?.includes(token), 'a Message-ID is quoted in replies and does not hold the token');
  assert.equal(new Set(mail.mails.map(({ head }) => /message-id: (.*)/i.exec(head)?.[1])).size, 3);
  assert.ok(one?.body.includes(`${BASE}/brief/unsubscribe/${token}`));
  assert.doesNotMatch(one?.body ?? '', /0{32}/);
  const words = (one?.body ?? '').replaceAll('=\r\n', '').replaceAll(/\s+/g, ' ');
  assert.match(words, /because your address is on the list of the Field Brief/);
  assert.match(words, /aria-hidden="true">The morning count, [^<]*…</, 'an inbox shows the headlines, not the team');
});
