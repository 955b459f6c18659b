import assert from 'node:assert/strict';
import { createHash } from 'node:crypto';
import { test } from 'node:test';
import { createProof } from '#ads/runs/proofs.ts';
import { approveBrief, scheduleBrief } from '#brief/issues/plan.ts';
import { sendMail } from '#runtime/mail/send-mail.ts';
import { siteSnapshot } from '#runtime/site-snapshot.ts';
import { completeEmail } from '#server/emails.ts';
import { booked, DAY, deskOf, keep, signedIn } from '../../ads/ad-desk.ts';
import { BRIEF_DAY, BRIEF_SETTINGS, composed, DUE, publishStories, siteOf } from '../../brief/briefs.ts';
import { subscriberOf } from '../../brief/readers.ts';
import { AT_ONCE, addReaders, sendRound, statesOf } from '../../brief/sends.ts';
import { openContext } from '../../browser/shared-browser.ts';
import { inBothSchemes, lookAt } from '../../support/axe.ts';
import { serveSite, signInAs } from '../../support/browser.ts';
import { type Mail, openMailServer } from '../../support/mail-server.ts';

// The whole way of one Field Brief: a reader, an editor and a sponsor, a real browser, and a real mail server on loopback.

const READER = 'robin@reader.example';
const NEXT_DAY = '2026-09-15';
const WINDOWS = inBothSchemes(320, 1280);

test('a reader subscribes, an editor makes a sponsored brief, 50 addresses get it, and one leaves before the next', async (t) => {
  const mail = await openMailServer(t);
  const settings = { ...BRIEF_SETTINGS, ...AT_ONCE, BRIEF_STOP_SECONDS: '600', SMTP_URL: mail.url };
  const site = await serveSite(t, { ...settings, MAIL_FROM: 'newsroom@magazine.example' });
  const desk = await deskOf(site);
  const { deps, config } = site;
  const base = config.publication.baseUrl;
  const order = await booked(desk, { unit: 'field-brief', startsOn: BRIEF_DAY });
  const [storyId = ''] = await publishStories(site, 3);
  await addReaders(site, 49);
  const emptyOutbox = () => sendMail(deps, config, { warn: () => {} }, { complete: completeEmail });
  await emptyOutbox();

  // The reader
  const reader = await (await openContext(t)).newPage();
  await reader.goto(`${base}/`);
  await reader.locator('#subscribe-email').fill(READER);
  await reader.getByRole('button', { name: 'Subscribe' }).click();
  assert.equal(await reader.locator('h1').textContent(), 'Check your email');
  await emptyOutbox();
  await reader.goto(/http:\S+\/brief\/confirm\/\S+/.exec(mail.mails.at(-1)?.body ?? '')?.[0] ?? base);
  await reader.getByRole('button', { name: 'Confirm' }).click();
  assert.equal(await reader.locator('h1').textContent(), 'You are subscribed');

  // The editor
  const context = await openContext(t);
  await signInAs(context, site, await signedIn(desk));
  const page = await context.newPage();
  const press = async (name: string) => {
    const answered = page.waitForNavigation();
    await page.getByRole('button', { name, exact: true }).click();
    await answered;
    assert.equal(await page.locator('.refusal').count(), 0, name);
  };
  await page.goto(`${base}/newsroom/briefs`);
  await page.getByRole('button', { name: 'Another day …' }).click();
  await page.locator('#day').fill(BRIEF_DAY);
  await press('Begin the brief');
  await page.locator('#subject').fill('A robot, a slab, and who checks');
  await page.locator('#intro-0-text').fill('We asked 77 crews how they check a robot.');
  await press('Save as revision 1');
  await page.getByRole('link', { name: 'Check and send' }).click();
  assert.match((await page.locator('.gate').textContent()) ?? '', /The number “77” is not settled/);
  await page.getByRole('link', { name: 'Settle the numbers' }).first().click();
  await page.locator('summary', { hasText: 'By your signature' }).click();
  await page.locator('#reason').fill('I called each of them.');
  await press('Settle and sign it');
  await lookAt(page, 'a composed brief', WINDOWS);
  await page.goto(`${base}/newsroom/briefs/${BRIEF_DAY}/send`);
  await page.getByText('The email', { exact: true }).click();
  assert.equal(await page.locator('.previews-side iframe').count(), 5);
  const preview = page.frameLocator('.previews-side iframe >> nth=0');
  assert.equal(await preview.locator('img').getAttribute('alt'), 'A layout robot on a slab.');
  await page.getByLabel('Dana Whitfield').check();
  await press('Send the test of revision 1');
  await emptyOutbox();
  assert.match(mail.mails.at(-1)?.head ?? '', /^Subject: \[Test\] A robot/m);
  await press('Approve revision 1');
  await page.locator('#zone').selectOption('Chicago');
  await page.locator('#time').fill(DUE.wall.slice(11));
  await press('Schedule revision 1');
  assert.match((await page.locator('main').textContent()) ?? '', /goes out at 06:30 America\/Chicago/);

  // At its time
  const before = mail.mails.length;
  site.pass((Date.parse('2026-09-08T11:29:59.000Z') - deps.clock()) / 1000);
  await sendRound(site);
  assert.deepEqual(await statesOf(site), {});
  site.pass(1);
  await sendRound(site);
  assert.deepEqual(await statesOf(site), { waiting: 50 });
  site.pass(600);
  await sendRound(site);
  assert.deepEqual(await statesOf(site), { accepted: 50 });
  const emails = mail.mails.slice(before);
  const addresses = new Set(emails.flatMap(({ to }) => to));
  assert.deepEqual([emails.length, addresses.size, addresses.has(READER)], [50, 50, true]);

  // Archive, proof and counts
  await reader.goto(`${base}/brief/${BRIEF_DAY}`);
  assert.equal(await reader.locator('h1').textContent(), 'A robot, a slab, and who checks');
  await lookAt(reader, 'the archive', WINDOWS);
  await keep(desk);
  await signInAs(context, site, await signedIn(desk));
  await page.goto(`${base}/newsroom/ads/${order.id}`);
  assert.match((await page.locator('main').textContent()) ?? '', /Revision 1 was sent.*placed by itself/s);
  await lookAt(page, 'the order of the sponsor', WINDOWS);
  const proof = { print: async () => new Uint8Array(), hasBrowser: false };
  const { document } = await createProof(deps, desk.dana, siteSnapshot().publication, { orderId: order.id, ...proof });
  const [send] = document.parts[0]?.sends ?? [];
  const own = emails.find(({ to }) => to[0] === READER);
  const { unsubscribe } = await subscriberOf(site, READER);
  const printed = htmlOf(own).replaceAll(unsubscribe.split('/').at(-1) ?? '', '0'.repeat(32));
  assert.equal(send?.deliveries?.acceptedAtLeast, 50);
  assert.equal(send?.deliveries?.htmlSha256, createHash('sha256').update(printed).digest('hex'));
  assert.ok(printed.includes(`/ads/${send?.creativeHash}/`), 'the picture of the proof is in the email');

  // One click, as a mail program does it, and the next brief
  const [, oneClick = ''] = /^List-Unsubscribe: <(https?:[^>]+)>/m.exec(own?.head ?? '') ?? [];
  assert.equal(oneClick, `${base}${unsubscribe}`);
  const left = await fetch(oneClick, {
    method: 'POST',
    body: new URLSearchParams({ 'List-Unsubscribe': 'One-Click' }),
    redirect: 'manual',
  });
  assert.deepEqual([left.status, left.headers.get('set-cookie'), left.headers.get('location')], [200, null, null]);
  site.pass(5 * DAY);
  const sent = mail.mails.length;
  const story = { articleId: storyId, sentence: '' };
  const { revision } = await composed(site, desk.dana, { stories: [story] }, NEXT_DAY);
  await approveBrief(deps, desk.dana, siteOf(site), { day: NEXT_DAY, revision });
  const due = { ...DUE, wall: `${NEXT_DAY}T06:30` };
  await scheduleBrief(deps, desk.dana, siteOf(site), { day: NEXT_DAY, revision, due });
  site.pass((Date.parse('2026-09-15T11:30:00.000Z') - deps.clock()) / 1000);
  await sendRound(site);
  site.pass(600);
  await sendRound(site);
  const next = mail.mails.slice(sent).flatMap(({ to }) => to);
  assert.deepEqual([next.length, next.includes(READER)], [49, false]);
});

/** The HTML part of an email. */
function htmlOf(email: Mail | undefined): string {
  const [, html = ''] = /(<!DOCTYPE html>.*<\/html>\n)/s.exec(email?.body ?? '') ?? [];
  return html;
}
