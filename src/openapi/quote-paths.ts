import { quoteRequestSchema } from '#quote/pages/quote-json.ts';
import { headers, json, type Paths, refusals } from './parts.ts';

const DESCRIPTION =
  'Says whether a published article has, or ever had, these words, and whether it still does: the block, the revision, the numbers in the passage with their evidence, and what changed since. It compares words; no model guesses. Words of drafts are never found. At most 120 checks a minute from one IP address.';
const TEXT = {
  ...{ name: 'text', in: 'query', required: true, schema: { type: 'string' } },
  description: quoteRequestSchema.shape.text.description,
  example: 'The crew ran the machine for six weeks.',
};
const RESPONSES = {
  200: { description: 'The result.', headers: headers('Cache-Control'), content: json('QuoteCheck') },
};

/** The quote check. */
export function quotePaths(): Paths {
  return {
    '/api/v1/public/quote': {
      get: {
        operationId: 'checkQuote',
        summary: 'Check a quote',
        description: DESCRIPTION,
        tags: ['Articles'],
        parameters: [TEXT],
        responses: { ...RESPONSES, ...refusals(400, 405, 429, 500, 503) },
      },
      post: {
        operationId: 'checkLongQuote',
        summary: 'Check a long quote',
        description: `The same for a text that is too long for an address. ${DESCRIPTION}`,
        tags: ['Articles'],
        requestBody: { required: true, content: json('QuoteRequest') },
        responses: {
          ...RESPONSES,
          422: { description: 'The body does not fit the schema.', content: json('ValidationFailed') },
          ...refusals(400, 405, 413, 415, 429, 500, 503),
        },
      },
    },
  };
}
