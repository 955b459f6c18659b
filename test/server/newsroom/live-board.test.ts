import assert from 'node:assert/strict';
import { join } from 'node:path';
import { type TestContext, test } from 'node:test';
import { CLI } from '#core/actor.ts';
import { MAX_STREAMS_PER_SESSION } from '#editorial/api/streams.ts';
import { createDraft } from '#editorial/write/create-draft.ts';
import { startServer, until } from '../../support/faults/server.ts';
import { freePort } from '../../support/free-port.ts';
import { copy, draft, form, fromPage, json, openSite, type Person, type TestSite } from '../../support/site.ts';
import { file, stock } from '../../support/stocked.ts';

// The stream of changes that keeps the board up to date, requested over HTTP.

type Event = { event: string; id: string; data: { ids?: string[] } };

/** Reads the events of a stream one by one; the stream is cancelled when the test ends. */
async function follow(t: Pick<TestContext, 'after'>, response: Response) {
  const reader = (response.body ?? assert.fail()).pipeThrough(new TextDecoderStream()).getReader();
  t.after(() => reader.cancel().catch(() => {}));
  let text = '';
  /** The next event; null when the stream has ended. */
  async function next(): Promise<Event | null> {
    for (;;) {
      const [whole, rest] = text.split(/\n\n(.*)/s, 2);
      if (rest !== undefined) {
        text = rest;
        const fields = Object.fromEntries((whole ?? '').split('\n').map((line) => line.split(/: (.*)/s, 2)));
        if (fields.event) return { event: fields.event, id: fields.id, data: JSON.parse(fields.data) };
        continue;
      }
      const { done, value } = await reader.read();
      if (done) return null;
      text += value;
    }
  }
  return { next };
}

async function open(t: Pick<TestContext, 'after'>, site: TestSite, person: Person, after?: string) {
  const last = await site.deps.db.read.selectFrom('journal').select('seq').orderBy('seq', 'desc').executeTakeFirst();
  const response = await site.fetch(`/newsroom/changes?after=${after ?? last?.seq ?? 0}`, {
    headers: { Cookie: person.cookie },
  });
  assert.equal(response.status, 200);
  assert.equal(response.headers.get('content-type'), 'text/event-stream');
  assert.equal(response.headers.get('cache-control'), 'no-store');
  return follow(t, response);
}

test('the stream reports changed articles, to a writer only their own', async (t) => {
  const site = await openSite(t);
  const { editor, writer, token } = await stock(site);
  const [forEditor, forWriter] = [await open(t, site, editor), await open(t, site, writer)];
  const others = await file(site, token, { slug: 'of-others' });
  const { id: own } = await json(
    await site.fetch('/api/admin/articles', {
      method: 'POST',
      headers: fromPage(writer, { 'Content-Type': 'application/json' }),
      body: JSON.stringify(draft({ slug: 'own-draft' })),
    }),
  );
  const told: string[] = [];
  while (told.length < 2) told.push(...((await forEditor.next())?.data.ids ?? ['nothing came'])); // one event can name both
  assert.deepEqual(told, [others, own]);
  assert.deepEqual((await forWriter.next())?.data.ids, [own]);
});

test('a client with an outdated event number is asked to reload everything', async (t) => {
  const site = await openSite(t);
  const { writer } = await stock(site);
  assert.deepEqual((await (await open(t, site, writer, '1')).next())?.data.ids, []);
  const again = await site.fetch('/newsroom/changes?after=999999', {
    headers: { Cookie: writer.cookie, 'Last-Event-ID': '2' },
  });
  assert.deepEqual((await (await follow(t, again)).next())?.data.ids, []);
});

test('a stream ends with its session, or when its member is disabled', async (t) => {
  const site = await openSite(t);
  const { editor, chief, writer } = await stock(site);
  const [first, second] = [await open(t, site, editor), await open(t, site, writer)];
  await site.fetch('/newsroom/sign-out', form(editor, {}));
  assert.equal((await first.next())?.event, 'ended');
  assert.equal(await first.next(), null);
  await site.fetch(`/newsroom/team/people/${writer.id}/disable`, form(chief, {}));
  assert.equal((await second.next())?.event, 'ended');
  assert.equal(await second.next(), null);
});

test('a stream needs a session and does not extend it', async (t) => {
  const site = await openSite(t);
  const { editor } = await stock(site);
  const status = async (path: string) => (await site.fetch(path, { headers: { Cookie: editor.cookie } })).status;
  for (let times = 0; times < 4; times++) {
    site.pass(5 * 60);
    assert.equal(await status('/newsroom/lines'), 200);
  }
  site.pass(10 * 60);
  for (const path of ['/newsroom/lines', '/newsroom/changes']) {
    assert.equal(await status(path), 401, path);
    const response = await site.fetch(path);
    assert.equal(response.status, 401);
    assert.equal((await json(response)).code, 'unauthorized');
  }
});

test('the lines endpoint returns the stages and the lines, and nothing else of the page', async (t) => {
  const site = await openSite(t);
  const { editor } = await stock(site);
  const response = await site.fetch('/newsroom/lines?section=robotics', { headers: { Cookie: editor.cookie } });
  const text = await response.text();
  assert.match(text, /^<div id="stages">[\s\S]*<div id="board" data-seq="\d+">/);
  assert.match(text, /A layout robot on a live slab/);
  assert.doesNotMatch(text, /<form|id="q"|crane schedule/);
  assert.equal(response.headers.get('cache-control'), 'no-store');
});

test('the number of streams per session is limited, and a stopping process opens none', async (t) => {
  const site = await openSite(t);
  const { editor, chief } = await stock(site);
  const ask = (person: Person, method = 'GET') =>
    site.fetch('/newsroom/changes', { method, headers: { Cookie: person.cookie } });
  const opened = [];
  for (let count = 0; count < MAX_STREAMS_PER_SESSION; count++) opened.push(await ask(editor));
  for (let count = 0; count < 3; count++) assert.equal((await ask(editor, 'HEAD')).status, 200);
  const refused = await ask(editor);
  assert.equal(refused.status, 429);
  assert.equal(refused.headers.get('retry-after'), '30');
  await opened[0]?.body?.cancel();
  const again = await ask(editor);
  assert.equal(again.status, 200);
  site.services.streams.close();
  for (const one of [...opened.slice(1), again]) await one.text();
  const late = await ask(chief);
  assert.equal(late.status, 503);
  assert.equal(late.headers.get('retry-after'), '10');
});

test('a stream reports changes of another process, and ends with the process', async (t) => {
  const site = await openSite(t);
  site.pass((Date.now() - site.deps.clock()) / 1000); // both processes read the sessions by the same time
  const { cookie } = await site.person('editor');
  const other = await startServer(await freePort(), {
    DATABASE_URL: site.config.databaseUrl,
    DATA_DIR: join(site.config.dataDir, 'other'),
  });
  t.after(() => other.end());
  const response = await fetch(`${other.base}/newsroom/changes?after=999999`, { headers: { Cookie: cookie } });
  assert.equal(response.status, 200);
  const { next } = await follow(t, response);
  const { id } = await createDraft(site.deps, CLI, copy());
  for (let event = await next(); !event?.data.ids?.includes(id); event = await next())
    assert.ok(event, 'the stream continues');

  const path = `/newsroom/changes?after=999999&article=${id}`;
  const here = await follow(t, await fetch(`${other.base}${path}`, { headers: { Cookie: cookie } }));
  const eva = await site.person('editor', 'Eva Lindqvist');
  const opened = await site.fetch(`${path}&writing=1`, { headers: { Cookie: eva.cookie } });
  const eventOf = async () => {
    for (;;) {
      const event = await here.next();
      if (event?.event === 'here' || event === null) return event?.data;
    }
  };
  const since = new Date(site.deps.clock()).toISOString();
  assert.deepEqual(await eventOf(), [{ name: 'Eva Lindqvist', isWriting: true, since }]);
  await opened.body?.cancel();
  assert.deepEqual(await eventOf(), []);
  assert.equal((await site.fetch('/newsroom/changes?article=none', { headers: { Cookie: eva.cookie } })).status, 404);

  other.child.kill('SIGTERM');
  await until(() => other.child.exitCode !== null, 60_000);
  assert.equal(other.child.exitCode, 0);
  assert.equal(await next(), null);
});
