import { html } from 'hono/html';
import { supplierTextSchema } from '#ads/suppliers/directory.ts';
import {
  addSupplier,
  changeSupplier,
  findRemovedSupplier,
  getSupplier,
  listSupplierRows,
  removeSupplier,
  type SupplierEntry,
  type SupplierRow,
} from '#ads/suppliers/suppliers.ts';
import { Failure } from '#core/failure.ts';
import { text } from '#core/text.ts';
import type { Html } from '#html/html.ts';
import { renderFormError } from '#html/newsroom/form.ts';
import { button } from '#html/newsroom/kit/button.ts';
import { emptyState } from '#html/newsroom/kit/empty-state.ts';
import { field } from '#html/newsroom/kit/field.ts';
import {
  drawFields,
  formFields,
  readFields,
  readTyped,
  refusalSummary,
  type ShownForm,
  typedOf,
} from '#html/newsroom/kit/form.ts';
import { table } from '#html/newsroom/kit/table.ts';
import { newsroomPage, redirect, type Toast } from '#html/newsroom/page.ts';
import { formatTime } from '#html/newsroom/time.ts';
import type { Context } from '#http/context.ts';
import { AD_STYLES, numberWarning } from './ad-labels.ts';
import { blame } from './order-forms.ts';

/** Rows on a page. */
const SHOWN = 100;

const { shape } = supplierTextSchema;
const FIELDS = formFields({
  name: { label: 'Name', schema: shape.name, subject: 'The name' },
  what: {
    label: 'What they do',
    hint: 'One line, in plain words: what they make, rent or do. No praise.',
    schema: shape.what,
  },
  place: { label: 'Place', hint: 'Town and state, or the area they serve.', schema: shape.place, subject: 'The place' },
  url: { label: 'Address', hint: 'Their own site, with https://.', schema: shape.url, subject: 'The address' },
  reference: {
    label: 'Order that pays for the row',
    hint: 'The reference of a booked directory listing or issue sponsorship. While it runs, the row shows its logo and says that it is paid. An order pays for one row. Leave it empty for an unpaid row.',
    optional: true,
    schema: text({ max: 40 }),
  },
});

const CONFIRMED = {
  label: 'Another name than the advertiser’s',
  kind: 'boxes',
  options: [{ value: 'yes', text: 'I have checked that they pay for a row with this name' }],
  optional: true,
} as const;

/** `GET /newsroom/suppliers`: the supplier directory by name, and the form that adds to it. */
export function showSuppliers(c: Context): Promise<Response> {
  return suppliersPage(c, null, 200);
}

async function suppliersPage(c: Context, refused: ShownForm | null, status: number): Promise<Response> {
  const after = refused ? undefined : c.req.query('after');
  const asked = { limit: SHOWN, ...(after !== undefined && { after: after.slice(0, 500) }) };
  const { suppliers, next } = await listSupplierRows(c.var.deps.db.read, asked);
  return newsroomPage(c, {
    title: refused ? 'Supplier not added' : 'Suppliers',
    status,
    styles: AD_STYLES,
    toast: refused ? null : await removedToast(c),
    head: {
      title: 'Suppliers',
      primary: { text: 'Add a supplier', href: '#add-title' },
      others: [{ text: 'See it as a reader', href: '/suppliers' }],
    },
    main: html`<p class="hint">The directory that readers see. Rows are sorted by name, paid or not.</p>
${suppliers.length === 0 ? emptyState(after === undefined ? { title: 'No supplier yet', text: 'Add the first one below; then the home page shows a block of suppliers.' } : { title: 'There are no more suppliers' }) : supplierTable(suppliers)}
${next === null ? '' : html`<p><a href="/newsroom/suppliers?after=${encodeURIComponent(next)}">More suppliers</a></p>`}
<section aria-labelledby="add-title">
<h2 id="add-title">Add a supplier</h2>
${refusalSummary(refused?.failure)}
<form class="entry" method="post" action="/newsroom/suppliers">
${fields(refused ?? { typed: new URLSearchParams() })}<p>${button({ text: 'Add the supplier', weight: 'plain' })}</p>
</form>
</section>`,
  });
}

/** After a row was removed: a word, and the form that adds the same row again. */
async function removedToast(c: Context): Promise<Toast | null> {
  const { removed, order = '' } = c.req.query();
  const row = removed === undefined ? null : await findRemovedSupplier(c.var.deps.db.read, removed);
  if (!row) return null;
  const fields = { ...row, reference: order.slice(0, 40), isOtherName: 'yes' };
  return {
    text: `${row.name} is no longer in the directory.`,
    undo: html`<form method="post" action="/newsroom/suppliers">${Object.entries(fields).map(([name, value]) => html`<input type="hidden" name="${name}" value="${value}">`)}${button({ text: 'Undo', weight: 'plain' })}</form>`,
  };
}

/** `GET /newsroom/suppliers/{supplierId}`: one row, to change or to remove. */
export async function showSupplier(c: Context): Promise<Response> {
  return supplierPage(c, await getSupplier(c.var.deps.db.read, c.req.param('supplierId') ?? ''), null, 200);
}

const DONE: Record<string, string> = { added: 'Readers see the row now.', changed: 'Readers see the change now.' };

function supplierPage(c: Context, supplier: SupplierRow, refused: ShownForm | null, status: number): Promise<Response> {
  const { id, name, what, place, url, order, addedAt, addedBy } = supplier;
  const typed = typedOf(FIELDS, { name, what, place, url, reference: order?.reference });
  const done = DONE[c.req.query('done') ?? ''];
  return newsroomPage(c, {
    title: refused ? `${name} not changed` : name,
    status,
    styles: AD_STYLES,
    toast: done && !refused ? { text: done } : null,
    head: {
      title: name,
      trail: [{ text: 'Suppliers', href: '/newsroom/suppliers' }],
      others: [
        {
          form: html`<form method="post" action="/newsroom/suppliers/${id}/remove">${button({ text: html`Remove<span class="unseen"> ${name}</span>`, weight: 'danger' })}</form>`,
        },
      ],
    },
    main: html`<p class="hint">Listed since ${formatTime(addedAt)} (UTC), added by ${addedBy}.${order ? html` Paid by order ${order.reference} until ${order.until}.` : ''}</p>
${refusalSummary(refused?.failure)}
${numberWarning('The row', [name, what, place])}
<form class="entry" method="post" action="/newsroom/suppliers/${id}">
${fields(refused ?? { typed })}<p>${button({ text: 'Change the row' })}</p>
</form>`,
  });
}

function fields(form: ShownForm): Html {
  return html`${drawFields(FIELDS, form)}${form.failure?.detail.more?.otherName ? field(CONFIRMED, { name: 'isOtherName', typed: form.typed }) : ''}`;
}

function supplierTable(suppliers: readonly SupplierRow[]): Html {
  return table({
    caption: 'Suppliers by name',
    hasUnseenCaption: true,
    columns: [{ text: 'Name' }, { text: 'What they do' }, { text: 'Place' }, { text: 'Address' }, { text: 'Paid by' }],
    rows: suppliers.map(({ id, name, what, place, url, order }) => [
      html`<a href="/newsroom/suppliers/${id}">${name}</a>`,
      what,
      place,
      html`<a class="address" href="${url}" rel="noopener noreferrer">${new URL(url).host}</a>`,
      order ? html`${order.reference} <span class="by">until ${order.until}</span>` : 'Nobody',
    ]),
  });
}

/** `POST /newsroom/suppliers`. */
export async function postSupplier(c: Context): Promise<Response> {
  const typed = await readTyped(c);
  try {
    const id = await named(addSupplier(c.var.deps, c.var.actor, entryOf(typed)));
    return redirect(`/newsroom/suppliers/${id}?done=added`);
  } catch (error) {
    return renderFormError(error, (failure, status) => suppliersPage(c, { typed, failure }, status));
  }
}

/** `POST /newsroom/suppliers/{supplierId}`. */
export async function postSupplierChange(c: Context): Promise<Response> {
  const typed = await readTyped(c);
  const supplier = await getSupplier(c.var.deps.db.read, c.req.param('supplierId') ?? '');
  try {
    await named(changeSupplier(c.var.deps, c.var.actor, supplier.id, entryOf(typed)));
    return redirect(`/newsroom/suppliers/${supplier.id}?done=changed`);
  } catch (error) {
    return renderFormError(error, (failure, status) => supplierPage(c, supplier, { typed, failure }, status));
  }
}

/** `POST /newsroom/suppliers/{supplierId}/remove`. The list has a way back, with the order that paid for the row. */
export async function postSupplierRemoval(c: Context): Promise<Response> {
  const { id, order } = await getSupplier(c.var.deps.db.read, c.req.param('supplierId') ?? '');
  await removeSupplier(c.var.deps, c.var.actor, id);
  return redirect(`/newsroom/suppliers?removed=${id}${order ? `&order=${encodeURIComponent(order.reference)}` : ''}`);
}

/** What the directory refuses about one field, beside that field. */
async function named<Done>(work: Promise<Done>): Promise<Done> {
  try {
    return await work;
  } catch (error) {
    if (!(error instanceof Failure)) throw error;
    if (error.message.startsWith('This address')) throw blame(error, 'url');
    if (error.message.startsWith('The name')) throw blame(error, 'name');
    throw /\border\b/i.test(error.message) ? blame(error, 'reference') : error;
  }
}

function entryOf(typed: URLSearchParams): SupplierEntry {
  const { reference, ...words } = readFields(FIELDS, typed);
  return { ...words, reference: reference ?? '', isOtherName: typed.get('isOtherName') === 'yes' };
}
