import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';

// Which test files share a process, and in which order they start.

const root = dirname(import.meta.dirname);
const TIMES = join(root, 'node_modules', '.cache', 'test-seconds.json');

/** Files in one process at most, and seconds they take together by what is known of them. */
const [MOST, SECONDS] = [12, 10];

/** A file keeps its process to itself when it changes or measures the process, or starts others. */
const OWN_PROCESS =
  /\b(?:before|after|beforeEach|afterEach)\(|\bprocess\.|\bspawn|startServer|Browser|globalThis|\bmock\b|[cC]luster|plumbline\(|processorTime/;

/** Puts small files together, and the groups that take longest first, so that none is left running alone at the end. */
export function planGroups(files: readonly string[]): string[][] {
  const known = readTimes();
  const seconds = (group: readonly string[]) => group.reduce((sum, file) => sum + (known[file] ?? guess(file)), 0);
  const longestFirst = (one: string[], other: string[]) => seconds(other) - seconds(one);
  const groups: string[][] = [];
  const shared = files.filter((file) => !OWN_PROCESS.test(textOf(file)));
  for (const [file] of shared.map((one) => [one]).sort(longestFirst)) {
    const room = groups.find((group) => group.length < MOST && seconds([...group, file ?? '']) <= SECONDS);
    if (room) room.push(file ?? '');
    else groups.push([file ?? '']);
  }
  return [...files.filter((file) => !shared.includes(file)).map((file) => [file]), ...groups].sort(longestFirst);
}

/** Remembers how long files took that ran alone in their process, for the order of the next run. */
export function rememberTimes(ran: readonly { files: readonly string[]; seconds: number }[]): void {
  const times = Object.fromEntries(
    ran.filter(({ files }) => files.length === 1).map((one) => [one.files[0], one.seconds]),
  );
  writeFileSync(TIMES, JSON.stringify({ ...readTimes(), ...times }));
}

function readTimes(): Record<string, number> {
  return existsSync(TIMES) ? JSON.parse(readFileSync(TIMES, 'utf8')) : {};
}

/** Seconds a file may take that never ran here. */
function guess(file: string): number {
  const perLine = /^test\/(?:browser|media|ads)\//.test(file)
    ? 0.06
    : /^test\/(?:process|data)\//.test(file)
      ? 0.04
      : 0.012;
  return 0.3 + textOf(file).split('\n').length * perLine;
}

function textOf(file: string): string {
  return readFileSync(join(root, file), 'utf8');
}
