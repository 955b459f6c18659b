// `npm run format`: formats the code, applies the safe fixes of the linter, and writes the tables that documents take from the code.
import { spawnSync } from 'node:child_process';
import { dirname, join } from 'node:path';

const root = dirname(import.meta.dirname);
const run = (program: string, ...parameters: string[]) =>
  spawnSync(program, parameters, { cwd: root, stdio: 'inherit' }).status ?? 1;
const formatted = run(join(root, 'node_modules', '.bin', 'biome'), 'check', '--write', '.');
process.exit(run(process.execPath, join(root, 'scripts', 'documents.ts')) || formatted);
