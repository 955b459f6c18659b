// `npm run format`: formats the code and applies the safe fixes of the linter.
import { spawnSync } from 'node:child_process';
import { dirname, join } from 'node:path';

const root = dirname(import.meta.dirname);
const { status } = spawnSync(join(root, 'node_modules', '.bin', 'biome'), ['check', '--write', '.'], {
  cwd: root,
  stdio: 'inherit',
});
process.exit(status ?? 1);
