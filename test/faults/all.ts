import { spawn } from 'node:child_process';
import { globSync } from 'node:fs';
import { join } from 'node:path';

// `npm run faults`: every fault in its long form, one after the other, and one table. `-- f1 f9` runs only those.

const only = process.argv.slice(2);
const scripts = globSync('f[0-9]*-*.ts', { cwd: import.meta.dirname })
  .filter((file) => only.length === 0 || only.includes(file.split('-')[0] ?? ''))
  .sort((one, other) => numberOf(one) - numberOf(other));

const lines: string[][] = [['fault', 'result', 'minutes', 'counts']];
for (const file of scripts) {
  const started = performance.now();
  const { code, out } = await run(join(import.meta.dirname, file));
  const { fault = file, missed = [], ...counts } = lastReport(out);
  const told = Object.entries(counts).map(([name, value]) => `${name} ${Array.isArray(value) ? value.length : value}`);
  const result =
    code === 0 ? ('skipped' in counts ? 'skipped' : 'held') : `MISSED: ${missed.join('; ') || 'it ended early'}`;
  lines.push([fault, result, ((performance.now() - started) / 60_000).toFixed(1), told.join(', ')]);
  console.log(lines.at(-1)?.join('  '));
  if (code !== 0) process.exitCode = 1;
}
console.log(`\n${lines.map((line) => `| ${line.join(' | ')} |`).join('\n')}`);

function numberOf(file: string): number {
  return Number(/\d+/.exec(file)?.[0]);
}

function run(file: string): Promise<{ code: number | null; out: string }> {
  const child = spawn(process.execPath, [file, '--long'], { stdio: ['ignore', 'pipe', 'inherit'] });
  let out = '';
  child.stdout.on('data', (part) => {
    out += part;
  });
  return new Promise((resolve) => child.on('close', (code) => resolve({ code, out })));
}

function lastReport(out: string): { fault?: string; missed?: string[]; [count: string]: unknown } {
  const line = out.split('\n').findLast((one) => one.startsWith('{'));
  return line ? JSON.parse(line) : {};
}
