import type { Publication } from '#runtime/config/config.ts';
import { readAdSettings } from './ad-settings.ts';
import { type AdvertisingCatalog, type Creative, catalogSchemas } from './catalog-schema.ts';
import { UNITS } from './units.ts';

/** The parts of the catalog that come from the settings. */
type CatalogSource = Pick<Publication, 'name' | 'adDesk' | 'settings'>;

/** The advertising catalog: list prices, creative sizes and terms. */
export function advertisingCatalog(publication: CatalogSource): AdvertisingCatalog {
  const { audience, currency, effectiveAt, units } = readAdSettings(publication);
  const { name, adDesk } = publication;
  return {
    name,
    audience,
    currency,
    effectiveAt,
    desk: {
      alias: adDesk,
      email: adDesk,
      note: 'Buying is manual: write to the ad desk. An editor reads every request and has to accept the ad.',
    },
    creatives: CREATIVES,
    units,
    howToBuy: HOW_TO_BUY,
    terms: termsIn(currency),
  };
}

/** The catalog with the units that are no longer on sale: orders of them go on. */
export function catalogForOrders(publication: CatalogSource): AdvertisingCatalog {
  const catalog = advertisingCatalog(publication);
  const units = UNITS.map(({ runs: _, ...unit }) => catalog.units.find(({ id }) => id === unit.id) ?? unit);
  return { ...catalog, units };
}

/** The name of a unit, or of the creative of a place, for documents. */
export function titleOf(id: string): string {
  return UNITS.find((unit) => unit.id === id)?.title ?? CREATIVES.find((creative) => creative.id === id)?.name ?? id;
}

/** The name of a unit, or of the place of a creative, as people read it. */
export function unitName(id: string): string {
  return UNITS.find((unit) => unit.id === id)?.title ?? creativeName(id);
}

export function creativeName(id: string): string {
  return CREATIVES.find((creative) => creative.id === id)?.name ?? id;
}

/** @throws Error that names each wrong value of the catalog; the server does not start with a wrong rate card */
export function checkCatalog(catalog: AdvertisingCatalog): void {
  const read = catalogSchemas(catalog.currency).catalogSchema.safeParse(catalog);
  if (read.success) return;
  const wrong = read.error.issues.map((issue) => `  ${issue.path.join('.')}: ${issue.message}`);
  throw new Error(`The advertising catalog is wrong:\n${wrong.join('\n')}\nEdit it in src/ads/catalog.`);
}

const OUTSIDE_CROP = "Outside the crop, set in the magazine's type.";

const CREATIVES: Creative[] = [
  {
    id: 'homepage-band',
    name: 'Homepage band',
    label: 'ADVERTISEMENT',
    labelPlacement: OUTSIDE_CROP,
    placement: 'On the homepage below the supplier directory block, one advertiser at a time.',
    ratio: '6:1',
    mimeTypes: ['image/png', 'image/jpeg'],
    maxBytes: 400000,
    widthPx: 2880,
    heightPx: 480,
    displayWidthPx: 1440,
    displayHeightPx: 240,
    safeAreaPx: 24,
  },
  {
    id: 'in-article',
    name: 'In-article ad',
    label: 'ADVERTISEMENT',
    labelPlacement: OUTSIDE_CROP,
    placement: 'One labeled image inside each published article.',
    ratio: '3:2',
    mimeTypes: ['image/png', 'image/jpeg'],
    maxBytes: 400000,
    widthPx: 2400,
    heightPx: 1600,
    displayWidthPx: 1200,
    displayHeightPx: 800,
    safeAreaPx: 24,
  },
  {
    id: 'field-brief',
    name: 'Field Brief image',
    label: 'Advertisement',
    labelPlacement: 'Above the image.',
    placement: 'One sponsor per weekly Field Brief send.',
    ratio: '3:1',
    mimeTypes: ['image/png', 'image/jpeg'],
    maxBytes: 150000,
    widthPx: 600,
    heightPx: 200,
    displayWidthPx: 600,
    displayHeightPx: 200,
    safeAreaPx: 16,
  },
  {
    id: 'directory-logo',
    name: 'Directory logo',
    label: 'Directory listing',
    labelPlacement: 'On the directory row, which is listed as a paid one.',
    placement: 'In the supplier directory, square crop, listed as a paid directory row.',
    ratio: '1:1',
    mimeTypes: ['image/png'],
    maxBytes: 150000,
    widthPx: 800,
    heightPx: 800,
    displayWidthPx: 400,
    displayHeightPx: 400,
    safeAreaPx: 24,
  },
];

const HOW_TO_BUY = [
  'Choose a unit and write to the ad desk with the dates you have in mind.',
  'Send the static files its creatives ask for; for the Field Brief also one HTTPS URL and up to 40 words of copy.',
  'An editor has to accept the ad; it does not run before that.',
  'Payment is by invoice after acceptance, then the flight is scheduled.',
  'Automated payment is not supported.',
];

/** The terms of an order in a currency. */
export function termsIn(currency: string): string[] {
  return [`Prices are ${currency} list prices; a signed insertion order can set a different rate.`, ...TERMS];
}

const TERMS = [
  'Creatives are static PNG or JPEG files in sRGB; a directory logo is PNG only.',
  'No animation and no HTML5.',
  'No third-party ad tags and no third-party tracking pixels.',
  'Type and logos stay 24 px inside the crop, 16 px for the Field Brief image.',
  'The service adds the ADVERTISEMENT label; creatives must not carry a look-alike label.',
  'Field Brief copy is at most 40 words with one HTTPS URL.',
  'Issue sponsorship is exclusive in its product category for that issue.',
  'Only one advertiser at a time runs in the homepage band, the in-article ad and the Field Brief.',
  'An ad does not run until an editor accepts it.',
  'Payment is by invoice after acceptance.',
  'Cancellation is in writing, 14 days before the start date.',
  'Editorial copy, bylines and newsroom headlines are not for sale.',
];
