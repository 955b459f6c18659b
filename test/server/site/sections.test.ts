import assert from 'node:assert/strict';
import test, { type TestContext } from 'node:test';
import { moveSectionArticles } from '#editorial/publish/move-section.ts';
import { publish } from '#editorial/publish/publish.ts';
import { unpublish } from '#editorial/publish/unpublish.ts';
import { createDraft } from '#editorial/write/create-draft.ts';
import { saveRevision } from '#editorial/write/save-revision.ts';
import { isDeclared } from '#http/declared.ts';
import { DEFAULT_SECTIONS } from '#runtime/site-snapshot.ts';
import {
  addSection,
  changeSection,
  orderSection,
  readdressSection,
  readSections,
  reopenSection,
  retireSection,
} from '#site/sections.ts';
import { bearer, copy, draft, form, json, openSite, type Person, type TestSite } from '../../support/site.ts';

// Sections that chiefs choose, and custom pages.

async function openOwnSite(t: TestContext): Promise<TestSite & { chief: Person }> {
  const site = await openSite(t);
  return { ...site, chief: await site.person('chief') };
}

const SAFETY = { name: 'Site safety', about: 'What keeps a crew whole.' };
const text = async (site: TestSite, path: string, accept = 'text/html') =>
  (await site.fetch(path, { headers: { Accept: accept } })).text();

test('a new section is in the navigation, llms.txt, the sitemap, OpenAPI and the tools at once', async (t) => {
  const site = await openOwnSite(t);
  const { deps, chief } = site;
  const token = await site.grantToken(chief);
  const listTools = async (path: string) => {
    const headers = bearer(token, { Accept: 'application/json, text/event-stream' });
    const body = JSON.stringify({ jsonrpc: '2.0', id: 1, method: 'tools/list' });
    return (await site.fetch(path, { method: 'POST', headers, body })).text();
  };
  // What a process has made once must not stay.
  for (const path of ['/', '/llms.txt', '/sitemap.xml', '/about', '/openapi.json', '/api'])
    assert.ok(!(await text(site, path)).includes('site-safety'), path);
  for (const path of ['/mcp', '/api/mcp']) assert.ok(!(await listTools(path)).includes('site-safety'), path);
  await addSection(deps, chief, SAFETY);
  assert.match(await text(site, '/'), /<a href="\/site-safety">Site safety<\/a>/);
  assert.match(await text(site, '/llms.txt'), /\[Site safety\]\(.*\/site-safety\.md\)/);
  assert.match(await text(site, '/sitemap.xml'), /<loc>[^<]*\/site-safety<\/loc>/);
  assert.match(await text(site, '/about'), /Six sections/);
  const description = await json(await site.fetch('/openapi.json'));
  assert.deepEqual(description.components.schemas.Desk.enum.at(-1), 'site-safety');
  assert.equal((await site.fetch('/site-safety')).status, 200);
  assert.equal((await site.fetch('/site-safety/rss.xml')).status, 200);
  assert.equal((await site.fetch('/api/public/articles?section=site-safety')).status, 200);
  assert.match(await text(site, '/api'), /site-safety/);
  assert.match(await listTools('/mcp'), /"people","site-safety"/);
  assert.match(await listTools('/api/mcp'), /people, site-safety\. Another one/);
});

test('a draft can be filed and published in a new section', async (t) => {
  const site = await openOwnSite(t);
  const { deps, chief } = site;
  await addSection(deps, chief, SAFETY);
  const { id } = await createDraft(deps, chief, copy({ section: 'site-safety' }));
  await publish(deps, chief, id, { revisionNumber: 0 });
  assert.equal((await site.fetch('/site-safety/layout-robot-pilot')).status, 200);
});

test('no section can have the address of a route, of another section or of a page', async (t) => {
  const { deps, chief } = await openOwnSite(t);
  for (const slug of ['newsroom', 'api', 'about', 'static', 'index', 'pages', 'robotics', 'No Slug', 'a'.repeat(41)])
    await assert.rejects(addSection(deps, chief, { ...SAFETY, slug }), /address|section/, slug);
  await createDraft(deps, chief, copy({ section: 'pages', slug: 'imprint' }));
  await assert.rejects(addSection(deps, chief, { ...SAFETY, slug: 'imprint' }), /address of a page/);
  await assert.rejects(createDraft(deps, chief, copy({ section: 'pages', slug: 'search' })), /address of the service/);
  await assert.rejects(createDraft(deps, chief, copy({ section: 'pages', slug: 'robotics' })), /address of a section/);
});

test('only chiefs change sections', async (t) => {
  const site = await openOwnSite(t);
  const editor = await site.person('editor');
  await assert.rejects(addSection(site.deps, editor, SAFETY), /Only a chief/);
  const refused = await site.fetch('/newsroom/sections', form(editor, { ...SAFETY }));
  assert.equal(refused.status, 403);
  assert.deepEqual(await readSections(site.deps.db.read), DEFAULT_SECTIONS);
});

test('a section is renamed and moved in the order, and its address stays', async (t) => {
  const site = await openOwnSite(t);
  const { deps, chief } = site;
  await changeSection(deps, chief, 'people', { name: 'Crews', about: 'Who does the work.' });
  await orderSection(deps, chief, 'people', 'up');
  const { open } = await readSections(deps.db.read);
  assert.deepEqual(
    open.map(({ name }) => name),
    ['Field operations', 'Robotics', 'Software', 'Crews', 'Benchmarks'],
  );
  assert.match(await text(site, '/people'), /<h1[^>]*>Crews/);
  await assert.rejects(orderSection(deps, chief, 'field-operations', 'up'), /first section already/);
});

test('a retired section redirects its page and its feeds, keeps its articles, and takes no new ones', async (t) => {
  const site = await openOwnSite(t);
  const { deps, chief } = site;
  const { id } = await createDraft(deps, chief, copy());
  await publish(deps, chief, id, { revisionNumber: 0 });
  const token = await site.grantToken(chief);
  await retireSection(deps, chief, 'robotics', 'software');
  const moved = async (path: string) => {
    const response = await site.fetch(path, { redirect: 'manual' });
    return `${response.status} ${new URL(response.headers.get('location') ?? '', 'http://x').pathname}`;
  };
  assert.equal(await moved('/robotics'), '301 /software');
  assert.equal(await moved('/robotics.md'), '301 /software.md');
  assert.equal(await moved('/robotics/rss.xml'), '301 /software/rss.xml');
  assert.equal(await moved('/robotics/llms.txt'), '301 /software/llms.txt');
  assert.equal((await site.fetch('/robotics/layout-robot-pilot')).status, 200);
  assert.equal((await site.fetch('/api/public/articles/robotics/layout-robot-pilot')).status, 200);
  assert.ok(!/<nav aria-label="Sections">[\s\S]*?<\/nav>/.exec(await text(site, '/'))?.[0].includes('robotics'));
  const filed = await site.fetch('/api/admin/articles', {
    method: 'POST',
    headers: bearer(token),
    body: JSON.stringify(draft({ slug: 'another-one' })),
  });
  assert.equal(filed.status, 422);
  const { code, error, hint } = await json(filed);
  assert.equal(code, 'validation_failed');
  assert.match(error, /robotics was retired/);
  assert.match(hint, /field-operations, software, benchmarks, people/);
  // A live article can still be corrected where it is.
  const saved = await saveRevision(deps, chief, id, { copy: { ...copy({ dek: 'A new dek.' }), baseRevision: 0 } });
  assert.ok(!saved.gate.some((entry) => entry.code === 'unknown_desk'));
  await reopenSection(deps, chief, 'robotics');
  assert.equal((await site.fetch('/robotics')).status, 200);
});

test('a section retired to the home page redirects there, and a chain of sections redirects once', async (t) => {
  const site = await openOwnSite(t);
  const { deps, chief } = site;
  const location = async (path: string) =>
    new URL((await site.fetch(path, { redirect: 'manual' })).headers.get('location') ?? '').pathname;
  await retireSection(deps, chief, 'people', 'software');
  await retireSection(deps, chief, 'software', null);
  assert.equal(await location('/people'), '/');
  assert.equal(await location('/people.md'), '/index.md');
  assert.equal(await location('/people/atom.xml'), '/atom.xml');
});

test('a section moves to another address with its articles, and each old address redirects', async (t) => {
  const site = await openOwnSite(t);
  const { deps, chief } = site;
  const live = await createDraft(deps, chief, copy());
  await publish(deps, chief, live.id, { revisionNumber: 0 });
  await createDraft(deps, chief, copy({ slug: 'a-draft' }));
  await readdressSection(deps, chief, 'robotics', 'machines');
  assert.equal((await site.fetch('/machines')).status, 200);
  assert.deepEqual(await moveSectionArticles(deps, chief, 'robotics', 'machines'), { moved: 2, held: 0, left: 0 });
  const old = await site.fetch('/robotics/layout-robot-pilot', { redirect: 'manual' });
  assert.equal(old.status, 301);
  assert.match(old.headers.get('location') ?? '', /\/machines\/layout-robot-pilot$/);
});

test('a page of its own is at its address in every form, and in no list, feed or search', async (t) => {
  const site = await openOwnSite(t);
  const { deps, chief } = site;
  const story = await createDraft(deps, chief, copy());
  await publish(deps, chief, story.id, { revisionNumber: 0 });
  const imprint = { section: 'pages', slug: 'imprint', headline: 'Imprint', dek: 'Who publishes this magazine.' };
  const { id } = await createDraft(deps, chief, copy({ ...imprint, sources: [] }));
  assert.equal((await site.fetch('/imprint')).status, 404);
  await publish(deps, chief, id, { revisionNumber: 0 });
  const page = await text(site, '/imprint');
  assert.match(page, /<h1[^>]*>Imprint<\/h1>/);
  assert.ok(!page.includes('Read next') && !page.includes('NewsArticle'));
  assert.match(await text(site, '/imprint', 'text/markdown'), /^# Imprint$/m);
  assert.equal((await json(await site.fetch('/imprint', { headers: { Accept: 'application/json' } }))).url.at(-1), 't');
  assert.equal((await site.fetch('/imprint.md')).status, 200);
  assert.match(await text(site, '/robotics'), /<a href="\/imprint">Imprint<\/a>/);
  assert.match(await text(site, '/llms.txt'), /\[Imprint\]\([^)]*\/imprint\.md\)/);
  assert.equal((await text(site, '/sitemap.xml')).match(/<loc>[^<]*\/imprint<\/loc>/g)?.length, 1);
  for (const path of ['/rss.xml', '/atom.xml', '/feed.json', '/latest', '/news-sitemap.xml', '/search?q=magazine'])
    assert.ok(!(await text(site, path)).includes('Who publishes this magazine'), path);
  const { articles } = await json(await site.fetch('/api/public/articles'));
  assert.equal(articles.length, 1);
  const { changes } = await json(await site.fetch('/api/v1/public/changes'));
  assert.equal(changes.length, 1);
  assert.equal((await site.fetch('/pages/imprint', { redirect: 'manual' })).status, 301);
  assert.equal((await site.fetch('/pages')).status, 404);
  if (isDeclared('/:section/:slug/r/:revision')) assert.equal((await site.fetch('/pages/imprint/r/0')).status, 200);
  await unpublish(deps, chief, id);
  assert.equal((await site.fetch('/imprint')).status, 404);
  assert.ok(!(await text(site, '/robotics')).includes('href="/imprint"'));
});

test('a page of its own can replace /about, and moves with a redirect', async (t) => {
  const site = await openOwnSite(t);
  const { deps, chief } = site;
  assert.match(await text(site, '/about'), /Five sections/);
  const own = copy({ section: 'pages', slug: 'about', headline: 'Who we are', dek: 'Four people in Graz.' });
  const { id } = await createDraft(deps, chief, own);
  await publish(deps, chief, id, { revisionNumber: 0 });
  assert.match(await text(site, '/about'), /Who we are/);
  assert.match(await text(site, '/about.md'), /# Who we are/);
  assert.equal((await text(site, '/sitemap.xml')).match(/<loc>[^<]*\/about<\/loc>/g)?.length, 1);
});
