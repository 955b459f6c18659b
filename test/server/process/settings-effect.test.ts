import assert from 'node:assert/strict';
import { spawn } from 'node:child_process';
import { argon2Sync } from 'node:crypto';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { type TestContext, test } from 'node:test';
import { CLI } from '#core/actor.ts';
import { createJobs } from '#editorial/jobs.ts';
import { createDraft } from '#editorial/write/create-draft.ts';
import { addMember } from '#people/members.ts';
import { readConfig } from '#runtime/config/config.ts';
import { createDeps } from '#runtime/create-deps.ts';
import { runJob } from '#server/jobs.ts';
import { startServer, until } from '../../support/faults/server.ts';
import { freePort } from '../../support/free-port.ts';
import { goLive } from '../../support/live.ts';
import { bearer, copy, draft, form, json, openSite, PASSWORD, type TestSite } from '../../support/site.ts';

// Settings have the effect that docs/settings.md describes.

async function publishUnsourced(t: TestContext, settings: Record<string, string>): Promise<Response> {
  const site = await openSite(t, settings);
  const dana = await site.person('editor');
  const { id } = await createDraft(site.deps, dana, copy({ sources: [] }));
  return site.fetch(`/newsroom/articles/${id}/publish`, form(dana, { revision: '0' }));
}

test('GATE_LEVELS decides whether a check of the gate warns or blocks', async (t) => {
  assert.equal((await publishUnsourced(t, {})).status, 303, 'no_sources warns by default');
  assert.equal((await publishUnsourced(t, { GATE_LEVELS: 'no_sources=warn' })).status, 303);
  const blocked = await publishUnsourced(t, { GATE_LEVELS: 'no_byline=warn, no_sources=block' });
  assert.equal(blocked.status, 409);
  assert.match(await blocked.text(), /source/i);
});

const log = { info: () => {}, warn: () => {}, error: (fields: unknown) => assert.fail(JSON.stringify(fields)) };

/** The checked source addresses, and when each was requested. */
async function goWatchRound(site: TestSite) {
  const { deps, config } = site;
  const round = createJobs(deps, { config, log }).find(({ name }) => name === 'watch sources');
  assert.ok(round);
  await runJob(deps, config, log, round);
  const rows = await site.deps.db.read.selectFrom('source_look').select(['url', 'asked_at']).execute();
  return rows.map((row) => ({ ...row }));
}

test('SOURCE_WATCH=daily requests the sources of live articles once a day; without it none are requested', async (t) => {
  // An address of this machine: the check refuses to connect to it, and records the attempt.
  const url = 'https://127.0.0.1/record';
  for (const [settings, watches] of [
    [{}, false],
    [{ SOURCE_WATCH: 'off' }, false],
    [{ SOURCE_WATCH: 'daily' }, true],
  ] as [Record<string, string>, boolean][]) {
    const site = await openSite(t, settings);
    await goLive(site, { sources: [{ title: 'Site record', url }] });
    const asked = new Date(site.deps.clock()).toISOString();
    assert.deepEqual(await goWatchRound(site), watches ? [{ url, asked_at: asked }] : []);
    site.pass(60 * 60);
    assert.equal((await goWatchRound(site))[0]?.asked_at, watches ? asked : undefined, 'not again within a day');
    site.pass(24 * 60 * 60);
    const later = new Date(site.deps.clock()).toISOString();
    assert.equal((await goWatchRound(site))[0]?.asked_at, watches ? later : undefined);
  }
});

test('SOURCE_LOOKUP=off opens no source that an agent names; else they are opened in a dry run and after the save', async (t) => {
  assert.equal(readConfig({}).sourceLookup, 'proposals');
  // An address of this machine: the server refuses to connect to it, and says so.
  const url = 'https://127.0.0.2/record';
  const figures = [
    { path: 'bodyBlocks.0.text', figure: '412', settlement: 'sourced', source: url, locator: 'Page 1', quote: '412' },
  ];
  for (const [settings, state] of [
    [{ SOURCE_LOOKUP: 'proposals' }, 'unreachable'],
    [{ SOURCE_LOOKUP: 'off' }, undefined],
  ] as [Record<string, string>, string | undefined][]) {
    const site = await openSite(t, settings);
    const token = await site.grantToken(await site.person('editor'));
    const bodyBlocks = [{ id: 'a', type: 'paragraph', text: 'The crew set out 412 points.' }];
    const packet = { editorialPacket: { claimsReview: JSON.stringify({ figures }) } };
    const body = JSON.stringify(draft({ bodyBlocks, sources: [{ title: 'Site record', url }], ...packet }));
    const post = (path: string) => site.fetch(path, { method: 'POST', headers: bearer(token), body });
    const { gate } = await json(await post('/api/admin/articles?dryRun=true'));
    assert.equal(gate.find(({ figure }: { figure?: string }) => figure === '412')?.lookup?.state, state);
    assert.equal((await post('/api/admin/articles')).status, 201);
    const { deps, config } = site;
    const jobs = createJobs(deps, { config, log });
    const round = jobs.find(({ name }) => name === 'look up proposals');
    assert.ok(round);
    await runJob(deps, config, log, round);
    const { detail } = await deps.db.read.selectFrom('settlement').select('detail').executeTakeFirstOrThrow();
    assert.equal(JSON.parse(detail).lookup?.state, state);
  }
});

async function articlesAtStart(t: TestContext, settings: Record<string, string>): Promise<number> {
  const folder = mkdtempSync(join(tmpdir(), 'plumbline-settings-'));
  const server = await startServer(await freePort(), { DATA_DIR: folder, ...settings });
  t.after(async () => {
    await server.end();
    rmSync(folder, { recursive: true, force: true });
  });
  await until(() => server.output().includes('/newsroom/welcome/'), 30_000);
  const { articles } = (await (await fetch(`${server.base}/api/public/articles`)).json()) as { articles: unknown[] };
  assert.match(await askHealth(new URL(server.base).port), /^0 \{"status":"ready","writable":true\}$/);
  return articles.length;
}

/** The exit code of `plumbline health` and what it printed. */
async function askHealth(port: string): Promise<string> {
  const cli = join(import.meta.dirname, '..', '..', '..', 'src', 'cli', 'cli.ts');
  const child = spawn(process.execPath, [cli, 'health'], { env: { PATH: process.env.PATH, PORT: port } });
  let printed = '';
  for (const stream of [child.stdout, child.stderr]) stream.on('data', (part) => (printed += part));
  return new Promise((resolve) => child.on('close', (code) => resolve(`${code} ${printed.trim()}`)));
}

test('the health command fails when no server answers, and names the settings to look at', async () => {
  const said = await askHealth(String(await freePort()));
  assert.match(
    said,
    /^1 No answer from 127\.0\.0\.1, port \d+ \(ECONNREFUSED\)\. Is the server running with this HOST/,
  );
});

test('a server in production starts without sample articles unless SAMPLE_EDITION is on', async (t) => {
  const settings = { NODE_ENV: 'production', BASE_URL: 'https://magazine.example', RATE_LIMITS: 'on' };
  assert.equal(await articlesAtStart(t, { ...settings, SAMPLE_EDITION: '' }), 0);
  assert.equal(await articlesAtStart(t, { ...settings, SAMPLE_EDITION: 'on' }), 10);
});

test('requests during a first start wait until the sample articles are created, or for two seconds', async (t) => {
  const folder = mkdtempSync(join(tmpdir(), 'plumbline-settings-'));
  t.after(() => rmSync(folder, { recursive: true, force: true }));
  const port = await freePort();
  const starting = startServer(port, { DATA_DIR: folder, SAMPLE_EDITION: 'on' });
  t.after(async () => (await starting).end());
  let waited = 0;
  let found = 0;
  await until(async () => {
    const began = performance.now();
    const answer = await fetch(`http://127.0.0.1:${port}/api/public/articles`).catch(() => null);
    if (!answer) return false; // the server does not listen yet
    found = ((await answer.json()) as { articles: unknown[] }).articles.length;
    waited = performance.now() - began;
    return true;
  }, 30_000);
  assert.ok(found === 10 || waited > 1500, `${found} articles after ${Math.round(waited)} ms`);
});

test('passwords are hashed with argon2id, 46 MiB, one pass', async (t) => {
  const site = await openSite(t);
  const deps = await createDeps(site.deps.db, site.deps.files, site.config.policy);
  const person = { email: 'new@magazine.example', name: 'New', role: 'editor' as const, password: PASSWORD };
  const { id } = await addMember(deps, CLI, person);
  const row = await site.deps.db.read.selectFrom('editor').select('password_hash').where('id', '=', id).execute();
  const [kind, salt = '', kept] = (row[0]?.password_hash ?? '').split('$');
  assert.equal(kind, 'argon2id');
  const nonce = Buffer.from(salt, 'base64url');
  assert.equal(nonce.length, 16);
  const settings = { parallelism: 1, tagLength: 32, memory: 46 * 1024, passes: 1 };
  assert.equal(argon2Sync('argon2id', { message: PASSWORD, nonce, ...settings }).toString('base64url'), kept);
});
