import { existsSync, globSync, statSync } from 'node:fs';
import { dirname, relative, resolve } from 'node:path';

// The test files that a person means by a path, a folder, a glob or a part of a name.

const root = dirname(import.meta.dirname);

/** Every test file of the project, from its root. */
export function listTests(): string[] {
  return globSync(['test/**/*.test.ts', 'src/**/*.test.ts', 'scripts/**/*.test.ts'], { cwd: root }).sort();
}

/**
 * The test files of these words, from the root of the project.
 * @throws {Error} where a word names none
 */
export function findTests(words: readonly string[]): string[] {
  const all = listTests();
  return [...new Set(words.flatMap((word) => findOne(word, all)))];
}

function findOne(word: string, all: readonly string[]): string[] {
  const path = relative(root, resolve(word));
  const isFolder = existsSync(word) && statSync(word).isDirectory();
  if (existsSync(word) && !isFolder) {
    if (path.endsWith('.test.ts')) return [path];
    throw new Error(`${word} is no test file: the name of a test file ends in .test.ts.`);
  }
  const found = isFolder
    ? all.filter((file) => file.startsWith(path === '' ? '' : `${path}/`))
    : [
        globSync(word, { cwd: root }).filter((file) => all.includes(file)),
        all.filter((file) => file.includes(word)),
      ].find((files) => files.length > 0);
  if (found && found.length > 0) return found.toSorted();
  if (isFolder) throw new Error(`${word} has no test file.`);
  throw new Error(
    `No test file is “${word}”. Give a file, a folder, a glob such as 'test/api/*.test.ts', or a part of a name.`,
  );
}
