import cluster from 'node:cluster';
import { enableCompileCache } from 'node:module';
import { readServerConfig } from './config.ts';
import { restrictFolder } from './db/connection/private-files.ts';
import { misspelledSettings } from './env.ts';

enableCompileCache();
process.umask(0o077); // files that this process writes are private to its user

try {
  if (!cluster.isWorker) for (const warning of misspelledSettings(process.env)) console.error(warning);
  const config = readServerConfig(process.env);
  restrictFolder(config.dataDir);
  if (config.workers > 1 && cluster.isPrimary) {
    const { leadWorkers } = await import('./server/cluster/lead-workers.ts');
    process.exit(await leadWorkers(config));
  }
  const { startServer } = await import('./server/serve.ts');
  await startServer(config);
} catch (error) {
  console.error(error instanceof Error ? error.message : error);
  process.exit(1);
}
