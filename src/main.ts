import { enableCompileCache } from 'node:module';

enableCompileCache();
const { serveHouse } = await import('./serve.ts');

await serveHouse(process.env).catch((error: unknown) => {
  console.error(error instanceof Error ? error.message : error);
  process.exit(1);
});
