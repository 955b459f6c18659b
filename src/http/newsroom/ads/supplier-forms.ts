import { supplierWords } from '../../../ads/suppliers/supplier-schema.ts';
import {
  addSupplier,
  changeSupplier,
  getSupplier,
  removeSupplier,
  type SupplierEntry,
} from '../../../ads/suppliers/suppliers.ts';
import type { Ctx } from '../../kit/context.ts';
import { readFields, requireFields, showAgain } from '../kit/form.ts';
import { goTo } from '../kit/page.ts';
import { supplierPage, suppliersPage } from './suppliers.ts';

const LABELS = { name: 'The name', what: 'What they do', place: 'The place', url: 'The address' };

/** `POST /newsroom/suppliers`. */
export async function postSupplier(c: Ctx): Promise<Response> {
  const typed = await readFields(c);
  try {
    const id = await addSupplier(c.var.press, c.var.actor, entryOf(typed));
    return goTo(`/newsroom/suppliers/${id}`);
  } catch (error) {
    return showAgain(error, (failure, status) => suppliersPage(c, { typed, failure, status }));
  }
}

/** `POST /newsroom/suppliers/{supplierId}`. */
export async function postSupplierChange(c: Ctx): Promise<Response> {
  const typed = await readFields(c);
  const supplier = await getSupplier(c.var.press.db.read, c.req.param('supplierId') ?? '');
  try {
    await changeSupplier(c.var.press, c.var.actor, supplier.id, entryOf(typed));
    return goTo(`/newsroom/suppliers/${supplier.id}`);
  } catch (error) {
    return showAgain(error, (failure, status) => supplierPage(c, supplier, { typed, failure, status }));
  }
}

/** `POST /newsroom/suppliers/{supplierId}/remove`. */
export async function postSupplierRemoval(c: Ctx): Promise<Response> {
  await removeSupplier(c.var.press, c.var.actor, c.req.param('supplierId') ?? '');
  return goTo('/newsroom/suppliers');
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
    ...requireFields(supplierWords, { name, what, place, url }, LABELS),
    reference,
    isOtherName: isOtherName === 'yes',
  };
}
