import { numberOf, type Value } from './figure-value.ts';
import { evaluate, readFormula } from './formula.ts';
import type { Settling } from './settling.ts';

type Computed = Extract<Settling, { kind: 'computed' }>;

/**
 * Recalculates a computed figure from the texts of the figures it names, to the precision it is stated with. Null where
 * it comes out; else what is wrong, in words.
 */
export function computeFigure(
  figure: string,
  { formula, inputs }: Computed,
  textOf: (anchor: string) => string | undefined,
): string | null {
  const read = readFormula(formula);
  if (typeof read === 'string') return read;
  if (read.names.length === 0) return 'A formula has to name another figure of the article.';
  const stated = numberOf(figure);
  if (!stated) return `"${figure}" states no single number that could be computed.`;
  const values = new Map<string, number>();
  for (const name of read.names) {
    const anchor = inputs[name];
    const text = anchor === undefined ? undefined : textOf(anchor);
    if (text === undefined) return `"${name}" names no figure of this revision.`;
    const value = numberOf(text);
    if (!value) return `"${text}", named ${name}, states no single number.`;
    values.set(name, value.value);
  }
  const result = evaluate(read, values);
  if (typeof result === 'string') return result;
  return isStated(result, stated)
    ? null
    : `The formula gives ${Number(result.toPrecision(12))}; the figure says "${figure}".`;
}

/** Whether what came out, rounded to the last digit that is stated, is what is stated. */
function isStated(result: number, { value, step }: Value): boolean {
  const slack = step / 2 + Math.max(Math.abs(result), Math.abs(value)) * 1e-12;
  return Math.abs(result - value) <= slack;
}
