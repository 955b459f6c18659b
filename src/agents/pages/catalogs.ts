import { nameWays, waysIn } from '#http/ways-in.ts';
import type { Publication } from '#runtime/config/config.ts';

/** The type of the API catalog, which names its own profile (RFC 9727, 4.2). */
export const LINKSET = 'application/linkset+json; profile="https://www.rfc-editor.org/info/rfc9727"';

/** The APIs of the site and their descriptions (RFC 9727; RFC 9264, 4.2). */
export function apiLinkset(publication: Publication) {
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
        'service-desc': [json('/.well-known/mcp.json'), json('/openapi.json')],
        'service-doc': aboutAccess,
        'service-meta': [json('/.well-known/oauth-protected-resource/api/mcp'), ...issuers],
        status: [json('/healthz')],
      },
      {
        anchor: `${baseUrl}/mcp`,
        'service-desc': [json('/openapi.json')],
        'service-doc': [{ href: `${baseUrl}/mcp`, type: 'text/html' }],
        'service-meta': [],
        status: [json('/healthz')],
      },
    ],
  };
}

/** The body of `/.well-known/mcp.json`: the address of the MCP server. */
export function mcpJson(publication: Publication) {
  const { name, baseUrl } = publication;
  return {
    name,
    description: `Lists, reads, drafts and revises the articles of ${name}. It cannot publish or approve: an editor does. Access: ${nameWays(publication)}. To read what is published, without a key, use ${baseUrl}/mcp.`,
    endpoint: `${baseUrl}/api/mcp`,
    transport: 'streamable-http',
  };
}
