import type { z } from 'zod';
import type { Publication } from '../../config.ts';
import type { linksetSchema } from './discovery-schemas.ts';

/** The type of the API catalog, which names its own profile (RFC 9727, 4.2). */
export const LINKSET = 'application/linkset+json; profile="https://www.rfc-editor.org/info/rfc9727"';

/** The APIs of the house and what describes each (RFC 9727; RFC 9264, 4.2). */
export function apiLinkset({ baseUrl }: Publication): z.infer<typeof linksetSchema> {
  const json = (path: string) => ({ href: `${baseUrl}${path}`, type: 'application/json' });
  return {
    linkset: [
      {
        anchor: `${baseUrl}/api`,
        'service-desc': [json('/openapi.json')],
        'service-doc': [
          { href: `${baseUrl}/api`, type: 'text/html' },
          { href: `${baseUrl}/auth.md`, type: 'text/markdown' },
        ],
        'service-meta': [json('/.well-known/oauth-protected-resource')],
        status: [json('/healthz')],
      },
      {
        anchor: `${baseUrl}/api/mcp`,
        'service-desc': [{ href: `${baseUrl}/api/mcp/server-card`, type: 'application/mcp-server-card+json' }],
        'service-doc': [{ href: `${baseUrl}/auth.md`, type: 'text/markdown' }],
        'service-meta': [json('/.well-known/oauth-protected-resource/api/mcp')],
        status: [json('/healthz')],
      },
    ],
  };
}
