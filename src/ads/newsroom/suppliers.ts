import { html } from 'hono/html';
import { supplierTextSchema } from '#ads/suppliers/directory.ts';
import {
  addSupplier,
  changeSupplier,
  getSupplier,
  listSupplierRows,
  removeSupplier,
  type SupplierEntry,
  type SupplierRow,
} from '#ads/suppliers/suppliers.ts';
import type { Failure } from '#core/failure.ts';
import type { Html } from '#html/html.ts';
import { field, parseForm, type RefusedForm, refusalNote, renderFormError } from '#html/newsroom/form.ts';
import { newsroomPage, redirect } from '#html/newsroom/page.ts';
import { formatTime } from '#html/newsroom/time.ts';
import { validateForm } from '#http/body.ts';
import type { Context } from '#http/context.ts';
import { numberWarning } from './ad-labels.ts';

/** Rows on a page. */
const SHOWN = 100;
const STYLES = ['newsroom-suppliers.css'];

/** `GET /newsroom/suppliers`: the supplier directory by name, and the form that adds to it. */
export function showSuppliers(c: Context): Promise<Response> {
  return suppliersPage(c, null);
}

async function suppliersPage(c: Context, refused: RefusedForm | null): Promise<Response> {
  const after = refused ? undefined : c.req.query('after');
  const asked = { limit: SHOWN, ...(after !== undefined && { after: after.slice(0, 500) }) };
  const { suppliers, next } = await listSupplierRows(c.var.deps.db.read, asked);
  return newsroomPage(c, {
    title: refused ? 'Supplier not added' : 'Suppliers',
    status: refused?.status ?? 200,
    styles: STYLES,
    main: html`<h1>Suppliers</h1>
<p>The directory that readers see at <a href="/suppliers">/suppliers</a>. Rows are sorted by name, paid or not.</p>
<section aria-labelledby="listed">
<h2 id="listed">The directory</h2>
${suppliers.length === 0 ? html`<p>${after === undefined ? 'No supplier yet. Add the first one below; then the home page shows a block of suppliers.' : 'There are no more suppliers.'}</p>` : table(suppliers)}
${next === null ? '' : html`<p><a href="/newsroom/suppliers?after=${encodeURIComponent(next)}">More suppliers</a></p>`}
</section>
<section aria-labelledby="add-title">
<h2 id="add-title">Add a supplier</h2>
${refusalNote(refused?.failure ?? null)}
<form class="entry" method="post" action="/newsroom/suppliers">
${fields(refused?.typed ?? {}, refused?.failure ?? null)}
<p><button>Add the supplier</button></p>
</form>
</section>`,
  });
}

/** `GET /newsroom/suppliers/{supplierId}`: one row, to change or to remove. */
export async function showSupplier(c: Context): Promise<Response> {
  return supplierPage(c, await getSupplier(c.var.deps.db.read, c.req.param('supplierId') ?? ''), null);
}

function supplierPage(c: Context, supplier: SupplierRow, refused: RefusedForm | null): Promise<Response> {
  const { id, name, what, place, url, order, addedAt, addedBy } = supplier;
  const typed = refused?.typed ?? { name, what, place, url, reference: order?.reference ?? '' };
  return newsroomPage(c, {
    title: refused ? `${name} not changed` : name,
    status: refused?.status ?? 200,
    styles: STYLES,
    main: html`<h1>${name}</h1>
<p><a href="/newsroom/suppliers">All suppliers</a>. Listed since ${formatTime(addedAt)} (UTC), added by ${addedBy}.${order ? html` Paid by order ${order.reference} until ${order.until}.` : ''}</p>
${refusalNote(refused?.failure ?? null)}
${numberWarning('The row', [name, what, place])}
<form class="entry" method="post" action="/newsroom/suppliers/${id}">
${fields(typed, refused?.failure ?? null)}
<p><button>Change the row</button></p>
</form>
<section aria-labelledby="out-title">
<h2 id="out-title">Remove the row</h2>
<form class="entry" method="post" action="/newsroom/suppliers/${id}/remove">
<p>Readers no longer see ${name} in the directory. Add the same name again to restore the row.</p>
<p><button>Remove ${name}</button></p>
</form>
</section>`,
  });
}

function fields(typed: Record<string, string>, failure: Failure | null): Html {
  return html`${field({ name: 'name', label: 'Name', value: typed.name, autocomplete: 'off' })}
${field({ name: 'what', label: 'What they do', value: typed.what, autocomplete: 'off', hint: 'One line, in plain words: what they make, rent or do. No praise.' })}
${field({ name: 'place', label: 'Place', value: typed.place, autocomplete: 'off', hint: 'Town and state, or the area they serve.' })}
${field({ name: 'url', label: 'Address', value: typed.url, autocomplete: 'off', hint: 'Their own site, with https://.' })}
<p class="field"><label for="reference">Order that pays for the row</label>
<input id="reference" name="reference" type="text" value="${typed.reference ?? ''}" autocomplete="off" aria-describedby="reference-hint">
<span class="hint" id="reference-hint">The reference of a booked directory listing or issue sponsorship. While it runs, the row shows its logo and says that it is paid. An order pays for one row. Leave it empty for an unpaid row.</span></p>
${failure?.detail.more?.otherName ? html`<p><input type="checkbox" id="isOtherName" name="isOtherName" value="yes"> <label for="isOtherName">I have checked that they pay for a row with this name</label></p>` : ''}`;
}

function table(suppliers: readonly SupplierRow[]): Html {
  return html`<table class="plan suppliers">
<caption class="unseen">Suppliers by name</caption>
<thead><tr><th scope="col">Name</th><th scope="col">Action</th><th scope="col">Place</th><th scope="col">Address</th><th scope="col">Paid by</th></tr></thead>
<tbody>${suppliers.map(
    ({ id, name, what, place, url, order }) => html`<tr>
<th scope="row"><a href="/newsroom/suppliers/${id}">${name}</a></th>
<td>${what}</td>
<td>${place}</td>
<td class="address"><a href="${url}" rel="noopener noreferrer">${new URL(url).host}</a></td>
<td><span class="label">Paid by</span> ${order ? html`${order.reference} <span class="by">until ${order.until}</span>` : 'Nobody'}</td>
</tr>`,
  )}</tbody>
</table>`;
}

const LABELS = { name: 'The name', what: 'What they do', place: 'The place', url: 'The address' };

/** `POST /newsroom/suppliers`. */
export async function postSupplier(c: Context): Promise<Response> {
  const typed = await parseForm(c);
  try {
    const id = await addSupplier(c.var.deps, c.var.actor, entryOf(typed));
    return redirect(`/newsroom/suppliers/${id}`);
  } catch (error) {
    return renderFormError(error, (failure, status) => suppliersPage(c, { typed, failure, status }));
  }
}

/** `POST /newsroom/suppliers/{supplierId}`. */
export async function postSupplierChange(c: Context): Promise<Response> {
  const typed = await parseForm(c);
  const supplier = await getSupplier(c.var.deps.db.read, c.req.param('supplierId') ?? '');
  try {
    await changeSupplier(c.var.deps, c.var.actor, supplier.id, entryOf(typed));
    return redirect(`/newsroom/suppliers/${supplier.id}`);
  } catch (error) {
    return renderFormError(error, (failure, status) => supplierPage(c, supplier, { typed, failure, status }));
  }
}

/** `POST /newsroom/suppliers/{supplierId}/remove`. */
export async function postSupplierRemoval(c: Context): Promise<Response> {
  await removeSupplier(c.var.deps, c.var.actor, c.req.param('supplierId') ?? '');
  return redirect('/newsroom/suppliers');
}

function entryOf({
  name = '',
  what = '',
  place = '',
  url = '',
  reference = '',
  isOtherName = '',
}: Record<string, string>): SupplierEntry {
  return {
    ...validateForm(supplierTextSchema, { name, what, place, url }, LABELS),
    reference,
    isOtherName: isOtherName === 'yes',
  };
}
