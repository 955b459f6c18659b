import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { BrowserContext, Page } from 'playwright-core';
import { readAttachment } from '#ads/orders/attachments.ts';
import { findCreditNote } from '#ads/orders/credit-notes.ts';
import { sendMail } from '#runtime/mail/send-mail.ts';
import { completeEmail } from '#server/emails.ts';
import { DAY, type Desk, deskOf, keep, picture, signedIn } from '../../ads/ad-desk.ts';
import { openContext } from '../../browser/shared-browser.ts';
import { inBothSchemes, lookAt } from '../../support/axe.ts';
import { serveSite, signInAs, watch } from '../../support/browser.ts';
import { goLive } from '../../support/live.ts';
import { type MailServer, openMailServer } from '../../support/mail-server.ts';
import { paperText } from '../../support/pdf-text.ts';

// The life of an order between two people: the advertiser, who has no account, and the ad desk. The name of the advertiser has
// Polish, Greek and Japanese letters, and every document has to show them.

const NAME = 'Żółć Pomiary, Μετρήσεις Ακριβείας, 測量テック';
const CONTACT = 'robin@acme.example';
const WINDOWS = inBothSchemes(390, 1280);

test('an order goes from the public form over the advertiser’s link to booking, proof and credit note', async (t) => {
  const mail = await openMailServer(t);
  const site = await serveSite(t, {
    ...{ SMTP_URL: mail.url, MAIL_FROM: 'ads@magazine.example', INVOICE_TAX_RATE: '8.25' },
    INVOICE_BANK: 'First Bank of Denver | Account 12 345',
  });
  const base = site.config.publication.baseUrl;
  const desk = await deskOf(site);
  await goLive(site, { slug: 'carries-the-ad' });
  const advertiser = await (await openContext(t)).newPage();
  const office = await openContext(t, { viewport: { width: 1280, height: 900 } });
  await signInAs(office, site, desk.dana);
  const editor = await office.newPage();
  const seen = [watch(advertiser, site), watch(editor, site)];
  const send = () =>
    sendMail(site.deps, site.config, { warn: () => {} }, { complete: completeEmail, attach: readAttachment });

  await ask(advertiser, base);
  await send();
  const own = linkIn(mail, /\/advertise\/orders\/[0-9a-f]+/);
  await advertiser.goto(base + own);
  await sendFile(advertiser, desk);
  await lookAt(advertiser, 'order page with a file', WINDOWS);

  await editor.goto(`${base}/newsroom/ads`);
  await editor.getByRole('link', { name: NAME, exact: true }).click();
  const order = editor.url();
  for (const box of await editor.getByRole('checkbox').all()) await box.check();
  await editor.getByRole('button', { name: 'Accept the ad' }).click();
  await editor.getByText('Make an insertion order …').click();
  await editor.getByLabel('Rate in US dollars, without tax').fill('2,000');
  await editor.getByRole('button', { name: 'Make the insertion order' }).click();
  await editor.getByText('waits until').waitFor();
  await lookWide(editor, 'order that waits for the insertion order');

  await send();
  await acceptByKeyboard(advertiser, base + linkIn(mail, /\/advertise\/insertion-orders\/[0-9a-f]{64}/));
  await editor.goto(order);
  await editor.locator('li', { hasText: /IO-2026-0001.*accepted .* by Robin Vance/ }).waitFor();
  await editor.getByRole('button', { name: 'Issue the invoice' }).click();
  await editor.getByRole('button', { name: 'Record the payment' }).click();
  await editor.getByRole('button', { name: 'Book the flight' }).click();
  await editor.getByText('starts by itself').waitFor();
  await send();

  await goOn(desk, office, 29 * DAY);
  await advertiser.goto(`${base}/`);
  assert.equal(await advertiser.locator('.ad .label').textContent(), 'ADVERTISEMENT');
  await goOn(desk, office, 28 * DAY);
  await editor.goto(order);
  await editor.getByRole('button', { name: 'Make the proof' }).click();
  await editor.getByRole('button', { name: 'Close the order' }).click();
  await editor.locator('.stands').getByText('Closed').waitFor();

  await editor.getByText('Credit invoice 2026-0001 …').click();
  await editor.getByLabel('Reason (printed on the credit note)').fill('The agreed rate was $1,900.');
  await editor.getByRole('button', { name: 'Issue the credit note' }).click();
  await editor.getByText('Record the refund of CN-2026-0001 …').click();
  await editor.getByLabel('How').fill('bank transfer');
  await editor.getByRole('button', { name: /Record the refund of \$2,165\.00/ }).click();
  await editor.getByText(/Refunded \d/).waitFor();
  await lookWide(editor, 'order with a credit note');
  assert.equal((await findCreditNote(site.deps.db.read, 'CN-2026-0001')).refundNote, 'bank transfer');

  await editor.getByRole('button', { name: 'Issue the invoice' }).click();
  await editor.getByRole('link', { name: 'Invoice 2026-0002' }).waitFor();
  await goOn(desk, office, 20 * DAY);
  await editor.goto(`${base}/newsroom/ads/invoices?show=overdue`);
  await editor.getByRole('button', { name: 'Send a reminder of invoice 2026-0002' }).focus();
  await editor.keyboard.press('Enter');
  await editor.getByText('by Dana Whitfield').waitFor();
  await lookWide(editor, 'overdue invoices');

  await send();
  for (const [file, told] of [
    ['insertion-order-IO-2026-0001', 'at an agreed rate (list price $2,500.00)'],
    ['invoice-2026-0001', 'insertion order: IO-2026-0001'],
    ['credit-note-CN-2026-0001', '-$2,165.00'],
    ['proof-', 'Homepage band'],
    ['invoice-2026-0002', '$2,165.00'],
  ] as const) {
    const words = attachedTo(mail, file);
    for (const one of [NAME, told]) assert.ok(words.includes(one), `${one} is not in ${file}: ${words}`);
  }
  await advertiser.goto(base + own);
  for (const name of ['Invoice 2026-0001', 'Credit note CN-2026-0001', 'Insertion order IO-2026-0001'])
    await advertiser.getByRole('link', { name }).waitFor();
  await lookAt(advertiser, 'order page with its documents', WINDOWS);
  assert.deepEqual(seen, [[], []]);
});

/** The advertiser fills in the public form. */
async function ask(page: Page, base: string): Promise<void> {
  await page.goto(`${base}/advertise/inquiry`);
  await page.locator('[name=unit]').selectOption('homepage-band');
  await page.getByLabel('First day').fill('2026-10-05');
  await page.getByLabel('Advertiser').fill(NAME);
  await page.getByLabel('Product category').selectOption('layout-robots');
  await page.getByLabel('Your name').fill('Robin Vance');
  await page.getByLabel('Your email address').fill(CONTACT);
  await page.getByRole('button', { name: 'Send the inquiry' }).click();
  await page.getByRole('heading', { name: 'Your inquiry has arrived' }).waitFor();
}

async function sendFile(page: Page, { catalog }: Desk): Promise<void> {
  const buffer = Buffer.from(await picture(catalog, 'homepage-band'));
  await page.getByLabel('Address the ad links to').fill('https://acme.example/');
  await page.getByLabel('Text for readers who cannot see the picture').fill('A layout robot on a slab.');
  await page.getByLabel('The file').setInputFiles({ name: 'band.png', mimeType: 'image/png', buffer });
  await page.getByRole('button', { name: 'Check and send the file' }).click();
  await page.getByText('The file fits.').waitFor();
}

/** The page of the insertion order has no script: the keyboard alone fills in the form and presses the button. */
async function acceptByKeyboard(page: Page, url: string): Promise<void> {
  await page.goto(url);
  await lookAt(page, 'insertion order', WINDOWS);
  await page.getByLabel('Your name').focus();
  await page.keyboard.type('Robin Vance');
  await page.keyboard.press('Tab');
  await page.keyboard.press('Space');
  await page.keyboard.press('Tab');
  await page.keyboard.press('Enter');
  await page.getByText('under the name Robin Vance').waitFor();
  await lookAt(page, 'accepted insertion order', WINDOWS);
}

/** The path that the last email to the advertiser with such a link has. */
function linkIn({ mails }: MailServer, link: RegExp): string {
  const own = mails.filter(({ to }) => to.includes(CONTACT)).map(({ body }) => body.replaceAll('=\n', ''));
  const found = own.map((body) => link.exec(body)?.[0]).findLast((one) => one !== undefined);
  assert.ok(found, `no email has ${link}`);
  return found;
}

/** The text of the PDF that an email to the advertiser carries. */
function attachedTo({ mails }: MailServer, file: string): string {
  // A name in other letters is encoded, and a long one is split (RFC 2231).
  const name = new RegExp(`filename(?:\\*0?\\*?)?="?(?:utf-8'')?${file}`);
  const { body = '' } = mails.find((mail) => mail.to.includes(CONTACT) && name.test(mail.body)) ?? {};
  const [, content = ''] = /\n(JVBERi[\w+/=\n]+)/.exec(body) ?? [];
  return paperText(Buffer.from(content, 'base64'));
}

/** Checks a page of the newsroom with all of its `details` open. */
async function lookWide(page: Page, name: string): Promise<void> {
  for (const one of await page.locator('details').all()) await one.evaluate((all) => all.setAttribute('open', ''));
  await lookAt(page, name, WINDOWS);
}

/** Moves the clock forward, runs the ad job, and signs the editor in again. */
async function goOn(desk: Desk, context: BrowserContext, seconds: number): Promise<void> {
  desk.site.pass(seconds);
  await keep(desk);
  await signInAs(context, desk.site, await signedIn(desk));
}
