import type { Letterhead } from '../../../accounts/emails.ts';
import type { Ctx } from '../../kit/context.ts';

/** The head of the house's letters; null where no mail is sent. */
export function letterheadOf(c: Ctx): Letterhead | null {
  return c.var.config.mail ? c.var.config.publication : null;
}
