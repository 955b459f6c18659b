// `npm test`: types, lint, format and every test, one after the other; stops at the first that fails.
import { spawnSync } from 'node:child_process';
import { globSync } from 'node:fs';
import { dirname, join } from 'node:path';

const root = dirname(import.meta.dirname);
const bin = (name: string) => join(root, 'node_modules', '.bin', name);
const only = process.argv.slice(2);
const tests =
  only.length > 0
    ? only
    : globSync(['test/**/*.test.ts', 'src/**/*.test.ts', 'scripts/**/*.test.ts'], { cwd: root }).sort();

const steps: [string, string, string[]][] = [
  ['types', bin('tsc'), ['-p', '.']],
  ['lint and format', bin('biome'), ['check', '.']],
  ['tests', process.execPath, ['--test', '--test-concurrency=2', ...tests]],
];

for (const [name, command, parameters] of steps) {
  const started = performance.now();
  const { status } = spawnSync(command, parameters, { cwd: root, stdio: 'inherit' });
  const seconds = ((performance.now() - started) / 1000).toFixed(1);
  console.log(`${name}: ${status === 0 ? 'passed' : 'FAILED'} after ${seconds} s`);
  if (status !== 0) process.exit(1);
}
