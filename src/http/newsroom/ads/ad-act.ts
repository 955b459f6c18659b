import type { Context } from '../../kit/context.ts';
import { renderFormError } from '../kit/form.ts';
import { redirect } from '../kit/page.ts';
import { orderPage } from './order-page.ts';

/**
 * Does something to an order and shows it, or shows it with why that was refused and with what was typed. `work` may name a
 * part of the page.
 */
export async function act(c: Context, orderId: string, work: () => Promise<unknown>): Promise<Response> {
  try {
    const part = await work();
    return redirect(`/newsroom/ads/${orderId}${typeof part === 'string' ? part : ''}`);
  } catch (error) {
    return renderFormError(error, (failure, status) => orderPage(c, orderId, { failure, status, typed: {} }));
  }
}

/** The same for an order whose id is in the address. */
export function actOnOrder(c: Context, work: (orderId: string) => Promise<unknown>): Promise<Response> {
  const orderId = c.req.param('orderId') ?? '';
  return act(c, orderId, () => work(orderId));
}
