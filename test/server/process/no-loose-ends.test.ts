import assert from 'node:assert/strict';
import { spawnSync } from 'node:child_process';
import { mkdtempSync, readdirSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { test } from 'node:test';

// An error that no code waits for must not end the process.

const src = join(import.meta.dirname, '..', '..', '..', 'src');

/** Runs a module in a process that may write files of at most 512 KB, and collects garbage before it ends. */
function runWithFileLimit(script: string): { status: number | null; stderr: string } {
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

test('a failed write of a file leaves neither a partial file nor an open handle', (t) => {
  const folder = mkdtempSync(join(tmpdir(), 'plumbline-test-'));
  t.after(() => rmSync(folder, { recursive: true, force: true }));
  const { status, stderr } = runWithFileLimit(`
import { writeWhole } from '${src}/runtime/files/write-atomically.ts';
const error = await writeWhole('${folder}/a/b', Buffer.alloc(1024 * 1024)).catch((error) => error);
if (error?.code !== 'EFBIG') throw new Error('the file was written: ' + error);`);
  assert.equal(status, 0, stderr);
  assert.deepEqual(readdirSync(join(folder, 'a')), []);
});

test('a disk reserve that cannot be written leaves no open handle', (t) => {
  const folder = mkdtempSync(join(tmpdir(), 'plumbline-test-'));
  t.after(() => rmSync(folder, { recursive: true, force: true }));
  const { status, stderr } = runWithFileLimit(`
import { keepDiskReserve } from '${src}/db/connection/disk-reserve.ts';
const reserve = keepDiskReserve('${folder}/plumbline.db', 1);
await new Promise((wait) => setTimeout(wait, 200));
reserve.close();`);
  assert.equal(status, 0, stderr);
  assert.deepEqual(readdirSync(folder), []);
});
