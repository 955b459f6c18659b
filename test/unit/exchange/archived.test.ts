import assert from 'node:assert/strict';
import { test } from 'node:test';
import { IMPORT } from '#core/actor.ts';
import { putOnFrontPage } from '#editorial/publish/front-page.ts';
import { makeLive, publish } from '#editorial/publish/publish.ts';
import { unpublish } from '#editorial/publish/unpublish.ts';
import { fileDraft } from '#editorial/write/create-draft.ts';
import { isDeclared } from '#http/declared.ts';
import { ARCHIVE, EARLIER, publishArchived } from '../../support/exchange/archived.ts';
import { copy, form, fromPage, json, openSite, type TestSite } from '../../support/site.ts';
import { settleFigures } from '../../support/stocked.ts';

// Articles that are published with dates of the past: those of another site's archive.

const FIGURES = { bodyBlocks: [{ id: 'b1', type: 'paragraph', text: 'The crane lifted 420 tonnes in 3 hours.' }] };

const rowOf = (site: TestSite, id: string) =>
  site.deps.db.read.selectFrom('article').selectAll().where('id', '=', id).executeTakeFirstOrThrow();
const evidenceOf = (site: TestSite, id: string) =>
  site.deps.db.read.selectFrom('evidence').select('revision').where('article_id', '=', id).execute();

test('an article of an archive keeps its dates, has its mark and no evidence, and open figures do not stop it', async (t) => {
  const site = await openSite(t, { FIGURES_GATE: 'block' });
  const id = await publishArchived(site, FIGURES);
  const row = await rowOf(site, id);
  assert.deepEqual([row.published_at, row.modified_at], [EARLIER.publishedAt, EARLIER.modifiedAt]);
  assert.deepEqual(JSON.parse(row.archive ?? ''), ARCHIVE);
  assert.deepEqual(await evidenceOf(site, id), []);
  const home = await (await site.fetch('/')).text();
  assert.match(home, /Nothing new has been published here yet[\s\S]*<a href="\/archive">/);
  const then = await site.deps.db.read.selectFrom('public_revision').selectAll().executeTakeFirstOrThrow();
  assert.deepEqual([then.at, then.modified_at], ['2026-09-06T13:00:00.000Z', EARLIER.modifiedAt]);
  assert.deepEqual(JSON.parse(then.archive ?? ''), ARCHIVE);
  const log = await site.deps.db.read.selectFrom('publication_log').selectAll().execute();
  assert.deepEqual(
    log.map(({ act, at, is_silent }) => [act, at, is_silent]),
    [['published', '2026-09-06T13:00:00.000Z', 1]],
  );
});

test('only chiefs and the server publish with dates of the past, and with no other dates', async (t) => {
  const site = await openSite(t);
  const editor = await site.person('editor');
  const { id } = await site.deps.db.write((tx) => fileDraft(site.deps, tx, IMPORT, copy()));
  const tryWith = (actor: Parameters<typeof makeLive>[2], over: object) =>
    site.deps.db.write((tx) =>
      makeLive(site.deps, tx, actor, {
        articleId: id,
        revisionNumber: 0,
        options: { earlier: { ...EARLIER, ...over } },
      }),
    );
  await assert.rejects(tryWith(editor, {}), { kind: 'forbidden' });
  const wrong = [
    { publishedAt: 'yesterday' },
    { publishedAt: '2026-09-06T13:00:00.001Z', modifiedAt: '2026-09-06T13:00:00.001Z' },
    { modifiedAt: '2015-03-04T08:29:59.999Z' },
  ];
  for (const dates of wrong) await assert.rejects(tryWith(IMPORT, dates), { kind: 'validation_failed' });
  assert.equal((await rowOf(site, id)).live_revision, null);
});

test('an editor takes an article out of the archive when its figures are settled; the revision before keeps its mark', async (t) => {
  const site = await openSite(t, { FIGURES_GATE: 'block' });
  const editor = await site.person('editor');
  const id = await publishArchived(site, FIGURES);
  const leave = (base: number) =>
    site.fetch(`/newsroom/articles/${id}/leave-archive`, form(editor, { base: String(base) }));
  const page = async () => (await site.fetch(`/newsroom/articles/${id}/publish`, { headers: fromPage(editor) })).text();
  assert.match(await page(), /Readers see the mark of an archive[\s\S]*Take it out of the archive/);
  assert.equal((await leave(0)).status, 409);
  await assert.rejects(putOnFrontPage(site.deps, editor, id, { until: null, timeZone: 'UTC' }), {
    kind: 'validation_failed',
  });
  await settleFigures(site);
  assert.equal((await leave(0)).status, 303);
  const row = await rowOf(site, id);
  assert.deepEqual([row.archive, row.live_revision, row.published_at], [null, 1, EARLIER.publishedAt]);
  assert.equal((await evidenceOf(site, id)).length, 1);
  const text = async (path: string) => (await site.fetch(path)).text();
  assert.doesNotMatch(await text('/robotics/archived-crane'), /From the archive/);
  if (isDeclared('/:section/:slug/r/:revision'))
    assert.match(await text('/robotics/archived-crane/r/0'), /From the archive of <a/);
  assert.match(await text('/rss.xml'), /archived-crane/);
  await putOnFrontPage(site.deps, editor, id, { until: null, timeZone: 'UTC' });
});

test('a name with markup is escaped in every form, and a withdrawn article is gone from all', async (t) => {
  const site = await openSite(t);
  const editor = await site.person('editor');
  const id = await publishArchived(site);
  const at = async (path: string) => (await site.fetch(path)).text();
  for (const path of ['', '.md', '/r/0', '/r/0.md'])
    assert.doesNotMatch(await at(`/robotics/archived-crane${path}`), /(?<!\\)<b>Boom/, path);
  assert.match(await at('/robotics/archived-crane'), /Mast &amp; &lt;b&gt;Boom&lt;\/b&gt;/);
  const { archive, author } = await json(await site.fetch('/api/public/articles/robotics/archived-crane'));
  assert.equal(archive.name, ARCHIVE.name);
  assert.equal(author, ARCHIVE.name, 'not by the newsroom of this magazine');
  assert.match(
    archive.notice,
    /^From the archive of Mast .*, published there 4 March 2015\. Its figures were not settled by this magazine\.$/,
  );
  await unpublish(site.deps, editor, id, { because: 'It is wrong.' });
  assert.equal((await site.fetch('/robotics/archived-crane')).status, 404);
  assert.doesNotMatch(await at('/sitemap.xml'), /archived-crane/);
});

test('feeds, the home page, the latest, the news sitemap, issues and what to read next have no article of an archive', async (t) => {
  const site = await openSite(t);
  const editor = await site.person('editor');
  const { id } = await site.deps.db.write((tx) => fileDraft(site.deps, tx, editor, copy({ slug: 'own-story' })));
  await publish(site.deps, editor, id, { revisionNumber: 0 });
  // First published yesterday, so that it is recent by its date.
  const publishedAt = '2026-09-05T13:00:00.000Z';
  await publishArchived(
    site,
    {},
    { earlier: { publishedAt, modifiedAt: publishedAt, archive: { ...ARCHIVE, publishedAt } } },
  );
  const at = async (path: string, accept = '*/*') => {
    const response = await site.fetch(path, { headers: { Accept: accept } });
    assert.equal(response.status, 200, path);
    return response.text();
  };
  const feeds = [
    '/rss.xml',
    '/atom.xml',
    '/feed.json',
    '/robotics/rss.xml',
    '/news-sitemap.xml',
    '/robotics/own-story',
  ];
  for (const path of [...feeds, '/', '/index.md', '/latest', '/latest.md', '/issues/2026-q3', '/issues/2026-q3.md'])
    assert.doesNotMatch(await at(path), /archived-crane/, path);
  assert.doesNotMatch(await at('/', 'application/json'), /archived-crane/);
  for (const path of ['/sitemap.xml', '/archive/2026-09', '/robotics', '/robotics.md', '/search?q=crane', '/llms.txt'])
    assert.match(await at(path), /archived-crane/, path);
});
