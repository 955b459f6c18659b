import assert from 'node:assert/strict';
import { test } from 'node:test';
import { parseAtomFeed, parseRssFeed } from 'feedsmith';
import { CLI } from '#core/actor.ts';
import { moveArticle } from '#editorial/publish/move-article.ts';
import { publish } from '#editorial/publish/publish.ts';
import { settleEach } from '#editorial/settle/settle.ts';
import { goLive } from '../../support/live.ts';
import { addConverted, photo, WORDS } from '../../support/pictures.ts';
import { json, openSite, type TestSite } from '../../support/site.ts';
import { file } from '../../support/stocked.ts';

// A feed lists each article once, with the content of its page.

type Item = { id: string | undefined; text: string };

/** The only article of each feed. */
async function readItems(site: TestSite): Promise<Record<string, Item>> {
  const [rss] = parseRssFeed(await (await site.fetch('/rss.xml')).text()).items ?? [];
  const [atom] = parseAtomFeed(await (await site.fetch('/atom.xml')).text()).entries ?? [];
  const [item] = (await json(await site.fetch('/feed.json'))).items;
  return {
    rss: { id: rss?.guid?.value, text: rss?.content?.encoded ?? '' },
    atom: { id: atom?.id, text: atom?.content?.value ?? '' },
    json: { id: item.id, text: item.content_html },
  };
}

test('an article that moves to another section and slug keeps its id in every feed', async (t) => {
  const site = await openSite(t);
  const article = await goLive(site);
  const idsOf = (items: Record<string, Item>) => Object.values(items).map(({ id }) => id);
  const before = idsOf(await readItems(site));
  assert.deepEqual(new Set(before), new Set([`urn:uuid:${article.id}`]));
  await moveArticle(site.deps, await site.person('editor'), {
    articleId: article.id,
    baseRevision: 0,
    to: { section: 'people', slug: 'moved' },
  });
  assert.deepEqual(idsOf(await readItems(site)), before);
});

test('every feed contains the sources, the settled figures, the picture and the drafting note of an article', async (t) => {
  const site = await openSite(t, { FIGURES_GATE: 'block' });
  const editor = await site.person('editor', 'Dana Whitfield');
  const picture = await addConverted(site, editor, await photo(1000, 700), WORDS);
  const source = 'https://example.org/pilot-record';
  const id = await file(site, await site.grantToken(editor), {
    heroAssetId: picture,
    bodyBlocks: [{ id: 'b1', type: 'paragraph', text: 'The crew marked 412 points.' }],
    sources: [{ title: 'Site record', url: source, publisher: 'The site office', note: 'Read on site.' }],
  });
  await settleEach(site.deps, CLI, {
    articleId: id,
    revision: 0,
    settledBy: () => ({ kind: 'sourced', source, locator: 'Sheet 3' }),
  });
  await publish(site.deps, editor, id, { revisionNumber: 0 });
  for (const [feed, { text }] of Object.entries(await readItems(site))) {
    assert.match(
      text,
      /<li><a href="https:\/\/example\.org\/pilot-record">Site record<\/a>, The site office\. Read on/,
      feed,
    );
    assert.match(text, /<b>412<\/b>: <a href="https:\/\/example\.org\/pilot-record">Site record<\/a>, Sheet 3/, feed);
    assert.match(text, /<img src="http:\/\/127\.0\.0\.1:3000\/media\/[^"]+\.jpg" alt="[^"]+"><figcaption>/, feed);
    assert.match(text, /Drafted with an agent let in by Dana Whitfield; edited by Dana Whitfield\./, feed);
    for (const [, href = ''] of text.matchAll(/(?:href|src)="([^"]*)"/g)) assert.match(href, /^https?:\/\//, feed);
  }
  const [item] = (await json(await site.fetch('/feed.json'))).items;
  assert.match(item.image, /\/media\/.*\.jpg$/);
});
