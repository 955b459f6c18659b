import { spawn } from 'node:child_process';
import { globSync } from 'node:fs';
import { join } from 'node:path';

// `npm run faults`: runs the long form of every fault, shortest first, and prints one table of the counts. `-- f1 f9` runs
// only those.

/** The faults by duration, from seconds to an hour. Others run last. */
const SHORTEST_FIRST = ['f12', 'f3', 'f13', 'f5', 'f14', 'f7', 'f4', 'f9', 'f2', 'f8', 'f6', 'f1'];
/** Milliseconds after which a fault counts as hanging: it is killed, and the next one starts. */
const LONGEST = 3 * 60 * 60_000;

const only = process.argv.slice(2);
const scripts = globSync('f[0-9]*-*.ts', { cwd: import.meta.dirname })
  .filter((file) => only.length === 0 || only.includes(nameOf(file)))
  .sort((one, other) => placeOf(one) - placeOf(other));

const lines: string[][] = [['fault', 'result', 'minutes', 'counts']];
for (const [n, file] of scripts.entries()) {
  console.log(`${n + 1} of ${scripts.length}: ${file}, begun ${new Date().toISOString().slice(11, 19)}`);
  const started = performance.now();
  const { code, out } = await run(join(import.meta.dirname, file));
  const { fault = file, missed = [], ...counts } = lastReport(out);
  const result =
    code === 0 && missed.length === 0
      ? 'skipped' in counts
        ? 'skipped'
        : 'held'
      : `MISSED: ${missed.join('; ') || 'it ended early'}`;
  lines.push([fault, result, ((performance.now() - started) / 60_000).toFixed(1), told(counts)]);
  console.log(lines.at(-1)?.join('  '));
  if (result.startsWith('MISSED')) process.exitCode = 1;
}
console.log(`\n${lines.map((line) => `| ${line.join(' | ')} |`).join('\n')}`);

function nameOf(file: string): string {
  return file.split('-')[0] ?? '';
}

function placeOf(file: string): number {
  const place = SHORTEST_FIRST.indexOf(nameOf(file));
  return place < 0 ? SHORTEST_FIRST.length : place;
}

function run(file: string): Promise<{ code: number | null; out: string }> {
  const child = spawn(process.execPath, [file, '--long'], { stdio: ['ignore', 'pipe', 'inherit'] });
  const hung = setTimeout(() => child.kill('SIGKILL'), LONGEST);
  let out = '';
  child.stdout.on('data', (part) => {
    out += part;
  });
  return new Promise((resolve) =>
    child.on('close', (code) => {
      clearTimeout(hung);
      resolve({ code, out });
    }),
  );
}

type Counts = Record<string, unknown>;

function lastReport(out: string): { fault?: string; missed?: string[] } & Counts {
  const line = out.split('\n').findLast((one) => one.startsWith('{'));
  return line ? JSON.parse(line) : {};
}

/** Counts as text; for a list, its length. */
function told(counts: Counts): string {
  return Object.entries(counts)
    .map(([name, value]) => {
      if (Array.isArray(value)) return `${name} ${value.length}`;
      return typeof value === 'object' && value !== null ? `${name} (${told(value as Counts)})` : `${name} ${value}`;
    })
    .join(', ');
}
