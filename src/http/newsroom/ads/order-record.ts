import type { StoredCreative } from '../../../ads/creatives/stored-creatives.ts';
import type { Conflict } from '../../../ads/orders/conflicts.ts';
import type { CreditNote } from '../../../ads/orders/credit-notes.ts';
import type { Invoice } from '../../../ads/orders/invoices.ts';
import type { Order } from '../../../ads/orders/orders.ts';
import type { ListedProof } from '../../../ads/runs/proofs.ts';
import type { Run } from '../../../ads/runs/runs.ts';
import type { Screenshot } from '../../../ads/runs/screenshots.ts';
import type { OrderEmail } from '../../../mail/outbox.ts';
import type { JournalEntry } from '../../../runtime/read-journal.ts';
import type { RefusedForm } from '../kit/form.ts';

/** All there is of an order. */
export type OrderRecord = {
  order: Order;
  creatives: StoredCreative[];
  /** The one that no credit note reverses. */
  invoice: Invoice | null;
  invoices: Invoice[];
  creditNotes: CreditNote[];
  conflicts: Conflict[];
  emails: OrderEmail[];
  history: JournalEntry[];
  refused: RefusedForm | null;
  runs: Run[];
  proofs: ListedProof[];
  shots: Screenshot[];
};
