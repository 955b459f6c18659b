import type { Ctx } from '../../kit/context.ts';
import { showAgain } from '../kit/form.ts';
import { goTo } from '../kit/page.ts';
import { orderPage } from './order-page.ts';

/**
 * Does something to an order and shows it, or shows it with why that was refused and with what was typed. `work` may name a
 * part of the page.
 */
export async function act(c: Ctx, orderId: string, work: () => Promise<unknown>): Promise<Response> {
  try {
    const part = await work();
    return goTo(`/newsroom/ads/${orderId}${typeof part === 'string' ? part : ''}`);
  } catch (error) {
    return showAgain(error, (failure, status) => orderPage(c, orderId, { failure, status, typed: {} }));
  }
}

/** The same for an order whose id is in the address. */
export function actOnOrder(c: Ctx, work: (orderId: string) => Promise<unknown>): Promise<Response> {
  const orderId = c.req.param('orderId') ?? '';
  return act(c, orderId, () => work(orderId));
}
