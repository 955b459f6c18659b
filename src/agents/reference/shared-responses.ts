import { headers, type JsonObject, json, text } from '#http/api-description.ts';
import { CODES } from '#http/error-json.ts';

/** The codes as a Markdown list. */
export function codesMarkdown(): string {
  return Object.entries(CODES)
    .map(([code, when]) => `- \`${code}\`: ${when}`)
    .join('\n');
}

const NOWHERE = {
  code: 'not_found',
  error: 'Nothing is published at this address.',
  hint: 'Every published article is in /api/public/articles; the API is in /openapi.json.',
};

/** The responses that many operations share, by the name of their component. */
export function sharedResponses(baseUrl: string): Record<string, JsonObject> {
  return {
    NotModified: {
      description: 'Nothing has changed since the response with this ETag.',
    },
    Moved: {
      description: 'The article has moved permanently to `Location`.',
      headers: headers('Location'),
      content: text('text/plain'),
    },
    NotFound: refusal('Not found. A draft, an unpublished article and an unknown address get the same bytes.', NOWHERE),
    Gone: refusal('The article was withdrawn.', {
      code: 'gone',
      error: 'This article was withdrawn.',
      hint: 'Every published article is in /api/public/articles.',
    }),
    NotFoundMarkdown: {
      description: 'Not found; the text points at `/llms.txt` and `/sitemap.xml`.',
      content: text('text/markdown'),
    },
    NotFoundPage: {
      description: 'Not found, in the requested form.',
      content: { ...text('text/html'), ...text('text/markdown'), ...withExample(NOWHERE) },
    },
    ...errorResponses(baseUrl),
  };
}

/** The errors of every operation. */
function errorResponses(baseUrl: string): Record<string, JsonObject> {
  return {
    BadRequest: refusal('The request cannot be read.', {
      code: 'bad_request',
      error: 'The body is not valid JSON.',
      hint: 'Send one JSON object, in UTF-8.',
    }),
    Unauthorized: refusal(
      'The request has no valid bearer token (or session).',
      {
        code: 'unauthorized',
        error: 'The bearer token is not valid: unknown, expired or revoked.',
        hint: `Request access: POST ${baseUrl}/api/agent/identity, as ${baseUrl}/auth.md describes.`,
      },
      'WWW-Authenticate',
    ),
    Forbidden: refusal('The caller is known but not allowed: a scope is missing, or another site used the session.', {
      code: 'forbidden',
      error: 'A cookie session is accepted only for requests from our own pages.',
      hint: 'Send a bearer token instead.',
    }),
    RateLimited: refusal(
      'Too many requests.',
      { code: 'rate_limited', error: 'Too many requests.', hint: 'Wait 12 seconds, then try again.' },
      'Retry-After',
    ),
    Error: refusal(
      'Any other error: 405 (`Allow` names the methods), 412, 413 (more than 1 MiB), 415, 500 (the server logged it), 503 (`Retry-After` says when to come back).',
      { code: 'busy', error: 'Too many writes are waiting.', hint: 'Send the same request again.' },
    ),
  };
}

function refusal(description: string, example: JsonObject, ...more: string[]): JsonObject {
  return {
    description,
    ...(more.length > 0 && { headers: headers(...more) }),
    content: withExample(example),
  };
}

function withExample(example: JsonObject): JsonObject {
  return { 'application/json': { ...(json('Refusal')['application/json'] as JsonObject), example } };
}
