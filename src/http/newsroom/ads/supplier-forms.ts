import { supplierWords } from '../../../ads/suppliers/directory.ts';
import {
  addSupplier,
  changeSupplier,
  getSupplier,
  removeSupplier,
  type SupplierEntry,
} from '../../../ads/suppliers/suppliers.ts';
import { validateForm } from '../../kit/body.ts';
import type { Context } from '../../kit/context.ts';
import { parseForm, renderFormError } from '../kit/form.ts';
import { redirect } from '../kit/page.ts';
import { supplierPage, suppliersPage } from './suppliers.ts';

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
    ...validateForm(supplierWords, { name, what, place, url }, LABELS),
    reference,
    isOtherName: isOtherName === 'yes',
  };
}
