import { type ApiParts, type ExampleArticle, json, type Paths, refusals } from '#http/api-description.ts';
import { quoteCheckSchema, quoteRequestSchema } from './pages/quote-json.ts';

export const apiParts: readonly ApiParts[] = [
  {
    place: 40,
    paths: quotePaths,
    schemas: () => [quoteCheckSchema, quoteRequestSchema],
    examples: (_publication, article) => quoteExamples(article),
  },
];

const DESCRIPTION =
  'Says whether a published article has, or ever had, these words, and whether it still does: the block, the revision, the numbers in the passage with their evidence, and what changed since. It compares words; no model guesses. Words of drafts are never found. At most 120 checks a minute from one IP address.';
const TEXT = {
  name: 'text',
  in: 'query',
  required: true,
  schema: { type: 'string' },
  description: quoteRequestSchema.shape.text.description,
  example: 'The crew ran the machine for six weeks.',
};
const RESPONSES = {
  200: { description: 'The result.', content: json('QuoteCheck') },
};

/** The quote check. */
function quotePaths(): Paths {
  return {
    '/api/v1/public/quote': {
      get: {
        operationId: 'checkQuote',
        summary: 'Check a quote',
        description: DESCRIPTION,
        tags: ['Articles'],
        parameters: [TEXT],
        responses: { ...RESPONSES, ...refusals(400, 429) },
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
          ...refusals(400, 429),
        },
      },
    },
  };
}

function quoteExamples({ headline, section, slug, url }: ExampleArticle) {
  return {
    QuoteRequest: { text: 'The crew ran the machine for five weeks.' },
    QuoteCheck: {
      match: 'verbatim',
      stands: 'corrected',
      article: '0198f4e2-7c1a-7b3e-9d2f-5a6b7c8d9e0f',
      section,
      slug,
      headline,
      revision: 2,
      block: 'b1',
      url: `${url}#b-b1`,
      permalink: `${url}/r/2#b-b1`,
      passage: 'The crew ran the machine for five weeks.',
      figures: [],
      changed: {
        words: [],
        since: {
          at: '2026-09-08T14:30:00.000Z',
          type: 'corrected',
          revision: 3,
          note: 'The pilot ran for four weeks. The article said five.',
          now: 'The crew ran the machine for four weeks.',
        },
      },
    },
  };
}
