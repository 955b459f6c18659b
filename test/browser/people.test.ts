import { test } from 'node:test';
import type { BrowserContext, Page } from 'playwright-core';
import { lookAt, type Window } from '../support/axe.ts';
import { serveSite, signInAs } from '../support/browser.ts';
import { lettersAsSent } from '../support/emails.ts';
import { openMailServer } from '../support/mail-server.ts';
import { PASSWORD, type Person, type TestSite } from '../support/site.ts';
import { openContext } from './shared-browser.ts';

// Every page about people, at phone and desktop widths, light and dark: axe finds no problem, no page overflows, and every
// form can be used with the keyboard.

const WINDOWS: readonly Window[] = [
  { width: 360, colorScheme: 'dark' },
  { width: 1440, colorScheme: 'light' },
];

type Walk = { site: TestSite; page: Page; context: BrowserContext; look: (name: string) => Promise<void> };

test('axe finds no problem on any page about people', async (t) => {
  const { url } = await openMailServer(t);
  const site = await serveSite(t, { HOST: 'localhost', RATE_LIMITS: 'off', SMTP_URL: url });
  const context = await openContext(t, { viewport: { width: 360, height: 900 } });
  const page = await context.newPage();
  await walk({ site, page, context, look: (name) => look(page, name) });
});

/** Visits every page in the order in which people use them. */
async function walk({ site, page, context, look }: Walk): Promise<void> {
  const base = site.config.publication.baseUrl;
  const go = (path: string) => page.goto(base + path);
  /** Clicks a button and waits for the next page: the script sends a form only after it has checked the session. */
  const press = async (name: string) => {
    const next = page.waitForEvent('load');
    await page.getByRole('button', { name, exact: true }).first().click();
    await next;
  };
  const chief = await site.person('chief', 'Ruth Okafor');
  const dana = await site.person('editor', 'Dana Whitfield');
  await go('/newsroom/sign-in');
  await look('sign in');
  await go('/newsroom/reset');
  await look('reset');
  await page.getByLabel('Email address').fill(dana.email);
  await press('Send me a link');
  await look('reset asked');
  await go(await latestLink(site));
  await look('reset link');

  await signInAs(context, site, chief);
  await go('/newsroom/masthead');
  await look('masthead');
  await page.locator('#invited-name').fill('Ines Calloway');
  await page.locator('#invited-email').fill('ines@magazine.example');
  await press('Invite');
  await look('invited');
  const invitation = await latestLink(site);
  await go('/newsroom/masthead/outbox');
  await look('outbox');
  await go(`/newsroom/masthead/people/${dana.id}`);
  await look('person');
  await go(`/newsroom/masthead/people/${chief.id}`);
  await look('oneself');
  await context.clearCookies();
  await go(invitation);
  await look('invitation');

  await signInAs(context, site, dana);
  await go('/newsroom/profile');
  await look('profile');
  await page.getByLabel('New email address').fill('dana@new.example');
  await page.getByLabel('Your password').fill(PASSWORD);
  await press('Send a confirmation link');
  await look('address asked');
  await go(await latestLink(site, 'address'));
  await look('new address');
  await go('/newsroom/second-factor');
  await look('no second factor');
  await page.locator('#app-add').fill(PASSWORD);
  await press('Set up an app');
  await look('app');
  await page.getByLabel('Code', { exact: true }).fill('000000');
  await press('Finish');
  await look('wrong first code');
  await withFactor(site, dana);
  await go('/newsroom/second-factor');
  await look('second factor');
  await page.locator('#codes-renew').fill(PASSWORD);
  await press('Make ten new codes');
  await look('recovery codes');
  await context.clearCookies();
  await go('/newsroom/sign-in');
  await page.getByLabel('Email address').fill(dana.email);
  await page.getByLabel('Password', { exact: true }).fill(PASSWORD);
  await press('Sign in');
  await look('one more step');
  await page.locator('#code').fill('000000');
  await press('Sign in');
  await look('wrong code');
}

/** Inserts the rows of an authenticator app and a passkey. */
async function withFactor({ deps }: TestSite, { id }: Person): Promise<void> {
  const at = new Date(deps.clock()).toISOString();
  await deps.db.write(async (tx) => {
    await tx.updateTable('totp').set({ confirmed_at: at }).where('editor_id', '=', id).execute();
    const key = { public_key: 'x', counter: 0, transports: '[]', name: 'Office computer', created_at: at, used_at: at };
    await tx
      .insertInto('passkey')
      .values({ id: 'c29tZSBrZXk', editor_id: id, ...key })
      .execute();
  });
}

async function latestLink({ deps }: TestSite, about?: string): Promise<string> {
  const letters = await lettersAsSent({ deps });
  const text = letters.findLast((one) => (about ? one.about === about : one.text?.includes('http')))?.text ?? '';
  return /\/newsroom\/[a-z-]+\/[\w-]{43}/.exec(text)?.[0] ?? '';
}

async function look(page: Page, name: string): Promise<void> {
  await page.evaluate(() => {
    for (const one of document.querySelectorAll('details')) one.open = true;
  });
  await lookAt(page, name, WINDOWS);
}
