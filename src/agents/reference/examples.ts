import type { Publication } from '#runtime/config/config.ts';

// An example for each schema of the service itself; the tests validate each one.

/** Examples by the name of their schema. */
export function examples({ baseUrl, name }: Publication): Record<string, unknown> {
  return {
    ApiCatalog: {
      name,
      openapi: `${baseUrl}/openapi.json`,
      articles: `${baseUrl}/api/public/articles`,
      llms: `${baseUrl}/llms.txt`,
    },
    ...refusals,
  };
}

const refusals = {
  Refusal: {
    code: 'not_found',
    error: 'Nothing is published at this address.',
    hint: 'Every published article is in /api/public/articles; the API is in /openapi.json.',
  },
  ValidationFailed: {
    code: 'validation_failed',
    error: 'The payload is not valid: headline must be at most 110 characters long.',
    hint: 'Correct the fields in issues. The schema is in /openapi.json.',
    issues: [{ path: 'headline', message: 'must be at most 110 characters long' }],
  },
  IdempotencyKeyReused: {
    code: 'idempotency_key_reused',
    error: 'This Idempotency-Key was already used for another request.',
    hint: 'Use a new key for a new request. To repeat a request, send exactly the same body.',
  },
  RevisionConflict: {
    code: 'revision_conflict',
    error: 'The latest revision is 3, not 2.',
    hint: 'Read revision 3, bring your changes into it, and save with baseRevision 3.',
    currentRevision: 3,
  },
  SlugTaken: {
    code: 'slug_taken',
    error: 'Another article in this section has the slug layout-robot-six-weeks.',
    hint: 'Choose another slug.',
  },
};
