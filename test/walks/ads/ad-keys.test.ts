import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { Page } from 'playwright-core';
import { readAttachment } from '#ads/orders/attachments.ts';
import { cancelOrder } from '#ads/orders/end-order.ts';
import { insertionOrderUrl, makeInsertionOrder, secretOf } from '#ads/orders/insertion-orders.ts';
import { issueInvoice } from '#ads/orders/invoices.ts';
import { createOrderLink, readOrderLink } from '#ads/orders/order-links.ts';
import { sendMail } from '#runtime/mail/send-mail.ts';
import { siteSnapshot } from '#runtime/site-snapshot.ts';
import { completeEmail } from '#server/emails.ts';
import { accepted, booked, deskOf, opened, picture, WORDS } from '../../ads/ad-desk.ts';
import { openContext } from '../../browser/shared-browser.ts';
import { inBothSchemes, lookAndShoot } from '../../support/axe.ts';
import { serveSite, shoot, signInAs, watch } from '../../support/browser.ts';
import { openMailServer } from '../../support/mail-server.ts';
import { enter, submit, tabTo, typeInto } from '../keyboard.ts';

// The smaller acts of the ad desk and the pages behind an advertiser's links, with the keys alone.

const WINDOWS = inBothSchemes(390, 1280);

const look = (page: Page, name: string) => lookAndShoot(page, name, WINDOWS);

test('house ads, emails, refunds and insertion orders are handled with the keys alone', async (t) => {
  const mail = await openMailServer(t);
  const site = await serveSite(t, { SMTP_URL: mail.url, MAIL_FROM: 'ads@magazine.example' });
  const { deps, config } = site;
  const { baseUrl } = siteSnapshot().publication;
  const desk = await deskOf(site);
  const { dana, catalog } = desk;
  const context = await openContext(t, { viewport: { width: 1280, height: 900 }, reducedMotion: 'reduce' });
  await signInAs(context, site, dana);
  const page = await context.newPage();
  const seen = watch(page, site);
  const open = (path: string) => page.goto(`${baseUrl}${path}`);
  const send = () => sendMail(deps, config, { warn: () => {} }, { complete: completeEmail, attach: readAttachment });

  await open('/newsroom/ads/house-ads');
  await look(page, 'house-ads-empty');
  await enter(page, page.getByText('Add a house ad to the homepage band …'));
  const form = page.getByRole('region', { name: 'Homepage band' });
  const buffer = Buffer.from(await picture(catalog, 'homepage-band', '#305060'));
  await form.getByLabel('File of the house ad').setInputFiles({ name: 'house.png', mimeType: 'image/png', buffer });
  await typeInto(page, form.getByLabel('Address of the link'), '/advertise');
  await typeInto(page, form.getByLabel('Text for readers who cannot see it'), 'Advertise here.');
  await look(page, 'house-ads-form');
  await submit(page, form.getByRole('button', { name: 'Check and add the house ad' }));
  await page.getByRole('button', { name: 'Remove house ad 1 of the homepage band' }).waitFor();
  await look(page, 'house-ads');
  await open('/');
  await look(page, 'home-with-house-ad');
  await open('/newsroom/ads/house-ads');
  await submit(page, page.getByRole('button', { name: 'Remove house ad 1 of the homepage band' }));
  await page.getByText('No house ad.').first().waitFor();

  const order = await booked(desk, { unit: 'in-article' });
  await send();
  await cancelOrder(deps, dana, siteSnapshot().publication, {
    orderId: order.id,
    inWriting: 'Mail',
    lateBecause: null,
  });
  await send();
  await open('/newsroom/ads/invoices?show=refunds');
  await look(page, 'refunds');
  await open(`/newsroom/ads/${order.id}`);
  await enter(page, page.getByText('Sent emails: '));
  await submit(page, page.getByRole('button', { name: /^Send again “Your order is cancelled \(/ }).first());
  await page.getByText(/to the contact: waiting since/).waitFor();
  await submit(page, page.getByRole('button', { name: 'Email it to the contact: credit note CN-2026-0001' }));
  await page.getByText(/Credit note CN-2026-0001, once more/).waitFor();
  await enter(page, page.getByText('Sent emails: '));
  await look(page, 'order-with-emails');
  await page.locator('#emails').scrollIntoViewIfNeeded();
  await shoot(page, 'order-emails', '.order > div:last-child');
  await enter(page, page.getByText('Record the refund of CN-2026-0001 …'));
  await typeInto(page, page.getByLabel('How', { exact: true }), 'bank transfer');
  await submit(page, page.getByRole('button', { name: /^Record the refund of/ }));
  await page.getByText(/Refunded \d/).waitFor();

  const asked = await accepted(desk, { advertiser: 'Żółć Pomiary', startsOn: '2027-01-04' });
  const make = () =>
    makeInsertionOrder(deps, dana, siteSnapshot().publication, {
      catalog,
      words: WORDS,
      orderId: asked.id,
      cents: 200_000,
    });
  const [first, second] = [await make(), await make()];
  const link = (number: string) => insertionOrderUrl('', secretOf(deps, number));
  await open(link(first.number));
  await look(page, 'insertion-order-withdrawn');
  await open(link(second.number));
  await look(page, 'insertion-order');
  await typeInto(page, page.getByLabel(/name/i).first(), 'Robin Vance');
  const tick = page.getByRole('checkbox');
  for (const box of await tick.all()) {
    await tabTo(page, box);
    await page.keyboard.press('Space');
  }
  await submit(page, page.getByRole('button', { name: /accept/i }));
  await look(page, 'insertion-order-accepted');

  const owed = await accepted(desk, { advertiser: 'Owed', unit: 'in-article', startsOn: '2027-06-07' });
  await issueInvoice(deps, dana, siteSnapshot().publication, { catalog, words: WORDS, orderId: owed.id });
  await open('/newsroom/ads');
  await submit(page, page.getByRole('button', { name: /^Paid today.*Owed/ }));
  await page.getByText(/Owed: Invoice .* is recorded as paid on/).waitFor();
  await look(page, 'board-paid');
  await submit(page, page.getByRole('button', { name: 'Undo' }));
  await page.getByText(/Owed: Invoice .* counts as not paid/).waitFor();
  await submit(page, page.getByRole('button', { name: /^Paid today.*Owed/ }));
  await submit(page, page.getByRole('button', { name: /^Book the flight.*Owed/ }));
  await page.getByText(/Owed: The days are booked/).waitFor();

  const inquiry = await opened(desk, { advertiser: 'Acme', unit: 'field-brief', startsOn: '2026-10-06' });
  await deps.db.write((tx) =>
    createOrderLink(deps, tx, { kind: 'editor', id: dana.id, name: dana.name, role: 'editor' }, inquiry),
  );
  for (const [name, { id }] of [
    ['advertiser-inquiry', inquiry],
    ['advertiser-cancelled', order],
    ['advertiser-agreed', asked],
  ] as const) {
    const found = await readOrderLink(deps, deps.db.read, id);
    if (!found) continue;
    await open(`/advertise/orders/${found.secret}`);
    await look(page, name);
  }
  await open('/advertise/orders/0000');
  await look(page, 'advertiser-no-link');
  assert.deepEqual(
    seen.filter((line) => !/\b404\b/.test(line)),
    [],
  );
});
