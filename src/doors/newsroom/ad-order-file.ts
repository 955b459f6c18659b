import type { FiledCreative } from '../../advertising/creative-on-file.ts';
import type { Invoice } from '../../advertising/invoice.ts';
import type { Order } from '../../advertising/order.ts';
import type { ListedProof } from '../../advertising/proof.ts';
import type { Run } from '../../advertising/runs.ts';
import type { Shot } from '../../advertising/shots.ts';

/** All there is of an order. */
export type OrderFile = {
  order: Order;
  creatives: FiledCreative[];
  invoice: Invoice | null;
  runs: Run[];
  proofs: ListedProof[];
  shots: Shot[];
};
