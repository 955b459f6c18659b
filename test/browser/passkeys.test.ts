import assert from 'node:assert/strict';
import { type TestContext, test } from 'node:test';
import type { BrowserContext, Page } from 'playwright-core';
import { openContext } from '../support/browser/shared-browser.ts';
import { serveSite, signInAs, watch } from '../support/browser.ts';
import { PASSWORD, type Person, type TestSite } from '../support/site.ts';

// Passkeys in a real browser, with its virtual authenticator (WebAuthn level 3, section 11).

type Key = { verifies: boolean };
type Tools = { site: TestSite; dana: Person; page: Page; context: BrowserContext };

async function openWith(t: TestContext, { verifies }: Key): Promise<Tools & { base: string; seen: string[] }> {
  const site = await serveSite(t, { HOST: 'localhost', RATE_LIMITS: 'off' });
  const dana = await site.person('editor', 'Dana Whitfield');
  const context = await openContext(t);
  const page = await context.newPage();
  const keys = await context.newCDPSession(page);
  await keys.send('WebAuthn.enable');
  await keys.send('WebAuthn.addVirtualAuthenticator', {
    options: {
      protocol: 'ctap2',
      transport: verifies ? 'internal' : 'usb',
      hasResidentKey: true,
      hasUserVerification: verifies,
      isUserVerified: verifies,
      automaticPresenceSimulation: true,
    },
  });
  const base = site.config.publication.baseUrl;
  return { site, dana, page, context, base, seen: watch(page, site) };
}

/** Sets up a passkey on the two-factor page, which then shows the recovery codes. */
async function setUp({ site, dana, page, context }: Tools): Promise<string[]> {
  await signInAs(context, site, dana);
  await page.goto(`${site.config.publication.baseUrl}/newsroom/second-factor`);
  await page.getByLabel('Name of the passkey').fill('Office computer');
  await page.locator('#passkey-password').fill(PASSWORD);
  await page.getByRole('button', { name: 'Set up a passkey' }).click();
  await page.getByRole('heading', { name: 'Your recovery codes' }).waitFor();
  return page.locator('.codes code').allTextContents();
}

async function signOut({ page }: Tools): Promise<void> {
  await page.getByRole('button', { name: 'Sign out' }).click();
  await page.getByRole('heading', { name: 'Sign in' }).waitFor();
}

async function givePassword({ page, dana }: Tools): Promise<void> {
  await page.getByLabel('Email address').fill(dana.email);
  await page.getByLabel('Password', { exact: true }).fill(PASSWORD);
  await page.getByRole('button', { name: 'Sign in', exact: true }).click();
  await page.getByRole('heading', { name: 'Two-factor authentication' }).waitFor();
}

test('a passkey can be set up, used after the password, and used alone', async (t) => {
  const tools = await openWith(t, { verifies: true });
  const { page, site } = tools;
  assert.equal((await setUp(tools)).length, 10);
  await signOut(tools);
  await givePassword(tools);
  await page.getByRole('button', { name: 'Use your passkey' }).click();
  await page.waitForURL('**/newsroom');
  await signOut(tools);
  await page.getByRole('button', { name: 'Sign in with a passkey' }).click();
  await page.waitForURL('**/newsroom');
  assert.equal(await page.getByText('Dana Whitfield, editor').isVisible(), true);
  const started = await site.deps.db.read
    .selectFrom('journal')
    .select('detail')
    .where('act', '=', 'session.started')
    .orderBy('seq')
    .execute();
  assert.deepEqual(
    started.map(({ detail }) => detail),
    [null, '{"factor":"passkey"}', '{"factor":"passkey alone"}'],
  );
  assert.deepEqual(tools.seen, []);
});

test('a passkey without user verification works as a second step, but not alone', async (t) => {
  const tools = await openWith(t, { verifies: false });
  const { page } = tools;
  await setUp(tools);
  await signOut(tools);
  await page.getByRole('button', { name: 'Sign in with a passkey' }).click();
  await page.getByText(/No passkey was used|could not use a passkey/).waitFor();
  await givePassword(tools);
  await page.getByRole('button', { name: 'Use your passkey' }).click();
  await page.waitForURL('**/newsroom');
});

test('a passkey’s response is valid once, for its own ceremony, within the time limit, and not after the passkey was removed', async (t) => {
  const tools = await openWith(t, { verifies: true });
  const { page, site, base } = tools;
  await setUp(tools);
  await signOut(tools);
  await page.route('**/newsroom/sign-in/passkey', (route) => route.fulfill({ status: 204 }));
  const sign = async () => {
    await page.goto(`${base}/newsroom/sign-in`);
    const request = page.waitForRequest('**/newsroom/sign-in/passkey');
    await page.getByRole('button', { name: 'Sign in with a passkey' }).click();
    return (await request).postData() ?? '';
  };
  const send = (path: string, body: string, cookie = '') =>
    fetch(base + path, {
      method: 'POST',
      headers: { 'Content-Type': 'application/x-www-form-urlencoded', Origin: base, Cookie: cookie },
      body,
      redirect: 'manual',
    });
  const isIn = async (answer: Promise<Response>) => (await answer).headers.get('location') === '/newsroom';
  const first = await sign();
  const both = await Promise.all([
    isIn(send('/newsroom/sign-in/passkey', first)),
    isIn(send('/newsroom/sign-in/passkey', first)),
  ]);
  assert.deepEqual(both.sort(), [false, true]);

  const entered = await send(
    '/newsroom/sign-in',
    new URLSearchParams({ email: tools.dana.email, password: PASSWORD }).toString(),
  );
  const half = entered.headers
    .getSetCookie()
    .map((one) => one.split(';')[0])
    .find((one) => one?.startsWith('plumbline-half='));
  assert.ok(half);
  assert.equal(
    await isIn(send('/newsroom/sign-in/code', await sign(), half)),
    false,
    'it was made for another ceremony',
  );

  const late = await sign();
  site.pass(301);
  assert.equal(await isIn(send('/newsroom/sign-in/passkey', late)), false, 'it arrives after five minutes');

  const removed = await sign();
  await site.deps.db.write((tx) => tx.deleteFrom('passkey').execute());
  assert.equal(await isIn(send('/newsroom/sign-in/passkey', removed)), false, 'removed');
  for (const nonsense of ['', 'answer=', 'answer=%7B%7D', 'answer=null', 'answer=%7B%22id%22%3A%7B%7D%7D'])
    assert.equal((await send('/newsroom/sign-in/passkey', nonsense)).status, 422, nonsense);
});

test('another person’s passkey does not complete a sign-in', async (t) => {
  const tools = await openWith(t, { verifies: true });
  const { site, page, context, dana } = tools;
  await setUp(tools);
  const tomasz = await site.person('writer', 'Tomasz Lind');
  await site.deps.db.write(async (tx) => {
    const { id: _, ...key } = await tx.selectFrom('passkey').selectAll().executeTakeFirstOrThrow();
    await tx
      .insertInto('passkey')
      .values({ ...key, id: 'b3RoZXI', editor_id: tomasz.id, name: 'Other' })
      .execute();
    await tx.updateTable('passkey').set({ editor_id: tomasz.id }).where('editor_id', '=', dana.id).execute();
    await tx.updateTable('passkey').set({ editor_id: dana.id }).where('id', '=', 'b3RoZXI').execute();
  });
  await context.clearCookies();
  await page.goto(`${site.config.publication.baseUrl}/newsroom/sign-in`);
  await givePassword(tools);
  await page.locator('form[data-passkey]').evaluate((form: HTMLElement) => {
    const options = JSON.parse(form.dataset.options ?? '');
    form.dataset.options = JSON.stringify({ ...options, allowCredentials: [] });
  });
  await page.getByRole('button', { name: 'Use your passkey' }).click();
  await page.getByRole('link', { name: 'This passkey is unknown here or was not accepted' }).waitFor();
});

test('without JavaScript, sign-in works with password and recovery code, and no passkey is offered', async (t) => {
  const tools = await openWith(t, { verifies: true });
  const [code = ''] = await setUp(tools);
  const context = await openContext(t, { javaScriptEnabled: false });
  const page = await context.newPage();
  await page.goto(`${tools.base}/newsroom/sign-in?next=%2Fagent%2Fclaim`);
  assert.equal(await page.getByRole('button', { name: 'Sign in with a passkey' }).isVisible(), false);
  await givePassword({ ...tools, page });
  assert.equal(await page.getByRole('button', { name: 'Use your passkey' }).isVisible(), false);
  await page.getByLabel('Recovery code').fill(code);
  await page.getByRole('button', { name: 'Sign in', exact: true }).click();
  await page.getByRole('heading', { name: 'Approve agent' }).waitFor();
});
