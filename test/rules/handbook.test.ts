import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { test } from 'node:test';
import { headingId, helpSection } from '#html/newsroom/help-links.ts';
import { ROUTES } from '#server/routes.ts';
import { digestOf, storedDigests } from '../../scripts/picture-digests.ts';
import { fromPage, openSite } from '../support/site.ts';

const FILE = new URL('../../docs/editors.md', import.meta.url);
const handbook = readFileSync(FILE, 'utf8');
const sections = [...handbook.matchAll(/^## (.*)$/gm)].map(([, name = '']) => name);

test('every page of the newsroom links a section that the handbook has', () => {
  const pages = ROUTES.filter(({ method, path }) => method === 'GET' && /^\/(?:newsroom|agent\/claim)/.test(path));
  assert.ok(pages.length > 50);
  for (const { path } of pages) assert.ok(sections.includes(helpSection(path)), `${path}: ${helpSection(path)}`);
});

test('no picture of the README and the handbook is older than the labels of its page', () => {
  const readme = readFileSync(new URL('../../README.md', import.meta.url), 'utf8');
  const shown = [
    ...[...readme.matchAll(/\]\(docs\/(\w[\w-]*\.png)\)/g)].map(([, name = '']) => name),
    ...[...handbook.matchAll(/\]\((editors\/[\w-]+\.webp)\)/g)].map(([, name = '']) => name),
  ];
  assert.ok(shown.length > 20);
  const digests = storedDigests();
  const older = [...new Set(shown)].filter((picture) => digests[picture] !== digestOf(picture));
  const names = older.flatMap((picture) => /editors\/(.+)\.webp/.exec(picture)?.[1] ?? []).join(' ');
  assert.deepEqual(older, [], `take them again: npm run handbook ${names}, for the README npm run screenshots`);
});

test('the site serves the handbook with its pictures to members, and each page its help link', async (t) => {
  const site = await openSite(t);
  const writer = await site.person('writer');
  const read = async (path: string) => site.fetch(path, { headers: fromPage(writer) });
  const page = await (await read('/newsroom/help')).text();
  for (const name of sections) assert.ok(page.includes(`<h2 id="${headingId(name)}">`), name);
  const pictures = [...page.matchAll(/<img src="([^"]+)" alt="([^"]+)"/g)];
  assert.equal(pictures.length, handbook.match(/!\[/g)?.length);
  for (const [, src = ''] of pictures) {
    const picture = await read(src);
    assert.deepEqual([picture.status, picture.headers.get('content-type')], [200, 'image/webp'], src);
  }
  assert.doesNotMatch(page, /(?:src|href)="https?:/, 'it needs no other site');
  assert.equal((await read('/newsroom/help/pictures/..%2Feditors.md')).status, 404);
  assert.match(await (await read('/newsroom/calendar')).text(), /href="\/newsroom\/help#see-the-month-and-the-weeks"/);
  const stranger = await site.fetch('/newsroom/help', { redirect: 'manual' });
  assert.notEqual(stranger.status, 200);
});
