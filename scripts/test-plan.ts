import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';

// Which test files share a process, and in which order they start.

const root = dirname(import.meta.dirname);
const TIMES = join(root, 'node_modules', '.cache', 'test-seconds.json');

/** The most files in one process, and the most seconds they are expected to take together. */
const [MOST, SECONDS] = [30, 20];
/** Files in a browser: those of a process share one, and the scripts it loads are bundled and compressed once. */
const IN_BROWSER = /^test\/browser\//;
const SECONDS_IN_BROWSER = 60;

/** Files that run alone in their process, because they change or measure it, have hooks for the whole process, or use a browser. */
const OWN_PROCESS =
  /^(?:before|after|beforeEach|afterEach)\(|\bprocess\.(?:on|chdir|umask|memoryUsage|threadCpuUsage|cpuUsage)\b|assign\(process\.env|process\.env\S* =|globalThis|\bmock\b|processor-time\.ts|monitorEventLoopDelay|Browser/m;
/** What starts a server or a command: about a second each. */
const STARTS = /\b(?:startServer|plumbline|spawn|startCluster)\(/g;

/** Groups small files, and starts the longest groups first, so that no long group runs alone at the end. */
export function planGroups(files: readonly string[]): string[][] {
  const known = readTimes();
  const texts = new Map(files.map((file) => [file, readFileSync(join(root, file), 'utf8')]));
  const expected = new Map([...texts].map(([file, text]) => [file, known[file] ?? guess(file, text)]));
  const seconds = (group: readonly string[]) => group.reduce((sum, file) => sum + (expected.get(file) ?? 0), 0);
  const longestFirst = (one: string[], other: string[]) => seconds(other) - seconds(one);
  const alone: string[][] = [];
  const small: string[] = [];
  for (const [file, text] of texts) {
    if (OWN_PROCESS.test(IN_BROWSER.test(file) ? text.replaceAll('Browser', '') : text)) alone.push([file]);
    else small.push(file);
  }
  const groups: string[][] = [];
  const alike = (one: string, other: string) => IN_BROWSER.test(one) === IN_BROWSER.test(other);
  for (const file of small.sort((one, other) => longestFirst([one], [other]))) {
    const most = IN_BROWSER.test(file) ? SECONDS_IN_BROWSER : SECONDS;
    const room = groups.find(
      (group) => group.length < MOST && seconds([...group, file]) <= most && alike(group[0] ?? file, file),
    );
    if (room) room.push(file);
    else groups.push([file]);
  }
  return [...alone, ...groups].sort(longestFirst);
}

/** Stores the duration of each file that ran alone in its process, for the order of the next run. */
export function rememberTimes(ran: readonly { files: readonly string[]; seconds: number }[]): void {
  const times = Object.fromEntries(
    ran.filter(({ files }) => files.length === 1).map((one) => [one.files[0], one.seconds]),
  );
  writeFileSync(TIMES, JSON.stringify({ ...readTimes(), ...times }));
}

function readTimes(): Record<string, number> {
  return existsSync(TIMES) ? JSON.parse(readFileSync(TIMES, 'utf8')) : {};
}

/** The expected seconds of a file that has no stored duration. */
function guess(file: string, text: string): number {
  const perLine = /^test\/(?:browser|media|ads)\//.test(file)
    ? 0.06
    : /^test\/(?:process|data)\//.test(file)
      ? 0.025
      : 0.012;
  return 0.3 + text.split('\n').length * perLine + [...text.matchAll(STARTS)].length;
}
