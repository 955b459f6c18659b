import type { z } from 'zod';
import type { Publication } from '../../config.ts';
import type { serverCardSchema } from './discovery-schemas.ts';

export const SERVER_CARD = 'application/mcp-server-card+json';

/** What the MCP endpoint answers to whoever greets it; the card says the same. */
export type McpFacts = {
  serverInfo: { name: string; version: string };
  /** Newest first. */
  protocolVersions: readonly string[];
  capabilities: Record<string, unknown>;
};

/** The card of the MCP server (SEP-2127, draft of the server-card extension; its objects are open). */
export function serverCard(publication: Publication, facts: McpFacts): z.infer<typeof serverCardSchema> {
  const { baseUrl } = publication;
  const { serverInfo, protocolVersions, capabilities } = facts;
  return {
    $schema: 'https://static.modelcontextprotocol.io/schemas/v1/server-card.schema.json',
    name: `${publisherOf(baseUrl)}/editorial`,
    version: serverInfo.version,
    title: serverInfo.name,
    description: 'List, read, draft and revise articles. It cannot publish or approve.',
    websiteUrl: `${baseUrl}/api`,
    remotes: [
      {
        type: 'streamable-http',
        url: `${baseUrl}/api/mcp`,
        supportedProtocolVersions: [...protocolVersions],
        headers: [
          {
            name: 'Authorization',
            description: `Bearer token from the agent claim flow: ${baseUrl}/auth.md`,
            isRequired: true,
            isSecret: true,
          },
        ],
      },
    ],
    // The shape of the older draft (SEP-1649), which scanners look for at the well-known address.
    serverInfo,
    transport: { type: 'streamable-http', endpoint: '/api/mcp' },
    capabilities,
  };
}

/** The house's domain the other way round, as names of servers begin; a number stays as it is. */
function publisherOf(baseUrl: string): string {
  const { hostname } = new URL(baseUrl);
  const isNumber = /^[\d.]+$|^\[/.test(hostname);
  return isNumber
    ? hostname.replace(/[^\da-f.]+/gi, '-').replace(/^-|-$/g, '')
    : hostname.split('.').reverse().join('.');
}
