import { keepCompiled } from '#runtime/compile-cache.ts';

process.umask(0o077); // files that this process writes are private to its user
keepCompiled(process.env);
const { misspelledSettings } = await import('#runtime/config/env.ts');

try {
  const { readServerConfig } = await import('#runtime/config/config.ts');
  const config = readServerConfig(process.env);
  const { restrictFolder } = await import('#db/connection/private-files.ts');
  restrictFolder(config.dataDir);
  const { startServer } = await import('#server/serve.ts');
  await startServer(config);
  warnOfMisspelled(); // when it serves, because the comparison of all names takes 7 ms
} catch (error) {
  warnOfMisspelled();
  console.error(error instanceof Error ? error.message : error);
  process.exit(1);
}

function warnOfMisspelled(): void {
  for (const warning of misspelledSettings(process.env)) console.error(warning);
}
