import { existsSync, readFileSync } from 'node:fs';
import { relative, resolve } from 'node:path';
import type { TestEvent } from 'node:test/reporters';

// A reporter for node:test that writes one line for each test: its result, file, name and, for a skipped test, the reason,
// separated by tabs. The last line of a run that reached its end is `end`.

export const NO_REASON = 'no reason is given';

/** The tests of a run. */
export type Counts = { passed: number; failed: number; skipped: number };
/**
 * `skips` has file, name and reason of each skipped test; `files` those that have tests, `failed` those of failed tests; `isWhole`
 * says that the run reached its end.
 */
export type Report = { counts: Counts; skips: string[]; files: Set<string>; failed: Set<string>; isWhole: boolean };

// biome-ignore lint/style/noDefaultExport: node:test uses the default export of a reporter module
export default async function* reportTests(source: AsyncIterable<TestEvent>): AsyncGenerator<string> {
  for await (const { type, data } of source) {
    if (type === 'test:summary') yield 'end\n';
    if (type !== 'test:pass' && type !== 'test:fail') continue;
    const { name, skip, todo } = data;
    // The file that was started, where a helper has the test.
    const { file = '', entryFile = file } = data as typeof data & { entryFile?: string };
    if (type === 'test:fail') yield lineOf('failed', entryFile, name);
    // A suite is no test, and node:test lets a file without tests pass as a test that has the name of the file.
    else if (data.details.type === 'suite' || resolve(name) === file) continue;
    else if (skip !== undefined || todo !== undefined)
      yield lineOf(
        'skipped',
        entryFile,
        name,
        [skip, todo].find((why) => typeof why === 'string' && why !== '') ?? NO_REASON,
      );
    else yield lineOf('passed', entryFile, name);
  }
}

function lineOf(...cells: unknown[]): string {
  return `${cells.map((cell) => String(cell).replace(/\s+/g, ' ')).join('\t')}\n`;
}

/** Reads what the reporter wrote. Files are named from `root`. */
export function readReport(path: string, root: string): Report {
  const lines = existsSync(path) ? readFileSync(path, 'utf8').split('\n').filter(Boolean) : [];
  const tests = lines.map((line) => line.split('\t')).filter(([result]) => result !== 'end');
  const count = (one: string) => tests.filter(([result]) => result === one).length;
  const nameOf = (file = '') => relative(root, file);
  return {
    counts: { passed: count('passed'), failed: count('failed'), skipped: count('skipped') },
    skips: tests.flatMap(([result, file, ...more]) =>
      result === 'skipped' ? [[nameOf(file), ...more].join(': ')] : [],
    ),
    files: new Set(tests.map(([, file]) => nameOf(file))),
    failed: new Set(tests.flatMap(([result, file]) => (result === 'failed' ? [nameOf(file)] : []))),
    isWhole: lines.at(-1) === 'end',
  };
}

export function addCounts(all: readonly Counts[]): Counts {
  const sum = (key: keyof Counts) => all.reduce((total, counts) => total + counts[key], 0);
  return { passed: sum('passed'), failed: sum('failed'), skipped: sum('skipped') };
}

/** The last line of each command that runs tests. */
export function inOneLine({ passed, failed, skipped }: Counts): string {
  return `${passed} passed, ${failed} failed, ${skipped} skipped`;
}
