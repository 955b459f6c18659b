import assert from 'node:assert/strict';
import { mkdirSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { test } from 'node:test';
import { openSections } from '#article/section.ts';
import { CLI, type Member } from '#core/actor.ts';
import { chooseArchive, countArchive } from '#exchange/import/archive-run.ts';
import { workOnImports } from '#exchange/import/import-job.ts';
import { addRun, getRun, listItems, storePlan } from '#exchange/import/import-runs.ts';
import { lostWords } from '#exchange/import/item-report.ts';
import { lookAt } from '#exchange/import/look.ts';
import { runImport } from '#exchange/import/run-import.ts';
import { isRoute } from '#server/routes.ts';
import { setUpApp } from '../../support/factors.ts';
import { plain } from '../../support/pictures.ts';
import { QUIET } from '../../support/quiet.ts';
import { form, fromPage, openSite, type Person, type TestSite } from '../../support/site.ts';

// A run of an import whose articles go live as an archive.

const ON = { IMPORT_ARCHIVE: 'on', RATE_LIMITS: 'off' };
const REASON = 'We merged with this site; its readers must find their articles.';

const PICTURE = await plain(640, 200, '#c2410c').png().toBuffer();

/** A folder of a previous site: two public posts, one with a picture that has no credit, and a draft. */
function writePosts(site: TestSite): string {
  const folder = join(site.config.dataDir, 'imports', 'old-site');
  mkdirSync(join(folder, '_posts'), { recursive: true });
  const post = (name: string, head: string, text: string) =>
    writeFileSync(join(folder, '_posts', `${name}.md`), `---\n${head}\n---\n\n${text}\n`);
  post('2015-03-04-the-crane', 'title: The crane that waited', 'The crane lifted 420 tonnes in 3 hours.');
  post('2016-05-06-the-hoist', 'title: The hoist', 'It went up 12 times.\n\n![The hoist](/assets/hoist.png)');
  mkdirSync(join(folder, 'assets'), { recursive: true });
  writeFileSync(join(folder, 'assets', 'hoist.png'), PICTURE);
  writeFileSync(join(folder, '_config.yml'), 'title: The Site Record\n');
  post('2017-01-02-a-thought', 'title: A thought\npublished: false', 'Nobody read it.');
  return folder;
}

async function lookAtPosts(site: TestSite, actor: Member | typeof CLI): Promise<string> {
  const id = await addRun(site.deps, actor, { path: writePosts(site), fileName: 'old-site' });
  await lookAt(site.deps, actor, id, { sections: openSections() });
  return id;
}

const options = (site: TestSite) => ({ isRoute, baseUrl: site.config.publication.baseUrl });
const page = async (site: TestSite, person: Person, id: string) =>
  (await site.fetch(`/newsroom/imports/${id}`, { headers: fromPage(person) })).text();
const choose = (site: TestSite, person: Person, id: string, fields: Record<string, string>) =>
  site.fetch(`/newsroom/imports/${id}/archive`, form(person, fields));
const archived = (site: TestSite) =>
  site.deps.db.read
    .selectFrom('article')
    .select(['live_slug', 'published_at', 'archive'])
    .where('live_revision', 'is not', null)
    .orderBy('published_at')
    .execute();

test('public posts go live with their dates and the mark; drafts stay drafts and the report says why', async (t) => {
  const site = await openSite(t, { ...ON, FIGURES_GATE: 'block' });
  const id = await lookAtPosts(site, CLI);
  assert.deepEqual(await countArchive(site.deps.db.read, id), { planned: 2, live: 0 });
  await chooseArchive(site.deps, CLI, id, { given: REASON, isOn: true, hasFreshFactor: false });
  const run = await runImport(site.deps, CLI, id, { options: options(site) });
  assert.deepEqual(run.archive, { reason: REASON, by: 'The command line' });
  assert.deepEqual(await countArchive(site.deps.db.read, id), { planned: 2, live: 2 });
  const live = await archived(site);
  assert.deepEqual(
    live.map(({ live_slug, published_at }) => [live_slug, published_at?.slice(0, 10)]),
    [
      ['the-crane', '2015-03-04'],
      ['the-hoist', '2016-05-06'],
    ],
  );
  for (const { archive } of live) assert.equal(JSON.parse(archive ?? '').name, run.plan.siteName);
  const notes = (await listItems(site.deps.db.read, id, { limit: 10, only: 'articles' })).map(({ report }) =>
    report.notes.at(-1),
  );
  assert.deepEqual(notes, [
    'Live, as an article of the archive.',
    'Live, as an article of the archive.',
    'It stays a draft because it was a draft there.',
  ]);
  const pictures = await site.deps.db.read.selectFrom('picture').select(['alt', 'credit']).execute();
  assert.deepEqual(
    pictures.map(({ alt, credit }) => [alt, credit]),
    [['The hoist', run.plan.siteName]],
    'the site is credited where it credits nobody',
  );
  const log = await site.deps.db.read.selectFrom('publication_log').select(['act', 'slug', 'is_silent']).execute();
  assert.deepEqual(
    log.map(({ act, slug, is_silent }) => `${act} ${slug} ${is_silent}`),
    ['published the-crane 1', 'published the-hoist 1', 'placed imported 0'],
  );
  const journal = await site.deps.db.read
    .selectFrom('journal')
    .select('detail')
    .where('act', '=', 'import.archive_chosen')
    .executeTakeFirstOrThrow();
  assert.equal(JSON.parse(journal.detail ?? '').because, REASON);
  assert.deepEqual(await site.deps.db.read.selectFrom('outbox').select('id').execute(), []);
});

test('an import that stopped between two articles goes on, and publishes each once', async (t) => {
  const site = await openSite(t, ON);
  const id = await lookAtPosts(site, CLI);
  await chooseArchive(site.deps, CLI, id, { given: REASON, isOn: true, hasFreshFactor: false });
  const stop = new AbortController();
  const stopped = { ...options(site), signal: stop.signal, onProgress: () => stop.abort() };
  assert.equal((await runImport(site.deps, CLI, id, { options: stopped })).state, 'waits to run');
  assert.equal((await archived(site)).length, 1);
  assert.equal((await runImport(site.deps, CLI, id, { options: options(site) })).state, 'done');
  const log = await site.deps.db.read
    .selectFrom('publication_log')
    .select(['slug'])
    .where('act', '=', 'published')
    .execute();
  assert.deepEqual(log.map(({ slug }) => slug).sort(), ['the-crane', 'the-hoist']);
});

test('a refusal of the gate leaves a draft, and the report says why', async (t) => {
  const site = await openSite(t, { ...ON, REVIEW_BY: 'two' });
  const id = await lookAtPosts(site, CLI);
  await chooseArchive(site.deps, CLI, id, { given: REASON, isOn: true, hasFreshFactor: false });
  await runImport(site.deps, CLI, id, { options: options(site) });
  assert.deepEqual(await archived(site), []);
  const [first] = await listItems(site.deps.db.read, id, { limit: 1, only: 'articles' });
  assert.equal(first?.outcome, 'changed');
  assert.match(
    first?.report.notes.at(-1) ?? '',
    /^It stays a draft because 1 thing has to be fixed .* Two people publish here/,
  );
});

test('nothing goes live without the setting, a reason, a chief and a fresh second factor', async (t) => {
  const site = await openSite(t, ON);
  const [chief, editor] = [await site.person('chief'), await site.person('editor')];
  const id = await lookAtPosts(site, chief);
  const tryAs = (actor: Parameters<typeof chooseArchive>[1], reason: string, isOn = true, hasFreshFactor = true) =>
    chooseArchive(site.deps, actor, id, { given: reason, isOn, hasFreshFactor });
  await assert.rejects(tryAs(chief, REASON, false), {
    kind: 'forbidden',
    message: 'This server publishes no archives.',
  });
  await assert.rejects(tryAs(CLI, REASON, false), { kind: 'forbidden' });
  await assert.rejects(tryAs(chief, REASON, true, false), {
    kind: 'forbidden',
    message: 'This needs your second factor.',
  });
  await assert.rejects(tryAs(chief, 'Because.'), { kind: 'validation_failed' });
  await assert.rejects(tryAs(editor, REASON), { kind: 'forbidden' });
  const agent = { kind: 'agent', id: 'a', claimId: 'c', editorId: chief.id, editorName: 'R', scopes: [] } as const;
  await assert.rejects(tryAs(agent, REASON), { kind: 'forbidden' });
  const posted = await choose(site, editor, id, { reason: REASON });
  assert.equal(posted.status, 403);
  assert.equal((await getRun(site.deps.db.read, chief, id)).archive, null);
  await runImport(site.deps, chief, id, { options: options(site) });
  assert.deepEqual(await archived(site), []);
  await assert.rejects(tryAs(chief, REASON), { kind: 'already_done' });
});

test('the mark never has the name of a file: a site that the file does not name is entered in the plan first', async (t) => {
  const site = await openSite(t, ON);
  const path = writePosts(site);
  rmSync(join(path, '_config.yml'));
  const id = await addRun(site.deps, CLI, { path, fileName: 'old-site' });
  await lookAt(site.deps, CLI, id, { sections: openSections() });
  const choosing = () => chooseArchive(site.deps, CLI, id, { given: REASON, isOn: true, hasFreshFactor: false });
  await assert.rejects(choosing, {
    kind: 'validation_failed',
    message: /calls the previous site “old-site”/,
  });
  const { plan } = await getRun(site.deps.db.read, CLI, id);
  await storePlan(site.deps, CLI, id, { given: { ...plan, siteName: 'The Site Record' }, items: [] });
  await choosing();
});

test('a chief chooses it on the page with a code of the app, undoes it, and sees how many go live', async (t) => {
  const site = await openSite(t, ON);
  const chief = await site.person('chief');
  const id = await lookAtPosts(site, chief);
  assert.match(await page(site, chief, id), /Up to 2 articles of the plan were public there/);
  assert.equal((await choose(site, chief, id, { reason: REASON })).status, 403);
  const { app } = await setUpApp(site, chief);
  site.pass(16 * 60);
  const refused = await choose(site, chief, id, { reason: REASON, code: '000000' });
  assert.equal(refused.status, 403);
  assert.match(await refused.text(), /This needs your second factor\.[\s\S]*We merged with this site/);
  assert.equal((await choose(site, chief, id, { reason: 'short', code: app() })).status, 422);
  assert.equal((await choose(site, chief, id, { reason: REASON })).status, 303);
  assert.match(await page(site, chief, id), /Articles that were public there go live, with the mark[\s\S]*We merged/);
  assert.equal((await choose(site, chief, id, { undo: 'yes' })).status, 303);
  assert.doesNotMatch(await page(site, chief, id), /Articles that were public there go live, with/);
  assert.equal((await choose(site, chief, id, { reason: REASON })).status, 303);
  await site.fetch(`/newsroom/imports/${id}/run`, form(chief, {}));
  await workOnImports(site.deps, site.config, { log: QUIET, signal: new AbortController().signal });
  assert.match(await page(site, chief, id), /Live as an archive: 2\./);
  assert.equal((await archived(site)).length, 2);
});

test('without the setting the page offers nothing', async (t) => {
  const site = await openSite(t);
  const chief = await site.person('chief');
  const id = await lookAtPosts(site, chief);
  assert.doesNotMatch(await page(site, chief, id), /Live as an archive/);
});

test('one file in three posts: each says what it shows in its own words, and one without words gives way', async (t) => {
  const site = await openSite(t, { ...ON });
  const folder = writePosts(site);
  const post = (name: string, alt: string) =>
    writeFileSync(
      join(folder, '_posts', `${name}.md`),
      `---\ntitle: ${name.slice(11)}\nimage: /assets/hoist.png\n${alt === '' ? '' : `image_alt: ${alt}\n`}---\n\nIt stood still.\n`,
    );
  for (const old of ['2015-03-04-the-crane', '2016-05-06-the-hoist', '2017-01-02-a-thought'])
    rmSync(join(folder, '_posts', `${old}.md`));
  post('2011-01-01-none', '');
  post('2012-01-01-first', 'A hoist at dawn');
  post('2013-01-01-second', 'The hoist that fell');
  const id = await addRun(site.deps, CLI, { path: folder, fileName: 'old-site' });
  await lookAt(site.deps, CLI, id, { sections: openSections() });
  await chooseArchive(site.deps, CLI, id, { given: REASON, isOn: true, hasFreshFactor: false });
  await runImport(site.deps, CLI, id, { options: options(site) });
  assert.equal((await archived(site)).length, 3, 'the alternative text of a later post is not lost to an earlier one');
  const section = openSections()[0]?.slug;
  const read = async (slug: string) => (await site.fetch(`/${section}/${slug}`)).text();
  assert.match(await read('first'), /alt="A hoist at dawn"/);
  assert.match(await read('second'), /alt="The hoist that fell"/);
  assert.doesNotMatch(await read('second'), /A hoist at dawn/);
  const lost = (await listItems(site.deps.db.read, id, { limit: 10 })).flatMap(({ report }) =>
    report.lost.map(lostWords),
  );
  assert.ok(
    lost.some((line) => /^alternative text: .* “The hoist that fell”/.test(line)),
    lost.join('\n'),
  );
});

test('the mark has the day that readers of the old site saw', async (t) => {
  const site = await openSite(t, ON);
  const folder = join(site.config.dataDir, 'imports', 'evening');
  mkdirSync(join(folder, '_posts'), { recursive: true });
  writeFileSync(join(folder, '_config.yml'), 'title: Gazette\ntimezone: America/Los_Angeles\n');
  const text = '---\ntitle: An evening\ndate: 2021-06-03 20:30:00 -0700\n---\n\nHalf past eight in the evening.\n';
  writeFileSync(join(folder, '_posts', '2021-06-03-an-evening.md'), text);
  const id = await addRun(site.deps, CLI, { path: folder, fileName: 'evening' });
  await lookAt(site.deps, CLI, id, { sections: openSections() });
  await chooseArchive(site.deps, CLI, id, { given: REASON, isOn: true, hasFreshFactor: false });
  await runImport(site.deps, CLI, id, { options: options(site) });
  const [live] = await archived(site);
  assert.equal(live?.published_at, '2021-06-04T03:30:00.000Z');
  const path = `/field-operations/${live?.live_slug}`;
  for (const form of [path, `${path}.md`, `/api/public/articles${path}`])
    assert.match(await (await site.fetch(form)).text(), /published there (?:<time[^>]*>)?3 June 2021/, form);
  const json = (await (await site.fetch(`/api/public/articles${path}`)).json()) as { archive: { publishedAt: string } };
  assert.equal(json.archive.publishedAt, '2021-06-03T20:30:00.000-07:00');
  const { editorial_packet } = await site.deps.db.read
    .selectFrom('revision')
    .select('editorial_packet')
    .executeTakeFirstOrThrow();
  assert.match(editorial_packet ?? '', /published there on 2021-06-03/);
});
