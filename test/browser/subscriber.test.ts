import assert from 'node:assert/strict';
import { test } from 'node:test';
import { makeDkimKey } from '#brief/domain/dkim-key.ts';
import { listAudience } from '#brief/subscribers/audience.ts';
import { CLI } from '#core/actor.ts';
import { sendMail } from '#runtime/mail/send-mail.ts';
import { completeEmail } from '#server/emails.ts';
import { inBothSchemes, lookAt } from '../support/axe.ts';
import { dnsServer, type Zone } from '../support/brief/dns-server.ts';
import { subscriberOf } from '../support/brief/readers.ts';
import { addReaders } from '../support/brief/sends.ts';
import { openContext } from '../support/browser/shared-browser.ts';
import { serveSite, signInAs } from '../support/browser.ts';
import { openMailServer } from '../support/mail-server.ts';

// A reader with the keyboard alone (the pages have no script), and emails through a real mail server.

const DANA = 'dana@reader.example';
const WINDOWS = inBothSchemes(320, 1280);

test('a reader subscribes on the home page, confirms by the email, changes preferences, unsubscribes and erases', async (t) => {
  const mail = await openMailServer(t);
  const site = await serveSite(t, { SMTP_URL: mail.url, MAIL_FROM: 'brief@magazine.example' });
  const base = site.config.publication.baseUrl;
  const page = await (await openContext(t)).newPage();
  const press = async (button: string) => {
    await page.getByRole('button', { name: button }).focus();
    const answered = page.waitForNavigation();
    await page.keyboard.press('Enter');
    await answered;
  };
  const openLastLink = async () => {
    await sendMail(site.deps, site.config, { warn: () => {} }, { complete: completeEmail });
    await page.goto(/http:\S+\/brief\/\S+/.exec(mail.mails.at(-1)?.body ?? '')?.[0] ?? base);
  };
  const title = () => page.locator('h1').textContent();

  await page.goto(`${base}/`);
  await page.locator('#subscribe-email').focus();
  await page.keyboard.type('dana@reader');
  await page.keyboard.press('Enter');
  await page.waitForURL(/\/brief\/subscribe$/);
  assert.match((await page.locator('[role=alert]').textContent()) ?? '', /not the name of a mail domain/);
  assert.equal(await page.locator('#subscribe-email').inputValue(), 'dana@reader');
  await lookAt(page, 'refused', WINDOWS);
  await page.locator('#subscribe-email').fill(DANA);
  await press('Send me the brief');
  assert.equal(await title(), 'Check your email');
  await lookAt(page, 'asked', WINDOWS);

  await openLastLink();
  assert.deepEqual(mail.mails.at(-1)?.to, [DANA]);
  await lookAt(page, 'confirm', WINDOWS);
  assert.deepEqual(await listAudience(site.deps.db.read), []);
  await press('Confirm');
  assert.equal(await title(), 'You are subscribed');
  await lookAt(page, 'confirmed', WINDOWS);
  await page.goBack();
  await page.reload();
  assert.equal(await title(), 'That did not work');
  await lookAt(page, 'link used', WINDOWS);

  const { row, preferences, unsubscribe } = await subscriberOf(site, DANA);
  await page.goto(base + preferences);
  await lookAt(page, 'preferences', WINDOWS);
  await page.locator('#sections-robotics').focus();
  await page.keyboard.press('Space');
  await press('Save');
  assert.equal(await page.locator('[role=status]').textContent(), 'Saved.');
  assert.deepEqual((await listAudience(site.deps.db.read))[0]?.wants.sections, ['robotics']);

  await page.goto(base + unsubscribe);
  await press('Unsubscribe');
  assert.equal(await title(), 'You are unsubscribed');
  await lookAt(page, 'unsubscribed', WINDOWS);
  assert.deepEqual(await listAudience(site.deps.db.read), []);
  await page.goto(base + preferences);
  await press('Email me a link to erase it');
  await openLastLink();
  await lookAt(page, 'erase', WINDOWS);
  await press('Erase my address');
  assert.equal(await title(), 'Your address is erased');

  const context = await openContext(t);
  await signInAs(context, site, await site.person('chief'));
  const newsroom = await context.newPage();
  await newsroom.goto(`${base}/newsroom/subscribers/${row.id}`);
  assert.equal(await newsroom.locator('h1').textContent(), 'An erased subscriber');
  assert.doesNotMatch(await newsroom.content(), /dana@/);
  await lookAt(newsroom, 'erased subscriber', WINDOWS);
});

test('a chief sees subscribers and the mail domain, copies the records, and reads help', async (t) => {
  const zone: Zone = { '_dmarc.magazine.example': { txt: ['v=DMARC1; p=none', 'v=DMARC1; p=reject'] } };
  const dns = await dnsServer(t, zone);
  const settings = {
    BRIEF_FROM: 'brief@magazine.example',
    BOUNCE_HOST: 'bounce.magazine.example',
    BRIEF_DNS_SERVER: dns,
  };
  const site = await serveSite(t, settings);
  const base = site.config.publication.baseUrl;
  const { selector, record } = await makeDkimKey(site.deps, CLI);
  await addReaders(site, 3);
  const context = await openContext(t, { viewport: { width: 1280, height: 900 } });
  await context.grantPermissions(['clipboard-read', 'clipboard-write']);
  await signInAs(context, site, await site.person('chief'));
  const page = await context.newPage();
  await page.goto(`${base}/newsroom/subscribers`);
  await lookAt(page, 'the subscribers', inBothSchemes(390, 1280));
  await page.getByRole('link', { name: 'Growth' }).click();
  await page.getByText('Data table').first().click();
  await page.getByRole('table', { name: 'Confirmed subscribers at the end of each week' }).waitFor();
  await lookAt(page, 'the growth of the list', inBothSchemes(390, 1280));
  await page.goto(`${base}/newsroom/subscribers/import`);
  await lookAt(page, 'the forms that add subscribers', inBothSchemes(390, 1280));

  await page.goto(`${base}/newsroom/mail-domain`);
  await page.getByRole('button', { name: 'Compare now' }).click();
  await page.getByText(/^The DNS has \d of \d records\. Compared with the DNS/).waitFor();
  const section = (kind: string) => page.locator('.dns-record', { has: page.getByRole('heading', { name: kind }) });
  assert.match(
    (await section('SPF').textContent()) ?? '',
    /Missing.*The DNS has no such record\. Add it at the provider/s,
  );
  assert.match((await section('DMARC').textContent()) ?? '', /Differs.*more than one DMARC record.*Keep one\./s);
  for (const [button, value] of [
    ['Copy the name of the DKIM record', `${selector}._domainkey.magazine.example`],
    ['Copy the value of the DKIM record', record],
    ['Copy the value of the DMARC record', 'v=DMARC1; p=none'],
  ] as const) {
    await page.getByRole('button', { name: button }).focus();
    await page.keyboard.press('Enter');
    await page.getByText(`Copied ${button.slice(5)}.`).waitFor();
    assert.equal(await page.evaluate(() => navigator.clipboard.readText()), value);
  }
  await lookAt(page, 'the mail domain', inBothSchemes(390, 1280));

  await page.getByRole('link', { name: 'Help' }).click();
  const panel = page.getByRole('dialog', { name: 'Help' });
  await panel.getByRole('heading', { name: 'Set up the sending domain' }).waitFor();
  await lookAt(page, 'the help beside the page', inBothSchemes(390, 1280));
  await panel.getByRole('link', { name: 'Open the handbook' }).click();
  await page.waitForURL(/\/newsroom\/help/);
  assert.match(page.url(), /#set-up-the-sending-domain$/);
  await lookAt(page, 'the handbook', inBothSchemes(390, 768, 1280));
});
