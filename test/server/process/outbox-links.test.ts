import assert from 'node:assert/strict';
import { test } from 'node:test';
import { addSecret } from '#people/emails.ts';
import { inviteMember } from '#people/invitations.ts';
import { claimEmail, SECRET_HERE } from '#runtime/mail/outbox.ts';
import { sendMail } from '#runtime/mail/send-mail.ts';
import { NOBODY } from '../../support/entering.ts';
import { openMailServer } from '../../support/mail-server.ts';
import { form, openSite, PASSWORD, type TestSite } from '../../support/site.ts';

// A waiting email contains no secret, so a copy of the database gives no access.

const TWICE = { newPassword: PASSWORD, repeatedPassword: PASSWORD };
const INES = { name: 'Ines Calloway', email: 'ines@magazine.example', role: 'chief' as const };

const linkIn = (text: string) => /\/newsroom\/invitation\/[\w-]+/.exec(text)?.[0] ?? '';
const go = (site: TestSite) => sendMail(site.deps, site.config, { warn: () => {} }, { complete: addSecret });

async function invited(site: TestSite): Promise<void> {
  await inviteMember(site.deps, await site.person('chief'), INES, site.publication);
}

test('a waiting invitation has no working link; it gets one when it is sent, which works once', async (t) => {
  const { url, mails } = await openMailServer(t);
  const site = await openSite(t, { SMTP_URL: url, MAIL_FROM: 'newsroom@magazine.example' });
  await invited(site);
  const { db } = site.deps;
  const rows = [
    ...(await db.read.selectFrom('outbox').selectAll().execute()),
    ...(await db.read.selectFrom('one_time_link').selectAll().execute()),
    ...(await db.read.selectFrom('journal').selectAll().execute()),
  ];
  const words = JSON.stringify(rows).match(/[\w-]{20,}/g) ?? [];
  assert.ok(words.length > 3);
  for (const word of words) assert.equal((await site.fetch(`/newsroom/invitation/${word}`)).status, 404, word);
  assert.match(JSON.stringify(rows), new RegExp(`/newsroom/invitation/${SECRET_HERE}`));
  await go(site);
  const link = linkIn(mails[0]?.body ?? '');
  assert.match(link, /[\w-]{43}$/);
  assert.equal((await site.fetch(link)).status, 200);
  assert.equal((await site.fetch(link, form(NOBODY, TWICE))).status, 303);
  assert.equal((await site.fetch(link)).status, 404);
});

test('an email sent twice has two links; both work until one is used', async (t) => {
  const { url, mails } = await openMailServer(t);
  const site = await openSite(t, { SMTP_URL: url, MAIL_FROM: 'newsroom@magazine.example' });
  await invited(site);
  const letter = (await claimEmail(site.deps)) ?? assert.fail();
  const first = linkIn((await addSecret(site.deps, letter)) ?? ''); // the process dies before it records the delivery
  site.pass(121);
  await go(site);
  const second = linkIn(mails[0]?.body ?? '');
  assert.notEqual(first, second);
  for (const link of [first, second]) assert.equal((await site.fetch(link)).status, 200);
  assert.equal((await site.fetch(first, form(NOBODY, TWICE))).status, 303);
  assert.equal((await site.fetch(second)).status, 404);
});

test('an email whose link has expired is given up with the reason', async (t) => {
  const { url, mails } = await openMailServer(t);
  const site = await openSite(t, { SMTP_URL: url, MAIL_FROM: 'newsroom@magazine.example' });
  await invited(site);
  site.pass(72 * 3600);
  await go(site);
  assert.equal(mails.length, 0);
  const [row] = await site.deps.db.read.selectFrom('outbox').selectAll().execute();
  assert.match(row?.trouble ?? '', /Its link was used, replaced or expired/);
  assert.deepEqual([row?.recipient, row?.text], [null, null]);
});
