import type { Letterhead } from '../../../accounts/emails.ts';
import type { Context } from '../../kit/context.ts';

/** The head of the house's letters; null where no mail is sent. */
export function letterheadOf(c: Context): Letterhead | null {
  return c.var.config.mail ? c.var.config.publication : null;
}
