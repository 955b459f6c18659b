// A process that opens databases when the walk tells it to, as a server and a command do.
import '#app.ts'; // a backup runs the checks that capabilities declare
import { backUpBeforeUpgrade } from '#backup/before-upgrade.ts';
import { openDatabase } from '#db/connection/open.ts';
import { migrationsOf } from '#db/schema/migrate.ts';
import { createDeps } from '#runtime/create-deps.ts';
import { logPlacement } from '#runtime/publication-log.ts';
import { nextRelease } from '../../support/data/releases.ts';

/** With `upgrades`, the process has the migrations of the next release. */
export type Task = { url: string; directUrl: string; folder: string; upgrades: boolean };

process.on('message', async ({ url, directUrl, folder, upgrades }: Task) => {
  const began = performance.now();
  try {
    const now = () => new Date().toISOString();
    const backUp = backUpBeforeUpgrade(directUrl, { folder, now, say: () => {} });
    const migrations = upgrades ? nextRelease : migrationsOf;
    const db = await openDatabase(url, { directUrl, backUp, migrations });
    const deps = await createDeps(db);
    await db.write((tx) => logPlacement(deps, tx, 'front'));
    await db.close();
    process.send?.({ milliseconds: performance.now() - began });
  } catch (error) {
    process.send?.({ error: error instanceof Error ? error.message : String(error) });
  }
});
