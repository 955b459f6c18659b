import assert from 'node:assert/strict';
import { existsSync } from 'node:fs';
import { test } from 'node:test';
import { BAND, goodJpeg, goodPng, INSIDE, LOGO } from '../../support/ads/creatives.ts';
import { describedBy } from '../../support/described.ts';
import { plain } from '../../support/pictures.ts';
import { json, openSite, type TestSite } from '../../support/site.ts';

// Checks of a creative before it is sent, through the API and through the form. The server stores nothing.

const AT = '/api/v1/advertise/check';

function send(site: TestSite, query: string, body: Uint8Array | string, type: string): Promise<Response> {
  return site.fetch(`${AT}${query}`, { method: 'POST', headers: { 'Content-Type': type }, body: body as BodyInit });
}

test('the check of a valid creative describes the picture that readers would get, and stores nothing', async (t) => {
  const site = await openSite(t);
  const { holds } = await describedBy(site);
  const response = await send(site, '?unit=homepage-band', await goodJpeg(BAND), 'image/jpeg');
  await holds('checkCreative', response.clone());
  assert.equal(response.status, 200);
  assert.equal(response.headers.get('cache-control'), 'no-store');
  const { shown, ...told } = await json(response);
  assert.deepEqual(told, { unit: 'homepage-band', creative: 'homepage-band', fits: true, findings: [], margin: [] });
  assert.deepEqual([shown.type, shown.widthPx, shown.heightPx], ['image/jpeg', 2880, 480]);
  assert.equal(existsSync(site.config.mediaDir), false);
  assert.deepEqual(await site.deps.db.read.selectFrom('journal').selectAll().execute(), []);
});

test('the check of an invalid creative lists all its faults', async (t) => {
  const site = await openSite(t);
  const file = await plain(700, 700).jpeg().toBuffer();
  const told = await json(await send(site, '?unit=directory-listing', file, 'image/png'));
  assert.equal(told.fits, false);
  assert.equal(told.shown, null);
  assert.deepEqual(told.findings.map((one: { code: string }) => one.code).sort(), ['pixels', 'type']);
});

test('a check can name one creative of a sponsorship, and counts the words of a Field Brief', async (t) => {
  const site = await openSite(t);
  const { holds } = await describedBy(site);
  const sponsor = await send(site, '?unit=issue-sponsorship&creative=in-article', await goodPng(INSIDE), 'image/png');
  assert.equal((await json(sponsor)).creative, 'in-article');
  const words = (text: string) =>
    send(site, '?unit=field-brief', JSON.stringify({ text, url: 'https://a.example/' }), 'application/json');
  assert.equal((await json(await words('word '.repeat(40)))).fits, true);
  const long = await words('word '.repeat(41));
  await holds('checkCreative', long.clone());
  assert.equal((await json(long)).findings[0].measured, '41 words');
});

test('the API refuses a check with wrong parameters, body, type or method in its usual error format', async (t) => {
  const site = await openSite(t);
  const { holds } = await describedBy(site);
  const png = await goodPng(LOGO);
  const rows: [number, RegExp, Response][] = [
    [400, /unit is one of/, await send(site, '', png, 'image/png')],
    [400, /unit is one of/, await send(site, '?unit=skyscraper', png, 'image/png')],
    [400, /unit is one of/, await send(site, '?unit=custom-programs', png, 'image/png')],
    [400, /creative is one of/, await send(site, '?unit=issue-sponsorship', png, 'image/png')],
    [400, /creative is one of/, await send(site, '?unit=in-article&creative=directory-logo', png, 'image/png')],
    [400, /creative is one of/, await send(site, '?unit=homepage-band', '{"text":"a","url":"b"}', 'application/json')],
    [400, /.+/, await send(site, '?unit=field-brief', '{"text":', 'application/json')],
    [413, /smaller/, await send(site, '?unit=directory-listing', new Uint8Array(1024 * 1024 + 1), 'image/png')],
    [415, /Content-Type/, await send(site, '?unit=directory-listing', png, 'image/webp')],
    [415, /Content-Type/, await send(site, '?unit=directory-listing', png, 'text/html')],
    [422, /issues/, await send(site, '?unit=field-brief', '{"text":"a","url":"b","more":1}', 'application/json')],
    [405, /POST/, await site.fetch(`${AT}?unit=in-article`)],
  ];
  for (const [status, hint, response] of rows) {
    assert.equal(response.status, status);
    await holds('checkCreative', response.clone());
    assert.match((await json(response)).hint, hint);
  }
});

test('one IP address may make thirty checks in ten minutes, counting API and form together', async (t) => {
  const site = await openSite(t);
  const { holds } = await describedBy(site);
  for (let at = 0; at < 29; at++) await send(site, '?unit=field-brief', '{}', 'application/json');
  assert.equal((await fill(site, { what: 'words', text: 'One two', url: 'https://a.example/' })).status, 200);
  const late = await send(site, '?unit=field-brief', '{}', 'application/json');
  assert.equal(late.status, 429);
  await holds('checkCreative', late);
  const page = await fill(site, { what: 'words', text: 'One two', url: 'https://a.example/' });
  assert.equal(page.status, 429);
  assert.match(await page.text(), /Too many requests/);
});

/** Sends the form as buffered bytes: Node throws when the server stops reading a streamed form halfway. */
async function fill(site: TestSite, fields: Record<string, string>, file?: Uint8Array): Promise<Response> {
  const form = new FormData();
  for (const [name, value] of Object.entries(fields)) form.set(name, value);
  if (file) form.set('file', new File([new Uint8Array(file)], 'ad.png'));
  const sent = new Response(form);
  const body = await sent.arrayBuffer();
  const type = sent.headers.get('content-type') ?? '';
  return site.fetch('/advertise/check', { method: 'POST', headers: { 'Content-Type': type }, body });
}

test('the check page draws the safe area on the picture; neither the server nor a cache stores it', async (t) => {
  const site = await openSite(t);
  const page = await fill(site, { what: 'file', creative: 'directory-logo' }, await goodPng(LOGO));
  assert.equal(page.status, 200);
  assert.equal(page.headers.get('cache-control'), 'no-store');
  const policy = (page.headers.get('content-security-policy') ?? '').split('; ');
  for (const part of ["default-src 'none'", "img-src 'self' data:", "form-action 'self'"])
    assert.ok(policy.includes(part), part);
  const text = await page.text();
  assert.match(text, /It fits the catalog/);
  assert.match(text, /<image href="data:image\/png;base64,/);
  assert.match(text, /class="clear"[^>]*d="M24 24h752v752h-752z"/);
  assert.equal(existsSync(site.config.mediaDir), false);
});

test('the check page names the faults, keeps the typed text and escapes it', async (t) => {
  const site = await openSite(t);
  const file = await fill(site, { what: 'file', creative: 'homepage-band' }, await goodPng(LOGO));
  const text = await file.text();
  assert.match(text, /one thing needs correction/);
  assert.match(text, /800 × 800 px<\/td><td data-is="Required">2880 × 480 px/);
  assert.match(text, /<option value="homepage-band" selected>/);
  const typed = '<script>alert(1)</script> "quoted"';
  const words = await (await fill(site, { what: 'words', text: typed, url: 'javascript:alert(1)' })).text();
  assert.doesNotMatch(words, /<script>alert|href="javascript/);
  assert.match(words, /&lt;script&gt;alert\(1\)&lt;\/script&gt; &quot;quoted&quot;<\/textarea>/);
});

test('the check page refuses a form without a file, for an unknown creative, too large, or of the wrong type', async (t) => {
  const site = await openSite(t);
  const rows: [number, RegExp, Response][] = [
    [400, /There is no file/, await fill(site, { what: 'file', creative: 'homepage-band' })],
    [400, /Choose what the file is for/, await fill(site, { what: 'file', creative: 'x' }, await goodPng(LOGO))],
    [413, /larger than/, await fill(site, { what: 'file', creative: 'in-article' }, new Uint8Array(1_200_000))],
    [415, /multipart/, await site.fetch('/advertise/check', { method: 'POST', body: 'x' })],
  ];
  for (const [status, words, response] of rows) {
    assert.equal(response.status, status);
    assert.match(await response.text(), words);
  }
});
