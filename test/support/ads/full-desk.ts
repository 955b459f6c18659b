import { acceptOrder, refuseOrder } from '#ads/orders/decide-order.ts';
import { holdDays } from '#ads/orders/holds.ts';
import { issueInvoice } from '#ads/orders/invoices.ts';
import type { Inquiry } from '#ads/orders/open-inquiry.ts';
import type { Order } from '#ads/orders/orders.ts';
import {
  ALL_TICKED,
  accepted,
  booked,
  DAY,
  type Desk,
  invoiced,
  keep,
  opened,
  WORDS,
  withCreatives,
} from './ad-desk.ts';

export type FullDesk = Record<
  | 'ran'
  | 'missed'
  | 'running'
  | 'asked'
  | 'conflicting'
  | 'held'
  | 'checking'
  | 'toInvoice'
  | 'unpaid'
  | 'toBook'
  | 'ahead'
  | 'refused',
  Order
>;

/** Orders in every column of the desk. Moves the clock by 30 days, past the end of every session. */
export async function fillDesk(desk: Desk): Promise<FullDesk> {
  const past = await bookEarly(desk);
  for (const days of [1, 29]) {
    desk.site.pass(days * DAY);
    await keep(desk);
  }
  return { ...past, ...(await fillColumns(desk)) };
}

async function bookEarly(desk: Desk) {
  return {
    ran: await booked(desk, { advertiser: 'Harness Works', category: 'safety', startsOn: '2026-09-07' }),
    missed: await booked(desk, {
      ...{ advertiser: 'Tie-Bot Ltd.', category: 'construction-robots', unit: 'field-brief', startsOn: '2026-09-15' },
    }),
    running: await booked(desk, {
      ...{ advertiser: 'Gridline Layout', category: 'layout-robots', unit: 'in-article', startsOn: '2026-09-28' },
    }),
  };
}

async function fillColumns(desk: Desk) {
  const { site, dana, catalog } = desk;
  const of = (advertiser: string, category: string, startsOn: string, unit = 'homepage-band'): Partial<Inquiry> => ({
    ...{ advertiser, category, startsOn, unit },
  });
  const ahead = await booked(desk, of('Acme Layout', 'tools', '2026-11-02'));
  const held = await opened(desk, of('Beacon Supply', 'concrete', '2026-10-20', 'field-brief'));
  await holdDays(site.deps, dana, site.publication, { orderId: held.id, until: '2026-10-12' });
  const { id } = await withCreatives(desk, of('Rebar Direct', 'materials', '2027-02-01'));
  const unpaid = await acceptOrder(site.deps, dana, site.publication, { catalog, orderId: id, ticked: ALL_TICKED });
  await issueInvoice(site.deps, dana, site.publication, {
    catalog,
    words: WORDS,
    orderId: id,
    isDespiteConflict: true,
  });
  const refused = await opened(desk, of('Casino Nights', 'finance', '2027-04-05'));
  await refuseOrder(site.deps, dana, site.publication, {
    orderId: refused.id,
    reason: 'We take no ads for games of chance.',
  });
  return {
    ...{ ahead, held, unpaid, refused },
    asked: await opened(desk, of('Żółć Instruments', 'surveying', '2026-11-02', 'in-article')),
    conflicting: await opened(desk, of('ScanCo', 'scanners', '2026-11-02')),
    checking: await withCreatives(desk, of('Level & Sons', 'insurance', '2026-12-07')),
    toInvoice: await accepted(desk, of('Plumb & Co.', 'drones', '2027-01-04')),
    toBook: await invoiced(desk, of('Ohm Tools', 'rental', '2027-03-01')),
  };
}
