import { html } from 'hono/html';
import * as z from 'zod';
import { readAdSettings, typedPrice } from '#ads/catalog/ad-settings.ts';
import { UNITS, type UnitRow } from '#ads/catalog/units.ts';
import { currencyName, isCurrency, readAmount } from '#core/money.ts';
import { text } from '#core/text.ts';
import type { Html } from '#html/html.ts';
import { renderFormError } from '#html/newsroom/form.ts';
import {
  changedFields,
  drawFields,
  ENTER_SAVES,
  type Fields,
  formFields,
  readFields,
  readTyped,
  refusalSummary,
  type ShownForm,
  typedOf,
  wrongFields,
} from '#html/newsroom/kit/form.ts';
import { saveBar } from '#html/newsroom/kit/save-bar.ts';
import { newsroomPage, redirect } from '#html/newsroom/page.ts';
import type { Context } from '#http/context.ts';
import { siteSnapshot } from '#runtime/site-snapshot.ts';
import { saveDeclaredSettings } from '#site/declared-settings.ts';
import { AD_STYLES } from './ad-labels.ts';

const DONE: Record<string, string> = {
  saved: 'Saved. Readers and advertisers see it now. Orders keep the price and the currency in which they were opened.',
  same: 'Nothing was different, so nothing was changed.',
};

const WHOLE = formFields({
  adAudience: {
    label: 'Read by',
    hint: 'Who the readers are, in a sentence. Empty, it is the usual one.',
    schema: text({ max: 300 }),
    optional: true,
  },
  adPricesFrom: {
    label: 'Prices from',
    kind: 'date',
    hint: 'The first day of this rate card.',
    schema: z.iso.date({ error: 'must be a day such as 2026-08-26' }),
    optional: true,
  },
  adCurrency: {
    label: 'Currency',
    hint: 'The code of a currency with cents, such as USD or EUR. Prices are not converted.',
    schema: z
      .string()
      .transform((code) => code.toUpperCase())
      .refine(isCurrency, { error: 'must be the code of a currency with cents, such as USD or EUR (ISO 4217)' }),
  },
});

/** The fields of a unit; a unit that is sold on request has no price. */
function unitFields({ id, title, listPriceCents }: UnitRow, currency: string): Fields {
  const isPrice = (typed: string) => readAmount(typed, currency) !== null;
  return {
    [`sold-${id}`]: { label: 'On sale', kind: 'switch' },
    ...(listPriceCents !== null && {
      [`price-${id}`]: {
        label: `Price in ${currencyName(currency)}`,
        subject: `${title}:`,
        schema: z
          .string()
          .refine(isPrice, {
            error: ({ input }) =>
              `“${String(input).slice(0, 40)}” is no price for it. Write an amount such as 2500 or 2500.00`,
            abort: true,
          })
          .refine((typed) => (readAmount(typed, currency) ?? 0) >= 100, { error: 'the price must be at least 1.00' })
          .refine((typed) => (readAmount(typed, currency) ?? 0) <= 100_000_000, {
            error: 'the price must be at most 1000000.00',
          }),
      },
    }),
    [`summary-${id}`]: {
      label: 'What it is',
      kind: 'area',
      rows: 2,
      subject: `${title}: what it is`,
      schema: text({ max: 300, lines: true }),
      optional: true,
      most: 300,
    },
  };
}

/** The fields of the rate card with those of these units, whose prices are in this currency. */
function priceListFields(currency: string, units: readonly UnitRow[] = UNITS): Fields {
  return { ...WHOLE, ...Object.assign({}, ...units.map((unit) => unitFields(unit, currency))) };
}

/** `GET /newsroom/price-list`: the rate card, for chiefs to change. */
export function showPriceList(c: Context): Promise<Response> {
  return priceListPage(c, { typed: storedNow() }, 200);
}

/** `POST /newsroom/price-list`. */
export async function postPriceList(c: Context): Promise<Response> {
  const { deps, actor, cache } = c.var;
  const typed = await readTyped(c);
  if (!typed.has('adCurrency')) typed.set('adCurrency', readAdSettings(siteSnapshot().publication).currency);
  try {
    const currency = currencyIn(typed);
    const sold = UNITS.filter(({ id }) => typed.has(`sold-${id}`));
    const read = readFields(priceListFields(currency, sold), typed);
    const changed = await saveDeclaredSettings(deps, actor, siteSnapshot().publication, {
      adCurrency: String(read.adCurrency),
      adAudience: String(read.adAudience ?? ''),
      adPricesFrom: String(read.adPricesFrom ?? ''),
      adUnits: linesOf(sold, typed),
    });
    await cache.catchUp(); // the next page of this process shows the new values
    return redirect(`/newsroom/price-list?done=${changed.length > 0 ? 'saved' : 'same'}`);
  } catch (error) {
    return renderFormError(error, (failure, status) => priceListPage(c, { typed, failure }, status));
  }
}

/** The typed currency. When the typed text is no currency, the stored currency: prices are checked in it. */
function currencyIn(typed: URLSearchParams): string {
  const code = (typed.get('adCurrency') ?? '').toUpperCase();
  return isCurrency(code) ? code : readAdSettings(siteSnapshot().publication).currency;
}

/** The fields of the units on sale as the text of the setting. @throws validation_failed when no unit is on sale */
function linesOf(sold: readonly UnitRow[], typed: URLSearchParams): string {
  const [first] = UNITS;
  if (sold.length === 0)
    throw wrongFields([{ path: `sold-${first?.id}`, message: 'At least one unit must be on sale.' }]);
  return sold
    .map(({ id, listPriceCents }) => {
      const price = listPriceCents === null ? typedPrice(null) : typed.get(`price-${id}`);
      return `${id} | ${price} | ${(typed.get(`summary-${id}`) ?? '').replace(/\s+/g, ' ')}`;
    })
    .join('\n');
}

function storedNow(): URLSearchParams {
  const { audience, currency, effectiveAt, units } = readAdSettings(siteSnapshot().publication);
  const values: Record<string, unknown> = { adCurrency: currency, adAudience: audience, adPricesFrom: effectiveAt };
  for (const unit of UNITS) {
    const sold = units.find(({ id }) => id === unit.id);
    const { listPriceCents, summary } = sold ?? unit;
    values[`price-${unit.id}`] = typedPrice(listPriceCents);
    values[`summary-${unit.id}`] = summary;
    values[`sold-${unit.id}`] = sold !== undefined;
  }
  return typedOf(priceListFields(currency), values);
}

function priceListPage(c: Context, form: ShownForm, status: number): Promise<Response> {
  const { currency } = readAdSettings(siteSnapshot().publication);
  const done = DONE[c.req.query('done') ?? ''];
  const saved = storedNow();
  const fields = priceListFields(currency);
  const unsaved = changedFields(fields, form.typed, saved).length;
  return newsroomPage(c, {
    title: form.failure ? 'Rate card not changed' : 'Rate card',
    status,
    styles: AD_STYLES,
    scripts: ['kit'],
    toast: done && !form.failure ? { text: done } : null,
    head: { title: 'Rate card', others: [{ text: 'See it as an advertiser', href: '/advertise' }] },
    main: html`<p class="hint">What advertisers see. An order keeps the price and the currency in which it was opened.</p>
${refusalSummary(form.failure)}
<form class="entry" method="post" action="/newsroom/price-list">${ENTER_SAVES}
${drawFields(WHOLE, form, { saved })}
${UNITS.map((unit) => unitPart(unit, currency, form, saved))}
${saveBar({ discard: '/newsroom/price-list', unsaved })}
</form>`,
  });
}

function unitPart(unit: UnitRow, currency: string, form: ShownForm, saved: URLSearchParams): Html {
  return html`<section aria-labelledby="unit-${unit.id}"><h2 id="unit-${unit.id}">${unit.title}, ${unit.term}</h2>
${drawFields(unitFields(unit, currency), form, { saved })}</section>
`;
}
