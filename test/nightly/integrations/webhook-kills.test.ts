import assert from 'node:assert/strict';
import { type ChildProcess, spawn } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { test } from 'node:test';
import { setTimeout as sleep } from 'node:timers/promises';
import { pathToFileURL } from 'node:url';
import { lastSeq } from '#runtime/follow-log.ts';
import { openReceivers, type Received } from '../../support/integrations/receivers.ts';
import { addHook, publishSome } from '../../support/integrations/webhook-site.ts';
import { openSite } from '../../support/site.ts';

// Processes send, and are killed again and again in the middle of their work. KILLS sets how often, SECONDS after how long at most
// the kills end: KILLS=1000 SECONDS=900 is the long form.

const KILLS = Number(process.env.KILLS ?? 12);
const SECONDS = Number(process.env.SECONDS ?? 300);
/** Processes that run at the same time: one sends, one is ready, and one starts in place of the one that was killed. */
const PROCESSES = 3;
/** Most messages that arrive, and then most milliseconds, before a process that sends is killed. */
const [MOST_ARRIVED, LONGEST_PAUSE] = [12, 30];
/** While fewer changes wait, more are published. */
const FEW = 6;
const ROOT = join(import.meta.dirname, '../../..');
const PROGRAM = join(ROOT, 'test/nightly/integrations/sender-process.ts');
const HOSTS = ['a.example.org', 'b.example.org', 'c.example.org'];

test(`after up to ${KILLS} kills each webhook has every change, in order, and doubles only with the same id`, async (t) => {
  const site = await openSite(t);
  const { read } = site.deps.db;
  const { rehearsal, received } = await openReceivers(t, Object.fromEntries(HOSTS.map((host) => [host, () => 200])));
  for (const host of HOSTS) await addHook(site, `https://${host}/hook`);
  const { baseUrl } = site.publication;
  const program = await bundleSender(t);
  const start = () =>
    spawn(process.execPath, [program, site.config.databaseUrl, JSON.stringify({ rehearsal, baseUrl })], {
      env: { ...process.env, NODE_COMPILE_CACHE: `${program}-cache` },
      stdio: ['ignore', 'ignore', 'inherit'],
    });
  const running: ChildProcess[] = Array.from({ length: PROCESSES }, start);
  t.after(() => running.forEach((one) => void one.kill('SIGKILL')));
  /** The processes that have taken an address, by their ids. */
  const holders = async () => {
    const rows = await read.selectFrom('job').select('holder').where('holder', 'is not', null).execute();
    return rows.map(({ holder }) => Number.parseInt(holder ?? '', 10));
  };
  const count = () => HOSTS.reduce((sum, host) => sum + (received[host]?.length ?? 0), 0);
  const last = () => lastSeq(site.deps.db, 'publication_log');
  /** Changes that the receiver that is farthest behind does not have. */
  const behind = async () => {
    const rows = await read.selectFrom('integration').select('after_seq').execute();
    return (await last()) - Math.min(...rows.map(({ after_seq }) => after_seq));
  };
  const began = performance.now();
  let [kill, missed] = [0, 0];
  for (let round = 0; kill < KILLS && performance.now() - began < SECONDS * 1000; round++) {
    if ((await behind()) < FEW) await publishSome(site, 1 + (round % 4), `story-${round}`);
    // Waits until a process has taken an address and some messages arrived, and then a little: the kill comes at any step of its work.
    for (let waited = 0; (await holders()).length === 0 && waited < 300; waited++) await sleep(5);
    const arrived = count() + Math.floor(Math.random() * MOST_ARRIVED);
    for (let waited = 0; count() < arrived && (await holders()).length > 0 && waited < 200; waited++) await sleep(5);
    await sleep(Math.random() * LONGEST_PAUSE);
    const sending = await holders();
    const victim = running.findIndex(({ pid }) => sending.includes(pid ?? 0));
    if (victim === -1) missed++;
    if (victim === -1) continue;
    running.splice(victim, 1)[0]?.kill('SIGKILL');
    running.push(start());
    kill++;
  }
  const took = (performance.now() - began) / 1000;
  const changes = await last();
  t.diagnostic(
    `${kill} of ${KILLS} kills of a process that was sending, in ${took.toFixed(0)} s; ${missed} rounds without one; ${changes} changes, of which ${await behind()} waited at the end`,
  );
  for (let left = await behind(); left > 0; ) {
    await sleep(5000);
    const now = await behind();
    assert.ok(now < left, `the receivers do not get the last ${now} changes`);
    left = now;
  }
  let [doubles, most] = [0, 0];
  for (const host of HOSTS) {
    const messages = received[host] ?? [];
    doubles += checkReceived(messages, changes);
    most = Math.max(
      most,
      ...Map.groupBy(messages, ({ headers }) => headers['webhook-id'])
        .values()
        .map((same) => same.length),
    );
  }
  t.diagnostic(
    `each of ${HOSTS.length} webhooks got all ${changes} changes: 0 lost, 0 out of order, ${doubles} doubles, each with its id, no message more than ${most} times`,
  );
});

/** Makes one file of the program and its libraries: it starts in a fraction of the time. Returns its path. */
async function bundleSender(t: { after(close: () => void): unknown }): Promise<string> {
  const { build } = await import('esbuild');
  const folder = mkdtempSync(join(ROOT, 'node_modules/.cache/sender-'));
  t.after(() => rmSync(folder, { recursive: true, force: true }));
  const outfile = join(folder, 'sender.mjs');
  await build({
    entryPoints: [PROGRAM],
    outfile,
    ...{ bundle: true, format: 'esm', platform: 'node', logLevel: 'error', tsconfigRaw: {} },
    packages: 'external',
    banner: { js: `const require = process.getBuiltinModule('node:module').createRequire(import.meta.url);` },
    plugins: [
      {
        name: 'own-addresses', // import.meta.url stays the address of the source file
        setup: ({ onLoad }) =>
          onLoad({ filter: /\/(?:src|test)\/.*\.ts$/ }, ({ path }) => ({
            contents: readFileSync(path, 'utf8').replaceAll(
              'import.meta.url',
              JSON.stringify(pathToFileURL(path).href),
            ),
            loader: 'ts',
          })),
      },
    ],
  });
  return outfile;
}

/** Checks what a receiver got, and returns how many messages came again. */
function checkReceived(messages: readonly Received[], last: number): number {
  const ids = new Map<number, string>();
  for (const { headers, body } of messages) {
    const { seq } = JSON.parse(body) as { seq: number };
    const id = headers['webhook-id'] ?? '';
    if (!ids.has(seq)) assert.equal(seq, ids.size + 1, 'the first arrivals are in order');
    assert.equal(ids.get(seq) ?? id, id, 'a double has the id of the first');
    ids.set(seq, id);
  }
  assert.equal(ids.size, last);
  assert.equal(new Set(ids.values()).size, last);
  return messages.length - ids.size;
}
