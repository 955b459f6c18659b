import assert from 'node:assert/strict';
import { test } from 'node:test';
import { openContext } from '../support/browser/shared-browser.ts';
import { serveSite, watch } from '../support/browser.ts';
import { until } from '../support/faults/server.ts';
import { bearer, draft, json, PASSWORD } from '../support/site.ts';

const GRANT = 'urn:example:agent-auth:grant-type:claim';

test('an agent asks for access, an editor approves, the agent saves a draft, the editor publishes, and readers read it', async (t) => {
  const site = await serveSite(t);
  const base = site.config.publication.baseUrl;
  const dana = await site.person('editor', 'Dana Whitfield');
  const page = await (await openContext(t)).newPage();
  const seen = watch(page, site);

  const asked = await post(`${base}/api/agent/identity`, { type: 'service_auth', login_hint: dana.email });
  const claim = await json(asked);
  const poll = () =>
    fetch(`${base}/api/agent/token`, {
      method: 'POST',
      body: new URLSearchParams({ grant_type: GRANT, claim_token: claim.claim_token }),
    });
  assert.equal((await json(await poll())).error, 'authorization_pending');

  await page.goto(claim.verification_uri);
  assert.equal(new URL(page.url()).pathname, '/newsroom/sign-in');
  await page.getByLabel('Email address').fill(dana.email);
  await page.getByLabel('Password', { exact: true }).fill(PASSWORD);
  await page.getByRole('button', { name: 'Sign in' }).click();
  assert.equal(page.url(), claim.verification_uri);
  await page.getByLabel('Code').fill(claim.user_code.toLowerCase());
  await page.getByRole('button', { name: 'See the request' }).click();
  await page.getByText('walking agent/1.0').waitFor();
  await page.getByRole('button', { name: 'Approve' }).click();
  await page.getByRole('heading', { name: 'The agent has access' }).waitFor();

  site.pass(claim.interval);
  const token = await json(await poll());
  assert.equal(token.expires_in, 900);
  const filed = await post(`${base}/api/admin/articles`, draft(), bearer(token.access_token));
  assert.equal(filed.status, 201);
  assert.equal((await fetch(`${base}/robotics/layout-robot-pilot`)).status, 404);

  await page.getByRole('link', { name: 'Articles', exact: true }).first().click();
  await page.getByRole('link', { name: 'A layout robot on a live slab' }).click();
  assert.equal(page.url(), filed.headers.get('location'));
  await page.getByRole('link', { name: 'Preview', exact: true }).click();
  const preview = page.frameLocator('iframe');
  await preview.getByText('wrote down every stop').waitFor();
  // The sandboxed preview still gets the style sheet of the magazine, which can arrive after the text.
  const sheets = () => preview.locator('body').evaluate((body) => body.ownerDocument.styleSheets.length);
  await until(async () => (await sheets()) === 1, 5000);
  await page.goBack();
  await page.getByRole('link', { name: 'Publish …' }).click();
  await page.getByRole('button', { name: 'Publish revision 0' }).click();
  const done = page.getByRole('dialog', { name: 'Published' });
  await done.getByText('Readers see revision 0 now.').waitFor();
  assert.equal(await done.getByLabel('Address').inputValue(), `${base}/robotics/layout-robot-pilot`);

  const readers = page.waitForEvent('popup');
  await done.getByRole('link', { name: 'Open the article' }).click();
  const opened = await readers;
  assert.equal(opened.url(), `${base}/robotics/layout-robot-pilot`);
  await opened.getByRole('heading', { name: 'A layout robot on a live slab', level: 1 }).waitFor();
  const markdown = await fetch(opened.url(), { headers: { Accept: 'text/markdown' } });
  assert.match(await markdown.text(), /^# A layout robot on a live slab$/m);
  const article = await json(await fetch(`${base}/api/public/articles/robotics/layout-robot-pilot`));
  assert.equal(article.headline, 'A layout robot on a live slab');
  assert.deepEqual(seen, []);
});

test('an article is published by keyboard alone', async (t) => {
  const site = await serveSite(t);
  const base = site.config.publication.baseUrl;
  const dana = await site.person('editor', 'Dana Whitfield');
  await post(`${base}/api/admin/articles`, draft(), bearer(await site.grantToken(dana)));
  const page = await (await openContext(t)).newPage();
  const reach = async (name: string) => {
    for (let stops = 0; stops < 80; stops++) {
      await page.keyboard.press('Tab');
      const focused = page.locator(':focus');
      if ((await focused.count()) === 0) continue; // inside the preview's frame
      const outline = await focused.evaluate((element) => getComputedStyle(element).outlineStyle);
      const label = await focused.evaluate((element) => element.textContent || element.id);
      assert.notEqual(outline, 'none', `the focus is seen on ${label}`);
      if (label === name) return;
    }
    assert.fail(`"${name}" was not reached by Tab`);
  };

  await page.goto(`${base}/newsroom`);
  await reach('email');
  await page.keyboard.type(dana.email);
  await reach('password');
  await page.keyboard.type(PASSWORD);
  await page.keyboard.press('Enter');
  await page.getByRole('heading', { name: /^Good \w+, Dana$/ }).waitFor();
  await page.waitForLoadState(); // the heading is there before the script that takes the key
  await page.keyboard.press('Control+k');
  await page.keyboard.type('layout robot');
  await page.getByRole('option', { name: /^A layout robot on a live slab/, selected: true }).waitFor();
  await page.keyboard.press('Enter');
  await page.getByRole('heading', { name: 'Ready to publish?' }).waitFor();
  await page.waitForLoadState();
  await reach('Publish …');
  await page.keyboard.press('Enter');
  await page.locator('button:focus', { hasText: 'Publish revision 0' }).waitFor();
  await page.keyboard.press('Enter');
  await page.getByRole('status').getByText('Readers see').waitFor();
  assert.equal((await fetch(`${base}/robotics/layout-robot-pilot`)).status, 200);
});

function post(url: string, body: unknown, headers: Record<string, string> = {}): Promise<Response> {
  return fetch(url, {
    method: 'POST',
    headers: { 'Content-Type': 'application/json', 'User-Agent': 'walking agent/1.0', ...headers },
    body: JSON.stringify(body),
  });
}
