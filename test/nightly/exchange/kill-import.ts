import assert from 'node:assert/strict';
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { CLI } from '#core/actor.ts';
import { getRun } from '#exchange/import/import-runs.ts';
import type { TestSite } from '../../support/site.ts';

const PROGRAM = join(import.meta.dirname, 'import-process.ts');

/** Runs an import in processes of their own: kills so many of them at any step of their work, and lets the next one end. */
export async function killImport({ deps, config }: TestSite, id: string, kills: number): Promise<void> {
  const { databaseUrl, mediaDir, policy, publication } = config;
  const given = [databaseUrl, id, mediaDir, JSON.stringify({ ...policy, site: publication })];
  const progress = async () => (await getRun(deps.db.read, CLI, id)).done;
  for (let nth = 0; nth <= kills; nth++) {
    const before = await progress();
    const child = spawn(process.execPath, [PROGRAM, ...given], { stdio: ['ignore', 'ignore', 'inherit'] });
    const ended = once(child, 'exit');
    if (nth === kills) {
      assert.deepEqual(await ended, [0, null]);
      return;
    }
    // Waits until the process is at work, and then a little.
    while ((await progress()) < before + 5) {
      assert.equal(child.exitCode, null, `it ended after ${nth} kills: more articles are needed`);
      await sleep(5);
    }
    await sleep(Math.random() * 40);
    child.kill('SIGKILL');
    await ended;
  }
}
