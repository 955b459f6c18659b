import assert from 'node:assert/strict';
import { existsSync, mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { type TestContext, test } from 'node:test';
import { setTimeout as wait } from 'node:timers/promises';
import { listLinkingArticles } from '#article/linking-articles.ts';
import { findPublished } from '#article/published.ts';
import { CLI } from '#core/actor.ts';
import { NO_LOG } from '#db/connection/connection-state.ts';
import { openServerDatabase } from '#db/connection/open.ts';
import { publish } from '#editorial/publish/publish.ts';
import { unpublish } from '#editorial/publish/unpublish.ts';
import { createDraft } from '#editorial/write/create-draft.ts';
import { createResponseCache } from '#http/cache/response-cache.ts';
import { fallbackPath, missingDatabaseAdvice, openFallback } from '#reading/fallback/last-state.ts';
import { withFallback } from '#reading/fallback/read-fallback.ts';
import { createDeps } from '#runtime/create-deps.ts';
import { seedArticles } from '#seed/seed.ts';
import { createApp } from '#server/create-app.ts';
import { createServices } from '#services.ts';
import { goLive } from '../../support/live.ts';
import { BASE, copy, openSite } from '../../support/site.ts';

// What readers get while the server is delayed, and what remains of withdrawn text.

async function keep(t: TestContext, isAvailable = true) {
  const folder = mkdtempSync(join(tmpdir(), 'plumbline-edition-'));
  const kept = await openServerDatabase(`file:${join(folder, 'plumbline.db')}`, NO_LOG, () =>
    missingDatabaseAdvice(folder),
  );
  const followed = isAvailable ? kept : { ...kept, isAvailable: () => false };
  const edition = await openFallback(fallbackPath(folder), followed, NO_LOG);
  const db = withFallback(kept, edition);
  t.after(async () => {
    await db.close();
    rmSync(folder, { recursive: true, force: true });
  });
  return { folder, db, deps: await createDeps(db), edition };
}

test('the fallback copy contains no withdrawn text in any file', async (t) => {
  const { folder, deps, edition } = await keep(t);
  const words = 'The foundation moved by the width of a hand';
  const [gone, stays] = [
    await createDraft(deps, CLI, copy({ bodyBlocks: [{ id: 'b1', type: 'paragraph', text: words }] })),
    await createDraft(deps, CLI, copy({ slug: 'stays' })),
  ];
  for (const { id } of [gone, stays]) await publish(deps, CLI, id, { revisionNumber: 0 });
  await edition.catchUp();
  const isKept = () =>
    ['', '-wal']
      .map((end) => join(folder, `last-edition.db${end}`))
      .some((file) => existsSync(file) && readFileSync(file).includes(words));
  assert.equal(isKept(), true);
  await unpublish(deps, CLI, gone.id, { because: 'It was not so.' });
  await edition.catchUp();
  assert.equal(isKept(), false);
  assert.ok((await edition.read((tx) => findPublished(tx, 'robotics', 'stays')))?.value);
});

test('readers wait for a slow read while there is no fallback copy', async (t) => {
  const { db } = await keep(t, false);
  const slow = async () => {
    await wait(2500);
    return 'read';
  };
  assert.deepEqual(await db.readPublished(slow), { value: 'read', isLastKnown: false });
});

test('no reader is refused while many article cards are requested at the same time', async (t) => {
  const site = await openSite(t);
  await goLive(site);
  const card = '/cards/robotics/layout-robot-pilot.png';
  const answers = await Promise.all(Array.from({ length: 90 }, (_, at) => site.fetch(`${card}?n=${at}`)));
  const statuses = [...new Set(answers.map(({ status }) => status))].sort();
  assert.deepEqual(
    statuses.filter((status) => status >= 400),
    [],
  );
  for (const answer of answers.filter(({ status }) => status === 302)) {
    assert.equal(answer.headers.get('location'), 'http://127.0.0.1:3000/cards/house.png');
    assert.equal(answer.headers.get('cache-control'), 'no-store');
  }
});

test('no response may be cached while the sample articles are created; afterwards all may', async (t) => {
  const { deps, config } = await openSite(t, { SAMPLE_EDITION: 'on' });
  const cache = createResponseCache(deps, config.cacheBytes, listLinkingArticles, async () => {});
  t.after(cache.close);
  const note = () => {};
  const app = createApp(
    deps,
    config,
    { info: note, warn: note, error: note },
    { ...createServices(deps, config), cache },
  );
  const paths = ['/', '/api/public/articles', '/llms.txt', '/rss.xml', '/sitemap.xml', '/software', '/index.md'];
  const cached = async () =>
    Promise.all(
      paths.map(async (path) => (await app.fetch(new Request(`${BASE}${path}`))).headers.get('cache-control')),
    );
  cache.setFilling(true);
  const filing = seedArticles(deps);
  assert.deepEqual(new Set(await cached()), new Set(['no-store']));
  await filing;
  cache.setFilling(false);
  for (const control of await cached()) assert.match(control ?? '', /^public, max-age=/);
});
