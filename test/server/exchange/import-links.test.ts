import assert from 'node:assert/strict';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, test } from 'node:test';
import { copyOf, getArticleRow, getRevisionRow } from '#article/article-rows.ts';
import { openSections } from '#article/section.ts';
import { CLI } from '#core/actor.ts';
import { publish } from '#editorial/publish/publish.ts';
import { saveRevision } from '#editorial/write/save-revision.ts';
import { chooseArchive } from '#exchange/import/archive-run.ts';
import { openHttpsCheck } from '#exchange/import/https-check.ts';
import { addRun, listItems, storePlan } from '#exchange/import/import-runs.ts';
import { linkWarnings } from '#exchange/import/link-warnings.ts';
import { lookAt } from '#exchange/import/look.ts';
import type { ImportPlan } from '#exchange/import/plan.ts';
import { runImport } from '#exchange/import/run-import.ts';
import { isRoute } from '#server/routes.ts';
import { plainReader } from '../../support/exchange/plain-reader.ts';
import { type After, openSite } from '../../support/site.ts';
import { serveOther } from './other-site.ts';

const root = mkdtempSync(join(tmpdir(), 'plumbline-links-'));
after(() => rmSync(root, { recursive: true }));

const HTTPS = 'https://mag.example';
const POSTS = {
  'a.md':
    'title: A\nexcerpt: E.\nslug: a\ncategories: Robotics\nold: /2020/a/, /?p=7\n\nSee [the next](/2020/b/#part), [by number](https://www.old.example/?p=8), [a page](https://old.example/about/), [there](http://there.example/x?y=1#z), [gone](http://there.example/gone), [silent](http://silent.example/), [safe](https://safe.example/).\n',
  'b.md':
    'title: B\nexcerpt: E.\nslug: b\ncategories: Robotics\nold: /2020/b/, /?p=8\n\nBack [to A](http://old.example/2020/a/), on [to C](/2020/c/), [to D](/2020/d/) and [there](http://there.example/x?y=1).\n',
  'c.md': 'title: C\nexcerpt: E.\nold: /2020/c/\n\nLeft out.\n',
  'd.md': 'title: D\nexcerpt: E.\nstatus: draft\nold: /2020/d/\n\nNobody knew its address.\n',
};

for (const [name, text] of Object.entries(POSTS)) writeFileSync(join(root, name), text);

/** Looks at the posts and imports them. Returns the site, and the first text and the sources of each article by its file. */
async function importPosts(t: After, upgradeLinks: boolean, base = HTTPS) {
  const site = await openSite(t, { BASE_URL: base });
  const { deps } = site;
  const other = await serveOther(t, ['there.example'], (path) => ({ status: path.startsWith('/x') ? 200 : 404 }));
  const id = await addRun(deps, CLI, { path: root, fileName: 'posts' });
  const { plan } = await lookAt(deps, CLI, id, { readers: [plainReader], sections: openSections() });
  const before = await listItems(deps.db.read, id, { limit: 10 });
  const left = before.filter(({ sourceId }) => sourceId === 'c.md');
  const decisions = left.map((one) => ({ ...one, decision: 'leave out' as const }));
  await storePlan(deps, CLI, id, { given: { ...plan, upgradeLinks }, items: decisions });
  await runImport(deps, CLI, id, {
    options: { readers: [plainReader], isRoute, baseUrl: base, rehearsal: other.rehearsal },
  });
  const items = await listItems(deps.db.read, id, { limit: 10 });
  const quoted: Record<string, string> = {};
  const texts: Record<string, { text: string; sources: string[] }> = {};
  for (const [at, { outcome, sourceId, report, articleId }] of items.entries()) {
    assert.equal(outcome, sourceId === 'c.md' ? 'left out' : before[at]?.expected, sourceId);
    quoted[sourceId] = report.notes.find((note) => /plain words now/.test(note)) ?? '';
    assert.deepEqual(report.changed, before[at]?.report.changed, sourceId);
    const row = await deps.db.read
      .selectFrom('revision')
      .select(['body_blocks', 'sources'])
      .where('article_id', '=', articleId ?? '')
      .executeTakeFirst();
    const sources = JSON.parse(row?.sources ?? '[]').map(({ url }: { url: string }) => url);
    texts[sourceId] = { text: JSON.parse(row?.body_blocks ?? '[{}]')[0].text, sources };
  }
  return { site, asked: other.asked, texts, quoted };
}

test('links lead to imported articles, and by https where that answers; look and run count the same', async (t) => {
  const { site, asked, texts, quoted } = await importPosts(t, true);
  assert.equal(
    quoted['a.md'],
    'Links that are plain words now: “a page” to https://old.example/about/, “gone” to http://there.example/gone, “silent” to http://silent.example/.',
  );
  assert.deepEqual(texts['a.md'], {
    text: `See [the next](${HTTPS}/2020/b), [by number](${HTTPS}/2020/b), a page, [there](https://there.example/x?y=1#z), gone, silent, [safe](https://safe.example/).`,
    sources: ['https://there.example/x?y=1#z', 'https://safe.example/'],
  });
  assert.equal(
    texts['b.md']?.text,
    `Back [to A](${HTTPS}/2020/a), on to C, to D and [there](https://there.example/x?y=1).`,
  );
  assert.deepEqual(asked.sort(), ['there.example/gone', 'there.example/x?y=1'], 'each address once');

  const rows = await site.deps.db.read.selectFrom('article').select(['id', 'slug']).execute();
  for (const { id, slug } of rows)
    if (slug === 'a' || slug === 'b') await publish(site.deps, CLI, id, { revisionNumber: 0 });
  const moved = await site.fetch('/2020/b');
  assert.deepEqual([moved.status, moved.headers.get('location')], [301, `${HTTPS}/robotics/b`]);
});

test('a plan can leave http links alone: they become plain words, and nobody is asked', async (t) => {
  const { asked, texts } = await importPosts(t, false);
  assert.match(texts['a.md']?.text ?? '', /\[by number\].* a page, there, gone, silent, \[safe\]/);
  assert.deepEqual(asked, []);
});

test('a host that gives no answer is asked twice, and an address within the own network never', async (t) => {
  const { asked, rehearsal } = await serveOther(t, ['slow.example'], () => ({
    status: 301,
    location: 'http://slow.example/again',
  }));
  let held = 0;
  const hold = async () => void held++;
  const check = openHttpsCheck({ baseUrl: HTTPS, rehearsal });
  const many = Array.from({ length: 30 }, (_, at) => `http://slow.example/${at}`);
  await check.ask(
    [...many, 'http://127.0.0.1/', 'http://[::1]/', 'http://slow.example:8080/', 'https://x.example/'],
    hold,
  );
  await check.ask(many, hold);
  assert.ok(asked.length <= 20, `${asked.length} requests`);
  assert.equal(check.answerOf('http://slow.example/1'), null, 'a redirect back to http is no answer by https');
  assert.equal(check.answerOf('http://127.0.0.1/'), null);
  assert.ok(held <= 2);
});

test('on a site with an http address, links between articles lead to it in the page; the look warns of the address', async (t) => {
  const { site, texts } = await importPosts(t, true, 'http://mag.example:3000');
  assert.match(texts['b.md']?.text ?? '', /\[to A\]\(https:\/\/mag\.example:3000\/2020\/a\)/);
  const rows = await site.deps.db.read.selectFrom('article').select(['id', 'slug']).execute();
  for (const { id, slug } of rows)
    if (slug === 'a' || slug === 'b') await publish(site.deps, CLI, id, { revisionNumber: 0 });
  assert.match(
    await (await site.fetch('/robotics/b')).text(),
    /<a href="http:\/\/mag\.example:3000\/2020\/a">to A<\/a>/,
  );
  const plan = { siteUrl: null } as ImportPlan;
  const warnings = linkWarnings({ plan, format: 'ghost' }, 'http://mag.example:3000').join(' ');
  assert.match(warnings, /does not name the address of the site.*http:\/\/mag\.example:3000/s);
});

test('the same file again repairs the links of articles that were imported before, and only where nobody changed the words', async (t) => {
  const folder = mkdtempSync(join(root, 'again-'));
  const post = (slug: string, words: string) =>
    `title: ${slug}\nexcerpt: E.\nslug: ${slug}\ncategories: Robotics\ndate: 2020-05-04T08:00:00.000Z\nold: /2020/${slug}/\n\n${words}\n\nBack [to B](https://www.other.example/2020/b/).\n`;
  writeFileSync(join(folder, 'a.md'), post('a', 'See [the next](https://www.other.example/2020/b/), they say.'));
  writeFileSync(join(folder, 'b.md'), post('b', 'See [the first](https://www.other.example/2020/a/).'));
  const site = await openSite(t, { BASE_URL: HTTPS, IMPORT_ARCHIVE: 'on' });
  const { deps } = site;
  let siteUrl = 'http://other.example';
  const reader = {
    ...plainReader,
    site: async () => ({ name: 'The Old Site', url: 'https://old.example', hosts: [] }),
  };
  const run = async (repairLinks: boolean, archive: boolean, paths: typeof isRoute) => {
    const id = await addRun(deps, CLI, { path: folder, fileName: 'again' });
    const { plan } = await lookAt(deps, CLI, id, { readers: [reader], sections: openSections() });
    await storePlan(deps, CLI, id, { given: { ...plan, siteUrl, repairLinks }, items: [] });
    if (archive)
      await chooseArchive(deps, CLI, id, {
        given: 'They were public there for years.',
        isOn: true,
        hasFreshFactor: false,
      });
    await runImport(deps, CLI, id, { options: { readers: [reader], isRoute: paths, baseUrl: HTTPS } });
    return listItems(deps.db.read, id, { limit: 10 });
  };
  const everywhere = () => true; // no old path is free, so that each link becomes plain words
  const [a, b] = await run(false, true, everywhere);
  const idA = a?.articleId ?? '';
  const idB = b?.articleId ?? '';
  const before = await getRevisionRow(deps.db.read, idA, 0);
  assert.doesNotMatch(before.body_blocks, /https/);
  const copy = copyOf(before);
  const [first] = copy.bodyBlocks;
  await saveRevision(deps, CLI, idA, {
    copy: {
      ...copy,
      bodyBlocks: copy.bodyBlocks.map((one) => (one === first ? { ...one, text: 'An editor wrote this.' } : one)),
      baseRevision: 0,
    },
  });
  siteUrl = 'https://other.example';
  assert.deepEqual(
    (await run(false, false, isRoute)).map(({ why }) => why),
    Array(2).fill('It was imported before.'),
  );
  assert.equal((await getArticleRow(deps.db.read, idA)).latest_revision, 1, 'nothing changes unless the plan says so');
  const repaired = await run(true, false, isRoute);
  assert.match(repaired[0]?.why ?? '', /1 of its blocks has links now, in revision 2, which an editor publishes/);
  assert.match(repaired[1]?.why ?? '', /2 of its blocks have links now, and readers see them/);
  const { body_blocks } = await getRevisionRow(deps.db.read, idA, 2);
  assert.match(body_blocks, /An editor wrote this.*\[to B\]\(https:\/\/mag\.example\/2020\/b\)/);
  const page = await (await site.fetch('/robotics/b')).text();
  assert.match(page, /<a href="https:\/\/mag\.example\/2020\/a">the first<\/a>/);
  assert.match(page, /From the archive of/);
  assert.equal((await getArticleRow(deps.db.read, idB)).modified_at, '2020-05-04T08:00:00.000Z');
  assert.match((await run(true, false, isRoute))[1]?.why ?? '', /^It was imported before\.$/, 'it can be repeated');
});

test('a repair leads links to the previous site on, when the first run was not told its address', async (t) => {
  const folder = mkdtempSync(join(root, 'untold-'));
  const post = (slug: string, words: string) =>
    `title: ${slug}\nexcerpt: E.\nslug: ${slug}\ncategories: Robotics\nold: /2020/${slug}/\n\n${words}\n`;
  const old = 'https://untold.example';
  const words = (theirs: string, ours: string) =>
    `See [the next](${ours}), [it](${theirs}/about/), [them](https://else.example/) and [the next](${ours}).`;
  writeFileSync(join(folder, 'a.md'), post('a', words(old, `${old}/2020/b/`)));
  writeFileSync(join(folder, 'b.md'), post('b', `See [the first](${old}/2020/a/).`));
  const { deps } = await openSite(t, { BASE_URL: HTTPS });
  const run = async (siteUrl: string | null) => {
    const id = await addRun(deps, CLI, { path: folder, fileName: 'untold' });
    const { plan } = await lookAt(deps, CLI, id, { readers: [plainReader], sections: openSections() });
    const given = { ...plan, siteUrl, repairLinks: siteUrl !== null };
    await storePlan(deps, CLI, id, { given, items: [] });
    await runImport(deps, CLI, id, { options: { readers: [plainReader], isRoute, baseUrl: HTTPS } });
    return listItems(deps.db.read, id, { limit: 10 });
  };
  const [a, b] = await run(null);
  const textOf = async (id: string, number: number) =>
    copyOf(await getRevisionRow(deps.db.read, id, number)).bodyBlocks[0]?.text;
  const [idA, idB] = [a?.articleId ?? '', b?.articleId ?? ''];
  assert.equal(await textOf(idA, 0), words(old, `${old}/2020/b/`), 'nobody said which site it was');
  const copy = copyOf(await getRevisionRow(deps.db.read, idB, 0));
  const [block] = copy.bodyBlocks;
  assert.ok(block);
  const chosen = { ...block, text: 'See [the first](https://chosen.example/).' };
  await saveRevision(deps, CLI, idB, { copy: { ...copy, bodyBlocks: [chosen], baseRevision: 0 } });
  const repaired = await run(old);
  assert.match(repaired[0]?.why ?? '', /1 of its blocks has links now, in revision 1/);
  assert.equal(await textOf(idA, 1), words(old, `${HTTPS}/2020/b`));
  assert.equal((await getArticleRow(deps.db.read, idB)).latest_revision, 1, 'a link that an editor chose stays');
});
