import { CODES } from '../../render/json/error-json.ts';
import { headers, type JsonObject, json, text } from './parts.ts';

/** The codes as a Markdown list. */
export function codesMarkdown(): string {
  return Object.entries(CODES)
    .map(([code, when]) => `- \`${code}\`: ${when}`)
    .join('\n');
}

const NOWHERE = {
  code: 'not_found',
  error: 'Nothing is published at this address.',
  hint: 'Every published article is in /api/public/articles; every route is in /openapi.json.',
};

/** The answers that many operations share, by the name of their component. */
export function sharedResponses(baseUrl: string): Record<string, JsonObject> {
  return {
    NotModified: {
      description: 'What you have is still what is here.',
      headers: headers('ETag', 'Cache-Control', 'Vary'),
    },
    Moved: {
      description: 'The article has moved; this is where it is for good.',
      headers: headers('Location', 'ETag', 'Cache-Control', 'Vary'),
      content: text('text/plain'),
    },
    NotFound: refusal(
      'Nothing is here. A draft, a withdrawn article and nothing at all answer with the same bytes.',
      NOWHERE,
    ),
    NotFoundMarkdown: {
      description: 'Nothing is here; the text points at `/llms.txt` and `/sitemap.xml`.',
      headers: headers('Vary'),
      content: text('text/markdown'),
    },
    NotFoundPage: {
      description: 'Nothing is here, told in the form that was asked for.',
      headers: headers('Vary'),
      content: { ...text('text/html'), ...text('text/markdown'), ...withExample(NOWHERE) },
    },
    BadRequest: refusal('The request cannot be read.', {
      code: 'bad_request',
      error: 'The body is not valid JSON.',
      hint: 'Send one JSON object, in UTF-8.',
    }),
    Unauthorized: refusal(
      'No bearer token (or session) that lives was sent.',
      {
        code: 'unauthorized',
        error: 'The bearer token is not valid: unknown, expired or revoked.',
        hint: `Ask to be let in: POST ${baseUrl}/api/agent/identity, as ${baseUrl}/auth.md tells.`,
      },
      'WWW-Authenticate',
    ),
    Forbidden: refusal('Known, but not allowed: a scope is missing, or a session was used from another site.', {
      code: 'forbidden',
      error: 'A cookie session is accepted only for requests from our own pages.',
      hint: 'Send a bearer token instead.',
    }),
    MethodNotAllowed: refusal(
      'Another method than those this address answers.',
      { code: 'method_not_allowed', error: 'This address does not support DELETE.', hint: 'It supports GET, HEAD.' },
      'Allow',
    ),
    PayloadTooLarge: refusal('The body is larger than 1 MiB.', {
      code: 'payload_too_large',
      error: 'The body is larger than 1048576 bytes.',
      hint: 'Send a smaller body.',
    }),
    UnsupportedMediaType: refusal('The body is of another type, or has a `Content-Encoding`.', {
      code: 'unsupported_media_type',
      error: 'Send the body as application/json in UTF-8, without a Content-Encoding.',
      hint: 'Set Content-Type: application/json.',
    }),
    RateLimited: refusal(
      'Too many requests.',
      { code: 'rate_limited', error: 'Too many requests.', hint: 'Wait 12 seconds, then try again.' },
      'Retry-After',
    ),
    Internal: refusal('A defect of this service. It was noted.', {
      code: 'internal',
      error: 'The server made an error and logged it.',
      hint: 'Send the same request again with the same Idempotency-Key; if it goes on failing, tell the publication.',
    }),
    Busy: refusal(
      'Too much is being written at once, or the database cannot be reached.',
      { code: 'busy', error: 'Too many writes are waiting.', hint: 'Send the same request again.' },
      'Retry-After',
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
