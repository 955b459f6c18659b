import { html } from 'hono/html';
import type { CreditNote } from '#ads/orders/credit-notes.ts';
import type { Invoice } from '#ads/orders/invoices.ts';
import type { Order } from '#ads/orders/orders.ts';
import type { Html } from '#html/html.ts';
import { button } from '#html/newsroom/kit/button.ts';
import type { Toast } from '#html/newsroom/page.ts';
import { shortDays } from './ad-labels.ts';

// The word after an act on an order, and the form that takes it back where it can be.

/** What the word is made of. */
type Shown = {
  order: Order;
  invoice: Pick<Invoice, 'number' | 'paidOn'> | null;
  heldUntil?: string | null;
  creditNotes?: readonly Pick<CreditNote, 'number' | 'refundedOn'>[];
};

const WORDS = {
  accepted: () => 'The ad is accepted.',
  billing: () => 'The billing details are saved.',
  booked: ({ order }: Shown) => `The days are booked: ${shortDays(order)}.`,
  cancelled: () => 'The order is cancelled.',
  closed: () => 'The order is closed.',
  corrected: () => 'The order is corrected.',
  credited: () => 'The credit note is issued.',
  dates: ({ order }: Shown) => `The order is now for ${shortDays(order)}.`,
  emailed: () => 'The email waits to be sent.',
  filed: () => 'The file fits and is added.',
  held: ({ heldUntil }: Shown) => `The days are on hold until ${heldUntil ?? 'the last day'}.`,
  invoiced: ({ invoice }: Shown) => `Invoice ${invoice?.number ?? ''} is issued.`,
  linked: () => 'The advertiser has a new link.',
  moved: ({ order }: Shown) => `The ad is booked for ${shortDays(order)}.`,
  offered: () => 'The insertion order is made.',
  opened: ({ order }: Shown) => `Order ${order.reference} is open.`,
  paid: ({ invoice }: Shown) => `Invoice ${invoice?.number ?? ''} is recorded as paid on ${invoice?.paidOn ?? ''}.`,
  payment: ({ invoice }: Shown) => `The payment of invoice ${invoice?.number ?? ''} is corrected.`,
  refund: () => 'The refund is corrected.',
  refunded: () => 'The refund is recorded.',
  refused: () => 'The ad is refused.',
  released: () => 'The days are released.',
  renewed: ({ order }: Shown) => `Order ${order.reference} is open.`,
  told: () => 'The advertiser gets an email that says why.',
  unlinked: () => 'The link has ended.',
  unpaid: ({ invoice }: Shown) => `Invoice ${invoice?.number ?? ''} counts as not paid.`,
  unrefunded: () => 'The refund is owed again.',
  withdrawn: () => 'The file is withdrawn.',
  'io-withdrawn': () => 'The insertion order is withdrawn.',
} satisfies Record<string, (shown: Shown) => string>;
export type Done = keyof typeof WORDS;

/** The word for `done` of the address; null for an address without it, and where the order says otherwise since. */
export function doneToast({ done = '', at = '' }: Record<string, string>, shown: Shown): Toast | null {
  if (!Object.hasOwn(WORDS, done)) return null;
  const word = done as Done;
  if (word === 'paid' && !shown.invoice?.paidOn) return null;
  if (word === 'invoiced' && !shown.invoice) return null;
  const undo = undoOf(word, shown, at);
  return { text: WORDS[word](shown), ...(undo && { undo }) };
}

const BY_MISTAKE = 'Undone at once: recorded by mistake.';

function undoOf(done: Done, { order, invoice, heldUntil, creditNotes = [] }: Shown, at: string): Html | null {
  if (done === 'paid' && invoice)
    return undoForm(`/newsroom/ads/invoices/${invoice.number}/unpaid`, { reason: BY_MISTAKE, at });
  if (done === 'held' && heldUntil) return undoForm(`/newsroom/ads/${order.id}/release`, {});
  const refunded = creditNotes.filter(({ refundedOn }) => refundedOn !== null);
  if (done === 'refunded' && refunded.length === 1)
    return undoForm(`/newsroom/ads/credit-notes/${refunded[0]?.number}/refund/undo`, { reason: BY_MISTAKE });
  return null;
}

function undoForm(action: string, fields: Record<string, string>): Html {
  return html`<form method="post" action="${action}">${Object.entries(fields).map(([name, value]) => (value === '' ? '' : html`<input type="hidden" name="${name}" value="${value}">`))}${button({ text: 'Undo', weight: 'plain' })}</form>`;
}
