import * as z from 'zod';
import { currencyName, isCurrency, USUAL_CURRENCY } from '#core/money.ts';

// The body of GET /api/v1/advertise: the specification's "Advertising catalog", field by field.

const line = () => z.string().min(1);
const count = () => z.int().min(1);
const address = () => z.email({ error: 'must be an email address; AD_DESK_EMAIL sets it' });

export const creativeSchema = z
  .strictObject({
    id: line(),
    name: line(),
    label: line().describe('The words of the label, which the magazine adds.'),
    labelPlacement: line(),
    placement: line(),
    ratio: z.string().regex(/^\d+:\d+$/),
    mimeTypes: z.array(z.enum(['image/png', 'image/jpeg'])).min(1),
    maxBytes: count(),
    widthPx: count(),
    heightPx: count(),
    displayWidthPx: count(),
    displayHeightPx: count(),
    safeAreaPx: count().describe('How far inside the crop type and logos stay.'),
  })
  .meta({ id: 'AdCreative', description: 'An ad image: its size, weight and label.' });
export type Creative = z.infer<typeof creativeSchema>;

const unitSchemaIn = (currency: string) =>
  z
    .strictObject({
      id: line(),
      title: line(),
      summary: line(),
      term: line(),
      listPriceCents: count()
        .nullable()
        .describe(`${centsOf(currency)}; null where the price is on request.`),
      copyMaxWords: count().nullable().describe('null where no copy is sold with it.'),
      creativeIds: z.array(line()),
    })
    .meta({ id: 'AdUnit', description: 'A thing for sale.' });
export type Unit = z.infer<ReturnType<typeof unitSchemaIn>>;

const catalogSchemaIn = (currency: string, units: ReturnType<typeof unitSchemaIn>) =>
  z
    .strictObject({
      name: line(),
      audience: line(),
      currency: z.literal(currency),
      effectiveAt: z.iso.date(),
      desk: z.strictObject({ alias: address(), email: address(), note: line() }),
      creatives: z.array(creativeSchema).min(1),
      units: z.array(units).min(1),
      howToBuy: z.array(line()).min(1),
      terms: z.array(line()).min(1),
    })
    .check(({ value, issues }) => {
      for (const contradiction of contradictions(value.creatives, value.units))
        issues.push({ code: 'custom', input: value, ...contradiction });
    })
    .meta({ id: 'AdvertisingCatalog', description: 'List prices, creative sizes and terms.' });
export type AdvertisingCatalog = z.infer<ReturnType<typeof catalogSchemaIn>>;

/** The schemas of a catalog in a currency; in the usual one where the code is no currency with cents. */
export function catalogSchemas(code: string) {
  const currency = isCurrency(code) ? code : USUAL_CURRENCY;
  const unitSchema = unitSchemaIn(currency);
  return { unitSchema, catalogSchema: catalogSchemaIn(currency, unitSchema) };
}

/** `US cents`, or `Cents (EUR)`. */
export function centsOf(currency: string): string {
  return currency === USUAL_CURRENCY ? 'US cents' : `Cents (${currencyName(currency)})`;
}

/** Contradictions inside a catalog: a repeated id, a ratio that does not match the sizes, a unit that names an unknown creative. */
function* contradictions(
  creatives: Creative[],
  units: Unit[],
): Generator<{ path: (string | number)[]; message: string }> {
  const ids = creatives.map((creative) => creative.id);
  for (const [index, creative] of creatives.entries()) {
    if (ids.indexOf(creative.id) < index) yield { path: ['creatives', index, 'id'], message: 'is there twice' };
    if (!hasItsRatio(creative))
      yield { path: ['creatives', index, 'ratio'], message: 'differs from the ratio of the sizes' };
  }
  for (const [index, unit] of units.entries()) {
    if (units.findIndex((other) => other.id === unit.id) < index)
      yield { path: ['units', index, 'id'], message: 'is there twice' };
    for (const id of unit.creativeIds.filter((creativeId) => !ids.includes(creativeId)))
      yield { path: ['units', index, 'creativeIds'], message: `names "${id}", which is no creative` };
  }
}

function hasItsRatio({ ratio, widthPx, heightPx, displayWidthPx, displayHeightPx }: Creative): boolean {
  const [across = 0, down = 0] = ratio.split(':').map(Number);
  return widthPx * down === heightPx * across && displayWidthPx * down === displayHeightPx * across;
}
