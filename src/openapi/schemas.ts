import * as z from 'zod';
import { availabilitySchemas } from '#ads/catalog/availability.ts';
import { catalogSchema, creativeSchema, unitSchema } from '#ads/catalog/catalog-schema.ts';
import { briefSchema } from '#ads/creatives/brief-check.ts';
import { adCheckSchemas } from '#ads/pages/ad-check-json.ts';
import { directorySchema, supplierSchema } from '#ads/suppliers/directory.ts';
import {
  accessTokenSchema,
  identityRequestSchema,
  identitySchema,
  tokenRefusalSchema,
  tokenRequestSchema,
} from '#agents/pages/oauth-json.ts';
import * as oauth from '#agents/pages/oauth-schemas.ts';
import { archiveMarkSchema } from '#article/archive-words.ts';
import { blockSchema, copySchema, packetSchema, revisionSchema, sourceSchema } from '#article/copy.ts';
import { perSections } from '#article/desk.ts';
import { briefIndexSchema, publicBriefSchema } from '#brief/pages/brief-json.ts';
import { changeSchema, changesSchema, webhookTestSchema } from '#changes/pages/changes-json.ts';
import type { Publication } from '#config/config.ts';
import { articleListSchema, articleSummarySchema, recordSchema } from '#editorial/api/draft-json.ts';
import { storedListSchema } from '#editorial/api/read-stored.ts';
import { commentsSchema, gateSchema, outsideSchema, reviewSchema } from '#editorial/api/review-json.ts';
import { evidenceFigureSchema, evidenceSchema } from '#evidence/pages/evidence-json.ts';
import {
  keyReusedSchema,
  refusalSchema,
  revisionConflictSchema,
  slugTakenSchema,
  validationFailedSchema,
} from '#http/error-json.ts';
import { quoteCheckSchema, quoteRequestSchema } from '#quote/pages/quote-json.ts';
import { archiveSchema, tagIndexSchema } from '#reading/pages/archive-json.ts';
import {
  articleIndexSchema,
  deskSchema,
  frontSchema,
  type PublicArticle,
  publicArticleSchema,
} from '#reading/pages/article-json.ts';
import * as discovery from '#reading/pages/discovery-schemas.ts';
import { relatedSchema } from '#reading/pages/related-json.ts';
import { publicSeriesSchema, seriesIndexSchema } from '#reading/series/series-json.ts';
import {
  recordKeyHistorySchema,
  recordKeySetSchema,
  recordListSchema,
  signedRecordSchema,
} from '#records/pages/record-schemas.ts';
import { permanentRevisionSchema } from '#records/revisions/revision-json.ts';
import { exampleArticle, examples } from './examples.ts';
import type { JsonObject } from './parts.ts';

const COMPONENTS = '#/components/schemas/';

/** A schema with a name (its `.meta({ id })`) and a valid example. */
export type NamedSchema = { schema: z.ZodType; example: unknown };

/** The catalog at `/api`, with the addresses of everything else. */
export const apiCatalogSchema = z
  .strictObject({
    name: z.string(),
    description: z.string().optional(),
    openapi: z.url().describe('The description of every route.'),
    articles: z.url().describe('The index of published articles.'),
    llms: z.url().optional().describe('The overview for agents.'),
    mcp: z.url().optional().describe('The MCP endpoint.'),
    resource_metadata: z.url().optional().describe('How an agent gets access (RFC 9728).'),
    sitemap: z.url().optional(),
  })
  .meta({ id: 'ApiCatalog' });

// Messages of the MCP endpoint as HTTP bodies; tools/list returns the schemas of the tools.

const id = z.union([z.string(), z.int(), z.null()]);

const jsonRpcRequestSchema = z
  .object({
    jsonrpc: z.literal('2.0'),
    method: z.string().describe('`initialize`, `notifications/initialized`, `ping`, `tools/list` or `tools/call`.'),
    id: id.optional().describe('The id of the response; absent in a notification.'),
    params: z.record(z.string(), z.unknown()).optional(),
  })
  .meta({ id: 'JsonRpcRequest', description: 'One JSON-RPC 2.0 message. A batch is refused.' });

const jsonRpcAnswerSchema = z
  .object({
    jsonrpc: z.literal('2.0'),
    id: id.optional(),
    result: z.record(z.string(), z.unknown()).optional(),
    error: z
      .object({ code: z.int(), message: z.string(), data: z.unknown().optional() })
      .optional()
      .describe('A JSON-RPC error. An error of a tool is a result with `isError`.'),
  })
  .meta({ id: 'JsonRpcAnswer', description: 'A result or an error.' });

/** All schemas that the API description names. */
const SCHEMAS = perSections((): readonly z.ZodType[] => [
  publicArticleSchema,
  archiveMarkSchema,
  sourceSchema,
  articleIndexSchema,
  frontSchema,
  evidenceSchema,
  permanentRevisionSchema,
  evidenceFigureSchema,
  relatedSchema,
  seriesIndexSchema,
  publicSeriesSchema,
  archiveSchema,
  tagIndexSchema,
  deskSchema(),
  changesSchema,
  changeSchema,
  webhookTestSchema,
  signedRecordSchema,
  recordListSchema,
  recordKeySetSchema,
  recordKeyHistorySchema,
  quoteCheckSchema,
  quoteRequestSchema,
  briefIndexSchema,
  publicBriefSchema,
  copySchema,
  revisionSchema,
  blockSchema,
  packetSchema,
  articleSummarySchema,
  recordSchema,
  storedListSchema,
  articleListSchema,
  gateSchema,
  reviewSchema,
  commentsSchema,
  outsideSchema,
  refusalSchema,
  validationFailedSchema,
  keyReusedSchema,
  revisionConflictSchema,
  slugTakenSchema,
  identityRequestSchema,
  identitySchema,
  tokenRequestSchema,
  accessTokenSchema,
  tokenRefusalSchema,
  ...Object.values(oauth),
  jsonRpcRequestSchema,
  jsonRpcAnswerSchema,
  apiCatalogSchema,
  catalogSchema,
  creativeSchema,
  unitSchema,
  briefSchema,
  ...Object.values(adCheckSchemas),
  ...Object.values(availabilitySchemas),
  supplierSchema,
  directorySchema,
  ...Object.values(discovery),
]);

/** Every schema of the API description with its example. @throws Error for a schema without one */
export function namedSchemas(
  publication: Publication,
  article: PublicArticle = exampleArticle(publication),
): NamedSchema[] {
  const known = new Map<string, unknown>(Object.entries(examples(publication, article)));
  return SCHEMAS().map((schema) => {
    const name = nameOf(schema);
    if (!known.has(name)) throw new Error(`the schema ${name} of the API description has no example`);
    return { schema, example: known.get(name) };
  });
}

/**
 * Named zod schemas as `components.schemas` of an OpenAPI 3.1 document (JSON Schema 2020-12), each with its example;
 * a schema inside another schema becomes a reference.
 * @throws Error for a schema without a name
 */
export function schemaComponents(named: readonly NamedSchema[]): Record<string, JsonObject> {
  const registry = z.registry<{ id: string }>();
  for (const { schema } of named) registry.add(schema, { id: nameOf(schema) });
  const { schemas } = z.toJSONSchema(registry, { io: 'input', uri: (id) => `${COMPONENTS}${id}` });
  const examples = new Map(named.map(({ schema, example }) => [nameOf(schema), example]));
  return Object.fromEntries(
    Object.entries(schemas)
      .filter(([name]) => examples.has(name))
      .map(([name, schema]) => [name, { ...tidy(schema as JsonObject), examples: [examples.get(name)] }]),
  );
}

/** The members of an object schema as query parameters. */
export function queryParameters(schema: z.ZodType): JsonObject[] {
  const { properties = {}, required = [] } = z.toJSONSchema(schema, { io: 'input' });
  return Object.entries(properties).map(([name, member]) => {
    const { description, ...rest } = tidy(member as JsonObject);
    return { name, in: 'query', required: required.includes(name), description, schema: rest };
  });
}

export function nameOf(schema: z.ZodType): string {
  const name = schema.meta()?.id;
  if (!name) throw new Error('a schema of the API description has no name; give it .meta({ id })');
  return name;
}

/** Formats that already imply a pattern. */
const SAID_BY_FORMAT = new Set(['date-time', 'date', 'uuid', 'email']);

function tidy(schema: JsonObject): JsonObject {
  const { $schema: _, $id: __, id: ___, ...said } = schema;
  if (SAID_BY_FORMAT.has(String(said.format))) delete said.pattern;
  if (said.maximum === Number.MAX_SAFE_INTEGER) delete said.maximum;
  if (said.minimum === Number.MIN_SAFE_INTEGER) delete said.minimum;
  return foldTypes(Object.fromEntries(Object.entries(said).map(([key, value]) => [key, tidyInside(key, value)])));
}

function tidyInside(key: string, value: unknown): unknown {
  switch (key) {
    case 'properties':
      return Object.fromEntries(
        Object.entries(value as JsonObject).map(([name, member]) => [name, tidy(member as JsonObject)]),
      );
    case 'anyOf':
    case 'oneOf':
      return (value as JsonObject[]).map(tidy);
    case '$ref':
      return String(value).replace('#/$defs/', COMPONENTS);
    case 'items':
      return tidy(value as JsonObject);
    case 'additionalProperties':
      return typeof value === 'object' ? tidy(value as JsonObject) : value;
    default:
      return value;
  }
}

/** Writes a choice between plain types, null included, as `type: [one, other]`. */
function foldTypes(schema: JsonObject): JsonObject {
  const { anyOf, ...rest } = schema;
  if (!Array.isArray(anyOf)) return schema;
  const members = anyOf as JsonObject[];
  const detailed = members.filter((member) => Object.keys(member).length > 1);
  const isPlain = members.every((member) => typeof member.type === 'string' && !('enum' in member));
  if (detailed.length > 1 || !isPlain) return schema;
  const type = members.map((member) => member.type);
  return { ...detailed[0], ...rest, type };
}

export function apiCatalog({ baseUrl, description, name }: Publication): z.infer<typeof apiCatalogSchema> {
  return {
    name,
    description,
    openapi: `${baseUrl}/openapi.json`,
    articles: `${baseUrl}/api/public/articles`,
    llms: `${baseUrl}/llms.txt`,
    mcp: `${baseUrl}/api/mcp`,
    resource_metadata: `${baseUrl}/.well-known/oauth-protected-resource`,
    sitemap: `${baseUrl}/sitemap.xml`,
  };
}
