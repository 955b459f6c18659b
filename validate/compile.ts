import { mkdirSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { type Ran, runTool } from './run.ts';

/**
 * Compiles programs together, as strictly as the program of `validate/client`, and returns the result of each by its name.
 * An error outside these programs counts for each of them.
 */
export async function compile(
  folder: string,
  programs: ReadonlyMap<string, string>,
  { more = [], compilerOptions = {} }: { more?: readonly string[]; compilerOptions?: object } = {},
): Promise<(name: string) => Ran> {
  const names = [...programs.keys()];
  for (const [name, text] of programs) writeFileSync(join(folder, `${name}.ts`), text);
  const files = [...more, ...names.map((name) => `${name}.ts`)];
  const options = { extends: '../../client/tsconfig.json', compilerOptions, files };
  writeFileSync(join(folder, 'tsconfig.json'), JSON.stringify(options));
  const { status, output } = await runTool('tsc', ['-p', folder]);
  const errors = output.split(/\n(?=\S)/).filter((error) => error.trim() !== '');
  const isIn = (name: string, error: string) => error.includes(`/${name}.ts(`);
  return (name) => {
    if (!programs.has(name)) throw new Error(`${name} was not compiled`);
    if (errors.length === 0) return { status, output };
    const own = errors.filter((error) => isIn(name, error) || !names.some((other) => isIn(other, error)));
    return { status: own.length === 0 ? 0 : 1, output: own.join('\n') };
  };
}

/** Creates the folder, without what an earlier run left in it. */
export function emptyFolder(folder: string): string {
  rmSync(folder, { recursive: true, force: true });
  mkdirSync(folder, { recursive: true });
  return folder;
}

/** Runs `work` at the first call only; later calls get the same result. */
export function once<Given, Result>(work: (given: Given) => Promise<Result>): (given: Given) => Promise<Result> {
  let result: Promise<Result> | undefined;
  return (given) => {
    result ??= work(given);
    return result;
  };
}
