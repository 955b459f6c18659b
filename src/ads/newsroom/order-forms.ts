import { html } from 'hono/html';
import * as z from 'zod';
import { billingSchema } from '#ads/orders/billing.ts';
import { CHECKLIST } from '#ads/orders/decide-order.ts';
import { Failure } from '#core/failure.ts';
import { text } from '#core/text.ts';
import type { Html } from '#html/html.ts';
import { button, type Weight } from '#html/newsroom/kit/button.ts';
import {
  drawFields,
  type Fields,
  type FormIssue,
  formFields,
  issuesOf,
  readFields,
  typedOf,
  type Values,
  wrongFields,
} from '#html/newsroom/kit/form.ts';
import type { Upload } from '#http/upload.ts';

// The forms on the page of an order: each is declared once, read by its act and drawn by the page. `name` begins the ids of its fields.

/** A form of the page that was refused: which one, what was typed, and why. */
export type RefusedOrder = { form: string; typed: URLSearchParams; failure: Failure; status: number };

export const day = z.iso.date({ error: 'must be a day such as 2026-11-21' });

export const PAYMENT = formFields({
  paidOn: { label: 'Paid on', kind: 'date', schema: day, subject: 'The day' },
  note: { label: 'How', placeholder: 'bank transfer', schema: text({ max: 200 }), subject: 'The note', optional: true },
});

export const REFUND = formFields({
  refundedOn: { label: 'Refunded on', kind: 'date', schema: day, subject: 'The day' },
  note: { label: 'How', schema: text({ max: 200 }), subject: 'The note', optional: true },
});

export const REASON = formFields({
  reason: { label: 'Reason', schema: text({ min: 3, max: 300 }), subject: 'The reason' },
});

export const LONG_REASON = formFields({
  reason: {
    label: 'The reason, which the advertiser gets by email',
    kind: 'area',
    schema: text({ min: 3, max: 1000, lines: true }),
    subject: 'The reason',
  },
});

/** The same field with another label. */
export function reasonFields(label: string) {
  return { reason: { ...REASON.reason, label } };
}

export const TICKS = formFields({
  ticks: {
    label: 'I looked at each creative, and',
    kind: 'boxes',
    options: CHECKLIST.map(({ id, words }) => ({ value: id, text: words })),
  },
});

export const ONE_DAY = formFields({
  startsOn: { label: 'First day (UTC)', kind: 'date', schema: day, subject: 'The first day' },
});

export const DATES = formFields({
  ...ONE_DAY,
  endsOn: { label: 'Last day', kind: 'date', schema: day, subject: 'The last day', optional: true },
});

export const HOLD = formFields({
  until: { label: 'Last day of the hold', kind: 'date', schema: day, subject: 'The last day' },
});

const because = text({ min: 3, max: 1000 });
export const BOOKING = formFields({
  onCreditBecause: { label: 'Reason for booking on credit', schema: because, subject: 'The reason', optional: true },
  differsBecause: {
    label: 'Why its product differs from the sponsor’s',
    schema: because,
    subject: 'The reason',
    optional: true,
  },
});

export const DESPITE = formFields({
  despite: {
    label: 'Another order has its days or its category',
    kind: 'boxes',
    options: [{ value: 'yes', text: 'Issue it although another order has its days or its category' }],
    optional: true,
  },
});

export const BILLING = formFields({
  address: {
    label: 'Address',
    kind: 'area',
    rows: 4,
    schema: billingSchema.shape.address,
    subject: 'The billing address',
    optional: true,
  },
  taxNumber: { label: 'Tax number', schema: billingSchema.shape.taxNumber, subject: 'The tax number', optional: true },
  taxExempt: {
    label: 'Why no tax is charged',
    hint: 'Such as: reverse charge. Printed on the invoice. Leave it empty to charge the tax rate.',
    schema: billingSchema.shape.taxExempt,
    subject: 'The reason for no tax',
    optional: true,
  },
});

export const CANCELLATION = formFields({
  inWriting: { label: 'The advertiser’s letter or email', schema: text({ min: 1, max: 300 }) },
  arrivedOn: {
    label: 'The day it arrived (UTC)',
    kind: 'date',
    schema: day,
    subject: 'The day it arrived',
    optional: true,
  },
  lateBecause: {
    label: 'If it arrived too late: the reason to cancel nevertheless',
    schema: text({ min: 1, max: 500 }),
    subject: 'The reason',
    optional: true,
  },
});
export const OUR_CANCELLATION = formFields({
  inWriting: {
    label: 'The reason, which the advertiser gets by email',
    schema: text({ min: 1, max: 300 }),
    subject: 'The reason',
  },
});

export type OrderForm = {
  name: string;
  action: string;
  fields?: Fields;
  /** The stored values, as a person would type them. */
  values?: Readonly<Record<string, unknown>>;
  /** Markup before the fields: hidden fields, a hint. */
  before?: Html | string;
  after?: Html | string;
  button: Html | string;
  weight?: Weight;
};

/** A form of the page; after a refusal with what was typed, and what is wrong beside its field. */
export function orderForm(refused: RefusedOrder | null, form: OrderForm): Html {
  const { name, action, fields = {}, values = {}, before = '', after = '', button: words, weight = 'plain' } = form;
  const isThis = refused?.form === name;
  const shown = isThis ? { typed: refused.typed, failure: refused.failure } : { typed: typedOf(fields, values) };
  return html`<form class="entry" method="post" action="${action}">${before}
${drawFields(fields, shown, { ids: `${name}-` })}${after}<p>${button({ text: words, weight })}</p></form>`;
}

/** Forms that are rarely needed, behind their name. It is open after one of them was refused. */
export function folded(refused: RefusedOrder | null, names: readonly string[], title: string, inner: Html): Html {
  return html`<details${refused && names.includes(refused.form) ? html` open` : ''}><summary>${title}</summary>${inner}</details>`;
}

/**
 * Reads a form and does its act. What the act refuses about the one field that it depends on is reported beside that field.
 * @throws what the act throws
 */
export async function withFields<F extends Fields, Done>(
  fields: F,
  typed: URLSearchParams,
  about: (keyof F & string) | null,
  work: (values: Values<F>) => Promise<Done>,
): Promise<Done> {
  const values = readFields(fields, typed);
  try {
    return await work(values);
  } catch (error) {
    throw about === null ? error : blame(error, about);
  }
}

/** A refusal that is about a field, beside that field. */
export function blame(error: unknown, path: string): unknown {
  if (!(error instanceof Failure) || error.kind !== 'validation_failed' || issuesOf(error).length > 0) return error;
  const { hint, more } = error.detail;
  const issues = [{ path, message: error.message }];
  return new Failure(error.kind, error.message, {
    ...error.detail,
    ...(hint !== undefined && { hint }),
    more: { ...more, issues },
  });
}

/** Reads the words of a form with a file; a missing file and every wrong word are named at once. @throws validation_failed */
export function readFileForm<F extends Fields>(
  fields: F,
  { fields: typed }: Pick<Upload, 'fields'>,
  file: Uint8Array,
): { words: Values<F>; file: Uint8Array } {
  const issues: FormIssue[] = file.byteLength === 0 ? [{ path: 'file', message: 'Choose a file.' }] : [];
  try {
    const words = readFields(fields, new URLSearchParams(typed));
    if (issues.length === 0) return { words, file };
  } catch (error) {
    const refusals = issuesOf(error instanceof Failure ? error : null);
    if (refusals.length === 0) throw error;
    issues.push(...refusals);
  }
  throw wrongFields(issues);
}
