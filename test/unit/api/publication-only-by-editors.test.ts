import assert from 'node:assert/strict';
import { globSync, readFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { test } from 'node:test';
import { type Agent, CLI } from '#core/actor.ts';
import { moveArticle } from '#editorial/publish/move-article.ts';
import { makeLive, publish } from '#editorial/publish/publish.ts';
import { runSchedules } from '#editorial/publish/run-schedules.ts';
import { cancelSchedule, schedule } from '#editorial/publish/schedule.ts';
import { unpublish } from '#editorial/publish/unpublish.ts';
import { createDraft } from '#editorial/write/create-draft.ts';
import { ROUTES } from '#server/routes.ts';
import { BASE, bearer, copy, draft, form, fromPage, json, openSite, type TestSite } from '../../support/site.ts';
import { type Stock, stock } from '../../support/stocked.ts';

// Only an editor can publish or unpublish an article, and only one function in the code publishes.

const root = dirname(dirname(dirname(import.meta.dirname)));
const ROUNDS_FROM_NOW = '2026-09-06T18:00:00.000Z';
const FIELDS = {
  revision: '0',
  base: '0',
  at: '2026-09-06T17:00',
  zone: 'UTC',
  because: 'no reason at all',
  correction: 'none',
  noCorrectionBecause: 'no reason at all',
  state: 'approved',
  section: 'people',
  slug: 'somewhere-else',
  label: 'anybody',
  hours: '4',
};

test('no route publishes for an agent, whatever the agent sends', async (t) => {
  const site = await openSite(t, { RATE_LIMITS: 'off' });
  const stocked = await stock(site);
  const before = await seenByReaders(site);
  const headers = bearer(stocked.token, { 'Sec-Fetch-Site': 'same-origin', Origin: BASE });
  // Each address once: several routes have the same path, and most paths hold no id.
  const addresses = new Set(ROUTES.flatMap(({ path }) => idsOf(stocked).map((id) => filled(path, id))));
  for (const address of addresses) {
    await site.fetch(address, { headers, redirect: 'manual' });
    for (const [type, body] of bodies()) {
      const sent = {
        method: 'POST',
        headers: { ...headers, 'Content-Type': type },
        body,
        redirect: 'manual' as const,
      };
      await site.fetch(address, sent);
    }
  }
  assert.deepEqual(await seenByReaders(site), before);
  await anHourLater(site);
  assert.deepEqual(await seenByReaders(site), before, 'no publication is scheduled for later');
});

test('no MCP tool publishes, and no tool name suggests that it does', async (t) => {
  const site = await openSite(t, { RATE_LIMITS: 'off' });
  const stocked = await stock(site);
  const before = await seenByReaders(site);
  const { tools } = (await call(site, stocked.token, 'tools/list', {})).result;
  assert.ok(tools.length >= 4);
  for (const { name } of tools as { name: string }[]) {
    assert.doesNotMatch(name, /publish|approve|schedule|live|move|correct/);
    for (const articleId of idsOf(stocked)) {
      const given = {
        ...draft(),
        ...FIELDS,
        articleId,
        id: articleId,
        baseRevision: 0,
        status: 'published',
        live: true,
      };
      await call(site, stocked.token, 'tools/call', { name, arguments: given });
      const plain = { ...draft({ slug: `by-${articleId.slice(0, 8)}` }), articleId, baseRevision: 0 };
      await call(site, stocked.token, 'tools/call', { name, arguments: plain });
    }
  }
  for (const name of ['publish', 'publish_article', 'approve', 'schedule', 'unpublish']) {
    const answer = await call(site, stocked.token, 'tools/call', { name, arguments: { id: stocked.drafted } });
    assert.ok(answer.error ?? answer.result.isError, name);
  }
  await anHourLater(site);
  assert.deepEqual(await seenByReaders(site), before);
});

test('no route lets a writer publish an article, not even their own', async (t) => {
  const site = await openSite(t, { RATE_LIMITS: 'off' });
  const stocked = await stock(site);
  const own = await createDraft(site.deps, stocked.writer, copy({ slug: 'of-their-own', section: 'people' }));
  const before = await seenByReaders(site);
  // Skips signing out and changing the password: both would end the session of the writer.
  const paths = new Set(ROUTES.map(({ path }) => path).filter((path) => !/sign-out|password|sessions|end$/.test(path)));
  const isRead = (path: string) => ROUTES.some((route) => route.method === 'GET' && route.path === path);
  for (const path of paths) {
    for (const id of [own.id, stocked.drafted, stocked.published]) {
      const address = filled(path, id);
      if (isRead(path)) await site.fetch(address, { headers: fromPage(stocked.writer), redirect: 'manual' });
      await site.fetch(address, form(stocked.writer, FIELDS));
      const asJson = fromPage(stocked.writer, { 'Content-Type': 'application/json' });
      const body = JSON.stringify({ ...draft({ slug: `w-${id.slice(0, 8)}` }), baseRevision: 0 });
      await site.fetch(address, { method: 'POST', headers: asJson, body, redirect: 'manual' });
    }
  }
  const board = await site.fetch('/newsroom', { headers: fromPage(stocked.writer), redirect: 'manual' });
  assert.equal(board.status, 200, 'the writer is still signed in');
  await anHourLater(site);
  assert.deepEqual(await seenByReaders(site), before);
});

test('the same forms publish when an editor sends them, so the tests above send valid forms', async (t) => {
  const site = await openSite(t, { RATE_LIMITS: 'off' });
  const { drafted, published, editor } = await stock(site);
  const before = await seenByReaders(site);
  const { section: _, slug: __, ...fields } = FIELDS; // the address of the draft
  await site.fetch(`/newsroom/articles/${drafted}/publish`, form(editor, fields));
  const afterPublishing = await seenByReaders(site);
  assert.notDeepEqual(afterPublishing, before);
  await site.fetch(`/newsroom/articles/${published}/move`, form(editor, FIELDS));
  const afterMoving = await seenByReaders(site);
  assert.notDeepEqual(afterMoving, afterPublishing);
  await site.fetch(`/newsroom/articles/${drafted}/unpublish`, form(editor, FIELDS));
  const afterUnpublishing = await seenByReaders(site);
  assert.notDeepEqual(afterUnpublishing, afterMoving);
  await site.fetch(`/newsroom/articles/${drafted}/publish`, form(editor, { ...fields, when: 'time' }));
  assert.notDeepEqual(await seenByReaders(site), afterUnpublishing);
});

test('of many concurrent attempts only the one by the editor publishes, and only once', async (t) => {
  const site = await openSite(t, { RATE_LIMITS: 'off' });
  const { drafted, editor, writer, token } = await stock(site);
  const path = `/newsroom/articles/${drafted}/publish`;
  const tries = Array.from({ length: 12 }, (_, index) => {
    if (index === 6) return site.fetch(path, form(editor, { revision: '0' }));
    if (index % 2 === 0) return site.fetch(path, form(writer, { revision: '0' }));
    const headers = { ...bearer(token), 'Content-Type': 'application/x-www-form-urlencoded' };
    return site.fetch(path, { method: 'POST', headers, body: 'revision=0', redirect: 'manual' });
  });
  const statuses = (await Promise.all(tries)).map(({ status, headers }) =>
    headers.get('location')?.includes('done=published') ? 'published' : status,
  );
  assert.equal(statuses.filter((status) => status === 'published').length, 1);
  const lines = await site.deps.db.read
    .selectFrom('journal')
    .select('actor_id')
    .where('act', '=', 'article.published')
    .where('subject_id', '=', drafted)
    .execute();
  assert.deepEqual(
    lines.map((line) => line.actor_id),
    [editor.id],
  );
});

test('a concurrent save does not change which revision is published', async (t) => {
  const site = await openSite(t, { RATE_LIMITS: 'off' });
  const { drafted, editor, token } = await stock(site);
  const saves = Array.from({ length: 5 }, () =>
    site.fetch(`/api/admin/articles/${drafted}/revisions`, {
      method: 'POST',
      headers: bearer(token),
      body: JSON.stringify({ ...draft({ headline: 'Not what the editor saw' }), baseRevision: 0 }),
    }),
  );
  const published = site.fetch(`/newsroom/articles/${drafted}/publish`, form(editor, { revision: '0' }));
  await Promise.all([...saves.slice(0, 2), published, ...saves.slice(2)]);
  const row = await site.deps.db.read
    .selectFrom('article')
    .selectAll()
    .where('id', '=', drafted)
    .executeTakeFirstOrThrow();
  assert.equal(row.live_revision, 0);
  assert.equal(row.latest_revision, 1);
});

test('publish, schedule, unpublish and move refuse an agent and a writer', async (t) => {
  const site = await openSite(t);
  const { drafted, published, editor, writer } = await stock(site);
  const agent: Agent = {
    kind: 'agent',
    id: 'a-token',
    claimId: 'a-claim',
    editorId: editor.id,
    editorName: editor.name,
    scopes: ['article:draft', 'article:edit'],
  };
  const { deps } = site;
  for (const actor of [agent, writer]) {
    const forbidden = { kind: 'forbidden' };
    await assert.rejects(publish(deps, actor, drafted, { revisionNumber: 0 }), forbidden);
    await assert.rejects(
      deps.db.write((tx) => makeLive(deps, tx, actor, { articleId: drafted, revisionNumber: 0 })),
      forbidden,
    );
    await assert.rejects(
      schedule(deps, actor, { articleId: drafted, revisionNumber: 0, at: ROUNDS_FROM_NOW }),
      forbidden,
    );
    await assert.rejects(cancelSchedule(deps, actor, drafted), forbidden);
    await assert.rejects(unpublish(deps, actor, published), forbidden);
    await assert.rejects(
      moveArticle(deps, actor, { articleId: published, baseRevision: 0, to: { section: 'people', slug: 'x' } }),
      forbidden,
    );
  }
});

test('only publish.ts sets the live revision of an article', () => {
  const files = globSync('src/**/*.ts', { cwd: root }).filter((file) => !file.endsWith('.test.ts'));
  const writers = files.filter((file) => {
    const code = readFileSync(join(root, file), 'utf8').replace(/\/\*[\s\S]*?\*\//g, '');
    const given = [...code.matchAll(/\blive_revision\s*:\s*([^,;}\n]+)/g)].map(([, value = '']) => value.trim());
    const inWords = /\bset\s+live_revision\s*=/i.test(code);
    return inWords || given.some((value) => value !== 'null' && !/^(?:number|string|live\b|\w+\s*\|)/.test(value));
  });
  assert.deepEqual(writers, ['src/editorial/publish/publish.ts']);
});

test('only files in article/publish, and the import of an archive, call the function makeLive', () => {
  const files = globSync('src/**/*.ts', { cwd: root }).filter((file) =>
    /\bmakeLive\b/.test(readFileSync(join(root, file), 'utf8')),
  );
  const callers = [
    'src/editorial/publish/leave-archive.ts',
    'src/editorial/publish/move-article.ts',
    'src/editorial/publish/publish.ts',
    'src/editorial/publish/run-schedules.ts',
    'src/exchange/import/archive-run.ts',
    'src/exchange/import/repair-links.ts',
  ];
  assert.deepEqual(
    files.filter((file) => !callers.includes(file)),
    [],
  );
});

/** Published articles with their addresses, scheduled publications, and the publication log. */
async function seenByReaders({ deps }: TestSite) {
  const live = await deps.db.read
    .selectFrom('article')
    .select(['id', 'live_revision', 'live_section', 'live_slug', 'modified_at', 'scheduled_for'])
    .where((where) => where.or([where('live_revision', 'is not', null), where('scheduled_for', 'is not', null)]))
    .orderBy('id')
    .execute();
  const log = await deps.db.read.selectFrom('publication_log').select(['seq', 'act']).orderBy('seq').execute();
  return JSON.parse(JSON.stringify({ live, log }));
}

async function anHourLater(site: TestSite): Promise<void> {
  site.pass(24 * 3600);
  await runSchedules(site.deps, BASE);
}

function idsOf({ drafted, published, changed, unpublished }: Stock): string[] {
  return [drafted, published, changed, unpublished];
}

function bodies(): [type: string, body: string][] {
  return [
    ['application/x-www-form-urlencoded', new URLSearchParams(FIELDS).toString()],
    ['application/json', JSON.stringify({ ...draft(), ...FIELDS, baseRevision: 0, status: 'published' })],
  ];
}

function filled(path: string, id: string): string {
  return path
    .replace(/:articleId(\{[^/]*\})?/, id)
    .replace(/:number(\{[^/]*\})?/, '0')
    .replace(/:[a-zA-Z]+(\{[^/]*\})?/g, id);
}

async function call(site: TestSite, token: string, method: string, params: Record<string, unknown>) {
  const body = JSON.stringify({ jsonrpc: '2.0', id: 1, method, params });
  return json(await site.fetch('/api/mcp', { method: 'POST', headers: bearer(token), body }));
}

test('the command line publishes through the same function', async (t) => {
  const site = await openSite(t);
  const { stopped } = await stock(site);
  await assert.rejects(publish(site.deps, CLI, stopped, { revisionNumber: 0 }), { kind: 'gate_blocked' });
});
