import * as z from 'zod';
import type { ReaderToolCode, ReaderToolHost } from './reader-tool.ts';
import { validateArguments } from './tool-arguments.ts';

/** Defines a tool for readers by its schema. */
export function readerTool<I>(
  { name, ...about }: { name: string; title: string; description: string },
  input: z.ZodType<I>,
  run: (host: ReaderToolHost, input: I) => Promise<object>,
): ReaderToolCode {
  return {
    ...about,
    input,
    run: (host, given) => run(host, validateArguments(input, given, inputHint(name))),
  };
}

/** The hint of a refused argument. */
export function inputHint(name: string): string {
  return `The schema is the inputSchema of ${name}.`;
}

const LEAST = 500;
const MOST = 200_000;

/** The argument that bounds an answer. Characters, because each model counts tokens in its own way. */
export function budgetOf(usual: number, cut: string): z.ZodDefault<z.ZodInt> {
  return z
    .int()
    .min(LEAST)
    .max(MOST)
    .default(usual)
    .describe(`Most characters of the answer; four are about one token. ${cut}`);
}

/** How many items with these lengths fit into a budget; at least one. */
export function countFitting(lengths: readonly number[], budget: number): number {
  let left = budget;
  const at = lengths.findIndex((length, index) => {
    left -= length;
    return left < 0 && index > 0;
  });
  return at === -1 ? lengths.length : at;
}
