import * as z from 'zod';
import { Failure } from '#core/failure.ts';
import { validationReport } from './validation-errors.ts';

/** The number after which a page of a list begins. */
export const afterSchema = z.coerce.number().int().min(0).max(Number.MAX_SAFE_INTEGER).default(0);

/**
 * The parameters of a query by a schema; unknown ones are ignored. Of those in `numbers` only plain digits are accepted, because
 * Number('') is 0 and Number('1e2') is 100.
 * @throws bad_request for a parameter that is malformed or sent twice
 */
export function readParameters<Shape extends z.ZodRawShape>(
  schema: z.ZodObject<Shape>,
  sent: URLSearchParams,
  { numbers, hint }: { numbers: readonly string[]; hint: string },
): z.output<z.ZodObject<Shape>> {
  const known = Object.keys(schema.shape);
  const twice = known.find((name) => sent.getAll(name).length > 1);
  const given = Object.fromEntries(known.flatMap((name) => (sent.has(name) ? [[name, sent.get(name)]] : [])));
  for (const name of numbers) if (!/^\d+$/.test(given[name] ?? '0')) given[name] = 'no number';
  const read = schema.safeParse(given);
  if (twice === undefined && read.success) return read.data;
  const wrong = twice ?? read.error?.issues[0]?.path.join('.');
  // The text after the rule is about values in JSON.
  const rule = read.success ? undefined : validationReport(read.error, schema, given).issues[0]?.message.split('; ')[0];
  const why = twice ? 'is sent twice' : rule;
  throw new Failure('bad_request', `The parameter ${wrong}: ${why}.`, { hint });
}
