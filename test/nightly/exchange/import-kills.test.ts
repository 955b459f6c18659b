import assert from 'node:assert/strict';
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { type TestContext, test } from 'node:test';
import { openSections } from '#article/section.ts';
import { CLI } from '#core/actor.ts';
import { chooseArchive, countArchive } from '#exchange/import/archive-run.ts';
import { addRun, countLost, countOutcomes, getRun, listItems } from '#exchange/import/import-runs.ts';
import { lookAt } from '#exchange/import/look.ts';
import { runImport } from '#exchange/import/run-import.ts';
import { isRoute } from '#server/routes.ts';
import { plainReader } from '../../support/exchange/plain-reader.ts';
import { BASE, openSite, type TestSite } from '../../support/site.ts';
import { killImport } from './kill-import.ts';

// The process of an import is killed again and again in the middle of its work. KILLS sets how often.

const KILLS = Number(process.env.KILLS ?? 20);
const POSTS = 1500;

for (const isArchive of [false, true]) {
  const what = isArchive ? 'an import of an archive' : 'an import';
  test(`${what} that is killed ${KILLS} times ends as one that nobody disturbed`, (t) => killOften(t, isArchive));
}

async function killOften(t: TestContext, isArchive: boolean): Promise<void> {
  const folder = mkdtempSync(join(tmpdir(), 'plumbline-kills-'));
  t.after(() => rmSync(folder, { recursive: true }));
  writePosts(join(folder, 'old-site'));
  const [calm, killed] = [await openSite(t), await openSite(t)];
  const calmRun = await look(calm, join(folder, 'old-site'), isArchive);
  await runImport(calm.deps, CLI, calmRun, { options: { readers: [plainReader], isRoute, baseUrl: BASE } });

  const id = await look(killed, join(folder, 'old-site'), isArchive);
  await killImport(killed, id, KILLS);
  assert.deepEqual(await stateOf(killed, id), await stateOf(calm, calmRun));
  const { live } = await countArchive(killed.deps.db.read, id);
  t.diagnostic(
    `${KILLS} kills, ${POSTS} posts: the same drafts, ${live} live articles, bylines, tags, comments, old addresses and report`,
  );
}

function writePosts(folder: string): void {
  mkdirSync(folder);
  for (let at = 0; at < POSTS; at++) {
    const head = [
      `title: Post ${at}`,
      at % 3 === 0 ? '' : 'excerpt: A line.',
      `slug: post-${at % 700}`,
      `authors: Author ${at % 7}`,
      `tags: Tag ${at % 11}, Tag ${at % 13}`,
      `old: /2020/${at}/`,
      `date: 2015-03-0${1 + (at % 9)}T08:00:00.000Z`,
    ].filter((line) => line !== '');
    const picture = at % 5 === 0 ? `\n\n![A crane](https://old.example/${at}.png)` : '';
    writeFileSync(
      join(folder, `p${at}.md`),
      `${head.join('\n')}\n\n${at % 50 === 49 ? '' : `Body of ${at}.${picture}\n\nThe end.\n`}`,
    );
  }
}

async function look({ deps }: TestSite, path: string, isArchive: boolean): Promise<string> {
  const id = await addRun(deps, CLI, { path, fileName: 'old-site' });
  await lookAt(deps, CLI, id, { readers: [plainReader], sections: openSections() });
  const reason = 'Readers must find what they know.';
  if (isArchive) await chooseArchive(deps, CLI, id, { given: reason, isOn: true, hasFreshFactor: false });
  return id;
}

/** Everything an import leaves, without ids and times. */
async function stateOf({ deps }: TestSite, id: string): Promise<unknown> {
  const { read } = deps.db;
  const articles = await read
    .selectFrom('article')
    .innerJoin('revision', 'revision.article_id', 'article.id')
    .leftJoin('author', 'author.id', 'revision.author_id')
    .select(['article.section', 'article.slug', 'headline', 'dek', 'body_blocks', 'author.name', 'number'])
    .orderBy('headline')
    .orderBy('article.slug')
    .execute();
  const comments = await read.selectFrom('comment').select(['text', 'block_id']).orderBy('text').execute();
  const old = await read
    .selectFrom('old_address')
    .innerJoin('article', 'article.id', 'old_address.article_id')
    .select(['path', 'slug'])
    .orderBy('path')
    .execute();
  const log = await read.selectFrom('publication_log').select(['act', 'slug', 'is_silent']).orderBy('slug').execute();
  const live = await read
    .selectFrom('article')
    .select(['live_slug', 'published_at', 'archive'])
    .where('live_revision', 'is not', null)
    .orderBy('live_slug')
    .execute();
  const tags = await read.selectFrom('tag').select('name').orderBy('name').execute();
  const journal = await read
    .selectFrom('journal')
    .select((row) => ['act', row.fn.countAll<number | string>().as('count')])
    .where('act', '!=', 'import.looked')
    .groupBy('act')
    .orderBy('act')
    .execute();
  const items = (await listItems(read, id, { limit: POSTS })).map(({ articleId, ...item }) => ({
    ...item,
    has: articleId !== null,
  }));
  const { state, done, found } = await getRun(read, CLI, id);
  return {
    ...{ articles, log, live, comments, old, tags, items, state, done, found },
    journal: journal.map(({ act, count }) => [act, Number(count)]),
    counts: await countOutcomes(read, id, 'outcome'),
    lost: await countLost(read, id),
  };
}
