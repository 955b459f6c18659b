import * as z from 'zod';
import * as discovery from '#agents/pages/discovery-schemas.ts';
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
import { articleIndexSchema, deskSchema, frontSchema, publicArticleSchema } from '#article/pages/article-json.ts';
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
import { archiveSchema, tagIndexSchema } from '#reading/pages/archive-json.ts';
import { relatedSchema } from '#reading/pages/related-json.ts';
import { publicSeriesSchema, seriesIndexSchema } from '#reading/series/series-json.ts';

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

/** The schemas of articles, of writing and of agents, and those of the service itself. */
export const schemas = perSections((): readonly z.ZodType[] => [
  publicArticleSchema,
  archiveMarkSchema,
  sourceSchema,
  articleIndexSchema,
  frontSchema,
  evidenceSchema,
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
  ...Object.values(discovery),
]);

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
