#!/usr/bin/env node
// The plumbline command: `npx plumbline …` in the checkout. It installs nothing, because a server may run from here.
import { isInstalled, requireNode, root } from './install.mjs';

if (!isInstalled(root, true)) {
  console.error(
    `The packages of ${root} are not those of package-lock.json. Run \`npm ci --omit=dev\` there, then this command again.`,
  );
  process.exit(1);
}
requireNode(false);
const { keepCompiled } = await import('../src/runtime/compile-cache.ts');
keepCompiled(process.env);
await import('../src/cli/cli.ts');
