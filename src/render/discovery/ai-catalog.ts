import type { z } from 'zod';
import type { Publication } from '../../config.ts';
import type { aiCatalogSchema } from './discovery-schemas.ts';
import { SERVER_CARD } from './server-card.ts';

export const AI_CATALOG = 'application/ai-catalog+json';

/** What an agent can use here (AI catalog 1.0): the MCP server alone, for that is all there is. */
export function aiCatalog({ name, baseUrl }: Publication): z.infer<typeof aiCatalogSchema> {
  return {
    specVersion: '1.0',
    host: { displayName: name, documentationUrl: `${baseUrl}/api` },
    entries: [
      {
        identifier: `urn:air:${new URL(baseUrl).hostname.replace(/[^\da-z.-]+/gi, '-')}:mcp:editorial`,
        displayName: `${name} editorial MCP server`,
        type: SERVER_CARD,
        url: `${baseUrl}/api/mcp/server-card`,
        representativeQueries: [
          'List the latest articles about layout robots',
          'Read an article with its sources and corrections',
          'File a draft for an editor',
          'Save a revision of my draft',
        ],
      },
    ],
  };
}
