import { html } from 'hono/html';
import { type Conflict, findConflicts } from '#ads/orders/conflicts.ts';
import { dayIn } from '#ads/orders/documents.ts';
import { listOpenInvoices } from '#ads/orders/open-invoices.ts';
import { BEFORE_BOOKING, ORDER_STATES, type Order, type OrderState, readPipeline } from '#ads/orders/orders.ts';
import { dollars } from '#core/money.ts';
import type { Html } from '#html/html.ts';
import { newsroomPage } from '#html/newsroom/page.ts';
import type { Context } from '#http/context.ts';
import { now } from '#runtime/deps.ts';
import { AD_STYLES, adNavigation, catalogOf, days, nameOfUnit, STATE_LABELS } from './ad-labels.ts';

/** The states with a column; refused and cancelled orders are listed below the board. */
const ON_THE_WAY: readonly OrderState[] = ORDER_STATES.filter((state) => state !== 'refused' && state !== 'cancelled');

/** `GET /newsroom/ads`: every order by its state. */
export async function showAds(c: Context): Promise<Response> {
  const columns = await readPipeline(c.var.deps.db.read, c.var.actor);
  const catalog = catalogOf(c);
  const nameOf = (unit: string) => nameOfUnit(catalog, unit);
  const open = columns.filter(({ state }) => BEFORE_BOOKING.includes(state)).flatMap(({ orders }) => orders);
  const conflicts = await findConflicts(c.var.deps.db.read, open, now(c.var.deps).slice(0, 10));
  const conflictsOf = new Map(open.map(({ id }, index) => [id, conflicts[index] ?? []]));
  const unpaid = await listOpenInvoices(
    c.var.deps.db.read,
    c.var.actor,
    dayIn(c.var.config.publication.timeZone, now(c.var.deps)),
  );
  const overdue = unpaid.filter(({ daysOverdue }) => daysOverdue > 0).length;
  const isEmpty = columns.every(({ orders }) => orders.length === 0);
  return newsroomPage(c, {
    title: 'Ad desk',
    styles: AD_STYLES,
    main: html`<h1>Ad desk</h1>
${adNavigation('board')}
<p class="hint">The form on <a href="/advertise#ask">the advertising page</a> opens an order by itself. Open one here when an advertiser writes to ${catalog.desk.email}.${c.var.session?.editor.role === 'chief' ? html` Chiefs change <a href="/newsroom/price-list">the price list</a>.` : ''}</p>
${overdue > 0 ? html`<p><b class="mark trouble">overdue</b> <a href="/newsroom/ads/invoices?show=overdue">${overdue} ${overdue === 1 ? 'invoice is' : 'invoices are'} overdue</a></p>` : ''}
${isEmpty ? html`<p>No order yet. <a href="/newsroom/ads/new">Open the first order</a> when an advertiser has written.</p>` : ''}
<div class="pipeline">${columns
      .filter(({ state }) => ON_THE_WAY.includes(state))
      .map(({ state, orders, hasMore }) => column({ state, orders, hasMore }, nameOf, conflictsOf))}</div>
${columns
  .filter(({ state, orders }) => !ON_THE_WAY.includes(state) && orders.length > 0)
  .map(({ state, orders, hasMore }) => column({ state, orders, hasMore }, nameOf, conflictsOf))}`,
  });
}

/** The mark of an order's gravest conflict. */
const CONFLICT_MARKS: Record<Conflict['kind'], string> = {
  taken: 'days taken',
  similar: 'similar product',
  'on hold': 'on hold for others',
  'asked for': 'other orders too',
};

type Column = { state: OrderState; orders: Order[]; hasMore: boolean };
type ConflictsOf = ReadonlyMap<string, readonly Conflict[]>;

function column({ state, orders, hasMore }: Column, nameOf: (unit: string) => string, conflictsOf: ConflictsOf): Html {
  const { name, next } = STATE_LABELS[state];
  const id = `state-${state.replace(' ', '-')}`;
  return html`<section class="column" aria-labelledby="${id}">
<h2 id="${id}">${name} <span class="count">${orders.length}${hasMore ? '+' : ''}</span></h2>
${next ? html`<p class="hint">${next}</p>` : ''}
${orders.length === 0 ? html`<p class="none">None.</p>` : html`<ul class="cards">${orders.map((order) => card(order, nameOf, conflictsOf.get(order.id) ?? []))}</ul>`}
${hasMore ? html`<p class="hint">Only the last ${orders.length} are shown.</p>` : ''}
</section>`;
}

function card(order: Order, nameOf: (unit: string) => string, conflicts: readonly Conflict[]): Html {
  const { id, advertiser, unit, trouble, cents, reference, bookingRefused } = order;
  return html`<li><a href="/newsroom/ads/${id}">${advertiser}</a>
<p>${nameOf(unit)}</p>
<p>${days(order)}</p>
<p class="by">${dollars(cents)} · ${reference}</p>
${trouble ? html`<p><b class="mark trouble">warning</b> ${trouble}</p>` : ''}
${bookingRefused ? html`<p><b class="mark trouble">not booked</b> ${bookingRefused}</p>` : ''}
${conflicts.length > 0 ? html`<p><b class="mark trouble">${CONFLICT_MARKS[conflicts[0]?.kind ?? 'asked for']}</b> ${conflicts[0]?.words}${conflicts.length > 1 ? `, and ${conflicts.length - 1} more` : ''}</p>` : ''}</li>`;
}
