import { cached, json, type Paths, text } from '#http/api-description.ts';

/** What others may do with the articles, for machines. */
export function licencePaths(): Paths {
  const tags = ['Discovery'];
  return {
    '/license.xml': {
      get: {
        operationId: 'readLicence',
        summary: 'Read what others may do with the articles',
        description: 'The licence of the articles for search, for answers of models and for training (RSL 1.0).',
        tags,
        responses: cached('The licence.', text('application/rsl+xml')),
      },
    },
    '/.well-known/tdmrep.json': {
      get: {
        operationId: 'readTdmRep',
        summary: 'Read whether text and data mining is reserved',
        description: 'The licence of the articles for text and data mining (TDM Reservation Protocol).',
        tags,
        responses: cached('The reservation.', json('TdmRep')),
      },
    },
  };
}
