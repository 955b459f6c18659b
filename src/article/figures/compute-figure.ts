import { numberOf, type Value } from './figure-value.ts';
import { evaluate, readFormula } from './formula.ts';
import type { Settling } from './settlement.ts';

type Computed = Extract<Settling, { kind: 'computed' }>;

/** What is wrong, in words: `quoted` with the texts it is about, for people; `plain` without them, for agents. */
export type Why = { plain: string; quoted: string };

/**
 * Recalculates a computed figure from the texts of the figures it names, to the precision it is stated with. Null where
 * it comes out.
 */
export function computeFigure(
  figure: string,
  { formula, inputs }: Computed,
  textOf: (anchor: string) => string | undefined,
): Why | null {
  const read = readFormula(formula);
  if (typeof read === 'string') return why(read);
  if (read.names.length === 0) return why('A formula has to name another figure of the article.');
  const stated = numberOf(figure);
  if (!stated)
    return {
      plain: 'The figure states no single number that could be computed.',
      quoted: `"${figure}" states no single number that could be computed.`,
    };
  const values = new Map<string, number>();
  for (const name of read.names) {
    const anchor = inputs[name];
    const text = anchor === undefined ? undefined : textOf(anchor);
    if (text === undefined)
      return {
        plain: 'A name in the formula names no figure of this revision.',
        quoted: `"${name}" names no figure of this revision.`,
      };
    const value = numberOf(text);
    if (!value)
      return {
        plain: 'A figure that the formula names states no single number.',
        quoted: `"${text}", named ${name}, states no single number.`,
      };
    values.set(name, value.value);
  }
  const result = evaluate(read, values);
  if (typeof result === 'string') return why(result);
  if (isStated(result, stated)) return null;
  const given = `The formula gives ${Number(result.toPrecision(12))}`;
  return { plain: `${given}; the figure says ${stated.value}.`, quoted: `${given}; the figure says "${figure}".` };
}

/** Words that quote nothing. */
export function why(words: string): Why {
  return { plain: words, quoted: words };
}

/** Whether what came out, rounded to the last digit that is stated, is what is stated. */
function isStated(result: number, { value, step }: Value): boolean {
  const slack = step / 2 + Math.max(Math.abs(result), Math.abs(value)) * 1e-12;
  return Math.abs(result - value) <= slack;
}
