import * as z from 'zod';
import {
  keyReusedSchema,
  refusalSchema,
  revisionConflictSchema,
  slugTakenSchema,
  validationFailedSchema,
} from '#http/error-json.ts';
import type { Publication } from '#runtime/config/config.ts';

/** The catalog at `/api`, with the addresses of everything else. */
export const apiCatalogSchema = z
  .strictObject({
    name: z.string(),
    description: z.string().optional(),
    openapi: z.url().describe('The description of the API.'),
    articles: z.url().describe('The index of published articles.'),
    llms: z.url().optional().describe('The overview for agents.'),
    mcp: z
      .url()
      .optional()
      .describe('The MCP endpoint for drafts, which needs a token. Readers have `/mcp` without one.'),
    resource_metadata: z.url().optional().describe('How an agent gets access (RFC 9728).'),
    sitemap: z.url().optional(),
  })
  .meta({ id: 'ApiCatalog' });

/** The schemas of errors, and those of the description itself. */
export const schemas: readonly z.ZodType[] = [
  refusalSchema,
  validationFailedSchema,
  keyReusedSchema,
  revisionConflictSchema,
  slugTakenSchema,
  apiCatalogSchema,
];

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
