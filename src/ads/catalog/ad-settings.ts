import * as z from 'zod';
import { Failure } from '#core/failure.ts';
import { isCurrency, readAmount, USUAL_CURRENCY } from '#core/money.ts';
import { issueWords, text } from '#core/text.ts';
import type { DeclaredSetting } from '#http/declared.ts';
import type { Publication } from '#runtime/config/config.ts';
import type { Unit } from './catalog-schema.ts';
import { UNITS } from './units.ts';

// The settings of the rate card: chiefs change them in the newsroom and on the command line. An order keeps the price at which it
// was opened.

const currencySchema = z
  .string()
  .refine(isCurrency, { error: 'must be the code of a currency with cents, such as USD or EUR (ISO 4217)' });
const audienceSchema = text({ min: 1, max: 300 });
const dateSchema = z.iso.date({ error: 'must be a day such as 2026-08-26' });
const pricedUnitSchema = z.strictObject({
  id: z.string().refine((id) => UNITS.some((unit) => unit.id === id), { error: 'must name units of the rate card' }),
  listPriceCents: z
    .int()
    .min(100, { error: 'must be at least 1.00' })
    .max(100_000_000, { error: 'must be at most 1000000.00' })
    .nullable(),
  summary: text({ min: 1, max: 300 }),
});
const unitsSchema = z
  .array(pricedUnitSchema)
  .min(1, { error: 'must have a unit' })
  .refine((units) => new Set(units.map(({ id }) => id)).size === units.length, { error: 'has a unit twice' });
type PricedUnit = z.infer<typeof pricedUnitSchema>;

/** The magazine of the specification, and its readers. */
const SPECIFIED = {
  name: 'Plumbline',
  audience: 'Estimators, project managers, superintendents, trade principals and construction companies.',
  effectiveAt: '2026-08-26',
};

type AdSettings = { audience: string; currency: string; effectiveAt: string; units: Unit[] };

/** The stored values, or the defaults of the specification. */
export function readAdSettings({ name, settings = {} }: Pick<Publication, 'name' | 'settings'>): AdSettings {
  const audience = name === SPECIFIED.name ? SPECIFIED.audience : `Readers of ${name}.`;
  const priced = unitsSchema.safeParse(settings.adUnits).data;
  return {
    audience: audienceSchema.safeParse(settings.adAudience).data ?? audience,
    currency: currencyOf(settings),
    effectiveAt: dateSchema.safeParse(settings.adPricesFrom).data ?? SPECIFIED.effectiveAt,
    units: priced ? priced.flatMap(withPrice) : UNITS.map(({ runs: _, ...unit }) => unit),
  };
}

function currencyOf(settings: Readonly<Record<string, unknown>>): string {
  return currencySchema.safeParse(settings.adCurrency).data ?? USUAL_CURRENCY;
}

function withPrice({ id, listPriceCents, summary }: PricedUnit): Unit[] {
  return UNITS.filter((unit) => unit.id === id).map(({ runs: _, ...unit }) => ({ ...unit, listPriceCents, summary }));
}

const ON_REQUEST = 'on request';

/** A price as it is typed. */
export function typedPrice(cents: number | null): string {
  return cents === null ? ON_REQUEST : (cents / 100).toFixed(2);
}

export const settings: readonly DeclaredSetting[] = [
  {
    name: 'adCurrency',
    label: 'Currency',
    print: (publication) => readAdSettings(publication).currency,
    read: (typed) => checked('Currency', currencySchema, typed.toUpperCase()),
  },
  {
    name: 'adAudience',
    label: 'Audience',
    print: (publication) => readAdSettings(publication).audience,
    read: (typed) => checked('Audience', audienceSchema, typed),
  },
  {
    name: 'adPricesFrom',
    label: 'Prices from',
    print: (publication) => readAdSettings(publication).effectiveAt,
    read: (typed) => checked('Prices from', dateSchema, typed),
  },
  {
    name: 'adUnits',
    label: 'Units on sale',
    print: (publication) =>
      readAdSettings(publication)
        .units.map(({ id, listPriceCents, summary }) => `${id} | ${typedPrice(listPriceCents)} | ${summary}`)
        .join('\n'),
    read: readUnits,
  },
];

/** Reads lines “unit | price | summary”; without a summary, the unit keeps the usual one. */
function readUnits(typed: string, { settings = {} }: Publication): PricedUnit[] {
  const currency = currencyOf(settings);
  const lines = typed.split('\n').filter((line) => line.trim() !== '');
  return checked(
    'Units on sale',
    unitsSchema,
    lines.map((line) => readUnit(line, currency)),
  );
}

function readUnit(line: string, currency: string): PricedUnit {
  const [id = '', price = '', ...rest] = line.split('|').map((part) => part.trim());
  const unit = UNITS.find((candidate) => candidate.id === id);
  const listPriceCents = price === ON_REQUEST ? null : readAmount(price, currency);
  const isOnRequest = unit?.listPriceCents === null;
  if (unit && ((price !== ON_REQUEST && listPriceCents === null) || (listPriceCents === null) !== isOnRequest))
    throw new Failure('validation_failed', `${unit.title}: “${price.slice(0, 40)}” is no price for it.`, {
      hint: isOnRequest ? 'Write “on request”.' : 'Write an amount such as 2500 or 2500.00.',
    });
  return { id, listPriceCents, summary: rest.join('|') || (unit?.summary ?? '') };
}

function checked<Value>(label: string, schema: z.ZodType<Value>, given: unknown): Value {
  const read = schema.safeParse(given);
  if (read.success) return read.data;
  const words = read.error.issues.map((issue) => `${label} ${issueWords(issue)}`);
  throw new Failure('validation_failed', `${[...new Set(words)].join('. ')}.`);
}
