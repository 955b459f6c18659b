import assert from 'node:assert/strict';
import { test } from 'node:test';
import { CLI } from '#core/actor.ts';
import { publish } from '#editorial/publish/publish.ts';
import { unpublish } from '#editorial/publish/unpublish.ts';
import { addAuthorOrTag } from '#people/bylines.ts';
import { refreshSite } from '#site/live-site.ts';
import { saveSiteSettings } from '#site/site-settings.ts';
import { goLive, goLiveListed, save } from '../../support/live.ts';
import { callPublic } from '../../support/mcp.ts';
import { openSite, type TestSite } from '../../support/site.ts';

// At the time of the tests it is 6 September 2026 by UTC, and 7 September in Auckland.

const AUCKLAND = { PUBLICATION_TIME_ZONE: 'Pacific/Auckland' };
const AT = '/robotics/layout-robot-pilot';
const QUOTE = encodeURIComponent('The crew ran the machine');

const PATHS = [
  ...['/', '/latest', '/robotics', AT, '/corrections', '/changes', '/tags/layout', '/series', '/authors/jane-doe'],
  ...['/index.md', '/latest.md', '/robotics.md', `${AT}.md`, '/corrections.md', '/changes.md', '/tags/layout.md'],
  ...['/authors/jane-doe.md', '/archive/2026-09', '/archive/2026-09.md', '/issues/2026-q3', '/issues/2026-q3.md'],
  ...['/search?q=robot', '/search.md?q=robot', `/quote?text=${QUOTE}`, `/quote.md?text=${QUOTE}`],
  ...[`${AT}/r/0`, `${AT}/r/0.md`, `${AT}/r/0.json`, `${AT}/r/1.md`, `${AT}/r/1.json`],
  ...['/rss.xml', '/atom.xml', '/feed.json', '/llms.txt', '/llms-full.txt', '/robotics/llms.txt'],
];

async function publishAndCorrect(site: TestSite): Promise<void> {
  const { id: authorId } = await addAuthorOrTag(site.deps, CLI, 'author', 'Jane Doe');
  const article = await goLiveListed(site, { authorId });
  const gone = await goLive(site, { slug: 'gone' });
  await unpublish(site.deps, CLI, gone.id, { notice: 'It named the wrong machine.' });
  for (const revision of [1, 2]) {
    const note = `An earlier version named the wrong machine ${revision}.`;
    await save(
      site,
      { ...article, revision: revision - 1 },
      { correctionNote: note, tagIds: article.tagIds, authorId },
    );
    await publish(site.deps, CLI, article.id, { revisionNumber: revision });
  }
}

/** The days in a text that are not parts of times for machines. */
function daysIn(text: string): string[] {
  const words = text.replace(/\d{4}-\d\d-\d\dT[\d:.]+Z/g, '').replace(/\w{3}, \d\d \w{3} \d{4} [\d:]{8} GMT/g, '');
  return [...words.matchAll(/2026-09-0\d|\b\d Sep(?:tember)?\b/g)].map(([day]) => day);
}

test('readers get the days of the magazine’s zone in every form', async (t) => {
  const site = await openSite(t, AUCKLAND);
  await publishAndCorrect(site);
  const seen = new Set<string>();
  for (const path of PATHS) {
    const response = await site.fetch(path);
    assert.equal(response.status, 200, path);
    for (const day of daysIn(await response.text())) {
      assert.match(day, /7/, path);
      seen.add(day);
    }
  }
  assert.deepEqual([...seen].sort(), ['2026-09-07', '7 Sep', '7 September']);
  for (const [name, given] of [
    ['search', { query: 'robot' }],
    ['fetch', { id: AT }],
  ] as const)
    for (const day of daysIn(JSON.stringify(await callPublic(site, name, given)))) assert.match(day, /7/, name);
});

test('the permanent forms of a revision keep the days of the zone that the magazine had', async (t) => {
  const site = await openSite(t, AUCKLAND);
  await publishAndCorrect(site);
  const read = async (path: string) => (await site.fetch(path)).text();
  const before = [await read(`${AT}/r/0.md`), await read(`${AT}/r/0.json`)];
  await saveSiteSettings(site.deps, await site.person('chief'), { timeZone: 'America/Chicago' });
  await refreshSite(site.deps, site.config);
  assert.match(await read(`${AT}/r/0`), /6 September 2026/);
  assert.deepEqual([await read(`${AT}/r/0.md`), await read(`${AT}/r/0.json`)], before);
});
