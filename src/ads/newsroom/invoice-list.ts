import { html } from 'hono/html';
import { type ListedInvoice, listInvoices } from '#ads/orders/invoices.ts';
import { exportMoney } from '#ads/orders/money-table.ts';
import { listOpenInvoices, listOwedRefunds, type OpenInvoice, type OwedRefund } from '#ads/orders/open-invoices.ts';
import type { OrderState } from '#ads/orders/orders.ts';
import { sendReminder } from '#ads/orders/reminders.ts';
import type { Failure } from '#core/failure.ts';
import { currencyName, formatAmount, USUAL_CURRENCY } from '#core/money.ts';
import { dayIn } from '#core/wall-time.ts';
import type { Html } from '#html/html.ts';
import { renderFormError } from '#html/newsroom/form.ts';
import { button } from '#html/newsroom/kit/button.ts';
import { emptyState } from '#html/newsroom/kit/empty-state.ts';
import { refusalSummary } from '#html/newsroom/kit/form.ts';
import { pill } from '#html/newsroom/kit/pill.ts';
import { table } from '#html/newsroom/kit/table.ts';
import { tabs } from '#html/newsroom/kit/tabs.ts';
import { newsroomPage, redirect, type Toast } from '#html/newsroom/page.ts';
import { formatTime } from '#html/newsroom/time.ts';
import type { Context } from '#http/context.ts';
import { now } from '#runtime/deps.ts';
import { siteSnapshot } from '#runtime/site-snapshot.ts';
import { AD_STYLES, mailNote, STATE_LABELS } from './ad-labels.ts';

/** Invoices on a page. */
const SHOWN = 50;

const LISTS = { all: 'All', open: 'Not paid', overdue: 'Overdue', refunds: 'Refunds owed' } as const;
type List = keyof typeof LISTS;

/** `GET /newsroom/ads/invoices`: all invoices, latest first, or with `show` the money that is owed. */
export function showInvoices(c: Context): Promise<Response> {
  const show = c.req.query('show') ?? 'all';
  return page(c, show in LISTS ? (show as List) : 'all', null, 200);
}

/** `POST /newsroom/ads/invoices/{number}/remind`. */
export async function postReminder(c: Context): Promise<Response> {
  const number = c.req.param('number') ?? '';
  try {
    await sendReminder(c.var.deps, c.var.actor, siteSnapshot().publication, number);
    return redirect(`/newsroom/ads/invoices?show=overdue&reminded=${encodeURIComponent(number)}`);
  } catch (error) {
    return renderFormError(error, (failure, status) => page(c, 'overdue', failure, status));
  }
}

/** `GET /newsroom/ads/invoices.csv`. */
export async function exportInvoices(c: Context): Promise<Response> {
  const today = todayOf(c);
  return new Response(await exportMoney(c.var.deps.db.read, c.var.actor, today), {
    headers: {
      'Content-Type': 'text/csv; charset=utf-8',
      'Content-Disposition': `attachment; filename="invoices-${today}.csv"`,
      'Cache-Control': 'no-store',
    },
  });
}

async function page(c: Context, list: List, failure: Failure | null, status: number): Promise<Response> {
  const { deps, actor } = c.var;
  const open = await listOpenInvoices(deps.db.read, actor, todayOf(c));
  const overdue = open.filter(({ daysOverdue }) => daysOverdue > 0);
  const refunds = await listOwedRefunds(deps.db.read, actor);
  return newsroomPage(c, {
    title: 'Invoices',
    status,
    styles: AD_STYLES,
    toast: failure ? null : remindedToast(c),
    head: { title: 'Invoices', others: [{ text: 'Export as CSV', href: '/newsroom/ads/invoices.csv' }] },
    main: html`${tabs(
      'Lists of invoices',
      Object.entries(LISTS).map(([id, text]) => ({
        text,
        href: `/newsroom/ads/invoices${id === 'all' ? '' : `?show=${id}`}`,
        isCurrent: id === list,
        ...(id !== 'all' && { count: { open, overdue, refunds }[id as Exclude<List, 'all'>].length }),
      })),
    )}
${refusalSummary(failure)}
<dl class="facts">
<div><dt>Not paid</dt><dd>${sumWords(open.map(toAmount), 'invoice')}</dd></div>
<div><dt>of it overdue</dt><dd>${sumWords(overdue.map(toAmount), 'invoice')}</dd></div>
<div><dt>Refunds owed</dt><dd>${sumWords(
      refunds.map(({ refundCents: cents, document: { currency } }) => ({ cents, currency })),
      'credit note',
    )}</dd></div></dl>
${list === 'all' ? await allInvoices(c) : ''}
${list === 'open' ? openTable(c, open) : ''}
${list === 'overdue' ? openTable(c, overdue) : ''}
${list === 'refunds' ? refundTable(refunds) : ''}`,
  });
}

/** After a reminder: a word. */
function remindedToast(c: Context): Toast | null {
  const number = c.req.query('reminded') ?? '';
  return /^[\w-]{1,40}$/.test(number) ? { text: `The reminder of invoice ${number} waits to be sent.` } : null;
}

function todayOf(c: Context): string {
  return dayIn(now(c.var.deps), siteSnapshot().publication.timeZone);
}

type Amount = { cents: number; currency: string | undefined };

function toAmount({ totalCents, document }: ListedInvoice): Amount {
  return { cents: totalCents, currency: document.currency };
}

/** The sum in each currency: amounts of different currencies are never added. */
function sumWords(amounts: readonly Amount[], what: string): string {
  const byCurrency = Object.entries(Object.groupBy(amounts, ({ currency }) => currency ?? USUAL_CURRENCY));
  const sums = byCurrency.map(([currency, some = []]) =>
    formatAmount(
      some.reduce((sum, { cents }) => sum + cents, 0),
      currency,
    ),
  );
  return amounts.length === 0
    ? 'nothing'
    : `${sums.join(' and ')}, ${amounts.length} ${what}${amounts.length === 1 ? '' : 's'}`;
}

/** The currency of a list, where it has only one. */
function amountHeading(documents: readonly { document: { currency?: string } }[]): string {
  const names = new Set(documents.map(({ document }) => currencyName(document.currency)));
  return names.size === 1 ? [...names].join('') : 'Amount';
}

async function allInvoices(c: Context): Promise<Html> {
  const before = c.req.query('before');
  const invoices = await listInvoices(c.var.deps.db.read, c.var.actor, {
    limit: SHOWN + 1,
    ...(before !== undefined && { before }),
  });
  const shown = invoices.slice(0, SHOWN);
  return html`${shown.length === 0 ? emptyState({ title: 'No invoice yet', text: 'Issue one on the page of an accepted order.' }) : invoiceTable(shown)}
${invoices.length > SHOWN ? html`<p><a href="/newsroom/ads/invoices?before=${shown.at(-1)?.number ?? ''}">Earlier invoices</a></p>` : ''}`;
}

function openTable(c: Context, invoices: readonly OpenInvoice[]): Html {
  if (invoices.length === 0) return emptyState({ title: 'None' });
  const { mail, reminderDays } = c.var.config;
  const days = reminderDays.join(', ');
  return html`<p class="hint">${mail && days !== '' ? `The server reminds of an unpaid invoice ${days} days after it was due. Record payments before.` : mailNote(c, 'The server sends no reminders (INVOICE_REMINDER_DAYS).')}</p>
${table({
  caption: 'Invoices that are not paid, those that are due first at the top',
  hasUnseenCaption: true,
  columns: [
    { text: 'Number' },
    { text: 'Advertiser' },
    { text: 'Order' },
    { text: 'Due' },
    { text: amountHeading(invoices), isNumber: true },
    { text: 'Reminders' },
    { text: 'Payment', isUnseen: true },
  ],
  rows: invoices.map((invoice) => [
    html`<a class="whole" href="/newsroom/ads/invoices/${invoice.number}.pdf">${invoice.number}</a>`,
    invoice.advertiser,
    html`<a href="/newsroom/ads/${invoice.orderId}">${invoice.reference}</a>`,
    dueWords(invoice),
    formatAmount(invoice.totalCents, invoice.document.currency),
    reminderWords(invoice),
    paidForm(invoice, todayOf(c)),
  ]),
})}`;
}

/** The payment of today with one press; another day is typed on the order's page. */
function paidForm({ number, orderId }: OpenInvoice, today: string): Html {
  return html`<form method="post" action="/newsroom/ads/invoices/${number}/paid"><input type="hidden" name="paidOn" value="${today}">${button({ text: html`Paid today<span class="unseen"> invoice ${number}</span>`, weight: 'plain' })}</form><a class="by" href="/newsroom/ads/${orderId}#step-title">another day</a>`;
}

function dueWords({ dueOn, daysOverdue }: OpenInvoice): Html {
  if (dueOn === null) return html`no due date`;
  const late = pill(`${daysOverdue} ${daysOverdue === 1 ? 'day' : 'days'} overdue`, 'block');
  return html`<time datetime="${dueOn}">${dueOn}</time>${daysOverdue > 0 ? html` ${late}` : ''}`;
}

function reminderWords({ number, daysOverdue, reminders }: OpenInvoice): Html {
  const form = html`<form method="post" action="/newsroom/ads/invoices/${number}/remind">${button({ text: html`Send a reminder<span class="unseen"> of invoice ${number}</span>`, weight: 'plain' })}</form>`;
  return html`${reminders.map(({ sentAt, sentBy }) => html`${formatTime(sentAt)} (UTC) <span class="by">by ${sentBy}</span>`)}${daysOverdue > 0 ? form : ''}`;
}

function refundTable(refunds: readonly OwedRefund[]): Html {
  if (refunds.length === 0) return emptyState({ title: 'None' });
  return table({
    caption: 'Refunds that are owed, oldest first',
    hasUnseenCaption: true,
    columns: [
      { text: 'Credit note' },
      { text: 'Advertiser' },
      { text: 'Order' },
      { text: 'Issued' },
      { text: amountHeading(refunds), isNumber: true },
    ],
    rows: refunds.map(({ number, advertiser, orderId, reference, document, refundCents }) => [
      html`<a class="whole" href="/newsroom/ads/credit-notes/${number}.pdf">${number}</a>`,
      advertiser,
      html`<a href="/newsroom/ads/${orderId}">${reference}</a>`,
      document.issuedOn,
      formatAmount(refundCents, document.currency),
    ]),
  });
}

function invoiceTable(invoices: readonly ListedInvoice[]): Html {
  return table({
    caption: 'Invoices, latest first',
    hasUnseenCaption: true,
    columns: [
      { text: 'Number' },
      { text: 'Advertiser' },
      { text: 'Order' },
      { text: 'Issued (UTC)' },
      { text: amountHeading(invoices), isNumber: true },
      { text: 'Paid' },
    ],
    rows: invoices.map((invoice) => [
      html`<a class="whole" href="/newsroom/ads/invoices/${invoice.number}.pdf">${invoice.number}</a>`,
      invoice.advertiser,
      html`<a href="/newsroom/ads/${invoice.orderId}">${invoice.reference}</a>, ${STATE_LABELS[invoice.state as OrderState].name.toLowerCase()}`,
      formatTime(invoice.issuedAt),
      formatAmount(invoice.totalCents, invoice.document.currency),
      paidWords(invoice),
    ]),
  });
}

function paidWords({ paidOn, paidNote, paidBy, creditedBy, state }: ListedInvoice): Html | string {
  const paid = paidOn
    ? html`${paidOn} <span class="by">${paidNote}${paidNote ? ', ' : ''}recorded by ${paidBy}</span>`
    : null;
  if (creditedBy)
    return html`${pill('reversed')} by <a href="/newsroom/ads/credit-notes/${creditedBy}.pdf">${creditedBy}</a>${paid ? html`; was paid ${paid}` : ''}`;
  if (paid) return paid;
  return state === 'cancelled' ? 'nothing is owed' : pill('not paid');
}
