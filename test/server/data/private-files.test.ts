import assert from 'node:assert/strict';
import { spawnSync } from 'node:child_process';
import { chmodSync, mkdirSync, mkdtempSync, readdirSync, rmSync, statSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { test } from 'node:test';
import { openDatabase } from '#db/connection/open.ts';
import { restrictFolder } from '#db/connection/private-files.ts';
import { startServer } from '../../support/faults/server.ts';
import { freePort } from '../../support/free-port.ts';

// Files of the server and its commands are readable only by their user.

const modeOf = (path: string) => (statSync(path).mode & 0o777).toString(8);
/** Runs with the usual umask of a shell or a service manager. */
const usual = (command: string) => ['bash', '-c', `umask 022; exec ${command} "$@"`, 'bash'];

test('a data folder that others may read becomes private at the start, and new files are private', async (t) => {
  const around = mkdtempSync(join(tmpdir(), 'plumbline-test-'));
  const data = join(around, 'data');
  mkdirSync(data);
  const db = await openDatabase(`file:${join(data, 'plumbline.db')}`);
  await db.close();
  chmodSync(data, 0o755);
  chmodSync(join(data, 'plumbline.db'), 0o644);
  const settings = { DATA_DIR: data, SAMPLE_EDITION: 'on' };
  const server = await startServer(await freePort(), settings, usual(`"${process.execPath}"`));
  t.after(async () => {
    await server.end('SIGKILL'); // it writes until then
    rmSync(around, { recursive: true, force: true });
  });
  assert.equal(modeOf(data), '700');
  for (const name of readdirSync(data)) {
    const { mode } = statSync(join(data, name));
    assert.equal(mode & 0o077, 0, `${name} is ${modeOf(join(data, name))}`);
  }

  const backup = join(around, 'backup.db');
  const [program = '', ...rest] = usual(`"${process.execPath}" src/cli/cli.ts backup`);
  const { status, stderr } = spawnSync(program, [...rest, backup], {
    cwd: join(import.meta.dirname, '..', '..', '..'),
    env: { PATH: process.env.PATH, ...settings },
    encoding: 'utf8',
  });
  assert.equal(status, 0, stderr);
  assert.equal(modeOf(backup), '600');
});

test('a folder with the sticky bit keeps its mode', (t) => {
  const folder = mkdtempSync(join(tmpdir(), 'plumbline-test-'));
  t.after(() => rmSync(folder, { recursive: true, force: true }));
  chmodSync(folder, 0o1777);
  restrictFolder(folder);
  assert.equal(modeOf(folder), '777');
});
