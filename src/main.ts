import cluster from 'node:cluster';
import { readServerConfig } from '#config/config.ts';
import { misspelledSettings } from '#config/env.ts';
import { restrictFolder } from '#db/connection/private-files.ts';

process.umask(0o077); // files that this process writes are private to its user

try {
  const config = readServerConfig(process.env);
  restrictFolder(config.dataDir);
  if (config.workers > 1 && cluster.isPrimary) {
    warnOfMisspelled();
    const { leadWorkers } = await import('#server/cluster/lead-workers.ts');
    process.exit(await leadWorkers(config));
  }
  const { startServer } = await import('#server/serve.ts');
  await startServer(config);
  warnOfMisspelled(); // when it serves, because the comparison of all names takes 7 ms
} catch (error) {
  warnOfMisspelled();
  console.error(error instanceof Error ? error.message : error);
  process.exit(1);
}

function warnOfMisspelled(): void {
  if (!cluster.isWorker) for (const warning of misspelledSettings(process.env)) console.error(warning);
}
