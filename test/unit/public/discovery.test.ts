import assert from 'node:assert/strict';
import { test } from 'node:test';
import { publicPages } from '#article/public-resources.ts';
import { CLI } from '#core/actor.ts';
import { publish } from '#editorial/publish/publish.ts';
import { unpublish } from '#editorial/publish/unpublish.ts';
import { createDraft } from '#editorial/write/create-draft.ts';
import { saveRevision } from '#editorial/write/save-revision.ts';
import { isDeclared } from '#http/declared.ts';
import { addAuthorOrTag } from '#people/bylines.ts';
import { goLive } from '../../support/live.ts';
import { BASE, copy, openSite, type TestSite } from '../../support/site.ts';
import { file } from '../../support/stocked.ts';

const FILES = [
  '/llms.txt',
  '/llms-full.txt',
  '/robotics/llms.txt',
  '/robots.txt',
  '/humans.txt',
  '/ads.txt',
  '/.well-known/security.txt',
  '/.well-known/api-catalog',
];

for (const path of FILES) {
  test(`${path} answers GET and HEAD, also with 304, and no other method`, async (t) => {
    const site = await openSite(t);
    const get = await site.fetch(path);
    assert.equal(get.status, 200);
    assert.match(get.headers.get('cache-control') ?? '', /^public, max-age=60/);
    const etag = get.headers.get('etag') ?? '';
    const head = await site.fetch(path, { method: 'HEAD' });
    assert.equal(head.headers.get('content-length'), get.headers.get('content-length'));
    assert.equal(await head.text(), '');
    assert.equal((await site.fetch(path, { headers: { 'If-None-Match': etag } })).status, 304);
    assert.equal((await site.fetch(path, { method: 'POST' })).status, 405);
  });
}

test('/llms.txt follows the llms.txt format: title, summary, prose, then sections that contain only links', async (t) => {
  const site = await openSite(t);
  await goLive(site);
  await goLive(site, { section: 'people', slug: 'second', headline: 'Nine people', dek: 'Who was there.' });
  const answer = await site.fetch('/llms.txt');
  assert.equal(answer.headers.get('content-type'), 'text/markdown; charset=utf-8');
  const { title, summary, info, sections } = parse(await answer.text());
  assert.equal(title, 'Plumbline');
  assert.match(summary, /independent online magazine/);
  assert.doesNotMatch(info, /^#/m);
  assert.deepEqual(
    sections.map((section) => section.name),
    ['Sections', 'Robotics', 'People', 'The magazine'],
  );
  assert.deepEqual(sections[2]?.links, [
    { name: 'Nine people', address: `${BASE}/people/second.md`, about: undefined },
  ]);
});

test('/llms.txt contains every URL an agent needs, and each link answers in Markdown', async (t) => {
  const site = await openSite(t);
  await goLive(site);
  const { info, sections } = parse(await (await site.fetch('/llms.txt')).text());
  const named = [...info.matchAll(/`(http[^`]+)`/g)].map(([, address]) => address);
  const paths = [
    '/mcp',
    '/api/public/articles?q=WORDS',
    '/api/v1/public/quote?text=THE+WORDS+AS+YOU+QUOTE+THEM',
    '/api/v1/public/changes',
    '/openapi.json',
    '/sitemap.xml',
    '/rss.xml',
    '/llms-full.txt',
    '/api/v1/public/briefs',
    '/api/v1/advertise',
  ].filter((path) => isDeclared(path.split('?')[0] ?? ''));
  const toDraft = ['/auth.md', '/agents.md', '/.well-known/mcp.json'];
  assert.deepEqual(
    named,
    [...paths, ...toDraft].map((path) => `${BASE}${path}`),
  );
  for (const address of named) assert.equal((await site.fetch(address ?? '')).status, 200, address);
  for (const { address } of sections.flatMap((section) => section.links)) {
    const answer = await site.fetch(address);
    assert.equal(answer.status, 200, address);
    assert.equal(answer.headers.get('content-type'), 'text/markdown; charset=utf-8', address);
  }
});

test('/llms.txt lists the latest 100 articles', async (t) => {
  const site = await openSite(t);
  for (let index = 0; index < 103; index++) {
    await goLive(site, { slug: `piece-${index}` });
    site.pass(1);
  }
  const { sections } = parse(await (await site.fetch('/llms.txt')).text());
  const addresses = sections.find((section) => section.name === 'Robotics')?.links.map((link) => link.address);
  assert.deepEqual(
    addresses,
    Array.from({ length: 100 }, (_, index) => `${BASE}/robotics/piece-${102 - index}.md`),
  );
});

test('/llms.txt of an empty site links to the sections and pages of the site', async (t) => {
  const site = await openSite(t);
  const { sections } = parse(await (await site.fetch('/llms.txt')).text());
  assert.deepEqual(
    sections.map((section) => [section.name, section.links.length]),
    [
      ['Sections', 5],
      ['The magazine', publicPages().length + 1],
    ],
  );
});

test('no headline breaks the format of /llms.txt', async (t) => {
  const site = await openSite(t);
  const evil = ['## Optional', '[x](https://a.example) ](', '- [a](b): c', ']]]]', '<script>', '> # `', '\\'];
  for (const [index, text] of evil.entries()) await goLive(site, { slug: `evil-${index}`, headline: text, dek: text });
  const { sections } = parse(await (await site.fetch('/llms.txt')).text());
  assert.deepEqual(
    sections.map((section) => [section.name, section.links.length]),
    [
      ['Sections', 5],
      ['Robotics', evil.length],
      ['The magazine', publicPages().length + 1],
    ],
  );
  for (const { address } of sections[1]?.links ?? []) assert.match(address, /\/robotics\/evil-\d\.md$/);
});

test('/llms.txt contains no draft and no unpublished article', async (t) => {
  const site = await openSite(t);
  await createDraft(site.deps, CLI, copy({ headline: 'Zinnober', slug: 'zinnober-a' }));
  const gone = await goLive(site, { headline: 'Zinnober', slug: 'zinnober-b' });
  await unpublish(site.deps, CLI, gone.id);
  assert.doesNotMatch(await (await site.fetch('/llms.txt')).text(), /zinnober/i);
});

test('/robots.txt has one group for all crawlers, content signals, disallowed paths, and existing sitemaps', async (t) => {
  const site = await openSite(t);
  const answer = await site.fetch('/robots.txt');
  assert.equal(answer.headers.get('content-type'), 'text/plain; charset=utf-8');
  const lines = (await answer.text()).trimEnd().split('\n');
  const agents = lines.filter((line) => line.startsWith('User-agent: ')).map((line) => line.slice(12));
  assert.deepEqual(agents.slice(0, 2), ['*', 'GPTBot']);
  for (const name of [
    'ChatGPT-User',
    'OAI-SearchBot',
    'ClaudeBot',
    'Claude-SearchBot',
    'PerplexityBot',
    'CCBot',
    'Google-Extended',
  ])
    assert.ok(agents.includes(name), name);
  // One group: there is no rule between two user agents.
  assert.ok(lines.slice(0, agents.length).every((line) => line.startsWith('User-agent: ')));
  assert.ok(lines.includes('Content-Signal: search=yes, ai-input=yes, ai-train=no'));
  for (const rule of ['Allow: /', 'Disallow: /api/admin/', 'Disallow: /agent/', 'Disallow: /newsroom'])
    assert.ok(lines.includes(rule), rule);
  const maps = lines.filter((line) => line.startsWith('Sitemap: ')).map((line) => line.slice(9));
  assert.deepEqual(maps, [`${BASE}/sitemap.xml`, `${BASE}/news-sitemap.xml`]);
  for (const map of maps) assert.equal((await site.fetch(map)).status, 200);
});

test('/.well-known/security.txt has a contact and an expiry within a year, which changes once a day', async (t) => {
  const site = await openSite(t, { PUBLICATION_CONTACT: 'desk@magazine.example' });
  const answer = await site.fetch('/.well-known/security.txt');
  assert.equal(answer.headers.get('content-type'), 'text/plain; charset=utf-8');
  const body = await answer.text();
  const fields = await security(site);
  assert.deepEqual(Object.keys(fields), ['Contact', 'Expires', 'Preferred-Languages', 'Canonical']);
  assert.equal(fields.Contact, 'mailto:desk@magazine.example');
  assert.equal(fields.Canonical, `${BASE}/.well-known/security.txt`);
  const days = (Date.parse(fields.Expires ?? '') - site.deps.clock()) / 86_400_000;
  assert.ok(days > 30 && days < 365, `${days} days`);
  site.pass(10 * 3600);
  assert.equal(await (await site.fetch('/.well-known/security.txt')).text(), body);
  site.pass(86_400);
  assert.ok(((await security(site)).Expires ?? '') > (fields.Expires ?? ''));
});

test('without PUBLICATION_CONTACT /.well-known/security.txt has the email of the ad desk as contact', async (t) => {
  const site = await openSite(t, { AD_DESK_EMAIL: 'ads@magazine.example' });
  assert.equal((await security(site)).Contact, 'mailto:ads@magazine.example');
});

test('every page links to /llms.txt and to the RSS feed', async (t) => {
  const site = await openSite(t);
  await goLive(site);
  for (const path of ['/', '/robotics', '/robotics/layout-robot-pilot']) {
    const page = await site.fetch(path);
    assert.match(
      page.headers.get('link') ?? '',
      new RegExp(`<(?:${BASE})?/llms\\.txt>; rel="describedby"; type="text/markdown"`),
    );
    const body = await page.text();
    assert.match(body, /<link rel="describedby" type="text\/markdown" href="\/llms\.txt">/);
    assert.match(body, /<link rel="alternate" type="application\/rss\+xml"/);
    const markdown = await (await site.fetch(path, { headers: { Accept: 'text/markdown' } })).text();
    assert.match(markdown, new RegExp(`^> .*\\[${BASE}/llms\\.txt\\]`, 'm'));
  }
});

type Section = { name: string; links: { name: string; address: string; about: string | undefined }[] };

/** Parses llms.txt like the reference parser of the format: a line in a section that is not a link item is an error. */
function parse(body: string): { title: string; summary: string; info: string; sections: Section[] } {
  const [start = '', ...rest] = body.split(/^##\s*(.*?$)/m);
  const [, title = '', summary = '', info = ''] =
    /^#\s*(.+?)\n+(?:>\s*(.+?)\n)?\n+([\s\S]*)$/.exec(start.trim()) ?? assert.fail('no title');
  const sections = Array.from({ length: rest.length / 2 }, (_, index) => ({
    name: rest[index * 2] ?? '',
    links: (rest[index * 2 + 1] ?? '')
      .split('\n')
      .filter((line) => line.trim() !== '')
      .map((line) => {
        const [, name = '', address = '', about] =
          /^-\s*\[([^\]]+)\]\(([^)]+)\)(?::\s*(.*))?$/.exec(line) ?? assert.fail(`not a link item: ${line}`);
        return { name, address, about };
      }),
  }));
  return { title, summary, info, sections };
}

async function security(site: TestSite): Promise<Record<string, string>> {
  const body = await (await site.fetch('/.well-known/security.txt')).text();
  return Object.fromEntries(
    body
      .trimEnd()
      .split('\n')
      .map((line) => line.split(/: (.*)/s)),
  );
}

test('the Markdown of an article contains its tags, dates, corrections and drafting note, like its page', async (t) => {
  const site = await openSite(t);
  const chief = await site.person('chief', 'Ruth Okafor');
  const tag = await addAuthorOrTag(site.deps, chief, 'tag', 'Layout');
  const id = await file(site, await site.grantToken(chief), { tagIds: [tag.id], sponsorshipDisclosure: 'On loan.' });
  await publish(site.deps, chief, id, { revisionNumber: 0 });
  const notes = ['The crew was nine people, not twelve as we had it.', 'The slab was poured in May, not in June.'];
  for (const [index, correctionNote] of notes.entries()) {
    site.pass(86_400);
    const over = { tagIds: [tag.id], sponsorshipDisclosure: 'On loan.', correctionNote, baseRevision: index };
    await saveRevision(site.deps, CLI, id, { copy: { ...copy(over), baseRevision: index } });
    await publish(site.deps, chief, id, { revisionNumber: index + 1 });
  }
  const path = '/robotics/layout-robot-pilot';
  const markdown = await (await site.fetch(`${path}.md`)).text();
  const page = await (await site.fetch(path)).text();
  for (const said of [
    ...notes,
    'On loan.',
    'Layout',
    'Site record of the pilot',
    'Drafted with an agent let in by Ruth Okafor',
  ]) {
    assert.ok(page.includes(said), `the page: ${said}`);
    assert.ok(markdown.includes(said), `the Markdown: ${said}`);
  }
  assert.match(markdown, /^tags: \["Layout"\]$/m);
  assert.match(markdown, /^publishedAt: "2026-09-06.*\nmodifiedAt: "2026-09-08/m);
  assert.match(markdown, /^> \*\*Correction, 2026-09-08\.\*\* The slab/m);
  assert.match(markdown, /^- 2026-09-07: The crew/m);
});
