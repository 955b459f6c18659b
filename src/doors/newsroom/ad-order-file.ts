import type { Conflict } from '../../advertising/conflicts.ts';
import type { FiledCreative } from '../../advertising/creative-on-file.ts';
import type { CreditNote } from '../../advertising/credit-note.ts';
import type { Invoice } from '../../advertising/invoice.ts';
import type { Order } from '../../advertising/order.ts';
import type { ListedProof } from '../../advertising/proof.ts';
import type { Run } from '../../advertising/runs.ts';
import type { Shot } from '../../advertising/shots.ts';
import type { Failure } from '../../ground/failure.ts';
import type { OrderEmail } from '../../ground/outbox.ts';
import type { JournalEntry } from '../../ground/read-journal.ts';

/** A form of the page that was refused: why, and what was typed into it. */
export type RefusedForm = { failure: Failure; status: number; typed: Record<string, string> };

/** All there is of an order. */
export type OrderFile = {
  order: Order;
  creatives: FiledCreative[];
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
  shots: Shot[];
};
