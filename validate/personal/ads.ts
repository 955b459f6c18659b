import { advertisingCatalog } from '../../src/ads/catalog/catalog.ts';
import { insertionOrderPdf } from '../../src/ads/documents/insertion-order-pdf.ts';
import { acceptInsertionOrder } from '../../src/ads/orders/accept-insertion-order.ts';
import {
  insertionOrderUrl,
  makeInsertionOrder,
  readInsertionOrderPdf,
  secretOf,
} from '../../src/ads/orders/insertion-orders.ts';
import { openInquiry } from '../../src/ads/orders/open-inquiry.ts';
import { CLI } from '../../src/core/actor.ts';
import { withDeps } from '../../src/runtime/command-line/command.ts';
import { siteSnapshot } from '../../src/runtime/site-snapshot.ts';
import type { RunningServer } from '../server.ts';

const INQUIRY = {
  ...{
    advertiser: 'Acme Layout',
    category: 'layout-robots',
    contactName: 'Robin Vance',
    contactEmail: 'robin@acme.example',
  },
  ...{
    startsOn: new Date(Date.now() + 60 * 86_400_000).toISOString().slice(0, 10),
    endsOn: null,
    insertionOrder: null,
    note: '',
  },
};

/** Opens orders with an insertion order, one open and one accepted, and returns the pages behind their links. */
export function addPages({ environment }: RunningServer): Promise<Record<string, string>> {
  return withDeps(environment, async (deps, { invoice }) => {
    const { publication: site } = siteSnapshot();
    const catalog = advertisingCatalog(site);
    const pages: Record<string, string> = { 'insertion-order-unknown': insertionOrderUrl('', '0'.repeat(64)) };
    for (const [name, unit] of [
      ['insertion-order', 'in-article'],
      ['insertion-order-accepted', 'homepage-band'],
    ] as const) {
      const { id } = await openInquiry(deps, CLI, site, { catalog, inquiry: { ...INQUIRY, unit } });
      const made = await makeInsertionOrder(deps, CLI, site, { catalog, words: invoice, orderId: id, cents: 150_000 });
      const secret = secretOf(deps, made.number);
      pages[name] = insertionOrderUrl('', secret);
      const { hash } = await readInsertionOrderPdf(deps, made, insertionOrderPdf);
      if (name === 'insertion-order-accepted')
        await acceptInsertionOrder(deps, site, secret, { name: 'Robin Vance', pdf: hash });
    }
    return pages;
  });
}
