import assert from 'node:assert/strict';
import { chmodSync, cpSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { test } from 'node:test';
import { createBareDatabase, findPrograms, startCluster } from '../support/postgres.ts';

test('PostgreSQL starts from a private folder with a space and an umlaut, or one sentence says why it does not', async (t) => {
  const folder = mkdtempSync(join(tmpdir(), 'Plumbline für Maß '));
  t.after(() => rmSync(folder, { recursive: true }));
  await assert.rejects(startCluster({ programs: folder }), /^Error: PostgreSQL does not start for the tests: .+$/);
  cpSync(findPrograms(), folder, { recursive: true, verbatimSymlinks: true });
  chmodSync(folder, 0o700);
  const cluster = await startCluster({ programs: folder });
  const { drop } = await createBareDatabase(cluster.url);
  await drop();
  await cluster.stop();
});
