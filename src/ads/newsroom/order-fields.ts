import * as z from 'zod';
import { requireAhead, spanOf } from '#ads/catalog/ad-calendar.ts';
import type { AdvertisingCatalog } from '#ads/catalog/catalog-schema.ts';
import { CATEGORIES, readCategory } from '#ads/catalog/categories.ts';
import { termOf } from '#ads/catalog/units.ts';
import { type OrderCorrection, orderCorrectionSchema } from '#ads/orders/correct-order.ts';
import { type Inquiry, inquirySchema, requireSigned } from '#ads/orders/open-inquiry.ts';
import type { Order } from '#ads/orders/orders.ts';
import { Failure } from '#core/failure.ts';
import { currencyName, formatAmount, readAmount } from '#core/money.ts';
import type { Html } from '#html/html.ts';
import { field } from '#html/newsroom/kit/field.ts';
import {
  type Fields,
  type FormIssue,
  formFields,
  issuesOf,
  readFields,
  type ShownForm,
  type Values,
  wrongFields,
} from '#html/newsroom/kit/form.ts';
import { day } from './order-forms.ts';

// The fields of an order, for the form that opens one and the form that corrects one. Fields that depend on each other are
// checked together, and each wrong one is named.

const { shape } = inquirySchema;

const WHO = formFields({
  contactName: { label: 'Contact', schema: shape.contactName, subject: 'The contact' },
  contactEmail: {
    label: 'Contact’s email address',
    kind: 'email',
    schema: shape.contactEmail,
    subject: 'The contact’s address',
  },
});

const CATEGORY = formFields({
  category: {
    label: 'Product category',
    hint: 'A sponsor is the only advertiser of its category in an issue.',
    kind: 'select',
    none: 'Choose one',
    options: [
      ...CATEGORIES.map(({ id, label }) => ({ value: id as string, text: label as string })),
      { value: 'other', text: 'Other: …' },
    ],
    schema: z.string().max(80),
    subject: 'The product category',
  },
  otherCategory: {
    label: 'Other category, if the list has none that fits',
    schema: shape.category,
    subject: 'The other category',
    optional: true,
  },
});

const NOTE = formFields({
  note: { label: 'Note, only for the ad desk', kind: 'area', schema: shape.note, subject: 'The note', optional: true },
});

const BY_ORDER = { value: 'insertion order', text: 'the rate of a signed insertion order:' };

/** The rate of an order. A new order of a custom program may have a rate that the advertiser has not accepted yet. */
function rateFields(currency: string, isNew: boolean) {
  return formFields({
    rate: {
      label: 'Rate',
      kind: 'choice',
      options: isNew
        ? [
            { value: 'list', text: 'the list price' },
            { value: 'proposed', text: 'for a custom program: a rate that the advertiser accepts later' },
            BY_ORDER,
          ]
        : [{ value: 'list', text: 'as it is, without an insertion order' }, BY_ORDER],
    },
    orderNumber: {
      label: 'Its number',
      schema: z.string().max(160),
      subject: 'The number of the insertion order',
      optional: true,
    },
    signedOn: { label: 'Signed on', kind: 'date', schema: day, subject: 'The day of the signature', optional: true },
    amount: { label: `Rate in ${currencyName(currency)}`, subject: 'The rate', optional: true },
  });
}

/** The fields of a new order. `proposals` are the names of known advertisers. */
export function inquiryFields({ units, currency }: AdvertisingCatalog, proposals: readonly string[] = []) {
  return formFields({
    unit: {
      label: 'Unit',
      kind: 'choice',
      options: units.map(({ id, title, term, listPriceCents }) => ({
        value: id,
        text: `${title}, ${listPriceCents === null ? 'on request' : `${term}, ${formatAmount(listPriceCents, currency)}`}`,
      })),
      schema: z.string().refine((id) => units.some((unit) => unit.id === id), { error: 'must be on the rate card' }),
      subject: 'The unit',
    },
    advertiser: {
      label: 'Advertiser',
      hint: 'The exact legal name. It is printed on the invoice.',
      proposals,
      schema: shape.advertiser,
      subject: 'The advertiser',
    },
    ...CATEGORY,
    ...WHO,
    startsOn: {
      label: 'First day',
      hint: 'UTC. An issue starts on a quarter’s first day, the Field Brief goes out on Tuesdays, by the day in its own time zone.',
      kind: 'date',
      schema: day,
      subject: 'The first day',
    },
    endsOn: {
      label: 'Last day, of a custom program',
      kind: 'date',
      schema: day,
      subject: 'The last day',
      optional: true,
    },
    ...rateFields(currency, true),
    ...NOTE,
  });
}

/** The fields of a correction that the order still takes. */
export function correctionFields(
  { advertiser, currency }: Order,
  { isBefore, hasInvoice }: { isBefore: boolean; hasInvoice: boolean },
): Fields {
  return {
    advertiser: {
      label: 'Advertiser',
      hint: 'The exact legal name. An issued invoice does not change.',
      schema: shape.advertiser,
      subject: 'The advertiser',
    },
    ...(isBefore && {
      advertiserIs: {
        label: 'Another name',
        kind: 'choice',
        options: [
          { value: 'renamed', text: `corrects the name of ${advertiser}, on all its orders` },
          { value: 'another', text: 'gives this order to another advertiser' },
        ],
      },
      ...CATEGORY,
    }),
    ...WHO,
    ...(!hasInvoice && rateFields(currency, false)),
    ...NOTE,
  };
}

type OrderValues = Values<
  typeof CATEGORY &
    typeof WHO &
    typeof NOTE &
    ReturnType<typeof rateFields> & { advertiser: { schema: typeof shape.advertiser; label: string } }
>;

/** Reads fields, and then what depends on several of them; every wrong field is named at once. */
function readTogether<F extends Fields>(
  fields: F,
  typed: URLSearchParams,
  together: (wrong: (path: string, message: string) => void) => void,
): Values<F> {
  const issues: FormIssue[] = [];
  let values: Values<F> | null = null;
  try {
    values = readFields(fields, typed);
  } catch (error) {
    issues.push(...issuesOf(error instanceof Failure ? error : null));
    if (issues.length === 0) throw error;
  }
  together((path, message) => {
    if (!issues.some((issue) => issue.path === path)) issues.push({ path, message });
  });
  if (values && issues.length === 0) return values;
  const order = Object.keys(fields);
  throw wrongFields(issues.toSorted((issue, other) => order.indexOf(issue.path) - order.indexOf(other.path)));
}

type Wrong = (path: string, message: string) => void;

/** Reports what a rule refuses beside the field that the rule is about. */
function holdTo(wrong: Wrong, path: string, rule: () => unknown): void {
  try {
    rule();
  } catch (error) {
    if (!(error instanceof Failure)) throw error;
    wrong(path, error.message);
  }
}

/** The rate: with an insertion order its number and its day too. */
function checkRate(typed: URLSearchParams, currency: string, today: string, wrong: Wrong): void {
  const rate = typed.get('rate') || 'list';
  if (rate === 'list') return;
  if (readAmount(typed.get('amount') ?? '', currency) === null) wrong('amount', noRate(currency));
  if (rate !== 'insertion order') return;
  if (!typed.get('orderNumber')) wrong('orderNumber', 'The number of the insertion order must not be empty.');
  const signedOn = typed.get('signedOn') ?? '';
  if (signedOn === '') wrong('signedOn', 'The day of the signature must not be empty.');
  else if (day.safeParse(signedOn).success) holdTo(wrong, 'signedOn', () => requireSigned(today, signedOn));
}

function checkCategory(typed: URLSearchParams, wrong: Wrong): void {
  const category = typed.get('category') ?? '';
  if (category === 'other' && !typed.get('otherCategory')) wrong('otherCategory', 'Name the product category.');
  else if (category !== '' && category !== 'other') holdTo(wrong, 'category', () => readCategory(category));
}

/** The order of a new inquiry. @throws validation_failed that names every wrong field */
export function readInquiry(typed: URLSearchParams, catalog: AdvertisingCatalog, today: string): Inquiry {
  const read = readTogether(inquiryFields(catalog), withRate(typed), (wrong) => {
    checkRate(typed, catalog.currency, today, wrong);
    checkCategory(typed, wrong);
    const [unit = '', startsOn = '', endsOn = ''] = ['unit', 'startsOn', 'endsOn'].map((name) => typed.get(name) ?? '');
    const chosen = catalog.units.find(({ id }) => id === unit);
    if (chosen?.listPriceCents === null && (typed.get('rate') || 'list') === 'list')
      wrong('rate', `${chosen.title} has no list price. Give the rate of the signed insertion order, or propose one.`);
    if (!day.safeParse(startsOn).success || !chosen) return;
    const until = day.safeParse(endsOn).success ? endsOn : null;
    const lacksEnd = until === null && termOf(unit) === 'as agreed';
    holdTo(wrong, 'startsOn', () => requireAhead(today, { startsOn, endsOn: until }));
    holdTo(wrong, lacksEnd ? 'endsOn' : 'startsOn', () => spanOf(unit, startsOn, until));
  });
  const { unit, startsOn, endsOn } = read;
  const advertiserChoice = typed.get('advertiserChoice');
  const cents = readAmount(read.amount ?? '', catalog.currency);
  return {
    ...commonOf(read, catalog.currency),
    unit,
    startsOn,
    endsOn,
    ...(read.rate === 'proposed' && cents !== null && { proposedCents: cents }),
    ...(advertiserChoice && { advertiserChoice: advertiserChoice.slice(0, 40) }),
  };
}

/** A correction of an order. @throws validation_failed that names every wrong field */
export function readCorrection(typed: URLSearchParams, order: Order, today: string): OrderCorrection {
  const fields = {
    ...inCorrection,
    ...rateFields(order.currency, false),
  };
  const read = readTogether(fields, withRate(typed), (wrong) => {
    checkRate(typed, order.currency, today, wrong);
    checkCategory(typed, wrong);
  });
  const advertiserIs = orderCorrectionSchema.shape.advertiserIs.safeParse(typed.get('advertiserIs')).data ?? 'renamed';
  const advertiserChoice = typed.get('advertiserChoice');
  return {
    ...commonOf(read, order.currency),
    advertiserIs,
    ...(advertiserChoice && { advertiserChoice: advertiserChoice.slice(0, 40) }),
  };
}

const inCorrection = formFields({
  advertiser: { label: 'Advertiser', schema: shape.advertiser, subject: 'The advertiser' },
  ...CATEGORY,
  ...WHO,
  ...NOTE,
});

/** A form without a rate means the list price. */
function withRate(typed: URLSearchParams): URLSearchParams {
  const all = new URLSearchParams(typed);
  if (!all.get('rate')) all.set('rate', 'list');
  return all;
}

function commonOf(read: OrderValues, currency: string) {
  const { advertiser, category, otherCategory, contactName, contactEmail, rate, orderNumber, signedOn, amount, note } =
    read;
  const cents = readAmount(amount ?? '', currency);
  return {
    advertiser,
    category: category === 'other' ? `other: ${otherCategory ?? ''}` : category,
    contactName,
    contactEmail,
    insertionOrder:
      rate === 'insertion order' ? { number: orderNumber ?? '', signedOn: signedOn ?? '', cents: cents ?? 0 } : null,
    note: note ?? '',
  };
}

/** What is wrong with a rate that is no amount in the currency of the order. */
export function noRate(currency: string): string {
  return `The rate must be an amount in ${currencyName(currency)}. Write it as 1800 or 1,800.50.`;
}

/** The values of an order as a person would type them. */
export function toFormFields({
  advertiser,
  category,
  contactName,
  contactEmail,
  insertionOrder,
  cents,
  note,
}: Order): Record<string, string> {
  const isListed = CATEGORIES.some(({ id }) => id === category);
  return {
    advertiser,
    advertiserIs: 'renamed',
    category: isListed ? category : 'other',
    otherCategory: isListed ? '' : category.replace(/^other: /, ''),
    contactName,
    contactEmail,
    rate: insertionOrder ? 'insertion order' : 'list',
    orderNumber: insertionOrder?.number ?? '',
    signedOn: insertionOrder?.signedOn ?? '',
    amount: insertionOrder ? String(cents / 100) : '',
    note,
  };
}

/** The choice between advertisers with a similar name, after a form was refused for it. */
export function similarChoice({ typed, failure }: ShownForm): Html | string {
  const similar = (failure?.detail.more?.similar ?? []) as { id: string; name: string }[];
  if (similar.length === 0) return '';
  const options = [
    { value: 'new', text: `A new one, called ${typed.get('advertiser') ?? ''}` },
    ...similar.map(({ id, name }) => ({ value: id, text: `${name}, an existing advertiser` })),
  ];
  return field({ label: 'Which advertiser is meant?', kind: 'choice', options }, { name: 'advertiserChoice', typed });
}
