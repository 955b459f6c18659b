import assert from 'node:assert/strict';
import { test } from 'node:test';
import { JSON_TEXT_NAMES } from '#article/article-fields.ts';
import { goLive } from '../../support/live.ts';
import { json, openSite } from '../../support/site.ts';

// Search engines and link previews get the texts that editors wrote for them; the other packet fields stay private.

const ARTICLE = '/robotics/layout-robot-pilot';

function tagsOf(page: string) {
  const content = (name: string) => new RegExp(`<meta (?:name|property)="${name}" content="([^"]*)"`).exec(page)?.[1];
  return {
    title: /<title>([^<]*)<\/title>/.exec(page)?.[1],
    description: content('description'),
    og: [content('og:title'), content('og:description')],
    twitter: content('twitter:description'),
  };
}

test('the page head contains the SEO title, SEO description and social excerpt that editors wrote', async (t) => {
  const site = await openSite(t);
  await goLive(site, {
    editorialPacket: {
      seoTitle: 'Layout robots: what to check',
      seoDescription: 'A list for\nestimators.',
      socialExcerpt: 'Read before you rely on one.',
      factCheckNotes: 'Zinnober is a secret.',
    },
  });
  const page = await (await site.fetch(ARTICLE)).text();
  assert.deepEqual(tagsOf(page), {
    title: 'Layout robots: what to check',
    description: 'A list for estimators.',
    og: ['A layout robot on a live slab', 'Read before you rely on one.'],
    twitter: 'Read before you rely on one.',
  });
  assert.match(page, /<h1[^>]*>A layout robot on a live slab<\/h1>/);
  for (const path of [ARTICLE, `${ARTICLE}.md`, '/feed.json', '/rss.xml', `/api/public/articles${ARTICLE}`])
    assert.doesNotMatch(await (await site.fetch(path)).text(), /Zinnober/, path);
  assert.equal(
    Object.keys(await json(await site.fetch(`/api/public/articles${ARTICLE}`))).length,
    11 + JSON_TEXT_NAMES.length,
  );
});

test('the page head contains headline and dek when editors wrote no texts for search engines', async (t) => {
  const site = await openSite(t);
  await goLive(site, { editorialPacket: { seoTitle: '  ', factCheckNotes: 'Checked.' } });
  const dek = 'What estimators should check before they rely on a layout robot.';
  assert.deepEqual(tagsOf(await (await site.fetch(ARTICLE)).text()), {
    title: 'A layout robot on a live slab · Plumbline',
    description: dek,
    og: ['A layout robot on a live slab', dek],
    twitter: dek,
  });
});
