import assert from 'node:assert/strict';
import { execFileSync } from 'node:child_process';
import { existsSync, mkdirSync, mkdtempSync, rmSync, statSync, truncateSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { type TestContext, test } from 'node:test';
import { keepDiskReserve } from '#db/connection/disk-reserve.ts';
import { prepareSite } from '../../support/faults/fault-site.ts';
import { until } from '../../support/faults/server.ts';

// A disk that fills up, on a separate file system, if mounting is allowed. Fault F4 tests the whole server.

const MEGABYTE = 1024 * 1024;

/** Mounts a file system on a folder that is removed after the test; null if mounting is not allowed. */
function mount(t: TestContext, how: (folder: string, image: string) => string[][]): string | null {
  const around = mkdtempSync(join(tmpdir(), 'plumbline-disk-'));
  const folder = join(around, 'disk');
  mkdirSync(folder);
  try {
    for (const [command = '', ...rest] of how(folder, join(around, 'image')))
      execFileSync(command, rest, { stdio: 'ignore' });
  } catch {
    rmSync(around, { recursive: true });
    t.skip('mounting a file system is not allowed here');
    return null;
  }
  t.after(() => {
    execFileSync('umount', ['-l', folder]);
    rmSync(around, { recursive: true });
  });
  return folder;
}

test('the disk reserve is created on a large disk, kept while space is free, and deleted when it is not', async (t) => {
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
  assert.ok(existsSync(file), 'with a hundred megabytes free, deleting the reserve gains nothing');

  fillUntil(filler, folder, 4 * MEGABYTE);
  ballast.release();
  assert.ok(!existsSync(file));
  truncateSync(filler, 0);
  await until(() => !refuses(), 3000);
  await until(() => existsSync(file), 20_000);
});

/** Allocates a file so that `left` bytes stay free, without writing its content. */
function fillUntil(filler: string, folder: string, left: number): void {
  const free = Number(execFileSync('df', ['--output=avail', '-B1', folder]).toString().split('\n')[1]);
  const size = Math.floor((existsSync(filler) ? statSync(filler).size : 0) + free - left);
  execFileSync('fallocate', ['-l', String(size), filler]);
}

/** The same; false when there was less space by then. */
function fills(filler: string, folder: string, left: number): boolean {
  try {
    fillUntil(filler, folder, left);
    return true;
  } catch {
    return false;
  }
}

test('/readyz reports writable false while a small disk is full, and true when space is free again', async (t) => {
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
  // The server may write between the question how much is free and the filling, or free space after it: the disk is filled again.
  const isFull = async () => fills(join(folder, 'filler'), folder, 0.05 * MEGABYTE) && !(await ready())[1];
  await until(isFull, 5000);
  assert.deepEqual(await ready(), [200, false]);
  rmSync(join(folder, 'filler'));
  await until(async () => (await ready())[1] === true, 3000);
});
