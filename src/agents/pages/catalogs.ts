import type { z } from 'zod';
import type { Publication } from '#config/config.ts';
import { nameWays, waysIn } from '#http/ways-in.ts';
import type { aiCatalogSchema, linksetSchema, mcpPointerSchema, serverCardSchema } from './discovery-schemas.ts';

/** The type of the API catalog, which names its own profile (RFC 9727, 4.2). */
export const LINKSET = 'application/linkset+json; profile="https://www.rfc-editor.org/info/rfc9727"';

/** The APIs of the site and their descriptions (RFC 9727; RFC 9264, 4.2). */
export function apiLinkset(publication: Publication): z.infer<typeof linksetSchema> {
  const { baseUrl } = publication;
  const json = (path: string) => ({ href: `${baseUrl}${path}`, type: 'application/json' });
  const aboutAccess = [
    { href: `${baseUrl}/agents`, type: 'text/html' },
    { href: `${baseUrl}/auth.md`, type: 'text/markdown' },
  ];
  const issuers = waysIn(publication).map(({ metadata }) => ({ href: metadata, type: 'application/json' }));
  return {
    linkset: [
      {
        anchor: `${baseUrl}/api`,
        'service-desc': [json('/openapi.json')],
        'service-doc': [{ href: `${baseUrl}/api`, type: 'text/html' }, ...aboutAccess],
        'service-meta': [json('/.well-known/oauth-protected-resource'), ...issuers],
        status: [json('/healthz')],
      },
      {
        anchor: `${baseUrl}/api/mcp`,
        'service-desc': [{ href: `${baseUrl}/api/mcp/server-card`, type: 'application/mcp-server-card+json' }],
        'service-doc': aboutAccess,
        'service-meta': [json('/.well-known/oauth-protected-resource/api/mcp'), ...issuers],
        status: [json('/healthz')],
      },
      {
        anchor: `${baseUrl}/mcp`,
        'service-desc': [{ href: `${baseUrl}/mcp/server-card`, type: SERVER_CARD }],
        'service-doc': [{ href: `${baseUrl}/mcp`, type: 'text/html' }],
        'service-meta': [],
        status: [json('/healthz')],
      },
    ],
  };
}

export const AI_CATALOG = 'application/ai-catalog+json';

/** The AI catalog (version 1.0), with the two MCP servers as its entries. */
export function aiCatalog({ name, baseUrl }: Publication): z.infer<typeof aiCatalogSchema> {
  const host = new URL(baseUrl).hostname.replace(/[^\da-z.-]+/gi, '-');
  return {
    specVersion: '1.0',
    host: { displayName: name, documentationUrl: `${baseUrl}/agents` },
    entries: [
      {
        identifier: `urn:air:${host}:mcp:editorial`,
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
      {
        identifier: `urn:air:${host}:mcp:public`,
        displayName: `${name} MCP server for readers`,
        type: SERVER_CARD,
        url: `${baseUrl}/mcp/server-card`,
        representativeQueries: [
          'What has the magazine written about layout robots?',
          'Read this article with its sources and corrections',
          'Was the article that I cited corrected since?',
        ],
      },
    ],
  };
}

export const SERVER_CARD = 'application/mcp-server-card+json';

/** The data that the MCP endpoint returns to `initialize`; the server card repeats it. */
export type McpFacts = {
  serverInfo: { name: string; version: string };
  /** Newest first. */
  protocolVersions: readonly string[];
  capabilities: Record<string, unknown>;
};

/** What differs between the cards of the two MCP servers. */
type CardFacts = { path: string; about: string; kind: 'editorial' | 'public'; description: string; headers?: object[] };

/** The card of an MCP server (SEP-2127, draft of the server-card extension; its objects are open). */
function cardOf(
  { baseUrl }: Publication,
  { serverInfo, protocolVersions, capabilities }: McpFacts,
  { path, about, kind, description, headers }: CardFacts,
): z.infer<typeof serverCardSchema> {
  return {
    $schema: 'https://static.modelcontextprotocol.io/schemas/v1/server-card.schema.json',
    name: `${publisherOf(baseUrl)}/${kind}`,
    version: serverInfo.version,
    title: serverInfo.name,
    description,
    websiteUrl: baseUrl + about,
    remotes: [
      {
        type: 'streamable-http',
        url: baseUrl + path,
        supportedProtocolVersions: [...protocolVersions],
        ...(headers && { headers }),
      },
    ],
    // The fields of the older draft (SEP-1649), which scanners expect at the well-known address.
    serverInfo,
    transport: { type: 'streamable-http', endpoint: path },
    capabilities,
  };
}

/** The card of the MCP server for agents with a token. */
export function serverCard(publication: Publication, facts: McpFacts): z.infer<typeof serverCardSchema> {
  const { baseUrl } = publication;
  return cardOf(publication, facts, {
    path: '/api/mcp',
    about: '/agents',
    kind: 'editorial',
    description: 'List, read, draft and revise articles. It cannot publish or approve.',
    headers: [
      {
        name: 'Authorization',
        description: `Bearer token: ${nameWays(publication)}. Step by step: ${baseUrl}/auth.md`,
        isRequired: true,
        isSecret: true,
      },
    ],
  });
}

/** The card of the MCP server for readers. */
export function publicServerCard(publication: Publication, facts: McpFacts): z.infer<typeof serverCardSchema> {
  return cardOf(publication, facts, {
    path: '/mcp',
    about: '/mcp',
    kind: 'public',
    description: 'Search and read the published articles and follow what changes. No key. It cannot write.',
  });
}

/** The domain of the site in reverse order, as server names begin; an IP address stays as it is. */
function publisherOf(baseUrl: string): string {
  const { hostname } = new URL(baseUrl);
  const isNumber = /^[\d.]+$|^\[/.test(hostname);
  return isNumber
    ? hostname.replace(/[^\da-f.]+/gi, '-').replace(/^-|-$/g, '')
    : hostname.split('.').reverse().join('.');
}

/** The body of `/.well-known/mcp.json`: the address of the MCP server. */
export function mcpJson(publication: Publication): z.infer<typeof mcpPointerSchema> {
  const { name, baseUrl } = publication;
  return {
    name,
    description: `Lists, reads, drafts and revises the articles of ${name}. It cannot publish or approve: an editor does. Access: ${nameWays(publication)}. To read what is published, without a key, use ${baseUrl}/mcp.`,
    endpoint: `${baseUrl}/api/mcp`,
    transport: 'streamable-http',
  };
}
