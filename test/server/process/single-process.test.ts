import assert from 'node:assert/strict';
import { spawn, spawnSync } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, readFileSync, rmSync, utimesSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { type TestContext, test } from 'node:test';
import { runInSingleProcess } from '#export/site/single-process.ts';
import { nameProcess } from '#runtime/process-name.ts';
import { until } from '../../support/faults/server.ts';

// One of several processes writes the export: which lock is valid, and which is not.

const TRY_EVERY = 10;
const isLinux = process.platform === 'linux';

function open(t: TestContext) {
  const folder = mkdtempSync(join(tmpdir(), 'plumbline-test-'));
  const lock = join(folder, '.printer');
  const said: string[] = [];
  const note = (_: unknown, message: string) => void said.push(message);
  const alive = setInterval(() => {}, 1000);
  const ended: number[] = [];
  const start = () => {
    const one = runInSingleProcess(folder, () => async () => void ended.push(1), { info: note, warn: note }, TRY_EVERY);
    t.after(one.stop);
    return one;
  };
  t.after(() => {
    clearInterval(alive);
    rmSync(folder, { recursive: true, force: true });
  });
  return { lock, said, start, ended };
}

test('a lock whose process id was reused is ignored', {
  skip: isLinux ? false : 'only Linux has /proc',
}, (t) => {
  const { lock, said, start } = open(t);
  const [, boot, namespace] = nameProcess(process.pid).split(' ');
  writeFileSync(lock, [process.ppid, boot, namespace, '1'].join(' '));
  assert.equal(start().isActive(), true);
  assert.equal(readFileSync(lock, 'utf8'), nameProcess(process.pid));
  assert.match(said.join(), /ended without releasing its lock; this one takes over/);
});

test('the lock of a killed process is ignored', {
  skip: isLinux ? false : 'only Linux has /proc',
}, async (t) => {
  const { lock, start } = open(t);
  const child = spawn('sleep', ['60']);
  writeFileSync(lock, nameProcess(child.pid ?? 0));
  const one = start();
  await new Promise((wait) => setTimeout(wait, 10 * TRY_EVERY));
  assert.equal(one.isActive(), false, 'it runs');
  child.kill('SIGKILL');
  await once(child, 'exit');
  await until(one.isActive, 5000);
});

test('a lock from before a reboot, or of another machine, counts while it is renewed', async (t) => {
  const { lock, said, start } = open(t);
  const holder = `${process.pid} 00000000-0000-0000-0000-000000000000 pid:[1] 1`;
  writeFileSync(lock, holder);
  const one = start();
  for (let renewed = 0; renewed < 20; renewed++) {
    utimesSync(lock, new Date(), new Date(Date.now() + renewed * 1000));
    await new Promise((wait) => setTimeout(wait, TRY_EVERY));
  }
  assert.equal(one.isActive(), false);
  assert.equal(readFileSync(lock, 'utf8'), holder);
  await until(one.isActive, 5000);
  assert.equal(said.filter((one) => /another machine, or an ended process/.test(one)).length, 1);
});

test('one of two processes does the work; it stops when it loses the lock, and releases the lock at its end', async (t) => {
  const { lock, start, ended } = open(t);
  const [first, second] = [start(), start()];
  assert.deepEqual([first.isActive(), second.isActive()], [true, false]);
  await first.stop();
  await until(second.isActive, 5000);
  const other = spawnSync(process.execPath, ['-e', '']).pid;
  writeFileSync(lock, `${other} 00000000-0000-0000-0000-000000000000 pid:[1] 1`);
  await until(() => !second.isActive(), 5000);
  assert.equal(ended.length, 2);
});
