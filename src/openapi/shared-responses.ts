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
  hint: 'Every published article is in /api/public/articles; every route is in /openapi.json.',
};

const NO_DELETE = {
  code: 'method_not_allowed',
  error: 'This address does not support DELETE.',
  hint: 'It supports GET, HEAD.',
};

/** The responses that many operations share, by the name of their component. */
export function sharedResponses(baseUrl: string): Record<string, JsonObject> {
  return {
    NotModified: {
      description: 'Nothing has changed since the response with this ETag.',
      headers: headers('ETag', 'Cache-Control', 'Vary'),
    },
    Moved: {
      description: 'The article has moved permanently to `Location`.',
      headers: headers('Location', 'ETag', 'Cache-Control', 'Vary'),
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
      headers: headers('Vary'),
      content: text('text/markdown'),
    },
    NotFoundPage: {
      description: 'Not found, in the requested form.',
      headers: headers('Vary'),
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
    MethodNotAllowed: {
      description: 'This address does not support the method. A browser gets the same message as an HTML page.',
      headers: headers('Allow'),
      content: withExample(NO_DELETE),
    },
    PreconditionFailed: refusal('The resource is not the version that `If-Match` or `If-Unmodified-Since` names.', {
      code: 'precondition_failed',
      error: 'The resource changed since the version that you name.',
      hint: 'Request it again without If-Match and If-Unmodified-Since.',
    }),
    PayloadTooLarge: refusal('The body is larger than 1 MiB.', {
      code: 'payload_too_large',
      error: 'The body is larger than 1048576 bytes.',
      hint: 'Send a smaller body.',
    }),
    UnsupportedMediaType: refusal('The body has the wrong type, or a `Content-Encoding`.', {
      code: 'unsupported_media_type',
      error: 'Send the body as application/json in UTF-8, without a Content-Encoding.',
      hint: 'Set Content-Type: application/json.',
    }),
    RateLimited: refusal(
      'Too many requests.',
      { code: 'rate_limited', error: 'Too many requests.', hint: 'Wait 12 seconds, then try again.' },
      'Retry-After',
    ),
    Internal: refusal('An error of this service. It was logged.', {
      code: 'internal',
      error: 'The server made an error and logged it.',
      hint: 'Send the same request again with the same Idempotency-Key. If it fails again, tell the publication.',
    }),
    Busy: refusal(
      'Too many writes are waiting, or the database is unavailable.',
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
