import assert from 'node:assert/strict';
import { existsSync } from 'node:fs';
import { test } from 'node:test';
import { BLOCK_TYPES, newsroomCopySchema, revisionSchema } from '#article/copy.ts';
import { sectionSlugs } from '#article/section.ts';
import { SYSTEM } from '#core/actor.ts';
import { slugOf } from '#core/text.ts';
import { listArticles, readArticle, readRevision } from '#editorial/article-record.ts';
import { publish } from '#editorial/publish/publish.ts';
import { unpublish } from '#editorial/publish/unpublish.ts';
import { createDraft } from '#editorial/write/create-draft.ts';
import { readEvidence } from '#evidence/figures/evidence.ts';
import { FORMATS, renditionName, widthsOf } from '#media/renditions.ts';
import type { Deps } from '#runtime/deps.ts';
import { ROUTES } from '#server/routes.ts';
import { DRAWING, DRAWINGS } from '#server/seed/drawings.ts';
import { BYLINES } from '#server/seed/sample-article.ts';
import { EDITION, seedArticles } from '#server/seed/seed.ts';
import { copy, json, openSite, type TestSite } from '../../support/site.ts';

const CORRECTED = EDITION.find((article) => article.correction);

async function onFile(site: TestSite) {
  const { articles } = await listArticles(site.deps.db.read, SYSTEM, { limit: 100 });
  return Promise.all(articles.map((article) => readArticle(site.deps.db.read, SYSTEM, article.id, site.deps)));
}

/** All articles, journal lines and log lines, to check whether a second start adds any. */
async function ledger(site: TestSite) {
  const read = site.deps.db.read;
  return {
    journal: await read.selectFrom('journal').selectAll().orderBy('seq').execute(),
    log: await read.selectFrom('publication_log').selectAll().orderBy('seq').execute(),
    articles: await read.selectFrom('article').selectAll().orderBy('id').execute(),
  };
}

test('the sample edition publishes articles in every section, in the order of their dates', async (t) => {
  const site = await openSite(t);
  await seedArticles(site.deps);
  const { articles } = await json(await site.fetch('/api/public/articles'));
  assert.deepEqual(new Set(articles.map((article: { section: string }) => article.section)), new Set(sectionSlugs()));
  assert.deepEqual(
    articles.map((article: { slug: string }) => article.slug),
    EDITION.map((article) => article.slug).reverse(),
  );
});

test('every sample article passes the gate without a block or a warning', async (t) => {
  const site = await openSite(t);
  await seedArticles(site.deps);
  for (const article of await onFile(site)) assert.deepEqual(article.gate, [], article.slug);
});

test('every figure in the sample edition is settled, and every settlement it lists matches a figure', async (t) => {
  const site = await openSite(t, { FIGURES_GATE: 'block' });
  await seedArticles(site.deps);
  const settled = await site.deps.db.read.selectFrom('settlement').selectAll().execute();
  assert.equal(settled.length, EDITION.flatMap((article) => article.figures).length);
  const total = { measured: 0, proved: 0, signed: 0 };
  for (const { id, liveRevision } of await onFile(site)) {
    const evidence = await readEvidence(site.deps.db.read, id, liveRevision ?? -1);
    assert.equal(evidence?.counts.open, 0);
    assert.ok(evidence.counts.figures > 0);
    const { figures, exempt, sourced, computed, signed } = evidence.counts;
    total.measured += figures - exempt;
    total.proved += sourced + computed;
    total.signed += signed;
  }
  assert.ok(total.proved >= 0.8 * total.measured, 'a source or a formula settles most figures');
  assert.ok(total.signed <= 0.15 * total.measured, 'an editor signs few figures');
});

test('each sourced number of a sample article says that its source was not opened, in every form', async (t) => {
  const site = await openSite(t);
  await seedArticles(site.deps);
  for (const { section, slug } of EDITION) {
    const { figures } = await json(await site.fetch(`/api/public/articles/${section}/${slug}/evidence`));
    const sourced = (figures as { settlement: string; found?: object; unfound?: string }[]).filter(
      ({ settlement }) => settlement === 'sourced',
    );
    assert.ok(
      sourced.every((figure) => figure.unfound === 'not_opened' && !figure.found),
      slug,
    );
    for (const form of ['', '.md']) {
      const text = await (await site.fetch(`/${section}/${slug}${form}`)).text();
      assert.equal(/source not opened/i.test(text), sourced.length > 0, slug + form);
    }
  }
  const method = await (await site.fetch('/method.md')).text();
  assert.match(method, /\d+ sourced \(named by an editor\)/);
  assert.match(method, /“named by an editor, source not opened”/);
});

test('no sample article was published with a warning', async (t) => {
  const site = await openSite(t);
  await seedArticles(site.deps);
  const { journal } = await ledger(site);
  assert.deepEqual(
    journal.filter((line) => line.detail?.includes('warnings')),
    [],
  );
});

test('every sample article passes the validation of the write routes', async (t) => {
  const site = await openSite(t);
  await seedArticles(site.deps);
  for (const article of await onFile(site)) {
    for (let number = 0; number <= article.revision; number++) {
      const { copy: stored } = await readRevision(site.deps.db.read, SYSTEM, site.deps, { id: article.id, number });
      assert.deepEqual(newsroomCopySchema.parse(stored), stored);
      const { pictureCaption, numberTable, credits, exhibits, ...sent } = stored;
      const { picture, numberTable: table, exhibits: tables } = EDITION.find(({ slug }) => slug === stored.slug) ?? {};
      assert.equal(pictureCaption, picture?.caption ?? null);
      assert.equal(numberTable, table ?? null);
      assert.equal(credits, null);
      assert.equal(exhibits, tables ?? null);
      assert.deepEqual(revisionSchema.parse({ ...sent, baseRevision: 0 }), { ...sent, baseRevision: 0 });
    }
  }
});

test('every sample article has a picture with its focal point, and files of it for day and night', async (t) => {
  const site = await openSite(t);
  await seedArticles(site.deps);
  const stored = await site.deps.db.read.selectFrom('picture').select(['title', 'focal_x', 'focal_y']).execute();
  const focusOf = new Map(stored.map(({ title, focal_x, focal_y }) => [title, { x: focal_x, y: focal_y }]));
  for (const { slug, picture } of EDITION) {
    assert.ok(picture, slug);
    assert.doesNotMatch(`${picture.title}${picture.alt}${picture.caption}`, /\d/, slug);
    assert.deepEqual(focusOf.get(picture.title), picture.focus, slug);
    for (const name of [picture.name, `${picture.name}-dark`]) {
      const files = widthsOf(DRAWING.width).flatMap((width) => FORMATS.map((form) => renditionName(name, width, form)));
      for (const file of files) assert.ok(existsSync(new URL(file, DRAWINGS)), file);
    }
  }
});

test('sources and links of sample articles use https, and every link is one of the sources', () => {
  for (const article of EDITION) {
    const sources = article.sources.map((source) => source.url);
    assert.ok(sources.length > 0);
    const links = article.bodyBlocks.flatMap((block) => [...block.text.matchAll(/\]\(([^)]*)\)/g)].map(([, to]) => to));
    for (const url of [...sources, ...links]) assert.match(String(url), /^https:\/\//, article.slug);
    for (const link of links) {
      const page = String(link).replace(/#.*/, '');
      assert.ok(
        sources.some((source) => source.replace(/#.*/, '') === page),
        `${article.slug} links ${link} without citing it`,
      );
    }
  }
});

test('every sample article has 500 to 900 words', () => {
  for (const article of EDITION) {
    const words = article.bodyBlocks.flatMap((block) => block.text.split(/\s+/)).length;
    assert.ok(words >= 500 && words <= 900, `${article.slug} has ${words} words`);
  }
});

test('the sample edition uses all five block types, and block ids are unique in each article', () => {
  const types = new Set(EDITION.flatMap((article) => article.bodyBlocks.map((block) => block.type)));
  assert.deepEqual(types, new Set(BLOCK_TYPES));
  for (const { bodyBlocks, slug } of EDITION) {
    assert.equal(new Set(bodyBlocks.map((block) => block.id)).size, bodyBlocks.length, slug);
  }
});

test('one sample article has a correction, which its page, its JSON and the corrections page show', async (t) => {
  const site = await openSite(t);
  await seedArticles(site.deps);
  assert.ok(CORRECTED?.correction);
  const { section, slug, correction } = CORRECTED;
  const article = await json(await site.fetch(`/api/public/articles/${section}/${slug}`));
  assert.equal(article.correctionNote, correction.note);
  assert.ok(article.correctedAt > article.publishedAt);
  for (const path of [`/${section}/${slug}`, '/corrections']) {
    assert.ok((await (await site.fetch(path)).text()).includes(correction.note.slice(0, 60)), path);
  }
  for (const id of Object.keys(correction.blocks)) assert.ok(CORRECTED.bodyBlocks.some((block) => block.id === id));
});

test('no date in the sample edition is in the future, and earlier dates keep their time of day', async (t) => {
  const site = await openSite(t);
  await seedArticles(site.deps);
  const { journal, log } = await ledger(site);
  const now = new Date(site.deps.clock()).toISOString();
  for (const line of [...journal, ...log]) assert.ok(line.at <= now, line.at);
  const times = log.map((line) => line.at);
  assert.deepEqual(times, [...times].sort());
  for (const { published_at } of (await ledger(site)).articles) assert.match(published_at ?? '', /T1[34]:00:00\.000Z$/);
});

test('the sample edition keeps its own publication dates once they have passed', async (t) => {
  const site = await openSite(t);
  site.pass(90 * 24 * 60 * 60);
  await seedArticles(site.deps);
  const { articles } = await json(await site.fetch('/api/public/articles'));
  const dates = articles.map((article: { publishedAt: string }) => article.publishedAt);
  assert.deepEqual(
    dates.reverse(),
    EDITION.map((article) => article.publishedAt),
  );
});

test('a second start of the server adds nothing to the sample edition', async (t) => {
  const site = await openSite(t);
  await seedArticles(site.deps);
  const before = await ledger(site);
  site.pass(24 * 60 * 60);
  await seedArticles(site.deps);
  assert.deepEqual(await ledger(site), before);
});

test('a second start keeps the changes that editors made to the sample edition', async (t) => {
  const site = await openSite(t);
  const editor = await site.person('editor');
  await seedArticles(site.deps);
  const articles = await onFile(site);
  const corrected = articles.find((article) => article.slug === CORRECTED?.slug);
  const other = articles.find((article) => article.slug !== CORRECTED?.slug);
  await publish(site.deps, editor, corrected?.id ?? '', {
    revisionNumber: 0,
    choice: { noneBecause: 'No fact changes.' },
  });
  await unpublish(site.deps, editor, other?.id ?? '');
  const before = await ledger(site);
  await seedArticles(site.deps);
  assert.deepEqual(await ledger(site), before);
});

test('a site that already has an article gets no sample edition', async (t) => {
  const site = await openSite(t);
  await createDraft(site.deps, SYSTEM, copy());
  const before = await ledger(site);
  await seedArticles(site.deps);
  assert.deepEqual(await ledger(site), before);
});

test('the next start completes a sample edition that was interrupted after any write', async (t) => {
  const site = await openSite(t);
  await seedArticles(site.deps);
  const whole = await ledger(site);
  for (let writes = 0; writes < whole.journal.length; writes += 7) {
    const broken = await openSite(t);
    await assert.rejects(seedArticles(stopAfter(broken.deps, writes)), /the power went/);
    await seedArticles(broken.deps);
    const { journal, log } = await ledger(broken);
    assert.equal(journal.length, whole.journal.length, `interrupted after ${writes} writes`);
    assert.equal(log.length, whole.log.length);
  }
});

test('every public page has content with the sample edition', async (t) => {
  const site = await openSite(t);
  await seedArticles(site.deps);
  const first = EDITION[0];
  const fixed = ROUTES.filter((route) => route.method === 'GET' && route.who === 'anyone').map((route) => route.path);
  const paths = fixed
    .filter((path) => !/:file|:map|newsroom|claim|oauth|:token|:secret|:id|:day|:series/.test(path))
    .map((path) => (path === '/cards/:section/:slug' ? `${path}.png` : path))
    .map((path) => path.replace('/issues/:issue', '/issues/2026-q3'))
    .map((path) => path.replace('/archive/:month', '/archive/2026-09'))
    .map((path) => path.replace('/tags/:tag', `/tags/${slugOf(first?.tags[0] ?? '')}`))
    .map((path) => path.replace('/authors/:slug', `/authors/${slugOf(BYLINES.newsroom)}`))
    .map((path) => path.replace(':revision', '0'))
    .map((path) => path.replace(/quote$/, `quote?text=${encodeURIComponent(first?.headline ?? '')}`))
    .map((path) => path.replace(':section', first?.section ?? '').replace(':slug', first?.slug ?? ''));
  for (const path of [...paths, ...sectionSlugs().map((section) => `/${section}`)]) {
    const response = await site.fetch(path);
    assert.equal(response.status, 200, path);
    assert.ok((await response.text()).length > 0, path);
  }
  for (const section of sectionSlugs()) {
    assert.doesNotMatch(await (await site.fetch(`/${section}`)).text(), /Nothing has been published here yet/);
  }
});

/** The same dependencies, but the database fails after the given number of writes. */
function stopAfter(deps: Deps, writes: number): Deps {
  let left = writes;
  const write: Deps['db']['write'] = (work) => {
    if (left-- > 0) return deps.db.write(work);
    throw new Error('the power went');
  };
  return { ...deps, db: { ...deps.db, write } };
}
