import type { Conflict } from '#ads/orders/conflicts.ts';
import type { Order } from '#ads/orders/orders.ts';

// What to do next with an order: the columns of the board and the step in front on an order's page.

/** The columns of the board, in the order of an ad's life, with what each holds. `done` is a list below it. */
export const STAGES = {
  answer: { name: 'Answer', hint: 'Accept, refuse, or agree on other days.' },
  creative: { name: 'Wait for creative', hint: 'The advertiser has a link to send it.' },
  check: { name: 'Check creative', hint: 'An editor looks at it and accepts or refuses.' },
  invoice: { name: 'Invoice', hint: 'Accepted, and no invoice is valid.' },
  payment: { name: 'Wait for payment', hint: 'Record it when the money has arrived.' },
  book: { name: 'Book', hint: 'Paid, and the days are not reserved yet.' },
  running: { name: 'Booked and running', hint: 'Ads start and end automatically.' },
  close: { name: 'Close', hint: 'It ran, or it missed its days.' },
  done: { name: 'Done', hint: 'Closed, refused or cancelled.' },
} as const;
export type Stage = keyof typeof STAGES;
export const COLUMNS = (Object.keys(STAGES) as Stage[]).filter((stage) => stage !== 'done');

/** What the stage of an order depends on, beside its state. */
export type StageFacts = {
  order: Pick<Order, 'state'>;
  conflicts: readonly Pick<Conflict, 'kind'>[];
  /** The invoice that no credit note reverses. */
  invoice: { paidOn: string | null } | null;
  /** A creative waits for an editor. */
  hasNewCreative: boolean;
  /** The unit has no creative: there is nothing to wait for. */
  needsNoCreative: boolean;
  /** It is booked, and all its days passed without its ad. */
  isMissed: boolean;
};

export function stageOf(facts: StageFacts): Stage {
  const { order, conflicts, invoice, hasNewCreative, needsNoCreative } = facts;
  const isTaken = conflicts.some(({ kind }) => kind === 'taken' || kind === 'on hold');
  switch (order.state) {
    case 'inquiry':
      return needsNoCreative || isTaken ? 'answer' : 'creative';
    case 'creative in':
      return 'check';
    case 'accepted':
      return hasNewCreative ? 'check' : 'invoice';
    case 'invoiced':
      return stageBeforeRun(facts, isTaken);
    case 'booked':
    case 'running':
      return stageOfRun(facts);
    case 'ran':
      return invoice ? 'close' : 'invoice';
    default:
      return 'done';
  }
}

function stageBeforeRun({ hasNewCreative, invoice }: StageFacts, isTaken: boolean): Stage {
  if (hasNewCreative) return 'check';
  if (!invoice?.paidOn) return 'payment';
  return isTaken ? 'answer' : 'book';
}

function stageOfRun({ isMissed, hasNewCreative, invoice }: StageFacts): Stage {
  if (isMissed) return 'close';
  if (hasNewCreative) return 'check';
  return invoice ? 'running' : 'invoice';
}
