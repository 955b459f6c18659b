import { readFileSync } from 'node:fs';
import { dirname, join } from 'node:path';

// The list of `npm run mutate`: each entry of scripts/mutations.txt changes one line of the product.

/** `unnoticed`: why no user could notice it; such a mutation is listed, and not counted. */
export type Mutation = { file: string; tests: string[]; from: string; to: string; unnoticed: string | null };

const root = dirname(import.meta.dirname);

/** Each entry: `file | tests`, a line `- text` that is in the file once, a line `+ text` that takes its place, at times `= reason`. */
export function readMutations(): Mutation[] {
  return readFileSync(join(root, 'scripts', 'mutations.txt'), 'utf8')
    .split(/\n{2,}/)
    .filter((entry) => entry.trim() !== '' && !entry.startsWith('#'))
    .map((entry) => {
      const lines = entry.trim().split('\n');
      const [file = '', tests = ''] = (lines[0] ?? '').split(' | ');
      const after = (mark: string) =>
        lines
          .slice(1)
          .find((line) => line.startsWith(mark))
          ?.slice(mark.length + 1);
      const [from, to] = [after('-'), after('+')];
      if (from === undefined || to === undefined || tests === '')
        throw new Error(`This entry is incomplete:\n${entry}`);
      return { file, tests: tests.split(' '), from, to, unnoticed: after('=') ?? null };
    });
}

/** The text with the mutation; null when the line is not in the text exactly once. */
export function mutateText(text: string, { from, to }: Mutation): string | null {
  return text.split(from).length === 2 ? text.replace(from, () => to) : null;
}

/** The file of a test: `pg:` before its path runs it on PostgreSQL. */
export function testFile(test: string): string {
  return test.replace(/^pg:/, '');
}
