import assert from 'node:assert/strict';
import { test } from 'node:test';
import { STAGE, STAGES, type Stage, stageOf } from '#article/stage.ts';
import { countMissingGates } from '#editorial/gate/gate-count.ts';
import { publish } from '#editorial/publish/publish.ts';
import { assign, setDue } from '#editorial/review/assign.ts';
import { bearer, draft, form, fromPage, json, openSite } from '../../support/site.ts';
import { file, readPage, revise, settleFigures, stock } from '../../support/stocked.ts';

test('the board groups articles by stage, from drafts to unpublished articles', async (t) => {
  const site = await openSite(t);
  const { editor } = await stock(site);
  const page = await readPage(site, editor, '/newsroom/articles');
  const order = [
    'Drafts',
    'A layout robot on a live slab',
    'A crane schedule that argues back',
    'Newer copy waiting',
    'Four takeoff programs',
    'Published',
    'What a pour-sequence model',
    'Unpublished',
    'Drone stockpile counts',
  ].map((words) => page.indexOf(words, page.indexOf('id="board"')));
  assert.ok(order.every((at) => at > 0));
  assert.deepEqual(
    order,
    order.toSorted((a, b) => a - b),
  );
  assert.deepEqual(tabsOf(page), [
    ['All', '5'],
    ['Drafts', '2'],
    ['Newer copy waiting', '1'],
    ['Published', '1'],
    ['Unpublished', '1'],
  ]);
  assert.match(page, /<b>\d<\/b> numbers open/);
});

/** The tabs with their counts. */
function tabsOf(page: string): string[][] {
  const tabs = /<nav class="tabs"[\s\S]*?<\/nav>/.exec(page)?.[0] ?? '';
  return [...tabs.matchAll(/<a [^>]*>([^<]+) <span class="n">([^<]*)<\/span>/g)].map(([, name = '', count = '']) => [
    name,
    count,
  ]);
}

test('an empty board explains what will appear', async (t) => {
  const site = await openSite(t);
  const page = await readPage(site, await site.person('chief'), '/newsroom/articles');
  assert.match(page, /A draft appears here when a person or an agent creates it/);
});

test('the stage computed in TypeScript and in SQL is the same for all column values', async (t) => {
  const site = await openSite(t);
  const { drafted, published } = await stock(site);
  const { db } = site.deps;
  const seen = new Set<Stage>();
  for (const id of [drafted, published]) {
    for (const latest_revision of [0, 3])
      for (const live_revision of id === drafted ? [null] : [null, 0, 3])
        for (const review_state of [null, 'in_review', 'changes_requested', 'approved'])
          for (const review_revision of review_state ? [0, 2, 3] : [null])
            for (const scheduled of [null, '2026-09-07T09:00:00.000Z'])
              for (const trouble of [null, 'The gate was shut.']) {
                if ((live_revision ?? 0) > latest_revision || (review_revision ?? 0) > latest_revision) continue;
                const row = await db.write(async (tx) => {
                  await tx
                    .updateTable('article')
                    .set({ latest_revision, live_revision, review_state, review_revision })
                    .set({ scheduled_for: scheduled, schedule_trouble: trouble })
                    .set(
                      live_revision === null
                        ? { live_section: null, live_slug: null }
                        : { live_section: 'x', live_slug: 'x' },
                    )
                    .where('id', '=', id)
                    .execute();
                  return tx
                    .selectFrom('article')
                    .selectAll('article')
                    .select(STAGE.as('stage'))
                    .where('id', '=', id)
                    .executeTakeFirstOrThrow();
                });
                assert.equal(row.stage, stageOf(row), JSON.stringify(row));
                seen.add(row.stage);
              }
  }
  assert.deepEqual([...seen].sort(), [...STAGES].sort());
});

test('a review decision about a revision does not apply to the next revision', () => {
  const row = {
    latest_revision: 4,
    live_revision: null,
    published_at: null,
    review_state: 'approved',
    review_revision: 4,
    scheduled_for: null,
    schedule_trouble: null,
  };
  assert.equal(stageOf(row), 'approved');
  assert.equal(stageOf({ ...row, latest_revision: 5 }), 'in_review');
  assert.equal(stageOf({ ...row, review_state: 'changes_requested', latest_revision: 5 }), 'in_review');
  assert.equal(stageOf({ ...row, live_revision: 4, published_at: 'x' }), 'published');
  assert.equal(stageOf({ ...row, live_revision: 4, published_at: 'x', latest_revision: 5 }), 'changed');
  assert.equal(stageOf({ ...row, live_revision: 2, published_at: 'x' }), 'approved');
});

test('the board can be filtered by stage, section, words, person, agent, gate and due day', async (t) => {
  const site = await openSite(t);
  const { editor, chief, writer, drafted, stopped, changed } = await stock(site);
  await settleFigures(site);
  const shows = async (query: string) => {
    const page = await readPage(site, editor, `/newsroom/articles?${query}`);
    return [...page.matchAll(/data-line="([^"]+)"/g)].map(([, id]) => id).sort();
  };
  const only = async (query: string, ...ids: string[]) => assert.deepEqual(await shows(query), ids.sort(), query);
  await only('stage=draft', drafted, stopped);
  await only('section=robotics', drafted);
  await only('section=logistics', stopped);
  await only('q=TAKEOFF%00', changed);
  await only('q=100%25');
  assert.match(
    await readPage(site, editor, '/newsroom/articles?q=100%25'),
    /No article matches<[\s\S]*Show all articles/,
  );
  await only('gate=blocked', stopped);
  await only('gate=open', drafted, changed);
  await only(`person=${chief.id}`);
  assert.equal((await shows(`person=${editor.id}`)).length, 5);
  await assign(site.deps, editor, drafted, chief.id);
  await only(`person=${chief.id}`, drafted);
  assert.equal((await shows('agent=any')).length, 5);
  assert.equal((await shows(`agent=${editor.id}`)).length, 5);
  await only(`agent=${chief.id}`);
  const { id: own } = await json(
    await site.fetch('/api/admin/articles', {
      method: 'POST',
      headers: fromPage(writer, { 'Content-Type': 'application/json' }),
      body: JSON.stringify(draft({ slug: 'own-draft' })),
    }),
  );
  assert.equal((await shows('agent=any')).length, 5);
  await setDue(site.deps, editor, own, '2026-09-05');
  await setDue(site.deps, editor, drafted, '2026-09-08');
  await setDue(site.deps, editor, stopped, '2026-09-12');
  await only('due=overdue', own);
  await only('due=today');
  await only('due=soon', drafted);
  await only('due=week', drafted, stopped);
  const page = await readPage(site, editor, '/newsroom/articles');
  assert.match(page, /<b class="late">overdue<\/b> <time datetime="2026-09-05" title="Due on 2026-09-05">Sat 5</);
  assert.match(page, /<b class="mark">soon<\/b> <time datetime="2026-09-08" title="Due on 2026-09-08">Tue 8</);
  assert.deepEqual(tabsOf(page)[1], ['Drafts', '3']);
});

test('a long stage has its own page with a cursor, with and without search words', async (t) => {
  const site = await openSite(t);
  const editor = await site.person('editor');
  const token = await site.grantToken(editor);
  for (let n = 0; n < 53; n++) await file(site, token, { slug: `draft-${n}`, headline: `Draft number ${n}.` });
  for (const query of ['', '&q=number']) {
    const board = await readPage(site, editor, `/newsroom/articles?section=robotics${query}`);
    assert.match(board, /All 53: drafts/);
    const more = hrefOf(board, /href="(\/newsroom\/articles\?[^"]*)">All 53/);
    const first = await readPage(site, editor, more);
    const second = await readPage(site, editor, hrefOf(first, /href="(\/newsroom\/articles\?[^"]*)">More/));
    const lines = [first, second].map((page) => [...page.matchAll(/data-line="([^"]+)"/g)].map(([, id]) => id));
    assert.deepEqual(
      lines.map((ids) => ids.length),
      [50, 3],
    );
    assert.equal(new Set(lines.flat()).size, 53);
  }
  const wrong = await site.fetch('/newsroom/articles?stage=draft&cursor=made-up', {
    headers: { Cookie: editor.cookie },
  });
  assert.equal(wrong.status, 400);
});

function hrefOf(page: string, pattern: RegExp): string {
  return (pattern.exec(page)?.[1] ?? assert.fail(String(pattern))).replaceAll('&amp;', '&');
}

test('a writer sees only their own drafts', async (t) => {
  const site = await openSite(t);
  const { writer, drafted, changed } = await stock(site);
  const own = await site.fetch('/api/admin/articles', {
    method: 'POST',
    headers: fromPage(writer, { 'Content-Type': 'application/json' }),
    body: JSON.stringify(draft({ slug: 'own-draft', headline: 'A draft of my own' })),
  });
  const { id } = await json(own);
  for (const query of ['', '?q=a']) {
    const board = await readPage(site, writer, `/newsroom/articles${query}`);
    assert.match(board, /A draft of my own/);
    assert.ok(tabsOf(board).some(([name, count]) => name === 'Drafts' && count === '1'));
    assert.doesNotMatch(board, /A layout robot|Four takeoff/);
  }
  for (const other of [drafted, changed]) {
    for (const path of [
      `/newsroom/articles/${other}`,
      `/newsroom/articles/${other}/revisions/0`,
      `/newsroom/articles/${other}/revisions/0/preview`,
    ]) {
      assert.equal((await site.fetch(path, { headers: { Cookie: writer.cookie } })).status, 404, path);
    }
  }
  const page = await readPage(site, writer, `/newsroom/articles/${id}`);
  assert.match(page, />Ask for a review …</);
  const drawer = await readPage(site, writer, `/newsroom/articles/${id}/publish?revision=0`);
  for (const text of [page, drawer]) assert.doesNotMatch(text, /<button[^>]*>Publish/);
});

test('editors assign articles, and a writer can assign their own article to themselves', async (t) => {
  const site = await openSite(t);
  const { editor, chief, writer, drafted } = await stock(site);
  const send = async (person: typeof editor, path: string, fields: Record<string, string>) =>
    (await site.fetch(`/newsroom/articles/${path}`, form(person, fields))).status;
  assert.equal(await send(editor, `${drafted}/assignee`, { assignee: chief.id }), 303);
  assert.equal(await send(editor, `${drafted}/assignee`, { assignee: chief.id }), 409);
  assert.equal(await send(editor, `${drafted}/assignee`, { assignee: crypto.randomUUID() }), 404);
  assert.equal(await send(editor, `${drafted}/due`, { day: '2026-02-30' }), 422);
  assert.equal(await send(editor, `${drafted}/due`, { day: '2026-10-01' }), 303);
  assert.equal(await send(writer, `${drafted}/assignee`, { assignee: writer.id }), 404);
  const { id: own } = await json(
    await site.fetch('/api/admin/articles', {
      method: 'POST',
      headers: fromPage(writer, { 'Content-Type': 'application/json' }),
      body: JSON.stringify(draft({ slug: 'own-draft' })),
    }),
  );
  assert.equal(await send(writer, `${own}/assignee`, { assignee: editor.id }), 403);
  assert.equal(await send(writer, `${own}/assignee`, { assignee: writer.id }), 303);
  assert.equal(await send(writer, `${own}/assignee`, { assignee: '' }), 303);
  const page = await readPage(site, editor, `/newsroom/articles/${drafted}`);
  assert.match(page, new RegExp(`<option value="${chief.id}" selected>`));
  assert.match(page, /value="2026-10-01"/);
  const lines = await site.deps.db.read
    .selectFrom('journal')
    .select(['act', 'detail'])
    .where('subject_id', '=', drafted)
    .where('act', 'in', ['article.assigned', 'article.due'])
    .orderBy('seq')
    .execute();
  assert.deepEqual(
    lines.map(({ act, detail }) => [act, JSON.parse(detail ?? '')]),
    [
      ['article.assigned', { to: chief.id, name: chief.name }],
      ['article.due', { day: '2026-10-01' }],
    ],
  );
});

test('gate entries are counted at every save and publication, and later for articles without counts', async (t) => {
  const site = await openSite(t);
  const { editor, token, drafted, stopped, changed } = await stock(site);
  await settleFigures(site);
  const counted = async (id: string) => {
    const row = await site.deps.db.read
      .selectFrom('article')
      .selectAll()
      .where('id', '=', id)
      .executeTakeFirstOrThrow();
    return [row.gate_blocks, row.gate_warns];
  };
  assert.deepEqual(await counted(drafted), [0, 0]);
  assert.deepEqual(await counted(stopped), [2, 2]);
  assert.match(await readPage(site, editor, '/newsroom/articles'), /<b>2<\/b> things to fix/);
  await revise(site, token, drafted, { baseRevision: 0, sources: [] });
  assert.deepEqual(await counted(drafted), [0, 2]);
  await publish(site.deps, editor, changed, { revisionNumber: 1 });
  assert.deepEqual(await counted(changed), [0, 0]);
  await site.deps.db.write((tx) => tx.updateTable('article').set({ gate_blocks: null, gate_warns: null }).execute());
  assert.match(await readPage(site, editor, '/newsroom/articles'), /Not checked yet/);
  await countMissingGates(site.deps, 0);
  assert.deepEqual(await counted(stopped), [null, null]);
  await countMissingGates(site.deps);
  assert.deepEqual(await counted(stopped), [2, 2]);
});

test('the agents page shows each agent’s access, approver and rights, and an editor can revoke the access', async (t) => {
  const site = await openSite(t);
  const { editor, token } = await stock(site);
  const page = await readPage(site, editor, '/newsroom/agents');
  for (const words of ['test agent', '127.0.0.1', 'by Dana Whitfield', 'file drafts, save revisions', 'Has access']) {
    assert.ok(page.includes(words), words);
  }
  assert.doesNotMatch(page, /pl_at_|clm_/);
  const revoke = /action="(\/newsroom\/agents\/[^"]+\/revoke)"/.exec(page)?.[1] ?? '';
  assert.equal((await site.fetch(revoke, form(editor, {}))).status, 303);
  const write = await site.fetch('/api/admin/articles', { method: 'POST', headers: bearer(token), body: '{}' });
  assert.equal(write.status, 401);
  assert.match(await readPage(site, editor, '/newsroom/agents'), /Revoked/);
  assert.equal((await site.fetch(revoke, form(editor, {}))).status, 409);
});

test('the agents page shows an expired token as ended', async (t) => {
  const site = await openSite(t);
  const { editor } = await stock(site);
  site.pass(900);
  const page = await readPage(site, editor, '/newsroom/agents');
  assert.match(page, /Ended <time/);
  assert.doesNotMatch(page, /Revoke/);
});
