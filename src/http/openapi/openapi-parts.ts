// The small pieces the API description is put together from.

export type Json = { [key: string]: unknown };

export type Operation = {
  operationId: string;
  summary: string;
  description: string;
  tags: string[];
  security?: Record<string, string[]>[];
  parameters?: Json[];
  requestBody?: Json;
  responses: Record<string, Json>;
};

export type Paths = Record<string, { get?: Operation; post?: Operation }>;

/** Headers by the name they are sent under; each is a component. */
export const HEADERS: Record<string, string> = {
  ETag: 'Names these very bytes. Send it back as `If-None-Match` and get 304 while nothing changed.',
  'Last-Modified': 'The latest publication in this answer.',
  'Cache-Control': 'How long a copy may be used; `no-store` on everything that carries or issues a credential.',
  Vary: 'The request headers that choose the form: `Accept`, `Accept-Encoding`.',
  Link: 'The other forms of the same thing, the next page, and this description (RFC 8288).',
  'Content-Location': 'The address this very form has of its own.',
  Location: 'Where it is.',
  Allow: 'The methods this address answers.',
  'WWW-Authenticate': 'The challenge (RFC 6750, 3), with `resource_metadata` telling how to be let in (RFC 9728, 5.1).',
  'Retry-After': 'Seconds to wait.',
  'X-Markdown-Tokens': 'About how many tokens the text is: characters by four.',
};

export function schemaRef(name: string): Json {
  return { $ref: `#/components/schemas/${name}` };
}

export function parameterRef(name: string): Json {
  return { $ref: `#/components/parameters/${name}` };
}

export function headers(...names: string[]): Json {
  return Object.fromEntries(names.map((name) => [name, { $ref: `#/components/headers/${name}` }]));
}

/** A body in JSON by the name of its schema; of several, exactly one fits. */
export function json(...names: string[]): Json {
  const schemas = names.map(schemaRef);
  return { 'application/json': { schema: schemas.length === 1 ? schemas[0] : { oneOf: schemas } } };
}

/** A body that is text of a type. */
export function text(type: string): Json {
  return { [type]: { schema: { type: 'string' } } };
}

/** The forms of a page. */
export function forms(jsonName: string): Json {
  return { ...text('text/html'), ...text('text/markdown'), ...json(jsonName) };
}

/** 200 that may be kept and asked for again with its ETag, and the answers every public read has besides. */
export function cached(description: string, content: Json, ...more: string[]): Record<string, Json> {
  return {
    200: { description, headers: headers('ETag', 'Cache-Control', 'Vary', ...more), content },
    304: { $ref: '#/components/responses/NotModified' },
    ...refusals(405, 500, 503),
  };
}

const REFUSALS: Record<number, string> = {
  400: 'BadRequest',
  401: 'Unauthorized',
  403: 'Forbidden',
  404: 'NotFound',
  405: 'MethodNotAllowed',
  413: 'PayloadTooLarge',
  415: 'UnsupportedMediaType',
  429: 'RateLimited',
  500: 'Internal',
  503: 'Busy',
};

/** Refusals by their status, as components. */
export function refusals(...statuses: (keyof typeof REFUSALS)[]): Record<string, Json> {
  return Object.fromEntries(statuses.map((status) => [status, { $ref: `#/components/responses/${REFUSALS[status]}` }]));
}
