import type * as z from 'zod';
import type { Publication } from '#runtime/config/config.ts';

// The parts of the API description.

/** The parts that a capability adds to the description of the API. */
export type ApiParts = {
  /** Paths with smaller numbers come first. */
  place: number;
  paths: (publication: Publication) => Paths;
  /** Schemas that the paths name, each with its `.meta({ id })`. */
  schemas: (publication: Publication) => readonly z.ZodType[];
  /** An example for each schema, by its name. */
  examples: (publication: Publication, article: ExampleArticle) => Record<string, unknown>;
  /** Parameters that several operations share, by the name of their component. */
  parameters?: Record<string, JsonObject>;
  /** The messages that the server posts to other addresses. */
  webhooks?: () => Record<string, { post: Operation }>;
};

/** For a part that has paths and no schemas. */
export const NO_SCHEMAS: Pick<ApiParts, 'schemas' | 'examples'> = { schemas: () => [], examples: () => ({}) };

/** The published article in examples, so that the addresses in them work. */
export type ExampleArticle = {
  url: string;
  section: string;
  slug: string;
  headline: string;
  dek: string;
  author: string;
  publishedAt: string | null;
  modifiedAt: string;
  correctedAt: string | null;
  correctionNote: string | null;
};

export type JsonObject = { [key: string]: unknown };

export type Operation = {
  operationId: string;
  summary: string;
  description: string;
  tags: string[];
  security?: Record<string, string[]>[];
  parameters?: JsonObject[];
  requestBody?: JsonObject;
  responses: Record<string, JsonObject>;
  deprecated?: true;
};

export type Paths = Record<string, { get?: Operation; post?: Operation }>;

export type OpenApi = {
  openapi: '3.1.0';
  info: JsonObject & { title: string; version: string; description: string };
  servers: { url: string; description: string }[];
  security: never[];
  tags: { name: string; description: string }[];
  paths: Paths;
  /** The messages that the server posts to other addresses. */
  webhooks: Record<string, { post: Operation }>;
  components: Record<
    'schemas' | 'responses' | 'parameters' | 'headers' | 'securitySchemes',
    Record<string, JsonObject>
  >;
};

/** Response headers by name; each is a component. Those of nearly every response are in the introduction. */
export const HEADERS: Record<string, string> = {
  Location: 'The address of the resource.',
  'WWW-Authenticate':
    'The challenge (RFC 6750, 3), with `resource_metadata`, which describes how to get access (RFC 9728, 5.1).',
  'Retry-After': 'Seconds to wait.',
  'Repr-Digest': 'The SHA-256 of the bytes that are sent, content coding included (RFC 9530, 3).',
  'X-Markdown-Tokens': 'The approximate length of the text in tokens: characters divided by four.',
};

/** How the form of a page is chosen. */
export const FORMS =
  '`Accept` chooses the form: Markdown if `text/markdown` is named and not less preferred than `text/html`, JSON if `application/json` is preferred to both, HTML otherwise; never 406.';

export function schemaRef(name: string): JsonObject {
  return { $ref: `#/components/schemas/${name}` };
}

export function parameterRef(name: string): JsonObject {
  return { $ref: `#/components/parameters/${name}` };
}

export function headers(...names: string[]): JsonObject {
  return Object.fromEntries(names.map((name) => [name, { $ref: `#/components/headers/${name}` }]));
}

/** A JSON body by the name of its schema; with several names, exactly one schema matches. */
export function json(...names: string[]): JsonObject {
  const schemas = names.map(schemaRef);
  return { 'application/json': { schema: schemas.length === 1 ? schemas[0] : { oneOf: schemas } } };
}

/** A body that is text of a type. */
export function text(type: string): JsonObject {
  return { [type]: { schema: { type: 'string' } } };
}

/** The forms of a page. */
export function forms(jsonName: string): JsonObject {
  return { ...text('text/html'), ...text('text/markdown'), ...json(jsonName) };
}

/** A 200 that clients may cache and revalidate with its ETag, and the other responses of every public read. */
export function cached(description: string, content: JsonObject, ...more: string[]): Record<string, JsonObject> {
  return {
    200: { description, ...(more.length > 0 && { headers: headers(...more) }), content },
    304: { $ref: '#/components/responses/NotModified' },
    ...refusals(),
  };
}

const REFUSALS: Record<number, string> = {
  400: 'BadRequest',
  401: 'Unauthorized',
  403: 'Forbidden',
  404: 'NotFound',
  410: 'Gone',
  429: 'RateLimited',
};

/** Error responses by status, as components; every other error is the `default`. */
export function refusals(...statuses: (keyof typeof REFUSALS)[]): Record<string, JsonObject> {
  const named = statuses.map((status) => [status, { $ref: `#/components/responses/${REFUSALS[status]}` }]);
  return { ...Object.fromEntries(named), default: { $ref: '#/components/responses/Error' } };
}

export type ListedOperation = { method: 'GET' | 'POST'; path: string; operation: Operation };

/** Every operation of a description, in its order. */
export function listOperations(api: Pick<OpenApi, 'paths'>): ListedOperation[] {
  return Object.entries(api.paths).flatMap(([path, { get, post }]) => [
    ...(get ? [{ method: 'GET' as const, path, operation: get }] : []),
    ...(post ? [{ method: 'POST' as const, path, operation: post }] : []),
  ]);
}

/** Resolves a reference: the node itself, or the component that it names. */
export function lookUp(api: OpenApi, node: JsonObject): JsonObject {
  const [, , kind, name] = typeof node.$ref === 'string' ? node.$ref.split('/') : [];
  if (!kind || !name) return node;
  const components: Record<string, Record<string, JsonObject>> = api.components;
  return components[kind]?.[name] ?? {};
}

/** The last part of a reference: the name of the component. */
export function nameOfRef(node: JsonObject): string | null {
  return typeof node.$ref === 'string' ? (node.$ref.split('/').at(-1) ?? null) : null;
}

/** The media types of a body, each with its schema. */
export function mediaOf(node: JsonObject): [type: string, schema: JsonObject][] {
  const content = (node.content ?? {}) as Record<string, { schema: JsonObject }>;
  return Object.entries(content).map(([type, { schema }]) => [type, schema]);
}
