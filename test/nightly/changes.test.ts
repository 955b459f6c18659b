import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { type IncomingMessage, request } from 'node:http';
import { connect } from 'node:net';
import { join } from 'node:path';
import { test } from 'node:test';
import { CLI } from '#core/actor.ts';
import { publish } from '#editorial/publish/publish.ts';
import { unpublish } from '#editorial/publish/unpublish.ts';
import { createDraft } from '#editorial/write/create-draft.ts';
import { saveRevision } from '#editorial/write/save-revision.ts';
import { startServer } from '../support/faults/server.ts';
import { freePort } from '../support/free-port.ts';
import { openRaw } from '../support/raw.ts';
import { copy, json, openSite, type TestSite } from '../support/site.ts';

// A follower of the changes holds what is live. `CHANGES_ACTS=10000` makes the long form.

const ACTS = Number(process.env.CHANGES_ACTS ?? 400);
const ARTICLES = 25;
const SECTIONS = ['robotics', 'people', 'software'];
/** Changes that are more than the buffers of a connection hold. */
const LINES = 40_000;
/** Streams held open, and the megabytes that all of them may take; through node:http they would take 90. */
const STREAMS = 2000;
const MOST_MEMORY = 40;

/** Numbers from 0 to `below`, the same in each run. */
function random(seed: number): (below: number) => number {
  let state = seed;
  return (below) => {
    state = (Math.imul(state, 1_103_515_245) + 12_345) & 0x7fffffff;
    return Math.floor((state / 0x80000000) * below);
  };
}

type Line = { seq: number; type: string; url: string; previousUrl: string | null; revision: number | null };

/** Reads on from a number in pages of a random size, and applies each change to a copy of the live addresses. */
async function follow(site: TestSite, live: Map<string, number>, from: number, limit: number): Promise<number> {
  let after = from;
  for (;;) {
    const page = await json(await site.fetch(`/api/v1/public/changes?after=${after}&limit=${limit}`));
    for (const { seq, type, url, previousUrl, revision } of page.changes as Line[]) {
      assert.ok(seq > after, 'numbers rise');
      if (previousUrl) live.delete(previousUrl);
      if (type === 'article.withdrawn') live.delete(url);
      else live.set(url, revision ?? -1);
    }
    if (page.nextAfter === after) return after;
    after = page.nextAfter;
  }
}

async function reallyLive(site: TestSite): Promise<Map<string, number>> {
  const rows = await site.deps.db.read
    .selectFrom('article')
    .select(['live_section', 'live_slug', 'live_revision'])
    .where('live_revision', 'is not', null)
    .execute();
  const base = site.config.publication.baseUrl;
  return new Map(rows.map((row) => [`${base}/${row.live_section}/${row.live_slug}`, row.live_revision ?? -1]));
}

const sorted = (live: Map<string, number>) => [...live].sort(([one], [other]) => (one < other ? -1 : 1));

test('a follower from 0 holds exactly the live articles after random histories', async (t) => {
  const site = await openSite(t);
  const pick = random(7);
  const articles: { id: string; latest: number; isLive: boolean }[] = [];
  const live = new Map<string, number>();
  let after = 0;
  let checks = 0;
  for (let act = 0; act < ACTS; act++) {
    const one = articles[pick(ARTICLES)];
    if (!one) {
      const { id } = await createDraft(site.deps, CLI, copy({ slug: `story-${articles.length}` }));
      await publish(site.deps, CLI, id, { revisionNumber: 0 });
      articles.push({ id, latest: 0, isLive: true });
    } else if (one.isLive && pick(4) === 0) {
      await unpublish(site.deps, CLI, one.id);
      one.isLive = false;
    } else {
      const at = articles.indexOf(one);
      const slug = pick(3) === 0 ? `story-${at}-${pick(3)}` : `story-${at}`;
      const section = SECTIONS[pick(SECTIONS.length)] ?? '';
      const note = pick(2) === 0 ? { correctionNote: `An earlier version was wrong, act ${act}.` } : {};
      await saveRevision(site.deps, CLI, one.id, {
        copy: { ...copy({ slug, section }), ...note, baseRevision: one.latest },
      });
      one.latest++;
      await publish(site.deps, CLI, one.id, {
        revisionNumber: one.latest,
        choice: 'correctionNote' in note ? null : { noneBecause: 'A test.' },
      });
      one.isLive = true;
    }
    if (pick(10) > 0) continue;
    checks++;
    after = await follow(site, live, after, 1 + pick(50));
    assert.deepEqual(sorted(live), sorted(await reallyLive(site)), `after act ${act}`);
  }
  const fresh = new Map<string, number>();
  await follow(site, fresh, 0, 200);
  assert.deepEqual(sorted(fresh), sorted(await reallyLive(site)));
  t.diagnostic(`${ACTS} acts, ${articles.length} articles, ${checks} comparisons, ${fresh.size} live at the end`);
});

test('2,000 callers wait for changes in 40 MB, and all are told', async (t) => {
  const site = await openSite(t);
  const { id } = await createDraft(site.deps, CLI, copy());
  await publish(site.deps, CLI, id, { revisionNumber: 0 });
  const { databaseUrl: DATABASE_URL, dataDir } = site.config;
  const settings = { DATABASE_URL, DATA_DIR: join(dataDir, 'other'), TRUSTED_PROXIES: '1' };
  const server = await startServer(await freePort(), settings);
  t.after(() => server.end());
  const memory = () => Number(/^Pss:\s+(\d+) kB/m.exec(readFileSync(`/proc/${server.pid}/smaps_rollup`, 'utf8'))?.[1]);
  const told: number[] = [];
  const answers: IncomingMessage[] = [];
  const open = (at: number) =>
    new Promise<void>((opened, failed) => {
      const headers = { Accept: 'text/event-stream', 'X-Forwarded-For': `192.0.2.${1 + (at % 200)}` };
      const asked = request(`${server.base}/api/v1/public/changes`, { headers, agent: false }, (answer) => {
        assert.equal(answer.statusCode, 200);
        answers.push(answer);
        let text = '';
        answer.on('data', (part) => {
          text += part;
          if (text.includes('"slug":"layout-robot-pilot"')) opened();
          if (text.includes('"slug":"told"')) told.push(performance.now());
        });
      });
      asked.on('error', failed).end();
      t.after(() => asked.destroy());
    });
  for (let at = 0; at < 50; at++) await open(at);
  const before = await settled(memory);
  for (let at = 50; at < 50 + STREAMS; at += 50) await Promise.all(Array.from({ length: 50 }, (_, n) => open(at + n)));
  const full = memory();
  const idle = await settled(memory);
  const second = await createDraft(site.deps, CLI, copy({ slug: 'told' }));
  const committed = performance.now();
  await publish(site.deps, CLI, second.id, { revisionNumber: 0 });
  while (told.length < STREAMS + 50) await new Promise((again) => setTimeout(again, 20));
  const last = Math.max(...told) - committed;
  const after = await settled(memory);
  const megabytes = (kilobytes: number) => `${(kilobytes / 1024).toFixed(1)} MB`;
  t.diagnostic(
    `PSS with 50 streams ${megabytes(before)}; with ${STREAMS} more ${megabytes(full)}, at rest ${megabytes(idle)}, after a publication ${megabytes(after)}`,
  );
  const taken = Math.max(full, idle) - before;
  t.diagnostic(
    `${STREAMS} streams took ${megabytes(taken)}, ${(taken / STREAMS).toFixed(1)} kB each; the last was told after ${last.toFixed(0)} ms`,
  );
  assert.ok(taken / 1024 <= MOST_MEMORY, megabytes(taken));
  const ended = new Promise<void>((all) => {
    let open = STREAMS + 50;
    for (const one of answers) one.on('end', () => --open === 0 && all());
  });
  await server.end();
  await ended; // each stream got its last chunk
});

test('a reader that never reads is ended after two keep-alives, and does not keep others waiting', async (t) => {
  const { site, port, services } = await openRaw(t);
  const { id } = await createDraft(site.deps, CLI, copy());
  await publish(site.deps, CLI, id, { revisionNumber: 0 });
  const line = { at: '2026-09-06T13:00:00.000Z', act: 'published', article_id: id, section: 'robotics', slug: 'one' };
  const lines = Array.from({ length: 250 }, () => ({ ...line, revision: 0 }));
  for (let sent = 0; sent < LINES; sent += lines.length)
    await site.deps.db.write((tx) => tx.insertInto('publication_log').values(lines).execute());
  const text = `GET /api/v1/public/changes HTTP/1.1\r\nHost: 127.0.0.1:${port}\r\nAccept: text/event-stream\r\n\r\n`;
  const deaf = connect(port, '127.0.0.1').on('error', () => {});
  deaf.write(text);
  const reader = connect(port, '127.0.0.1');
  reader.write(text);
  let [bytes, end] = [0, ''];
  reader.on('data', (part) => {
    bytes += part.length;
    end = part.toString('latin1').slice(-2000);
  });
  while (!end.includes(`id: ${LINES + 1}\n`)) await new Promise((again) => setTimeout(again, 20));
  services.changeFeed.keepAlive();
  assert.equal(services.changeFeed.size(), 2);
  services.changeFeed.keepAlive();
  assert.equal(services.changeFeed.size(), 1);
  t.diagnostic(`${LINES} changes, ${(bytes / 1024 ** 2).toFixed(1)} MB to a reader that reads`);
  deaf.destroy();
  reader.destroy();
});

/** A figure once it has not grown for two seconds: a server loads its background work a second after its start. */
async function settled(read: () => number): Promise<number> {
  let [highest, since] = [read(), performance.now()];
  while (performance.now() - since < 2000) {
    await new Promise((again) => setTimeout(again, 100));
    const now = read();
    if (now > highest + 256) [highest, since] = [now, performance.now()];
  }
  return read();
}
