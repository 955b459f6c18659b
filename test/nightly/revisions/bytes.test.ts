import assert from 'node:assert/strict';
import { join } from 'node:path';
import { test } from 'node:test';
import { CLI } from '#core/actor.ts';
import { openDatabase } from '#db/connection/open.ts';
import { moveArticle } from '#editorial/publish/move-article.ts';
import { publish } from '#editorial/publish/publish.ts';
import { addAuthorOrTag } from '#people/bylines.ts';
import { createDeps } from '#runtime/create-deps.ts';
import { noFiles } from '#runtime/files/files.ts';
import { createApp } from '#server/create-app.ts';
import { placeSite } from '#site/live-site.ts';
import { folderFor, plumbline } from '../../support/data/backups.ts';
import { goLive, goLiveAgain, save } from '../../support/live.ts';
import { openSite, type TestSite } from '../../support/site.ts';

// The forms of each revision, byte for byte, through everything that happens to an article and its site.

const PLACES = [
  '/robotics/layout-robot-pilot/r/0',
  '/robotics/layout-robot-pilot/r/2',
  '/people/pilot/r/3',
  '/people/pilot/r/4',
];
const log = { info: () => {}, warn: () => {}, error: () => {} };

/** The forms of these revisions, with their digests. */
async function formsOf(get: TestSite['fetch'], places: readonly string[]): Promise<string[]> {
  const forms: string[] = [];
  for (const path of places.flatMap((place) => [`${place}.md`, `${place}.json`])) {
    const answer = await get(path);
    assert.equal(answer.status, 200, path);
    forms.push(`${path} ${answer.headers.get('repr-digest')}\n${await answer.text()}`);
  }
  return forms;
}

test('revisions keep their bytes after correction, move, new names, restart, backup and restore', async (t) => {
  const site = await openSite(t);
  const tag = await addAuthorOrTag(site.deps, CLI, 'tag', 'Layout');
  const author = await addAuthorOrTag(site.deps, CLI, 'author', 'Ruth Okafor');
  const over = { tagIds: [tag.id], authorId: author.id };
  const first = await goLive(site, over);
  const kept = await formsOf(site.fetch, PLACES.slice(0, 1));

  site.pass(3600);
  const saved = await save(site, first, {
    ...over,
    dek: 'What estimators should check twice before they rely on a robot.',
  });
  await publish(site.deps, CLI, first.id, {
    revisionNumber: saved.revision,
    choice: { note: 'The dek promised too much. It says check twice.' },
  });
  kept.push(...(await formsOf(site.fetch, PLACES.slice(1, 2))));
  site.pass(3600);
  const moved = await moveArticle(site.deps, CLI, {
    articleId: first.id,
    baseRevision: 2,
    to: { section: 'people', slug: 'pilot' },
  });
  kept.push(...(await formsOf(site.fetch, PLACES.slice(2, 3))));
  site.pass(3600);
  await goLiveAgain(site, moved, { section: 'people', slug: 'pilot', headline: 'A robot, a slab' });
  kept.push(...(await formsOf(site.fetch, PLACES.slice(3))));
  await site.deps.db.write((tx) => tx.updateTable('tag').set({ name: 'Marking', slug: 'marking' }).execute());
  assert.deepEqual(await formsOf(site.fetch, PLACES), kept, 'after correction, move and a renamed tag');

  const again = async (url: string) => {
    const db = await openDatabase(url);
    t.after(() => db.close());
    const { publication } = site;
    const renamed = {
      ...publication,
      name: 'Another name',
      byline: 'Another newsroom',
      baseUrl: 'https://new.example',
    };
    const deps = await createDeps(db, noFiles, site.config.policy);
    const config = { ...site.config, publication: renamed };
    placeSite(deps.site, config);
    const app = createApp(deps, config, log);
    return (path: string) => Promise.resolve(app.fetch(new Request(new URL(path, renamed.baseUrl))));
  };
  assert.deepEqual(
    await formsOf(await again(site.config.databaseUrl), PLACES),
    kept,
    'after a restart under new names',
  );
  const folder = folderFor(t);
  const file = join(folder, 'backup.db');
  assert.equal((await plumbline(site, ['backup', file])).code, 0);
  const url = `file:${join(folder, 'restored.db')}`;
  const restored = await plumbline(site, ['restore', file], url);
  assert.equal(restored.code, 0, restored.error);
  assert.deepEqual(await formsOf(await again(url), PLACES), kept, 'after backup and restore');
});
