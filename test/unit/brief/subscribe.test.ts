import assert from 'node:assert/strict';
import { test } from 'node:test';
import { deleteUnconfirmed } from '#brief/subscribers/erase.ts';
import {
  confirmedSubscriber,
  countEmails,
  emailsOf,
  linkTo,
  readerForm,
  subscribe,
  subscriberOf,
  WITH_MAIL,
} from '../../support/brief/readers.ts';
import { openSite, type TestSite } from '../../support/site.ts';

const DANA = 'dana@reader.example';
const HOUR = 3600;
const DAY = 24 * HOUR;

test('a reader asks, opens the link of the email, presses the button and is subscribed', async (t) => {
  const site = await openSite(t, WITH_MAIL);
  assert.match(await (await site.fetch('/brief/subscribe')).text(), /<form method="post" action="\/brief\/subscribe">/);
  const asked = await subscribe(site, DANA);
  assert.equal(asked.status, 202);
  assert.equal(asked.headers.get('cache-control'), 'no-store');
  assert.equal((await subscriberOf(site, DANA)).row.state, 'pending');
  const stored = JSON.stringify(await site.deps.db.read.selectFrom('outbox').selectAll().execute());
  assert.doesNotMatch(stored, /confirm\/[0-9a-f]{32}/, 'the waiting email has no secret');
  const link = await linkTo(site, DANA);
  for (let times = 0; times < 3; times++) {
    const page = await site.fetch(link);
    assert.equal(page.status, 200);
    assert.equal(page.headers.get('referrer-policy'), 'no-referrer');
    assert.match(await page.text(), /<button type="submit">Confirm<\/button>/);
  }
  assert.equal((await subscriberOf(site, DANA)).row.state, 'pending', 'a GET confirms nothing');
  assert.equal((await site.fetch(link, { method: 'POST' })).status, 200);
  const { row } = await subscriberOf(site, DANA);
  assert.deepEqual([row.state, row.reason], ['confirmed', 'confirmed_link']);
  assert.equal((await site.fetch(link)).status, 404, 'the link works once');
  assert.equal((await site.fetch(link, { method: 'POST' })).status, 404);
});

test('the answer is the same for a new, a waiting, a confirmed and a suppressed address, and for a program', async (t) => {
  const site = await openSite(t, { ...WITH_MAIL, RATE_LIMITS: 'off' });
  await confirmedSubscriber(site, DANA);
  const { unsubscribe } = await confirmedSubscriber(site, 'gone@reader.example');
  await site.fetch(unsubscribe, { method: 'POST' });
  site.pass(DAY);
  const answers = [];
  for (const email of ['new@reader.example', 'new@reader.example', DANA, 'gone@reader.example']) {
    const answer = await subscribe(site, email);
    answers.push(`${answer.status} ${await answer.text()}`);
  }
  const program = await site.fetch(
    '/brief/subscribe',
    readerForm({ email: 'bot@reader.example', website: 'https://spam.example' }),
  );
  answers.push(`${program.status} ${await program.text()}`);
  assert.equal(new Set(answers).size, 1);
  const kinds = (await emailsOf(site)).slice(2).map(({ about, to }) => `${about} ${to}`);
  assert.deepEqual(kinds.sort(), [
    `brief.confirm gone@reader.example`,
    `brief.confirm new@reader.example`,
    `brief.known ${DANA}`,
  ]);
});

test('what is no address gets a sentence, and nothing is stored or sent', async (t) => {
  const site = await openSite(t, WITH_MAIL);
  const wrong = ['a@example.com\r\nBcc: all@example.com', 'dänä@example.com', 'a@example.com,b@example.com', '<b>"'];
  for (const email of wrong) {
    const answer = await subscribe(site, email, { 'X-Forwarded-For': '192.0.2.1' });
    assert.equal(answer.status, 422);
    const page = await answer.text();
    assert.match(page, /role="alert"/);
    assert.doesNotMatch(page, /<b>"/, 'the typed text is escaped');
  }
  const foreign = await site.fetch(
    '/brief/subscribe',
    readerForm({ email: DANA }, { Origin: 'https://elsewhere.example' }),
  );
  assert.equal(foreign.status, 403);
  const json = await site.fetch('/brief/subscribe', {
    ...readerForm({}),
    headers: { Origin: site.config.publication.baseUrl },
  });
  assert.equal(json.status, 415);
  assert.equal(await countEmails(site), 0);
  assert.equal((await site.deps.db.read.selectFrom('subscriber').select('id').execute()).length, 0);
});

test('without a mail server nobody is asked, and the page says so', async (t) => {
  const site = await openSite(t);
  const answer = await subscribe(site, DANA);
  assert.equal(answer.status, 503);
  const page = await answer.text();
  assert.match(page, /sends no email at present/);
  assert.doesNotMatch(page, /SMTP_URL/, 'a reader is told what a reader can do');
  for (const path of ['/', '/brief', '/brief/subscribe', '/robotics'])
    assert.doesNotMatch(await (await site.fetch(path)).text(), /action="\/brief\/subscribe"/, path);
});

test('one mailbox gets one email in a day and three in thirty days, in whatever spelling', async (t) => {
  const site = await openSite(t, { ...WITH_MAIL, RATE_LIMITS: 'off' });
  await subscribe(site, DANA);
  await subscribe(site, 'DANA+other@reader.example');
  assert.equal(await countEmails(site), 1);
  for (const [days, expected] of [
    [1, 2],
    [1, 3],
    [1, 3],
    [26, 3],
    [2, 4],
  ] as const) {
    site.pass(days * DAY);
    await subscribe(site, DANA);
    assert.equal(await countEmails(site), expected, `${days}`);
  }
});

test('a domain gets 20 emails an hour, a large provider more, the whole site 200; five requests in ten minutes count', async (t) => {
  const site = await openSite(t, { ...WITH_MAIL, RATE_LIMITS: 'off' });
  for (let at = 0; at < 25; at++) await subscribe(site, `a${at}@small.example`);
  assert.equal(await countEmails(site), 20);
  for (let at = 0; at < 190; at++) await subscribe(site, `a${at}@gmail.com`);
  assert.equal(await countEmails(site), 200);
  site.pass(HOUR);
  await subscribe(site, 'late@small.example');
  assert.equal(await countEmails(site), 201);
  const counted = await openSite(t, WITH_MAIL);
  for (let at = 0; at < 8; at++) assert.equal((await subscribe(counted, `a${at}@gmail.com`)).status, 202);
  assert.equal(await countEmails(counted), 5);
});

test('networks of many addresses leave half of the emails of an hour, and of a domain, to readers elsewhere', async (t) => {
  const site = await openSite(t, { ...WITH_MAIL, TRUSTED_PROXIES: '1' });
  const ask = (email: string, address: string) => subscribe(site, email, { 'X-Forwarded-For': address });
  for (let n = 0; n < 14; n++) await ask(`r${n}@small.example`, `2001:db8:1:${n % 5}00::1`);
  await ask('dana@small.example', '192.0.2.1');
  const at = new Date(site.deps.clock()).toISOString();
  const sent = Array.from({ length: 100 }, (_, n) => ({ id: site.deps.newId(), purpose: 'confirm', at, n: `${n}` }));
  const rows = sent.map(({ n, ...row }) => ({ ...row, address_hmac: n, domain_hmac: n }));
  await site.deps.db.write((tx) => tx.insertInto('subscriber_email').values(rows).execute());
  await ask('more@gmail.com', '2001:db8:1::1');
  await ask('eva@reader.example', '192.0.2.1');
  const to = (await emailsOf(site)).map((email) => email.to);
  assert.ok(to.includes('dana@small.example') && to.includes('eva@reader.example'), to.join(' '));
  assert.ok(!to.includes('more@gmail.com'));
});

test('a link works for 48 hours, and an address that nobody confirms is deleted after seven days', async (t) => {
  const site = await openSite(t, WITH_MAIL);
  await subscribe(site, DANA);
  const link = await linkTo(site, DANA);
  site.pass(48 * HOUR - 1);
  assert.equal((await site.fetch(link)).status, 200);
  site.pass(1);
  assert.equal((await site.fetch(link, { method: 'POST' })).status, 404);
  await confirmedSubscriber(site, 'stays@reader.example');
  site.pass(5 * DAY);
  await deleteUnconfirmed(site.deps);
  assert.equal((await subscriberOf(site, DANA)).row.state, 'pending');
  site.pass(1);
  await deleteUnconfirmed(site.deps);
  assert.deepEqual(await addresses(site), ['stays@reader.example']);
  assert.deepEqual(
    (await emailsOf(site)).map(({ to }) => to),
    ['stays@reader.example'],
  );
});

test('the form is on the home page, on sections and articles, and these pages stay cacheable', async (t) => {
  const site = await openSite(t, WITH_MAIL);
  for (const path of ['/', '/robotics', '/brief/subscribe']) {
    const page = await site.fetch(path);
    assert.match(page.headers.get('cache-control') ?? '', /^public/, path);
    assert.match(await page.text(), /action="\/brief\/subscribe"/, path);
  }
});

async function addresses(site: TestSite) {
  const rows = await site.deps.db.read.selectFrom('subscriber').select('address').execute();
  return rows.map(({ address }) => address);
}
