import { advertisingCatalog } from '#ads/catalog/catalog.ts';
import { addSupplier } from '#ads/suppliers/suppliers.ts';
import { CLI } from '#core/actor.ts';
import { saveDeclaredSettings } from '#site/declared-settings.ts';
import type { TestPart } from '../part.ts';
import type { Person, TestSite } from '../site.ts';
import { booked, type Desk, opened } from './ad-desk.ts';
import { sendAdEmails } from './every-ad-email.ts';

// What the ad desk adds to tests of the whole product.

export const part: TestPart = {
  name: 'ads',
  openWrites: {
    '/advertise/inquiry': 'a form that counts requests',
    '/advertise/orders/:secret/files': 'the secret of the order is in the address',
    '/advertise/insertion-orders/:secret': 'the secret of the insertion order is in the address',
    '/advertise/check': 'it stores nothing',
    '/api/v1/advertise/check': 'it stores nothing',
  },
  noPages: [
    '/newsroom/ads/invoices.csv',
    '/newsroom/ads/invoices/:file',
    '/newsroom/ads/credit-notes/:file',
    '/newsroom/ads/insertion-orders/:file',
    '/newsroom/ads/:orderId/proof.pdf',
    '/newsroom/ads/:orderId/creatives/:creativeId/picture',
  ],
  styled: { '/advertise': 'advertise.css', '/advertise/inquiry': 'advertise.css' },
  describeSite,
  starts: ['/api/v1/advertise', '/advertise', '/newsroom/price-list', '/newsroom/ads'],
  fillNewsroomPages,
  fillRelease: (site, editor) => opened(deskBy(site, editor)),
  sponsorBrief: (site, editor, day) => booked(deskBy(site, editor), { unit: 'field-brief', startsOn: day }),
  handbook: {
    fill: (site, chief) => opened(deskBy(site, chief), { advertiser: 'Basalt Instruments' }),
    shots: [{ name: 'ads', path: '/newsroom/ads' }],
  },
  sendEveryEmail: async (site, name) => {
    await sendAdEmails(site, name);
    return [];
  },
};

/** Creates a requested order, a booked order and a supplier. */
async function fillNewsroomPages(site: TestSite, chief: Person): Promise<Record<string, string[]>> {
  const desk = deskBy(site, chief);
  const orders = [await opened(desk, { advertiser: 'Zenith Lasers' }), await booked(desk)];
  const words = { what: 'Rents lasers, calibrated.', place: 'Tacoma', url: 'https://supplier.example/' };
  const supplierId = await addSupplier(site.deps, chief, { ...words, name: 'Zenith Lasers', reference: '' });
  return {
    '/newsroom/suppliers': ['/newsroom/suppliers'],
    '/newsroom/suppliers/:supplierId': [`/newsroom/suppliers/${supplierId}`],
    '/newsroom/ads': ['/newsroom/ads'],
    '/newsroom/price-list': ['/newsroom/price-list'],
    '/newsroom/ads/new': ['/newsroom/ads/new'],
    '/newsroom/ads/calendar': ['/newsroom/ads/calendar'],
    '/newsroom/ads/house-ads': ['/newsroom/ads/house-ads'],
    '/newsroom/ads/invoices': ['/newsroom/ads/invoices', '/newsroom/ads/invoices?show=overdue'],
    '/newsroom/ads/advertisers': ['/newsroom/ads/advertisers', '/newsroom/ads/advertisers?q=nobody'],
    '/newsroom/ads/advertisers/:advertiserId': [`/newsroom/ads/advertisers/${orders[1]?.advertiserId}`],
    '/newsroom/ads/:orderId': orders.map(({ id }) => `/newsroom/ads/${id}`),
    '/newsroom/ads/:orderId/proof': [`/newsroom/ads/${orders[1]?.id}/proof`],
  };
}

async function describeSite({ deps, publication }: TestSite, word: string): Promise<string[]> {
  const [audience, band, price] = [`Readers of the ${word} prices.`, `The ${word} band.`, `${word.length}111`];
  const settings = { adAudience: audience, adUnits: `homepage-band | ${price} | ${band}` };
  await saveDeclaredSettings(deps, CLI, publication, settings);
  return [audience, band, Number(price).toLocaleString('en-US')];
}

function deskBy(site: TestSite, person: Person): Desk {
  return { site, dana: person, catalog: advertisingCatalog(site.publication) };
}
