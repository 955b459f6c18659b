import { cached, headers, type Json, json, type Paths, refusals } from './openapi-parts.ts';

/** What advertisers and readers of the supplier directory ask, besides the catalog. */
export function advertisingPaths(): Paths {
  const tags = ['Advertising'];
  return {
    '/api/v1/advertise/check': {
      post: {
        operationId: 'checkCreative',
        summary: 'Try a creative',
        description:
          'Holds a picture, or the words of a Field Brief, against the catalog. Nothing is kept, and nothing is booked by it. 30 a time in ten minutes from one address.',
        tags,
        parameters: [
          { ...inQuery('unit', 'The unit of the catalog it is for.', true), example: 'field-brief' },
          inQuery('creative', 'Which creative of the unit a picture is, where it has more than one.', false),
        ],
        requestBody: {
          required: true,
          content: { ...json('FieldBriefCopy'), ...picture('image/png'), ...picture('image/jpeg') },
        },
        responses: {
          200: { description: 'What was found.', headers: headers('Cache-Control'), content: json('AdCheck') },
          422: { description: 'The words are not in the form asked for.', content: json('ValidationFailed') },
          ...refusals(400, 405, 413, 415, 429, 500, 503),
        },
      },
    },
    '/api/v1/advertise/availability': {
      get: {
        operationId: 'readAvailability',
        summary: 'Read the free dates',
        description:
          'When each unit of the catalog is free, to the end of the fourth issue ahead. No advertiser is named, and nothing is held by asking.',
        tags,
        responses: cached('The free dates.', json('AdAvailability')),
      },
    },
    '/api/v1/advertise/proof-key': {
      get: {
        operationId: 'readProofKeys',
        summary: 'Read the key of proofs',
        description: 'The public key by which a proof of run is verified (RFC 7515, EdDSA).',
        tags,
        responses: cached('The keys.', json('ProofKeys')),
      },
    },
    '/api/v1/suppliers': {
      get: {
        operationId: 'listSuppliers',
        summary: 'Read the supplier directory',
        description: 'Suppliers by name, 200 at a time; rows that were paid for say so.',
        tags,
        parameters: [inQuery('cursor', 'Where a page before this one ended.', false)],
        responses: { ...cached('A page of the directory.', json('SupplierDirectory'), 'Link'), ...refusals(400) },
      },
    },
  };
}

/** A body that is a picture as it is. */
function picture(type: string): Json {
  return { [type]: { schema: { type: 'string', contentMediaType: type } } };
}

function inQuery(name: string, description: string, required: boolean): Json {
  return { name, in: 'query', required, description, schema: { type: 'string' } };
}
