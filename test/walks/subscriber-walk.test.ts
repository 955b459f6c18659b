import assert from 'node:assert/strict';
import { test } from 'node:test';
import { listAudience } from '../../src/brief/subscribers/audience.ts';
import { sendMail } from '../../src/mail/send-mail.ts';
import { completeEmail } from '../../src/server/jobs.ts';
import { subscriberOf } from '../brief/readers.ts';
import { openContext } from '../browser/shared-browser.ts';
import { inBothSchemes, lookAt } from '../support/axe.ts';
import { serveSite, signInAs } from '../support/browser.ts';
import { openMailServer } from '../support/mail-server.ts';

// A reader with the keyboard alone (the pages have no script), and emails through a real mail server.

const DANA = 'dana@reader.example';
const WINDOWS = inBothSchemes(320, 1280);

test('a reader subscribes on the home page, confirms by the email, changes preferences, unsubscribes and erases', {
  timeout: 90_000,
}, async (t) => {
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
    await sendMail(site.deps, site.config, { warn: () => {} }, completeEmail);
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
  await press('Subscribe');
  assert.equal(await title(), 'Look into your mailbox');
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
  await press('Email me the link that erases');
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
