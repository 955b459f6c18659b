import assert from 'node:assert/strict';
import { type ChildProcess, spawn } from 'node:child_process';
import { join } from 'node:path';
import { test } from 'node:test';
import { setTimeout as sleep } from 'node:timers/promises';
import { lastSeq } from '../../../src/runtime/follow-log.ts';
import { openReceivers, type Received } from '../../integrations/receivers.ts';
import { addHook, publishSome } from '../../integrations/webhook-site.ts';
import { openSite } from '../../support/site.ts';

// Two processes send, and are killed again and again in the middle of their work. KILLS sets how often, SECONDS after how long at most
// the kills end: KILLS=1000 SECONDS=1200 is the long form.

const KILLS = Number(process.env.KILLS ?? 12);
const SECONDS = Number(process.env.SECONDS ?? 300);
const PROGRAM = join(import.meta.dirname, '../../integrations/sender-process.ts');
const HOSTS = ['a.example.org', 'b.example.org', 'c.example.org'];

test(`after up to ${KILLS} kills each webhook has every change, in order, and doubles only with the same id`, async (t) => {
  const site = await openSite(t);
  const { rehearsal, received } = await openReceivers(t, Object.fromEntries(HOSTS.map((host) => [host, () => 200])));
  for (const host of HOSTS) await addHook(site, `https://${host}/hook`);
  const { baseUrl } = site.config.publication;
  const start = () =>
    spawn(process.execPath, [PROGRAM, site.config.databaseUrl, JSON.stringify({ rehearsal, baseUrl })], {
      stdio: ['ignore', 'ignore', 'inherit'],
    });
  const running: ChildProcess[] = [start(), start()];
  t.after(() => running.forEach((one) => void one.kill('SIGKILL')));
  const count = () => HOSTS.reduce((sum, host) => sum + (received[host]?.length ?? 0), 0);
  const until = performance.now() + SECONDS * 1000;
  let kill = 0;
  for (; kill < KILLS && performance.now() < until; kill++) {
    const before = count();
    await publishSome(site, 1 + (kill % 5), `story-${kill}`);
    // Waits for a message to be on its way, and then a little: the kill comes at any step.
    for (let waited = 0; count() === before && waited < 300; waited++) await sleep(10);
    await sleep(Math.random() * 60);
    running.shift()?.kill('SIGKILL');
    running.push(start());
  }
  const last = await lastSeq(site.deps.db, 'publication_log');
  const isDone = async () => {
    const rows = await site.deps.db.read.selectFrom('integration').select('after_seq').execute();
    return rows.every(({ after_seq }) => after_seq === last);
  };
  for (let waited = 0; !(await isDone()) && waited < 300; waited++) await sleep(100);
  let doubles = 0;
  for (const host of HOSTS) doubles += checkReceived(received[host] ?? [], last);
  t.diagnostic(
    `${kill} of ${KILLS} kills, ${last} changes for each of ${HOSTS.length} webhooks: 0 lost, 0 out of order, ${doubles} doubles, each with its id`,
  );
});

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
