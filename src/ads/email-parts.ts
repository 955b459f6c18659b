import type { CompleteEmail, ReadAttachment } from '#http/capability.ts';
import { addInsertionOrderSecret, WITH_INSERTION_ORDER_LINK } from './orders/accept-insertion-order.ts';
import { ORDER_EMAILS } from './orders/emails.ts';
import { addOrderLink } from './orders/order-links.ts';

export const emailKinds = ORDER_EMAILS;

/** Adds the links to an order, and to an insertion order. */
export const completeEmail: CompleteEmail = async (deps, waiting) => {
  const email = { ...waiting, text: await addOrderLink(deps, waiting) };
  return email.about === WITH_INSERTION_ORDER_LINK ? addInsertionOrderSecret(deps, email) : email.text;
};

/** The PDF of an invoice, a credit note, an insertion order or a proof. */
export const readAttachment: ReadAttachment = async (deps, name) => {
  const documents = await import('./orders/attachments.ts');
  return documents.isAdDocument(name) ? documents.readAttachment(deps, name) : null;
};
