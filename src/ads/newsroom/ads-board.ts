import { html } from 'hono/html';
import { addDays, daysBetween, EXCLUSIVE_PLACES, placementsOf } from '#ads/catalog/ad-calendar.ts';
import type { Conflict } from '#ads/orders/conflicts.ts';
import { listOpenInvoices, overdueBy } from '#ads/orders/open-invoices.ts';
import { BEFORE_BOOKING, type OrderState } from '#ads/orders/orders.ts';
import { slotsDrawing } from '#ads/pages/slots-chart.ts';
import { type BookedRun, listBookedRuns } from '#ads/runs/runs.ts';
import type { DayRange } from '#core/issue.ts';
import { formatAmount } from '#core/money.ts';
import { dayIn } from '#core/wall-time.ts';
import { type Html, shortDate } from '#html/html.ts';
import { button, linkButton } from '#html/newsroom/kit/button.ts';
import { type Card, cards } from '#html/newsroom/kit/card.ts';
import { emptyState } from '#html/newsroom/kit/empty-state.ts';
import { listLines, withDots } from '#html/newsroom/kit/list-line.ts';
import { pill } from '#html/newsroom/kit/pill.ts';
import { newsroomPage, type Toast } from '#html/newsroom/page.ts';
import type { Context } from '#http/context.ts';
import { now } from '#runtime/deps.ts';
import { siteSnapshot } from '#runtime/site-snapshot.ts';
import { AD_STYLES, catalogOf, nameOfUnit, orderTabs, STATE_LABELS, shortDays, slotsLegend } from './ad-labels.ts';
import { type BoardOrder, readBoard } from './board-record.ts';
import { doneToast } from './done-toast.ts';
import { COLUMNS, STAGES, type Stage } from './order-stage.ts';

/** Days as cards need them: that of the ads, in UTC, and that of invoices, in the zone of the publication. */
type Today = { utc: string; here: string };

/** `GET /newsroom/ads`: the orders by what to do next. */
export async function showAds(c: Context): Promise<Response> {
  const { deps, actor } = c.var;
  const catalog = catalogOf();
  const today = {
    utc: now(deps).slice(0, 10),
    here: dayIn(now(deps), siteSnapshot().publication.timeZone),
  };
  const { orders, hasMore } = await readBoard(deps.db.read, actor, catalog, today.utc);
  const unpaid = await listOpenInvoices(deps.db.read, actor, today.here);
  const overdue = unpaid.filter(({ daysOverdue }) => daysOverdue > 0).length;
  const nameOf = (unit: string) => nameOfUnit(catalog, unit);
  const done = orders.filter(({ stage }) => stage === 'done');
  return newsroomPage(c, {
    title: 'Orders',
    styles: [...AD_STYLES, 'newsroom-charts.css'],
    toast: boardToast(c, orders),
    head: {
      title: 'Orders',
      primary: { text: 'New order', href: '/newsroom/ads/new' },
      others: c.var.session?.editor.role === 'chief' ? [{ text: 'Rate card', href: '/newsroom/price-list' }] : [],
    },
    main: html`${orderTabs('orders')}
${overdue > 0 ? html`<p>${pill('overdue', 'block')} <a href="/newsroom/ads/invoices?show=overdue">${overdue} ${overdue === 1 ? 'invoice is' : 'invoices are'} overdue</a></p>` : ''}
${orders.length === 0 ? noOrder(catalog.desk.email) : board(orders, nameOf, today)}
${orders.length > 0 ? nextWeeks(orders, await listBookedRuns(deps.db.read, actor, weeksFrom(today.utc)), nameOf, today.utc) : ''}
${done.length > 0 ? doneList(done, nameOf) : ''}
${hasMore ? html`<p class="hint">Only the last orders of each state are shown. The search (Ctrl K) finds the others.</p>` : ''}`,
  });
}

/** The word after an act on a card. */
function boardToast(c: Context, orders: readonly BoardOrder[]): Toast | null {
  const { done = '', order: id } = c.req.query();
  const boardOrder = orders.find(({ order }) => order.id === id);
  const toast = boardOrder ? doneToast({ done, at: 'board' }, boardOrder) : null;
  return toast && boardOrder ? { ...toast, text: html`${boardOrder.order.advertiser}: ${toast.text}` } : null;
}

function noOrder(email: string): Html {
  return emptyState({
    title: 'No order yet',
    text: html`The form on <a href="/advertise/inquiry">the page for inquiries</a> opens an order. Open one here when an advertiser writes to ${email}.`,
    act: linkButton({ text: 'Open the first order', href: '/newsroom/ads/new' }),
  });
}

function board(orders: readonly BoardOrder[], nameOf: (unit: string) => string, today: Today): Html {
  return html`<div class="board-columns">${COLUMNS.map((stage) =>
    column(
      stage,
      orders.filter((boardOrder) => boardOrder.stage === stage),
      nameOf,
      today,
    ),
  )}</div>`;
}

function column(stage: Stage, orders: readonly BoardOrder[], nameOf: (unit: string) => string, today: Today): Html {
  const { name, hint } = STAGES[stage];
  return html`<section class="column${orders.length === 0 ? ' empty' : ''}" aria-labelledby="stage-${stage}">
<h2 id="stage-${stage}">${name} <span class="n">${orders.length}</span></h2>
<p class="hint">${hint}</p>
${orders.length === 0 ? '' : cards(orders.map((boardOrder) => orderCard(boardOrder, nameOf(boardOrder.order.unit), today)))}
</section>`;
}

/** Days of the strip below the board. */
const AHEAD = 55;

function weeksFrom(today: string): DayRange {
  return { startsOn: today, endsOn: addDays(today, AHEAD) };
}

/** Which days of the next eight weeks are booked, on hold and asked for, at the places that show one advertiser at a time. */
function nextWeeks(
  orders: readonly BoardOrder[],
  booked: readonly BookedRun[],
  nameOf: (id: string) => string,
  today: string,
): Html {
  const span = weeksFrom(today);
  const waiting = orders.filter(({ order }) => BEFORE_BOOKING.includes(order.state));
  const asked = waiting.flatMap(({ order, heldUntil }) =>
    placementsOf(order.unit, order)
      .filter(({ startsOn, endsOn }) => startsOn <= span.endsOn && endsOn >= span.startsOn)
      .map((part) => ({
        ...part,
        advertiser: order.advertiser,
        waits: heldUntil === null ? ('asked for' as const) : ('on hold' as const),
      })),
  );
  return html`<section class="next-weeks" aria-labelledby="avails-title"><h2 id="avails-title">Avails of the next eight weeks</h2>
${slotsDrawing({
  id: 'slots',
  title: 'Booked and requested places in the next eight weeks',
  description: `${booked.length} booked flights, filled, and ${asked.length} requests, outlined. The page Avails lists them.`,
  span,
  today,
  rows: EXCLUSIVE_PLACES.map((place) => ({
    name: nameOf(place),
    runs: [...booked, ...asked].filter((run) => run.place === place),
  })),
})}
${slotsLegend()}</section>`;
}

/** The mark of an order's gravest conflict. */
const CONFLICT_MARKS: Record<Conflict['kind'], string> = {
  taken: 'days taken',
  similar: 'similar product',
  'on hold': 'on hold for others',
  'asked for': 'other orders too',
};

function orderCard(boardOrder: BoardOrder, unit: string, today: Today): Card {
  const { order, conflicts, invoice, isMissed, heldUntil } = boardOrder;
  const { id, advertiser, trouble, cents, currency, reference, bookingRefused } = order;
  const [first] = conflicts;
  const isOverdue = invoice !== null && invoice.paidOn === null && overdueBy(invoice.dueOn, today.here) > 0;
  return {
    title: advertiser,
    href: `/newsroom/ads/${id}`,
    lines: [
      withDots([unit, shortDays(order), formatAmount(cents, currency)]),
      withDots([
        reference,
        order.state === 'inquiry' ? html`asked ${shortDate(order.openedAt)}` : '',
        invoice && boardOrder.stage !== 'running' ? html`invoice ${invoice.number}` : '',
        boardOrder.stage === 'payment' && invoice?.dueOn && !isOverdue ? html`due ${shortDate(invoice.dueOn)}` : '',
      ]),
      ...(heldUntil ? [html`${pill('on hold')} until ${shortDate(heldUntil)}`] : []),
      ...(isMissed ? [html`${pill('missed', 'block')} It did not run on its days.`] : []),
      ...(isOverdue ? [html`${pill('overdue', 'block')} ${overdueBy(invoice.dueOn, today.here)} days`] : []),
      ...(trouble ? [html`${pill('warning', 'block')} ${trouble}`] : []),
      ...(bookingRefused ? [html`${pill('not booked', 'block')} ${bookingRefused}`] : []),
      ...(first
        ? [
            html`${pill(CONFLICT_MARKS[first.kind], 'block')} ${first.words}${conflicts.length > 1 ? `, and ${conflicts.length - 1} more` : ''}`,
          ]
        : []),
    ],
    ...(boardOrder.stage === 'running' && { done: progress(order, today.utc) }),
    acts: actsOf(boardOrder, today),
  };
}

/** How many of its days have passed. */
function progress({ state, startsOn, endsOn }: BoardOrder['order'], today: string) {
  const days = daysBetween(startsOn, endsOn) + 1;
  if (state === 'booked' && startsOn > today) return { part: 0, words: `Booked: starts ${shortDate(startsOn)}` };
  const over = Math.min(days, Math.max(0, daysBetween(startsOn, today) + 1));
  return { part: over / days, words: `${STATE_LABELS[state].name}: day ${over} of ${days}` };
}

const LEADS_TO: Partial<Record<Stage, string>> = {
  answer: 'Answer',
  check: 'Check',
  invoice: 'Invoice',
  close: 'Finish',
};

/** What is done with one press is on the card; what has to be looked at first is on the order's page. */
function actsOf({ order, stage, invoice, conflicts }: BoardOrder, today: Today): (Html | string)[] {
  const own = `/newsroom/ads/${order.id}`;
  const unseen = html`<span class="unseen"> ${order.advertiser}, ${order.reference}</span>`;
  if (stage === 'payment' && invoice)
    return [
      html`<form method="post" action="/newsroom/ads/invoices/${invoice.number}/paid"><input type="hidden" name="at" value="board"><input type="hidden" name="paidOn" value="${today.here}">${button({ text: html`Paid today${unseen}`, weight: 'plain' })}</form>`,
    ];
  if (stage === 'book' && conflicts.every(({ kind }) => kind === 'asked for'))
    return [
      html`<form method="post" action="${own}/book"><input type="hidden" name="at" value="board">${button({ text: html`Book the flight${unseen}`, weight: 'plain' })}</form>`,
    ];
  const words = LEADS_TO[stage] ?? (stage === 'book' ? 'Look' : null);
  return words === null ? [] : [linkButton({ text: html`${words}${unseen}`, href: own })];
}

function doneList(orders: readonly BoardOrder[], nameOf: (unit: string) => string): Html {
  return html`<details class="done-orders"><summary>${STAGES.done.name}: ${orders.length}</summary>
${listLines(
  orders.map(({ order }) => ({
    title: order.advertiser,
    href: `/newsroom/ads/${order.id}`,
    facts: [nameOf(order.unit), shortDays(order), formatAmount(order.cents, order.currency), order.reference],
    side: [pill(STATE_LABELS[order.state as OrderState].name)],
  })),
  STAGES.done.name,
)}</details>`;
}
