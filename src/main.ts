import { readServerConfig } from '#config/config.ts';
import { misspelledSettings } from '#config/env.ts';
import { restrictFolder } from '#db/connection/private-files.ts';

process.umask(0o077); // files that this process writes are private to its user

try {
  const config = readServerConfig(process.env);
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
