import assert from 'node:assert/strict';
import { execFileSync } from 'node:child_process';
import { existsSync, mkdirSync, mkdtempSync, rmSync, statSync, truncateSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { type TestContext, test } from 'node:test';
import { keepDiskReserve } from '../../src/db/connection/disk-reserve.ts';
import { prepareSite } from '../process/faults/fault-site.ts';
import { until } from '../process/faults/server.ts';

// A disk that fills up, on file systems of their own, where one may be mounted. The house's whole way through it is F4.

const MEGABYTE = 1024 * 1024;

/** Mounts a file system on a folder that is gone after the test; null where none may be mounted. */
function mount(t: TestContext, how: (folder: string, image: string) => string[][]): string | null {
  const around = mkdtempSync(join(tmpdir(), 'plumbline-disk-'));
  const folder = join(around, 'disk');
  mkdirSync(folder);
  try {
    for (const [command = '', ...rest] of how(folder, join(around, 'image')))
      execFileSync(command, rest, { stdio: 'ignore' });
  } catch {
    rmSync(around, { recursive: true });
    t.skip('no file system may be mounted here');
    return null;
  }
  t.after(() => {
    execFileSync('umount', ['-l', folder]);
    rmSync(around, { recursive: true });
  });
  return folder;
}

test('the ballast is laid on a large disk, kept while there is room, and let go of when there is none', async (t) => {
  const folder = mount(t, (at, image) => [
    ['truncate', '-s', '3G', image],
    ['mkfs.ext4', '-q', '-F', '-m', '0', image],
    ['mount', '-o', 'loop', image, at],
  ]);
  if (folder === null) return;
  const path = join(folder, 'plumbline.db');
  const ballast = keepDiskReserve(path, 50);
  t.after(ballast.close);
  const file = `${path}-ballast`;
  await until(() => existsSync(file) && statSync(file).size === 64 * MEGABYTE, 20_000);
  const refuses = () => {
    try {
      ballast.requireRoom();
      return false;
    } catch (error) {
      assert.deepEqual(error instanceof Error && 'kind' in error && error.kind, 'storage_full');
      return true;
    }
  };
  assert.equal(refuses(), false);

  const filler = join(folder, 'filler');
  fillUntil(filler, folder, 100 * MEGABYTE);
  await until(refuses, 3000);
  ballast.release();
  assert.ok(existsSync(file), 'with a hundred megabytes left, nothing is gained by it');

  fillUntil(filler, folder, 4 * MEGABYTE);
  ballast.release();
  assert.ok(!existsSync(file));
  truncateSync(filler, 0);
  await until(() => !refuses(), 3000);
  await until(() => existsSync(file), 20_000);
});

/** Makes a file so large that `left` bytes are free, without writing what is in it. */
function fillUntil(filler: string, folder: string, left: number): void {
  const free = Number(execFileSync('df', ['--output=avail', '-B1', folder]).toString().split('\n')[1]);
  const size = Math.floor((existsSync(filler) ? statSync(filler).size : 0) + free - left);
  execFileSync('fallocate', ['-l', String(size), filler]);
}

test('/readyz says that nothing can be written while a small disk is full, and that it can when there is room', async (t) => {
  const folder = mount(t, (at) => [['mount', '-t', 'tmpfs', '-o', 'size=12m', 'tmpfs', at]]);
  if (folder === null) return;
  const site = await prepareSite({ folder });
  const server = await site.start();
  t.after(() => server.end('SIGKILL'));
  const ready = async () => {
    const response = await fetch(`${site.base}/readyz`);
    return [response.status, ((await response.json()) as { writable: boolean }).writable];
  };
  assert.deepEqual(await ready(), [200, true]);
  // What the server writes at this moment has room left, or the filling itself would be refused.
  fillUntil(join(folder, 'filler'), folder, 0.05 * MEGABYTE);
  await until(async () => !(await ready())[1], 3000);
  assert.deepEqual(await ready(), [200, false]);
  rmSync(join(folder, 'filler'));
  await until(async () => (await ready())[1] === true, 3000);
});
