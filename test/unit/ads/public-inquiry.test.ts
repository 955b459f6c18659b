import assert from 'node:assert/strict';
import { test } from 'node:test';
import { booked, type Desk, openDesk } from '../../support/ads/ad-desk.ts';
import { BASE } from '../../support/site.ts';

// The form on the advertising page, which anybody can send.

const ASKED = {
  unit: 'homepage-band',
  startsOn: '2026-11-02',
  advertiser: 'Żółć Ελλάς 建設',
  category: 'layout-robots',
  otherCategory: '',
  contactName: 'Robin Vance',
  contactEmail: 'robin@acme.example',
  note: 'We can start a week later.',
  website: '',
};
const OWN_PAGE = { Origin: BASE, 'Sec-Fetch-Site': 'same-origin' };

test('the public form opens one order however often it is sent, and refuses what it cannot take', async (t) => {
  const desk = await openDesk(t, { RATE_LIMITS: 'off' });
  const { site } = desk;
  assert.match(await (await site.fetch('/advertise')).text(), /href="\/advertise\/inquiry"/);
  const page = await (await site.fetch('/advertise/inquiry')).text();
  assert.match(page, /action="\/advertise\/inquiry"/);
  assert.match(page, /Homepage band, \$2,500; free 2026-09-07/);
  assert.match(page, /mailto:/);

  const answers = await Promise.all([1, 2, 3].map(() => send(desk, ASKED)));
  assert.deepEqual(
    answers.map(({ status }) => status),
    [202, 202, 202],
  );
  const [order, ...others] = await orders(desk);
  assert.deepEqual(others, []);
  assert.equal(order?.state, 'inquiry');
  assert.equal(order?.cents, 250000);
  const mails = await site.deps.db.read.selectFrom('outbox').select(['about', 'recipient', 'text']).execute();
  assert.equal(mails.length, 2);
  assert.match(mails.find(({ about }) => about === 'ad.opened.desk')?.text ?? '', /We can start a week later\./);
  assert.doesNotMatch(mails.find(({ about }) => about === 'ad.opened')?.text ?? '', /a week later/);
  const entry = await site.deps.db.read.selectFrom('journal').selectAll().where('act', '=', 'ad.opened').execute();
  assert.deepEqual(
    entry.map(({ actor_kind, actor_name }) => [actor_kind, actor_name]),
    [['advertiser', 'An advertiser, by the public form']],
  );

  assert.equal((await send(desk, { ...ASKED, startsOn: '2026-12-07', website: 'http://spam.example' })).status, 202);
  assert.equal((await send(desk, ASKED, { Origin: 'https://other.example' })).status, 403);
  assert.equal((await send(desk, ASKED, {})).status, 403);
  for (const over of [
    { unit: 'custom-programs' },
    { startsOn: '2026-09-06' },
    { startsOn: 'soon' },
    { contactEmail: 'robin' },
    { contactName: 'Win at https://spam.example' },
    { contactName: 'Win at spam.example' },
    { contactName: 'You won! Claim it at evil.com!' },
    { contactName: 'Claim it at evil.com, now' },
    { contactName: 'Call 0900 1234' },
    { contactName: 'Claim it at evil．com' },
    { advertiser: '\u202e' },
    { category: 'other', otherCategory: '' },
    { note: 'x'.repeat(2001) },
  ]) {
    const response = await send(desk, { ...ASKED, advertiser: '<b>"Kept"</b>', ...over });
    assert.equal(response.status, 422, JSON.stringify(over));
    const again = await response.text();
    assert.match(again, /role="alert"/);
    assert.doesNotMatch(again, /<b>"Kept"/);
  }
  assert.equal((await orders(desk)).length, 1);
});

test('the email to an address that a stranger typed has no other word of theirs', async (t) => {
  const desk = await openDesk(t, { RATE_LIMITS: 'off' });
  const typed = { advertiser: 'Claim it', contactName: 'You have won', note: 'At evil', otherCategory: 'A prize' };
  assert.equal((await send(desk, { ...ASKED, ...typed, category: 'other' })).status, 202);
  const mails = await desk.site.deps.db.read.selectFrom('outbox').selectAll().execute();
  const contact = mails.find(({ about }) => about === 'ad.opened');
  assert.match(contact?.text ?? '', /^Hello,\n/);
  for (const words of Object.values(typed)) assert.ok(!`${contact?.subject}${contact?.text}`.includes(words), words);
  for (const contactName of [
    'Dr. Anna O’Neil-Smith, Jr.',
    'J.R. Vance',
    'Мария Иванова',
    '山田 花子',
    'Àlex Paral·lel',
  ])
    assert.equal(
      (await send(desk, { ...ASKED, contactName, contactEmail: `${contactName.length}@b.example` })).status,
      202,
      contactName,
    );
});

test('an inquiry for taken days is refused without a name; one address opens three orders a day', async (t) => {
  const desk = await openDesk(t);
  await booked(desk); // 2026-10-05 to 2026-11-01, for Acme Layout
  const taken = await send(desk, { ...ASKED, startsOn: '2026-10-26' });
  assert.equal(taken.status, 422);
  const page = await taken.text();
  assert.match(page, /Some of these days are taken/);
  assert.doesNotMatch(page, /Acme Layout/);
  const other = { ...ASKED, contactEmail: 'kim@other.example', category: 'other', otherCategory: 'Chalk' };
  assert.equal((await send(desk, { ...other, advertiser: 'ACME layout' })).status, 202, 'a similar name is a new one');
  for (const startsOn of ['2027-01-04', '2027-02-01'])
    assert.equal((await send(desk, { ...other, startsOn })).status, 202, startsOn);
  const fourth = await send(desk, { ...other, startsOn: '2027-03-01' });
  assert.equal(fourth.status, 429);
  assert.match(await fourth.text(), /3 inquiries from this email address/);
  assert.equal((await orders(desk)).filter(({ contact_email }) => contact_email === other.contactEmail).length, 3);
  const limited = await send(desk, { ...ASKED, contactEmail: 'six@other.example', startsOn: '2027-05-03' });
  assert.equal(limited.status, 429);
  assert.ok(Number(limited.headers.get('retry-after')) > 0);
  assert.match(await limited.text(), /Too many requests/);
});

function send({ site }: Desk, fields: Record<string, string>, headers: Record<string, string> = OWN_PAGE) {
  return site.fetch('/advertise/inquiry', {
    method: 'POST',
    headers: { 'Content-Type': 'application/x-www-form-urlencoded', ...headers },
    body: new URLSearchParams(fields).toString(),
  });
}

function orders({ site }: Desk) {
  return site.deps.db.read.selectFrom('ad_order').select(['id', 'state', 'cents', 'contact_email']).execute();
}
