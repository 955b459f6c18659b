import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { BrowserContext, Page } from 'playwright-core';
import { booked, DAY, type Desk, deskOf, keep, picture, signedIn } from '../../ads/ad-desk.ts';
import { openContext } from '../../browser/shared-browser.ts';
import { lookAt as lookIn, type Window } from '../../support/axe.ts';
import { serveSite, signInAs, watch } from '../../support/browser.ts';
import { goLive } from '../../support/live.ts';

// One ad from inquiry to proof in a real browser. Runs axe on every page of the ad desk.

const WINDOWS: readonly Window[] = [
  { width: 360, colorScheme: 'dark' },
  { width: 1280, colorScheme: 'light' },
];

test('an ad goes from inquiry to proof: refused by the check, corrected, accepted, invoiced, booked, seen by readers, ended', async (t) => {
  const site = await serveSite(t);
  const base = site.config.publication.baseUrl;
  const desk = await deskOf(site);
  await goLive(site, { slug: 'carries-the-ad', bodyBlocks: paragraphs() });
  const context = await openContext(t, { viewport: { width: 1280, height: 900 } });
  await signInAs(context, site, desk.dana);
  const page = await context.newPage();
  const seen = watch(page, site);

  await page.goto(`${base}/newsroom`);
  await page.getByRole('link', { name: 'Orders', exact: true }).click();
  await page.getByRole('link', { name: 'New order' }).click();
  await page.getByLabel(/^In-article ad, 4 weeks/).check();
  await page.getByLabel('Advertiser', { exact: true }).fill('Acme Layout');
  await page.getByLabel('Product category').selectOption('Layout robots');
  await page.getByLabel('Contact', { exact: true }).fill('Robin Vance');
  await page.getByLabel('Contact’s email address').fill('robin@acme.example');
  await page.getByLabel('First day').fill('2026-10-05');
  await lookAt(page);
  await page.getByRole('button', { name: 'Open the order' }).click();
  await page.getByText('waits for its creatives').waitFor();
  const order = page.url().replace(/\?.*/, '');

  await takeIn(page, desk, 'homepage-band');
  await page
    .getByRole('alert')
    .getByText(/There is: 2880 × 480/)
    .waitFor();
  assert.equal(
    await page.getByLabel('Address of the link').inputValue(),
    'https://acme.example/',
    'what was typed is kept',
  );
  await lookAt(page);
  await page.getByText('Refused or withdrawn: 1').click();
  await page.getByRole('button', { name: 'Email the advertiser' }).click();
  await page.getByText('The advertiser gets an email that says why.').waitFor();
  await page.getByText('Refused or withdrawn: 1').click();
  await page.getByText('The advertiser was informed').waitFor();
  await takeIn(page, desk, 'in-article');
  await page.getByText('waits for an editor to accept it').waitFor();
  const image = page.getByRole('img', { name: 'A layout robot on a slab.' });
  assert.ok(await image.isVisible());
  await lookAt(page);

  for (const box of await page.getByRole('checkbox').all()) await box.check();
  await page.getByRole('button', { name: 'Accept the ad' }).click();
  await page.getByRole('button', { name: 'Issue the invoice' }).click();
  await page.getByRole('link', { name: 'Invoice 2026-0001' }).waitFor();
  await lookAt(page);
  await page.getByRole('button', { name: 'Record the payment' }).click();
  await page.getByRole('button', { name: 'Book the flight' }).click();
  await page.getByText('starts by itself').waitFor();
  await lookAt(page);
  for (const path of ['', '/calendar?issue=2026-Q4', '/invoices']) {
    await page.goto(`${base}/newsroom/ads${path}`);
    await page.getByText('Acme Layout').and(page.locator(':not(title)')).first().waitFor();
    await lookAt(page);
  }
  await page.goto(`${base}/advertise`);
  await lookAt(page);

  await booked(desk, { advertiser: 'Beacon Supply', category: 'Lasers' }); // a homepage band for the same weeks
  const article = `${base}/robotics/carries-the-ad`;
  await page.goto(article);
  assert.equal(await page.locator('.ad').count(), 0);
  await goOn(desk, context, 29 * DAY);
  await readAnew(page, article);
  const ad = page.locator('.ad');
  assert.equal(await ad.locator('.label').textContent(), 'ADVERTISEMENT');
  const [label, crop] = [await ad.locator('.label').boundingBox(), await ad.locator('img').boundingBox()];
  assert.ok(label && crop);
  const isBeside = label.x + label.width <= crop.x || label.y + label.height <= crop.y + 1;
  assert.ok(isBeside, 'the label is outside the picture');
  assert.equal(await ad.locator('a').getAttribute('href'), 'https://acme.example/');
  assert.equal(await ad.locator('a').getAttribute('rel'), 'sponsored noopener');
  await readAnew(page, `${base}/`);
  assert.equal(await page.locator('.ad .label').textContent(), 'ADVERTISEMENT');
  assert.match(await (await page.request.get(`${article}.md`)).text(), /^(?![\s\S]*acme)/i);

  await goOn(desk, context, 28 * DAY);
  await readAnew(page, article);
  assert.equal(await page.locator('.ad').count(), 0);
  await page.goto(order);
  await page.getByRole('button', { name: 'Make the proof' }).click();
  const json = await page.getByRole('link', { name: 'signed JSON' }).getAttribute('href');
  const { payload } = await (await page.request.get(base + json)).json();
  const document = JSON.parse(Buffer.from(payload, 'base64url').toString());
  assert.deepEqual(
    document.parts[0].pages.map(({ path }: { path: string }) => path),
    ['/robotics/carries-the-ad'],
  );
  await lookAt(page);
  await page.getByRole('button', { name: 'Close the order' }).click();
  await page.locator('.stands').getByText('Closed').waitFor();
  const refusedFile = 'Failed to load resource: the server responded with a status of 422 (Unprocessable Entity)';
  assert.deepEqual(seen, [`console error: ${refusedFile}`], 'the only error is the refused file');
});

/** Uploads a picture of the size of `kind` as the in-article ad of the open order. */
async function takeIn(page: Page, { catalog }: Desk, kind: string): Promise<void> {
  if (!(await page.getByLabel('Address of the link').isVisible())) await page.getByText('Add a file …').click();
  await page
    .getByLabel('File of the in-article ad')
    .setInputFiles({ name: 'ad.png', mimeType: 'image/png', buffer: Buffer.from(await picture(catalog, kind)) });
  await page.getByLabel('Address of the link').fill('https://acme.example/');
  await page.getByLabel('Text for readers who cannot see it').fill('A layout robot on a slab.');
  await page.getByRole('button', { name: 'Check and add the file' }).click();
}

/** Moves the clock forward, runs the background jobs, and signs in again. */
async function goOn(desk: Desk, context: BrowserContext, seconds: number): Promise<void> {
  desk.site.pass(seconds);
  await keep(desk);
  await signInAs(context, desk.site, await signedIn(desk));
}

/** Reloads a page that the browser may cache for a minute. */
async function readAnew(page: Page, url: string): Promise<void> {
  await page.goto(url);
  await page.reload();
}

/** Checks the page with all of its `details` elements open. */
async function lookAt(page: Page): Promise<void> {
  for (const details of await page.locator('details').all())
    await details.evaluate((one) => one.setAttribute('open', ''));
  await lookIn(page, page.url(), WINDOWS);
  for (const details of await page.locator('details').all())
    await details.evaluate((one) => one.removeAttribute('open'));
}

function paragraphs() {
  return Array.from({ length: 6 }, (_, at) => ({
    id: `b${at}`,
    type: 'paragraph',
    text: `Paragraph ${at} of a story about a machine on a slab. `.repeat(6),
  }));
}
