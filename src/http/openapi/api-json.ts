import { z } from 'zod';
import type { Publication } from '../../config.ts';

/** The catalog at `/api`: where a program finds everything else. */
export const apiCatalogSchema = z
  .strictObject({
    name: z.string(),
    description: z.string().optional(),
    openapi: z.url().describe('The description of every route.'),
    articles: z.url().describe('The index of published articles.'),
    llms: z.url().optional().describe('The overview for agents.'),
    mcp: z.url().optional().describe('The MCP endpoint.'),
    resource_metadata: z.url().optional().describe('How an agent is let in (RFC 9728).'),
    sitemap: z.url().optional(),
  })
  .meta({ id: 'ApiCatalog' });

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
