import assert from 'node:assert/strict';
import { spawnSync } from 'node:child_process';
import { mkdtempSync, readdirSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { test } from 'node:test';
import { takeShots } from '../../src/ads/runs/take-screenshot.ts';
import { findBrowser } from '../support/chromium.ts';

// Errors that arise where nobody waits for them end no process.

const src = join(import.meta.dirname, '..', '..', 'src');

/** Runs a module in a process that may write files of 512 KB at most, and collects its garbage before it ends. */
function runShortOfRoom(script: string): { status: number | null; stderr: string } {
  const whole = `${script}
for (let at = 0; at < 3; at++) { globalThis.gc(); await new Promise((wait) => setTimeout(wait, 50)); }
console.log('still here');`;
  const node = `exec "${process.execPath}" --expose-gc --input-type=module -e "$SCRIPT"`;
  const { status, stderr } = spawnSync('bash', ['-c', `ulimit -f 512; ${node}`], {
    env: { ...process.env, SCRIPT: whole },
    encoding: 'utf8',
  });
  return { status, stderr };
}

test('a file that cannot be written whole leaves neither a part of it nor an open handle', (t) => {
  const folder = mkdtempSync(join(tmpdir(), 'plumbline-test-'));
  t.after(() => rmSync(folder, { recursive: true, force: true }));
  const { status, stderr } = runShortOfRoom(`
import { writeWhole } from '${src}/files/write-atomically.ts';
const error = await writeWhole('${folder}/a/b', Buffer.alloc(1024 * 1024)).catch((error) => error);
if (error?.code !== 'EFBIG') throw new Error('it was written: ' + error);`);
  assert.equal(status, 0, stderr);
  assert.deepEqual(readdirSync(join(folder, 'a')), []);
});

test('room on the disk that cannot be kept aside leaves no open handle', (t) => {
  const folder = mkdtempSync(join(tmpdir(), 'plumbline-test-'));
  t.after(() => rmSync(folder, { recursive: true, force: true }));
  const { status, stderr } = runShortOfRoom(`
import { keepBallast } from '${src}/db/connection/disk-reserve.ts';
const ballast = keepBallast('${folder}/plumbline.db', 1);
await new Promise((wait) => setTimeout(wait, 200));
ballast.close();`);
  assert.equal(status, 0, stderr);
  assert.deepEqual(readdirSync(folder), []);
});

test('a browser that cannot reach the page is told of once, and ends no process', { timeout: 90_000 }, async (t) => {
  const found = await findBrowser();
  if (!('executablePath' in found)) return t.skip('the packed browser is for Linux');
  Object.assign(process.env, found.env);
  const loose: unknown[] = [];
  const note = (error: unknown) => void loose.push(error);
  process.on('unhandledRejection', note);
  t.after(() => process.off('unhandledRejection', note));
  await assert.rejects(takeShots(found.executablePath, 'http://127.0.0.1:9')('/', 'a'.repeat(64)), /ERR_/);
  await new Promise((wait) => setTimeout(wait, 500));
  assert.deepEqual(loose, []);
});
