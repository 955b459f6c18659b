import assert from 'node:assert/strict';
import { createServer } from 'node:net';
import { type TestContext, test } from 'node:test';
import { listOutbox, queueMail } from '#runtime/mail/outbox.ts';
import { sendMail } from '#runtime/mail/send-mail.ts';
import { openMailServer } from '../../support/mail-server.ts';
import { openSite, type TestSite } from '../../support/site.ts';

const LETTER = {
  about: 'invitation' as const,
  to: 'ines@magazine.example',
  subject: 'Überprüft: you are invited',
  text: `Hello,\n\nthe link is ${'x'.repeat(100)}.\n.\nIt works – once.\n`,
};

const log = (site: TestSite) => ({
  warn: (fields: Record<string, unknown>, message: string) => void site.log.push({ level: 'warn', fields, message }),
});
const go = (site: TestSite) => sendMail(site.deps, site.config, log(site));
const queue = (site: TestSite, over: Partial<typeof LETTER> = {}) =>
  site.deps.db.write((tx) => queueMail(site.deps, tx, { ...LETTER, ...over }));
const rows = (site: TestSite) => site.deps.db.read.selectFrom('outbox').selectAll().orderBy('created_at').execute();

async function siteWith(t: TestContext, options: Parameters<typeof openMailServer>[1] = {}) {
  const server = await openMailServer(t, options);
  const site = await openSite(t, { SMTP_URL: server.url, MAIL_FROM: 'newsroom@magazine.example' });
  return { site, ...server };
}

test('an email is delivered once and unchanged, and its recipient is erased', async (t) => {
  const { site, mails } = await siteWith(t);
  await queue(site);
  await go(site);
  await go(site);
  assert.equal(mails.length, 1);
  const [mail] = mails;
  assert.deepEqual(mail?.to, [LETTER.to]);
  assert.equal(mail?.from, 'newsroom@magazine.example');
  assert.equal(mail?.body.trimEnd(), LETTER.text.trimEnd());
  assert.match(mail?.head ?? '', /^Auto-Submitted: auto-generated$/m);
  assert.match(mail?.head ?? '', /^From: "?Plumbline"? <newsroom@magazine\.example>$/m);
  const [row] = await rows(site);
  assert.deepEqual([row?.recipient, row?.text, row?.trouble], [null, null, null]);
  assert.equal(row?.sent_at, new Date(site.deps.clock()).toISOString());
  assert.match(mail?.head ?? '', new RegExp(`^Message-ID: <${row?.id}@127\\.0\\.0\\.1>$`, 'm'));
});

test('when many processes run the mail job at the same time, one of them delivers each email', async (t) => {
  const { site, mails } = await siteWith(t);
  for (let n = 0; n < 12; n++) await queue(site, { to: `reader${n}@magazine.example` });
  await Promise.all(Array.from({ length: 5 }, () => go(site)));
  assert.equal(mails.length, 12);
  assert.equal(new Set(mails.flatMap(({ to }) => to)).size, 12);
});

test('an act that is rolled back leaves no email in the outbox', async (t) => {
  const { site, mails } = await siteWith(t);
  const undone = site.deps.db.write(async (tx) => {
    await queueMail(site.deps, tx, LETTER);
    throw new Error('undone');
  });
  await assert.rejects(undone);
  await go(site);
  assert.deepEqual([mails.length, await rows(site)], [0, []]);
});

test('a refused email is not retried; outbox and log give the reason without an address', async (t) => {
  const { site } = await siteWith(t, {
    onRcptTo: ({ address }, _, done) => done(Object.assign(new Error(`no ${address} here`), { responseCode: 550 })),
  });
  await queue(site);
  await go(site);
  const [line] = await listOutbox(site.deps.db.read, 10);
  assert.equal(line?.trouble, 'The mail server refused the email (550).');
  assert.ok(line?.givenUpAt);
  assert.deepEqual(
    (await rows(site)).map(({ recipient, text }) => [recipient, text]),
    [[null, null]],
  );
  assert.doesNotMatch(JSON.stringify(site.log), /ines@|example/);
  assert.equal(site.log.length, 1);
});

test('a postponed email is retried after growing waits for a day, then given up', async (t) => {
  let tries = 0;
  const { site } = await siteWith(t, {
    onMailFrom: (_, __, done) => {
      tries++;
      done(Object.assign(new Error('try later'), { responseCode: 451 }));
    },
  });
  await queue(site);
  const waits: number[] = [];
  for (let at = 0; at <= 26 * 3600; at += 60) {
    const before = tries;
    await go(site);
    if (tries > before) waits.push(at);
    site.pass(60);
  }
  const hour = 3600;
  assert.deepEqual(waits, [
    0,
    60,
    360,
    1260,
    1260 + hour,
    1260 + 5 * hour,
    1260 + 9 * hour,
    1260 + 13 * hour,
    1260 + 17 * hour,
    1260 + 21 * hour,
  ]);
  const [line] = await listOutbox(site.deps.db.read, 10);
  assert.deepEqual([line?.trouble, line?.tries], ['The mail server postponed the email (451).', 10]);
  assert.ok(line?.givenUpAt);
});

test('a postponed email is delivered once the mail server accepts it, and then shows no error', async (t) => {
  let isAway = true;
  const { site, mails } = await siteWith(t, {
    onRcptTo: (_, __, done) => (isAway ? done(Object.assign(new Error('later'), { responseCode: 450 })) : done()),
  });
  await queue(site);
  await go(site);
  const [off] = await listOutbox(site.deps.db.read, 10);
  assert.equal(off?.sentAt, null);
  isAway = false;
  site.pass(60);
  await go(site);
  const [line] = await listOutbox(site.deps.db.read, 10);
  assert.deepEqual([mails.length, line?.trouble, line?.tries], [1, null, 2]);
});

test('a refused login is an error of the settings, not of the email', async (t) => {
  const server = await openMailServer(t, { authOptional: false, onAuth: (_, __, done) => done(new Error('no')) });
  const site = await openSite(t, { SMTP_URL: server.url.replace('//', '//us:secret@') });
  await queue(site);
  await go(site);
  const [line] = await listOutbox(site.deps.db.read, 10);
  assert.match(line?.trouble ?? '', /rejected the login/);
  assert.equal(line?.givenUpAt, null);
});

test('a mail server that hangs or is missing delays one email per run', async (t) => {
  const silent = createServer(() => {});
  await new Promise<void>((listening) => silent.listen(0, '127.0.0.1', listening));
  const { port } = silent.address() as { port: number };
  const site = await openSite(t, { SMTP_URL: `smtp://127.0.0.1:${port}` });
  await queue(site);
  await go(site);
  const [line] = await listOutbox(site.deps.db.read, 10);
  assert.deepEqual([line?.sentAt, line?.givenUpAt], [null, null]);
  assert.match(line?.trouble ?? '', /did not answer/);
  await new Promise((closed) => silent.close(closed));
  site.pass(60);
  await go(site);
  assert.equal((await listOutbox(site.deps.db.read, 10))[0]?.tries, 2);
});

test('an email reserved by a dead process is delivered again after the reservation ends', async (t) => {
  const { site, mails } = await siteWith(t);
  await queue(site);
  const { claimEmail } = await import('#runtime/mail/outbox.ts');
  assert.ok(await claimEmail(site.deps));
  await go(site);
  assert.equal(mails.length, 0);
  site.pass(120);
  await go(site);
  assert.equal(mails.length, 1);
});

test('nobody can inject a second address or a header into an email', async (t) => {
  const { site, mails } = await siteWith(t);
  await queue(site, { subject: 'One\r\nBcc: evil@evil.example', to: 'a@magazine.example, evil@evil.example' });
  await queue(site, { subject: 'Two\r\nBcc: evil@evil.example' });
  await go(site);
  assert.deepEqual(
    mails.map(({ to }) => to),
    [[LETTER.to]],
    'the letter with a line break in its subject is sent, to its one recipient',
  );
  assert.match(mails[0]?.head ?? '', /^Subject: Two Bcc: evil@evil\.example$/m);
  assert.doesNotMatch(mails[0]?.head ?? '', /^Bcc:/m);
});

test('without a mail server emails are given up with the reason', async (t) => {
  const site = await openSite(t);
  await queue(site);
  await go(site);
  const [line] = await listOutbox(site.deps.db.read, 10);
  assert.equal(line?.trouble, 'No mail server is set (SMTP_URL).');
  assert.deepEqual(
    (await rows(site)).map(({ recipient, text }) => [recipient, text]),
    [[null, null]],
  );
});

test('the outcome of an email is deleted after thirty days', async (t) => {
  const { site } = await siteWith(t);
  await queue(site);
  await go(site);
  site.pass(30 * 24 * 3600);
  await go(site);
  assert.equal((await rows(site)).length, 1);
  site.pass(1);
  await go(site);
  assert.equal((await rows(site)).length, 0);
});

test('TLS is required when the mail server is another machine', async (t) => {
  const told = async (url: string) => (await openSite(t, { SMTP_URL: url })).config.mail?.needsTls;
  assert.equal(await told('smtp://mail.example:587'), true);
  assert.equal(await told('smtps://us:pw@mail.example'), true);
  assert.equal(await told('smtp://127.0.0.1:1025'), false);
  assert.equal(await told('smtp://mail.internal:25?tls=off'), false);
  for (const wrong of [
    'http://mail.example',
    'mail.example',
    'smtp://mail.example/box',
    'smtp://mail.example?pool=true',
  ])
    await assert.rejects(openSite(t, { SMTP_URL: wrong }), /SMTP_URL/);
});

test('a mail server without TLS gets no email when TLS is required', async (t) => {
  const { site, mails } = await siteWith(t);
  await queue(site);
  const { mail } = site.config;
  assert.ok(mail);
  await sendMail(site.deps, { ...site.config, mail: { ...mail, needsTls: true } }, log(site));
  assert.equal(mails.length, 0);
  const [line] = await listOutbox(site.deps.db.read, 10);
  assert.match(line?.trouble ?? '', /no trusted TLS/);
});

test('a mail server with an untrusted certificate gets no email over STARTTLS', async (t) => {
  const { site, mails } = await siteWith(t, { disabledCommands: [] });
  await queue(site);
  const { mail } = site.config;
  assert.ok(mail);
  await sendMail(site.deps, { ...site.config, mail: { ...mail, needsTls: true } }, log(site));
  assert.equal(mails.length, 0);
  site.pass(60);
  await go(site);
  assert.equal(mails.length, 1, 'on the same machine the email is delivered');
});
