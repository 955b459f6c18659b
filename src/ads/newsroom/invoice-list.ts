import { html } from 'hono/html';
import { dayIn } from '#ads/orders/documents.ts';
import { type ListedInvoice, listInvoices } from '#ads/orders/invoices.ts';
import { exportMoney } from '#ads/orders/money-table.ts';
import { listOpenInvoices, listOwedRefunds, type OpenInvoice, type OwedRefund } from '#ads/orders/open-invoices.ts';
import type { OrderState } from '#ads/orders/orders.ts';
import { sendReminder } from '#ads/orders/reminders.ts';
import type { Failure } from '#core/failure.ts';
import { dollars } from '#core/money.ts';
import type { Html } from '#html/html.ts';
import { refusalNote, renderFormError } from '#html/newsroom/form.ts';
import { newsroomPage, redirect } from '#html/newsroom/page.ts';
import { formatTime } from '#html/newsroom/time.ts';
import type { Context } from '#http/context.ts';
import { now } from '#runtime/deps.ts';
import { AD_STYLES, adNavigation, mailNote, STATE_LABELS } from './ad-labels.ts';

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
  try {
    await sendReminder(c.var.deps, c.var.actor, c.var.config.publication, c.req.param('number') ?? '');
    return redirect('/newsroom/ads/invoices?show=overdue');
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
    main: html`<h1>Invoices</h1>
${adNavigation('invoices')}
${refusalNote(failure)}
<nav class="ad-ways" aria-label="Lists of invoices"><ul>${Object.entries(LISTS).map(
      ([id, name]) =>
        html`<li><a href="/newsroom/ads/invoices${id === 'all' ? '' : `?show=${id}`}"${id === list ? html` aria-current="page"` : ''}>${name}</a></li>`,
    )}<li><a href="/newsroom/ads/invoices.csv">CSV of all</a></li></ul></nav>
<dl class="facts">
<div><dt>Not paid</dt><dd>${sumWords(
      open.map(({ totalCents }) => totalCents),
      'invoice',
    )}</dd></div>
<div><dt>of it overdue</dt><dd>${sumWords(
      overdue.map(({ totalCents }) => totalCents),
      'invoice',
    )}</dd></div>
<div><dt>Refunds owed</dt><dd>${sumWords(
      refunds.map(({ refundCents }) => refundCents),
      'credit note',
    )}</dd></div></dl>
${list === 'all' ? await allInvoices(c) : ''}
${list === 'open' ? openTable(c, open) : ''}
${list === 'overdue' ? openTable(c, overdue) : ''}
${list === 'refunds' ? refundTable(refunds) : ''}`,
  });
}

function todayOf(c: Context): string {
  return dayIn(c.var.config.publication.timeZone, now(c.var.deps));
}

function sumWords(cents: readonly number[], what: string): string {
  const sum = dollars(cents.reduce((total, one) => total + one, 0));
  return cents.length === 0 ? 'nothing' : `${sum}, ${cents.length} ${what}${cents.length === 1 ? '' : 's'}`;
}

async function allInvoices(c: Context): Promise<Html> {
  const before = c.req.query('before');
  const found = await listInvoices(c.var.deps.db.read, c.var.actor, {
    limit: SHOWN + 1,
    ...(before !== undefined && { before }),
  });
  const shown = found.slice(0, SHOWN);
  return html`${shown.length === 0 ? html`<p>No invoice yet. Issue one on the page of an accepted order.</p>` : table(shown)}
${found.length > SHOWN ? html`<p><a href="/newsroom/ads/invoices?before=${shown.at(-1)?.number ?? ''}">Earlier invoices</a></p>` : ''}`;
}

function openTable(c: Context, invoices: readonly OpenInvoice[]): Html {
  if (invoices.length === 0) return html`<p>None.</p>`;
  const { mail, reminderDays } = c.var.config;
  const days = reminderDays.join(', ');
  return html`<p class="hint">${mail && days !== '' ? `The server reminds of an invoice by itself ${days} days after it was due. Record payments before.` : mailNote(c, 'No reminder is sent by itself (INVOICE_REMINDER_DAYS).')}</p>
<table class="plan">
<caption class="unseen">Invoices that are not paid, those that are due first at the top</caption>
<thead><tr><th scope="col">Number</th><th scope="col">Advertiser</th><th scope="col">Order</th><th scope="col">Due</th><th scope="col" class="number">US dollars</th><th scope="col">Reminders</th></tr></thead>
<tbody>${invoices.map(
    (one) => html`<tr><th scope="row"><a href="/newsroom/ads/invoices/${one.number}.pdf">${one.number}</a></th>
<td>${one.advertiser}</td>
<td><a href="/newsroom/ads/${one.orderId}">${one.reference}</a></td>
<td>${dueWords(one)}</td>
<td class="number"><span class="label">US dollars</span> ${dollars(one.totalCents)}</td>
<td>${reminderWords(one)}</td></tr>`,
  )}</tbody></table>`;
}

function dueWords({ dueOn, daysOverdue }: OpenInvoice): Html {
  if (dueOn === null) return html`no due date`;
  const late = html` <b class="mark trouble">${daysOverdue} ${daysOverdue === 1 ? 'day' : 'days'} overdue</b>`;
  return html`<span class="label">Due</span> <time datetime="${dueOn}">${dueOn}</time>${daysOverdue > 0 ? late : ''}`;
}

function reminderWords({ number, daysOverdue, reminders }: OpenInvoice): Html {
  const form = html`<form method="post" action="/newsroom/ads/invoices/${number}/remind"><button class="plain" aria-label="Send a reminder of invoice ${number}">Send a reminder</button></form>`;
  return html`${reminders.map(({ sentAt, sentBy }) => html`${formatTime(sentAt)} (UTC) <span class="by">by ${sentBy}</span><br>`)}${daysOverdue > 0 ? form : ''}`;
}

function refundTable(refunds: readonly OwedRefund[]): Html {
  if (refunds.length === 0) return html`<p>None.</p>`;
  return html`<table class="plan">
<caption class="unseen">Refunds that are owed, oldest first</caption>
<thead><tr><th scope="col">Credit note</th><th scope="col">Advertiser</th><th scope="col">Order</th><th scope="col">Issued</th><th scope="col" class="number">US dollars</th></tr></thead>
<tbody>${refunds.map(
    ({
      number,
      advertiser,
      orderId,
      reference,
      document,
      refundCents,
    }) => html`<tr><th scope="row"><a href="/newsroom/ads/credit-notes/${number}.pdf">${number}</a></th>
<td>${advertiser}</td><td><a href="/newsroom/ads/${orderId}">${reference}</a></td><td>${document.issuedOn}</td>
<td class="number"><span class="label">US dollars</span> ${dollars(refundCents)}</td></tr>`,
  )}</tbody></table>`;
}

function table(invoices: ListedInvoice[]): Html {
  return html`<table class="plan">
<caption class="unseen">Invoices, latest first</caption>
<thead><tr><th scope="col">Number</th><th scope="col">Advertiser</th><th scope="col">Order</th><th scope="col">Issued (UTC)</th><th scope="col" class="number">US dollars</th><th scope="col">Paid</th></tr></thead>
<tbody>${invoices.map(
    (one) => html`<tr><th scope="row"><a href="/newsroom/ads/invoices/${one.number}.pdf">${one.number}</a></th>
<td>${one.advertiser}</td>
<td><a href="/newsroom/ads/${one.orderId}">${one.reference}</a>, ${STATE_LABELS[one.state as OrderState].name.toLowerCase()}</td>
<td>${formatTime(one.issuedAt)}</td>
<td class="number"><span class="label">US dollars</span> ${dollars(one.totalCents)}</td>
<td>${paidWords(one)}</td></tr>`,
  )}</tbody></table>`;
}

function paidWords({ paidOn, paidNote, paidBy, creditedBy, state }: ListedInvoice): Html {
  const paid = paidOn ? html`${paidOn} <span class="by">${paidNote}, recorded by ${paidBy}</span>` : null;
  if (creditedBy)
    return html`<b class="mark">reversed</b> by <a href="/newsroom/ads/credit-notes/${creditedBy}.pdf">${creditedBy}</a>${paid ? html`; was paid ${paid}` : ''}`;
  if (paid) return paid;
  return state === 'cancelled' ? html`nothing is owed` : html`<b class="mark">not paid</b>`;
}
