import assert from 'node:assert/strict';
import { test } from 'node:test';
import { addAuthorOrTag } from '#people/bylines.ts';
import { isPublicationByline } from '#reading/pages/structured-data.ts';
import { goLive, goLiveAgain } from '../../support/live.ts';
import { addConverted, photo, WORDS } from '../../support/pictures.ts';
import { openSite, type TestSite } from '../../support/site.ts';

// Structured data and meta tags, which search engines and link previews read.

const BASE = 'https://magazine.example';
const URL = `${BASE}/robotics/layout-robot-pilot`;
const NOTE = 'An earlier version gave the crew size as twelve; the crew was nine people.';

type Block = Record<string, unknown>;

async function blocksOf(site: TestSite, path: string): Promise<Record<string, Block>> {
  const page = await (await site.fetch(path)).text();
  const found = [...page.matchAll(/<script type="application\/ld\+json">([\s\S]*?)<\/script>/g)];
  const blocks = found.map(([, text = '']) => JSON.parse(text) as Block);
  for (const block of blocks) assert.equal(block['@context'], 'https://schema.org');
  return Object.fromEntries(blocks.map((block) => [String(block['@type']), block]));
}

/** The meta tags of a page by name or property. */
async function tagsOf(site: TestSite, path: string): Promise<Record<string, string>> {
  const page = await (await site.fetch(path)).text();
  const found = page.matchAll(/<meta (?:name|property)="([^"]+)" content="([^"]*)"/g);
  return Object.fromEntries([...found].map(([, name = '', content = '']) => [name, content]));
}

const PUBLISHER = {
  '@type': 'NewsMediaOrganization',
  '@id': `${BASE}/#publisher`,
  name: 'Plumbline',
  url: `${BASE}/`,
  logo: { '@type': 'ImageObject', url: `${BASE}/static/logo.png`, width: 512, height: 512 },
  publishingPrinciples: `${BASE}/standards`,
  verificationFactCheckingPolicy: `${BASE}/method`,
  correctionsPolicy: `${BASE}/corrections`,
};

test('an article page has a NewsArticle and a BreadcrumbList in separate JSON-LD blocks', async (t) => {
  const site = await openSite(t, { BASE_URL: BASE });
  const chief = await site.person('chief');
  const author = await addAuthorOrTag(site.deps, chief, 'author', 'Ines Calloway');
  const tag = await addAuthorOrTag(site.deps, chief, 'tag', 'Layout');
  const named = { authorId: author.id, tagIds: [tag.id] };
  const article = await goLive(site, named);
  site.pass(86_400);
  await goLiveAgain(site, article, { ...named, correctionNote: NOTE });
  const { NewsArticle, BreadcrumbList, ...others } = await blocksOf(site, '/robotics/layout-robot-pilot');
  assert.deepEqual(others, {});
  assert.deepEqual(NewsArticle, {
    '@context': 'https://schema.org',
    '@type': 'NewsArticle',
    '@id': `${URL}#article`,
    mainEntityOfPage: URL,
    url: URL,
    headline: 'A layout robot on a live slab',
    description: 'What estimators should check before they rely on a layout robot.',
    articleSection: 'Robotics',
    keywords: ['Layout'],
    datePublished: '2026-09-06T13:00:00.000Z',
    dateModified: '2026-09-07T13:00:00.000Z',
    inLanguage: 'en',
    isAccessibleForFree: true,
    license: `${BASE}/standards#reuse`,
    author: [{ '@type': 'Person', name: 'Ines Calloway', url: `${BASE}/authors/ines-calloway` }],
    publisher: PUBLISHER,
    image: [`${BASE}/cards/robotics/layout-robot-pilot.png`],
    citation: [{ '@type': 'CreativeWork', name: 'Site record of the pilot', url: 'https://example.org/pilot-record' }],
    encoding: [
      { '@type': 'MediaObject', encodingFormat: 'text/markdown', contentUrl: `${URL}.md` },
      {
        '@type': 'MediaObject',
        encodingFormat: 'application/json',
        contentUrl: `${BASE}/api/public/articles/robotics/layout-robot-pilot`,
      },
    ],
    correction: { '@type': 'CorrectionComment', text: NOTE, datePublished: '2026-09-07T13:00:00.000Z' },
  });
  assert.deepEqual(BreadcrumbList?.itemListElement, [
    { '@type': 'ListItem', position: 1, name: 'Plumbline', item: `${BASE}/` },
    { '@type': 'ListItem', position: 2, name: 'Robotics', item: `${BASE}/robotics` },
    { '@type': 'ListItem', position: 3, name: 'A layout robot on a live slab' },
  ]);
});

test('the home page describes the site and its publisher, and a section page has a BreadcrumbList', async (t) => {
  const site = await openSite(t, { BASE_URL: BASE });
  await goLive(site);
  const { WebSite, NewsMediaOrganization, ...others } = await blocksOf(site, '/');
  assert.deepEqual(others, {});
  assert.deepEqual([WebSite?.name, WebSite?.url, WebSite?.publisher], ['Plumbline', `${BASE}/`, PUBLISHER]);
  assert.equal(NewsMediaOrganization?.['@id'], `${BASE}/#publisher`);
  assert.deepEqual(Object.keys(await blocksOf(site, '/robotics')), ['BreadcrumbList']);
});

test('every URL of this site in the structured data and the meta tags answers 200', async (t) => {
  const site = await openSite(t, { BASE_URL: BASE });
  const author = await addAuthorOrTag(site.deps, await site.person('chief'), 'author', 'Ines Calloway');
  await goLive(site, { authorId: author.id });
  await goLive(site, { slug: 'unsigned' });
  for (const path of ['/', '/robotics', '/robotics/layout-robot-pilot', '/robotics/unsigned']) {
    const said = JSON.stringify([await blocksOf(site, path), await tagsOf(site, path)]);
    const named = new Set([...said.matchAll(/https:\/\/magazine\.example[^"#]*/g)].map(([one]) => one));
    for (const address of named) assert.equal((await site.fetch(address)).status, 200, `${path} names ${address}`);
  }
});

for (const [author, site] of [
  [null, true],
  ['Plumbline', true],
  ['plumbline newsroom', true],
  ['Robotics section', true],
  ['The editors', true],
  ['Ines Calloway', false],
  ['Newsroom Jones', false],
  ['Anna Deskowitz', false],
] as const) {
  test(`the byline ${author} is that of ${site ? 'the publication' : 'a person'}`, () => {
    assert.equal(isPublicationByline({ name: 'Plumbline', byline: 'Plumbline newsroom' } as never, author), site);
  });
}

test('the page of a byline describes a person or an organization', async (t) => {
  const site = await openSite(t, { BASE_URL: BASE });
  const chief = await site.person('chief');
  const person = await addAuthorOrTag(site.deps, chief, 'author', 'Ines Calloway');
  const section = await addAuthorOrTag(site.deps, chief, 'author', 'Robotics section');
  await goLive(site, { authorId: person.id });
  await goLive(site, { slug: 'unsigned', authorId: section.id });
  const { ProfilePage, ...others } = await blocksOf(site, '/authors/ines-calloway');
  const url = `${BASE}/authors/ines-calloway`;
  assert.deepEqual(others, {});
  assert.equal(ProfilePage?.url, url);
  assert.deepEqual(ProfilePage?.mainEntity, { '@type': 'Person', '@id': `${url}#byline`, name: 'Ines Calloway', url });
  const { mainEntity } = (await blocksOf(site, '/authors/robotics-section')).ProfilePage ?? {};
  assert.deepEqual(Object.values(mainEntity ?? {}).slice(0, 1), ['Organization']);
  const tags = await tagsOf(site, '/authors/ines-calloway');
  assert.deepEqual([tags['og:type'], tags['og:title'], tags['og:url']], ['profile', 'Ines Calloway', url]);
});

test('link previews of an article show its hero picture', async (t) => {
  const site = await openSite(t, { BASE_URL: BASE });
  const heroAssetId = await addConverted(site, await site.person('editor'), await photo());
  await goLive(site, { heroAssetId });
  const tags = await tagsOf(site, '/robotics/layout-robot-pilot');
  const image = tags['og:image'] ?? '';
  assert.match(image, new RegExp(`^${BASE}/media/.*/1600\\.jpg$`));
  assert.equal((await site.fetch(image)).headers.get('content-type'), tags['og:image:type']);
  assert.deepEqual(
    [tags['og:image:type'], tags['og:image:width'], tags['og:image:height'], tags['og:image:alt']],
    ['image/jpeg', '1600', '1067', WORDS.alt],
  );
  assert.equal(tags['twitter:image'], image);
});

test('the author of an article without a byline is an organization', async (t) => {
  const site = await openSite(t, { BASE_URL: BASE });
  await goLive(site);
  const { NewsArticle } = await blocksOf(site, '/robotics/layout-robot-pilot');
  assert.deepEqual(NewsArticle?.author, [
    { '@type': 'Organization', name: 'Plumbline newsroom', url: `${BASE}/about` },
  ]);
});

test('an article page has the meta tags for link previews, with the size of its card', async (t) => {
  const site = await openSite(t, { BASE_URL: BASE });
  await goLive(site);
  const tags = await tagsOf(site, '/robotics/layout-robot-pilot');
  const expected: Record<string, string> = {
    'og:type': 'article',
    'og:title': 'A layout robot on a live slab',
    'og:description': 'What estimators should check before they rely on a layout robot.',
    'og:url': URL,
    'og:site_name': 'Plumbline',
    'og:locale': 'en_US',
    'og:image': `${BASE}/cards/robotics/layout-robot-pilot.png`,
    'og:image:width': '1200',
    'og:image:height': '630',
    'og:image:alt': 'A layout robot on a live slab. Robotics, Plumbline.',
    'article:published_time': '2026-09-06T13:00:00.000Z',
    'article:modified_time': '2026-09-06T13:00:00.000Z',
    'article:section': 'Robotics',
    'article:author': 'Plumbline newsroom',
    'twitter:card': 'summary_large_image',
    'twitter:title': 'A layout robot on a live slab',
    'twitter:image': `${BASE}/cards/robotics/layout-robot-pilot.png`,
    'twitter:image:alt': 'A layout robot on a live slab. Robotics, Plumbline.',
    robots: 'max-image-preview:large',
  };
  for (const [name, content] of Object.entries(expected)) assert.equal(tags[name], content, name);
});

test('hostile text in an article cannot break out of a JSON-LD block or a meta tag', async (t) => {
  const site = await openSite(t, { BASE_URL: BASE });
  const evil = '</script><script>alert(1)</script> "><img src=x> \u2028 <!-- ';
  await goLive(site, { headline: evil, dek: evil, sources: [{ title: evil, url: 'https://example.org/"><x' }] });
  const page = await (await site.fetch('/robotics/layout-robot-pilot')).text();
  const { NewsArticle } = await blocksOf(site, '/robotics/layout-robot-pilot');
  assert.equal(NewsArticle?.headline, evil);
  assert.equal(page.match(/<script/g)?.length, 2);
  assert.doesNotMatch(page, /<img src=x>|alert\(1\)<\/script>/);
});
