import cluster from 'node:cluster';
import { enableCompileCache } from 'node:module';
import { readConfig } from './config.ts';

enableCompileCache();

try {
  const config = readConfig(process.env);
  if (config.workers > 1 && cluster.isPrimary) {
    const { leadWorkers } = await import('./workers/lead-workers.ts');
    process.exit(await leadWorkers(config));
  }
  const { serveHouse } = await import('./serve.ts');
  await serveHouse(config);
} catch (error) {
  console.error(error instanceof Error ? error.message : error);
  process.exit(1);
}
