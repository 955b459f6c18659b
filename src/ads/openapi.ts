import {
  type ApiParts,
  cached,
  type JsonObject,
  json,
  NO_SCHEMAS,
  type Operation,
  type Paths,
  refusals,
} from '#http/api-description.ts';
import type { Publication } from '#runtime/config/config.ts';
import { readAdSettings } from './catalog/ad-settings.ts';
import { availabilitySchemas } from './catalog/availability.ts';
import { advertisingCatalog } from './catalog/catalog.ts';
import { catalogSchemas, centsOf, creativeSchema } from './catalog/catalog-schema.ts';
import { briefSchema } from './creatives/brief-check.ts';
import { adCheckSchemas } from './pages/ad-check-json.ts';
import { directorySchema, supplierSchema } from './suppliers/directory.ts';

export const apiParts: readonly ApiParts[] = [
  { ...NO_SCHEMAS, place: 78, paths: (publication) => ({ '/api/v1/advertise': { get: readAdvertise(publication) } }) },
  {
    place: 80,
    paths: advertisingPaths,
    schemas: (publication) => [
      ...catalogAndUnit(publication),
      briefSchema,
      ...Object.values(adCheckSchemas),
      ...Object.values(availabilitySchemas),
      supplierSchema,
      directorySchema,
    ],
    examples: advertisingExamples,
  },
];

function catalogAndUnit(publication: Publication) {
  const { catalogSchema, unitSchema } = catalogSchemas(readAdSettings(publication).currency);
  return [catalogSchema, creativeSchema, unitSchema];
}

const readAdvertise = (publication: Publication): Operation => ({
  operationId: 'readAdvertisingCatalog',
  summary: 'Read the advertising catalog',
  description: `List prices in ${centsOf(readAdSettings(publication).currency).replace('Cents', 'cents')}, creative sizes and terms. Buying is manual: an editor has to accept the ad, and payment is by invoice.`,
  tags: ['Advertising'],
  responses: cached('The catalog.', json('AdvertisingCatalog')),
});

/** Availability, the creative check and the supplier directory. */
function advertisingPaths(): Paths {
  const tags = ['Advertising'];
  return {
    '/api/v1/advertise/check': {
      post: {
        operationId: 'checkCreative',
        summary: 'Check a creative',
        description:
          'Checks a picture, or the words of a Field Brief, against the catalog. Nothing is stored and nothing is booked. At most 30 checks in ten minutes from one IP address.',
        tags,
        parameters: [
          { ...inQuery('unit', 'The unit of the catalog that the creative is for.', true), example: 'field-brief' },
          inQuery('creative', 'The creative of the unit, if the unit has more than one.', false),
        ],
        requestBody: {
          required: true,
          content: { ...json('FieldBriefCopy'), ...picture('image/png'), ...picture('image/jpeg') },
        },
        responses: {
          200: { description: 'The findings.', content: json('AdCheck') },
          422: { description: 'The words do not fit the schema.', content: json('ValidationFailed') },
          ...refusals(400, 429),
        },
      },
    },
    '/api/v1/advertise/availability': {
      get: {
        operationId: 'readAvailability',
        summary: 'Read the free dates',
        description:
          'The free dates of each unit of the catalog, up to the end of the fourth issue from now. It names no advertiser and reserves nothing.',
        tags,
        responses: cached('The free dates.', json('AdAvailability')),
      },
    },
    '/api/v1/suppliers': {
      get: {
        operationId: 'listSuppliers',
        summary: 'Read the supplier directory',
        description: 'Suppliers by name, 200 per page; paid rows are marked as paid.',
        tags,
        parameters: [inQuery('cursor', 'The `nextCursor` of the previous page.', false)],
        responses: { ...cached('A page of the directory.', json('SupplierDirectory')), ...refusals(400) },
      },
    },
  };
}

/** A body that is an image file. */
function picture(type: string): JsonObject {
  return { [type]: { schema: { type: 'string', contentMediaType: type } } };
}

function inQuery(name: string, description: string, required: boolean): JsonObject {
  return { name, in: 'query', required, description, schema: { type: 'string' } };
}

const FINDING = {
  code: 'pixels',
  severity: 'block',
  message: 'The picture is not of the size asked for.',
  measured: '1440 × 240 px',
  asked: '2880 × 480 px',
};
const SUPPLIER = {
  name: 'Example Layout Tools',
  what: 'Rents layout robots with an operator.',
  place: 'Denver, Colorado',
  url: 'https://supplier.example/',
  paid: true,
};
const FREE = {
  id: 'field-brief',
  title: 'Field Brief',
  term: 'one weekly send',
  free: [{ from: '2026-11-24', to: '2026-11-24' }],
  starts: [{ from: '2026-11-24', to: '2026-11-24' }],
};
const CHECK_EXAMPLES = {
  AdDays: { from: '2026-11-24', to: '2026-12-21' },
  AdFreeUnit: FREE,
  AdAvailability: { from: '2026-11-22', until: '2027-12-31', units: [FREE] },
  AdFinding: FINDING,
  AdMarginPart: { x: 0, y: 0, width: 48, height: 24 },
  AdCheck: {
    unit: 'homepage-band',
    creative: 'homepage-band',
    fits: false,
    findings: [FINDING],
    margin: [],
    shown: null,
  },
  FieldBriefCopy: {
    text: 'Rent a layout robot with an operator for one day. We bring the control points.',
    url: 'https://supplier.example/rent',
  },
  Supplier: SUPPLIER,
  SupplierDirectory: { suppliers: [SUPPLIER], nextCursor: null },
};

/** A short rate card: one unit and its creative. */
function advertisingExamples(publication: Publication) {
  const catalog = advertisingCatalog(publication);
  const [unit] = catalog.units.filter(({ id }) => id === 'directory-listing');
  const creatives = catalog.creatives.filter(({ id }) => unit?.creativeIds.includes(id));
  return {
    AdCreative: creatives[0],
    AdUnit: unit,
    ...CHECK_EXAMPLES,
    AdvertisingCatalog: { ...catalog, creatives, units: [unit] },
  };
}
