import assert from 'node:assert/strict';
import { test } from 'node:test';
import { FULL_MOST } from '#reading/pages/llms.ts';
import { goLive } from '../../support/live.ts';
import { json, openSite, type TestSite } from '../../support/site.ts';
import { assertWellFormed } from '../../support/well-formed.ts';

const BASE = 'https://magazine.example';
const CATALOG = '/.well-known/api-catalog';

test('the API catalog is a linkset, open to any origin, and every URL of this site in it answers', async (t) => {
  const site = await openSite(t, { BASE_URL: BASE });
  const answer = await site.fetch(CATALOG, { headers: { 'X-Forwarded-Host': 'evil.example' } });
  assert.equal(answer.status, 200);
  assert.equal(
    answer.headers.get('content-type'),
    'application/linkset+json; profile="https://www.rfc-editor.org/info/rfc9727"',
  );
  assert.equal(answer.headers.get('access-control-allow-origin'), '*');
  const body = await answer.text();
  assert.doesNotMatch(body, /evil\.example|127\.0\.0\.1/);
  const named = [...new Set([...body.matchAll(/https:\/\/magazine\.example[^\s"`)*;,]*/g)].map(([one]) => one))];
  assert.ok(named.length > 0);
  for (const address of named) await assertAnswers(site, address);
});

/** Asserts that a URL answers 200 or 405. */
async function assertAnswers(site: TestSite, address: string): Promise<void> {
  const { status } = await site.fetch(address.replace(/\?(?!text=).*$|\.$/, ''));
  assert.ok([200, 405].includes(status), `${address} answered ${status}`);
}

test('the API catalog lists each API with its description in the format of RFC 9727', async (t) => {
  const site = await openSite(t, { BASE_URL: BASE });
  const answer = await site.fetch('/.well-known/api-catalog', { method: 'HEAD' });
  assert.equal(answer.headers.get('link'), `<${BASE}/.well-known/api-catalog>; rel="api-catalog"`);
  const { linkset } = await json(await site.fetch('/.well-known/api-catalog'));
  assert.deepEqual(
    linkset.map((one: Record<string, { href: string }[]>) => [one.anchor, one['service-desc']?.[0]?.href]),
    [
      [`${BASE}/api`, `${BASE}/openapi.json`],
      [`${BASE}/api/mcp`, `${BASE}/.well-known/mcp.json`],
      [`${BASE}/mcp`, `${BASE}/openapi.json`],
    ],
  );
});

test('special characters in the name of the magazine break no pointer', async (t) => {
  const name = 'A "B" <c> [d](e) *f*';
  const site = await openSite(t, { PUBLICATION_NAME: name });
  assert.equal((await json(await site.fetch('/.well-known/mcp.json'))).name, name);
});

test('the home page and every section link the overview and the API catalog in their Link header', async (t) => {
  const site = await openSite(t, { BASE_URL: BASE });
  await goLive(site);
  for (const path of ['/', '/robotics']) {
    const link = (await site.fetch(path)).headers.get('link') ?? '';
    for (const relation of ['canonical', 'describedby', 'api-catalog', 'service-desc', 'service-doc']) {
      const address = new RegExp(`<([^>]+)>; rel="${relation}"`).exec(link)?.[1] ?? assert.fail(`${path} ${relation}`);
      assert.equal((await site.fetch(address)).status, 200, address);
    }
  }
});

test('/ads.txt is valid and states that no ad space is sold programmatically', async (t) => {
  const site = await openSite(t, { BASE_URL: BASE });
  const lines = (await (await site.fetch('/ads.txt')).text()).trimEnd().split('\n');
  const records = lines.filter((line) => !line.startsWith('#'));
  assert.deepEqual(records, [
    'placeholder.example.com, placeholder, DIRECT, placeholder',
    'OWNERDOMAIN=magazine.example',
    'CONTACT=advertising@magazine.example',
  ]);
});

test('/humans.txt names the newsroom and its contact address', async (t) => {
  const site = await openSite(t, { BASE_URL: BASE, PUBLICATION_CONTACT: 'desk@magazine.example' });
  const body = await (await site.fetch('/humans.txt')).text();
  assert.match(body, /^Newsroom: Plumbline newsroom$/m);
  assert.match(body, /^Contact: desk@magazine\.example$/m);
});

test('/{section}/llms.txt lists only articles of its section, and an unknown section answers 404', async (t) => {
  const site = await openSite(t, { BASE_URL: BASE });
  await goLive(site);
  await goLive(site, { section: 'people', slug: 'nine-people' });
  const body = await (await site.fetch('/robotics/llms.txt')).text();
  assert.match(body, /^# Plumbline: Robotics\n\n> /);
  const links = [...body.matchAll(/^- \[[^\]]+\]\(([^)]+)\): /gm)].map(([, address]) => address ?? '');
  assert.deepEqual(
    links.map((address) => address.replace(BASE, '')),
    ['/robotics/layout-robot-pilot.md', '/llms.txt', '/robotics.md'],
  );
  for (const address of links) assert.match((await site.fetch(address)).headers.get('content-type') ?? '', /markdown/);
  assert.equal((await site.fetch('/logistics/llms.txt')).status, 404);
});

test('/llms-full.txt contains full articles, newest first, and says that it is complete', async (t) => {
  const site = await openSite(t);
  await goLive(site, { slug: 'early', headline: 'Early' });
  site.pass(60);
  await goLive(site, { slug: 'late', headline: 'Late' });
  const body = await (await site.fetch('/llms-full.txt')).text();
  assert.deepEqual(body.match(/^# .*$/gm), ['# Plumbline: the latest articles in one text', '# Late', '# Early']);
  assert.match(body, /The crew ran the machine on a \*live\* slab/);
  assert.match(body, /That is all: 2 articles\.\n$/);
});

test('/llms-full.txt stays below its size limit, and says where it stops and which article it leaves out', async (t) => {
  const site = await openSite(t);
  const words = (characters: number) => [
    { id: 'b', type: 'paragraph', text: 'Plumb and level. '.repeat(Math.ceil(characters / 17)) },
  ];
  for (let index = 0; index < 12; index++) await goLive(site, { slug: `piece-${index}`, bodyBlocks: words(100_000) });
  site.pass(60);
  await goLive(site, { slug: 'very-long', headline: 'Very long', bodyBlocks: words(300_000) });
  const body = await (await site.fetch('/llms-full.txt')).text();
  assert.ok(Buffer.byteLength(body) <= FULL_MOST && Buffer.byteLength(body) > FULL_MOST / 2);
  assert.match(
    body,
    /# Very long\n\n.*\n\nIt is too long for this file\. Read it at <http:\S+\/robotics\/very-long\.md>/,
  );
  assert.match(body, /Here this text stops, after 10 articles/);
});

test('/llms-full.txt has a size limit in bytes, not in characters', async (t) => {
  const site = await openSite(t);
  const text = '建筑工地的机器人测量'.repeat(7000); // 70,000 characters of three bytes each
  for (let index = 0; index < 9; index++)
    await goLive(site, { slug: `piece-${index}`, bodyBlocks: [{ id: 'b', type: 'paragraph', text }] });
  const body = await (await site.fetch('/llms-full.txt')).text();
  const bytes = Buffer.byteLength(body);
  assert.ok(bytes <= FULL_MOST && bytes > FULL_MOST / 2, `${bytes} bytes`);
  assert.match(body, /Here this text stops, after 4 articles/);
  assert.equal(body.match(/^# A layout robot/gm)?.length, 4);
});

test('/news-sitemap.xml lists articles first published in the last two days, and is cached for a minute', async (t) => {
  const site = await openSite(t, { PUBLICATION_LANGUAGE: 'en-US' });
  await goLive(site, { slug: 'old' });
  site.pass(86_400);
  await goLive(site, { slug: 'young', headline: 'Nuts & <bolts>' });
  const answer = await site.fetch('/news-sitemap.xml');
  assert.equal(answer.headers.get('cache-control'), 'public, max-age=60');
  const both = await answer.text();
  assertWellFormed(both);
  assert.deepEqual(slugs(both), ['young', 'old']);
  assert.match(both, /<news:title>Nuts &#38; &#60;bolts&#62;<\/news:title>/);
  assert.match(both, /<news:language>en<\/news:language>/);
  assert.match(both, /<news:publication_date>2026-09-07T13:00:00\.000Z<\/news:publication_date>/);
  site.pass(86_401);
  assert.deepEqual(slugs(await (await site.fetch('/news-sitemap.xml')).text()), ['young']);
  site.pass(86_400);
  const empty = await (await site.fetch('/news-sitemap.xml')).text();
  assertWellFormed(empty);
  assert.deepEqual(slugs(empty), []);
});

test('/news-sitemap.xml lists more than one page of articles', async (t) => {
  const site = await openSite(t);
  for (let index = 0; index < 103; index++) await goLive(site, { slug: `piece-${index}` });
  assert.equal(slugs(await (await site.fetch('/news-sitemap.xml')).text()).length, 103);
});

function slugs(xml: string): string[] {
  return [...xml.matchAll(/<loc>[^<]*\/([^/<]+)<\/loc>/g)].map(([, slug]) => slug ?? '');
}
