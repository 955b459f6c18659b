import { html } from 'hono/html';
import { readAdSettings, typedPrice } from '#ads/catalog/ad-settings.ts';
import type { Unit } from '#ads/catalog/catalog-schema.ts';
import { UNITS } from '#ads/catalog/units.ts';
import type { Failure } from '#core/failure.ts';
import type { Html } from '#html/html.ts';
import { field, parseForm, refusalNote, renderFormError } from '#html/newsroom/form.ts';
import { newsroomPage, redirect } from '#html/newsroom/page.ts';
import type { Context } from '#http/context.ts';
import { saveDeclaredSettings } from '#site/declared-settings.ts';
import { AD_STYLES, adNavigation } from './ad-labels.ts';

type Typed = Record<string, string>;

const DONE: Record<string, string> = {
  saved: 'Saved. Readers and advertisers see it now. Orders keep the price at which they were opened.',
  same: 'Nothing was different, so nothing was changed.',
};

/** `GET /newsroom/price-list`: the price list, for chiefs to change. */
export function showPriceList(c: Context): Promise<Response> {
  return priceListPage(c, typedNow(c), null, 200);
}

/** `POST /newsroom/price-list`. */
export async function postPriceList(c: Context): Promise<Response> {
  const { deps, actor, config, cache } = c.var;
  const typed = await parseForm(c);
  try {
    const changed = await saveDeclaredSettings(deps, actor, config.publication, {
      adAudience: typed.adAudience ?? '',
      adPricesFrom: typed.adPricesFrom ?? '',
      adUnits: linesOf(typed),
    });
    await cache.catchUp(); // the next page of this process shows the new values
    return redirect(`/newsroom/price-list?done=${changed.length > 0 ? 'saved' : 'same'}`);
  } catch (error) {
    return renderFormError(error, (failure, status) => priceListPage(c, typed, failure, status));
  }
}

/** The fields of the units on sale as the text of the setting. No unit at all is refused, not the usual list. */
function linesOf(typed: Typed): string {
  const lines = UNITS.filter(({ id }) => typed[`sold-${id}`] === 'yes').map(
    ({ id }) => `${id} | ${typed[`price-${id}`] ?? ''} | ${(typed[`summary-${id}`] ?? '').replace(/\s+/g, ' ')}`,
  );
  return lines.length === 0 ? '|' : lines.join('\n');
}

function typedNow(c: Context): Typed {
  const { audience, effectiveAt, units } = readAdSettings(c.var.config.publication);
  const typed: Typed = { adAudience: audience, adPricesFrom: effectiveAt };
  for (const unit of UNITS) {
    const sold = units.find(({ id }) => id === unit.id);
    const { listPriceCents, summary } = sold ?? unit;
    typed[`price-${unit.id}`] = typedPrice(listPriceCents);
    typed[`summary-${unit.id}`] = summary;
    if (sold) typed[`sold-${unit.id}`] = 'yes';
  }
  return typed;
}

function priceListPage(c: Context, typed: Typed, failure: Failure | null, status: number): Promise<Response> {
  const done = DONE[c.req.query('done') ?? ''];
  return newsroomPage(c, {
    title: failure ? 'Price list not changed' : 'Price list',
    status,
    styles: AD_STYLES,
    main: html`<h1>Price list</h1>
${adNavigation(null)}
<p>What advertisers see at <a href="/advertise">/advertise</a>. An order keeps the price at which it was opened.</p>
${done && !failure ? html`<p class="done" role="status">${done}</p>` : ''}
${refusalNote(failure)}
<form class="entry" method="post" action="/newsroom/price-list">
${field({ name: 'adAudience', label: 'Read by', value: typed.adAudience, autocomplete: 'off', hint: 'Who the readers are, in a sentence.' })}
${field({ name: 'adPricesFrom', label: 'Prices from', value: typed.adPricesFrom, autocomplete: 'off', hint: 'The first day of this price list, such as 2026-08-26.' })}
${UNITS.map((unit) => unitFields(unit, typed))}
<p><button>Save</button></p>
</form>`,
  });
}

function unitFields({ id, title, term, listPriceCents }: Unit, typed: Typed): Html {
  return html`<fieldset><legend>${title}, ${term}</legend>
<p class="field"><input type="checkbox" id="sold-${id}" name="sold-${id}" value="yes"${typed[`sold-${id}`] === 'yes' ? html` checked` : ''}> <label for="sold-${id}">On sale</label></p>
${
  listPriceCents === null
    ? html`<input type="hidden" name="price-${id}" value="on request">`
    : html`<p class="field"><label for="price-${id}">Price in US dollars</label><input id="price-${id}" name="price-${id}" value="${typed[`price-${id}`] ?? ''}" inputmode="decimal" autocomplete="off"></p>`
}
<p class="field"><label for="summary-${id}">What it is</label><textarea id="summary-${id}" name="summary-${id}" rows="2">${typed[`summary-${id}`] ?? ''}</textarea></p>
</fieldset>
`;
}
