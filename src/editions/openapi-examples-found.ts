import { advertisingCatalog } from '../advertising/catalog.ts';
import type { Publication } from '../config.ts';

/** Examples of what a program finds the service by. */
export function foundExamples(publication: Publication) {
  const { baseUrl, name, description } = publication;
  const scopes = ['article:draft', 'article:edit'];
  return {
    ApiCatalog: {
      name,
      openapi: `${baseUrl}/openapi.json`,
      articles: `${baseUrl}/api/public/articles`,
      llms: `${baseUrl}/llms.txt`,
    },
    McpPointer: {
      name,
      description: 'List, read, draft and revise articles. It cannot publish or approve.',
      endpoint: `${baseUrl}/api/mcp`,
      transport: 'streamable-http',
    },
    ServerCard: {
      name: 'example.magazine/editorial',
      version: '0.1.0',
      description: 'List, read, draft and revise articles. It cannot publish or approve.',
      remotes: [{ type: 'streamable-http', url: `${baseUrl}/api/mcp`, supportedProtocolVersions: ['2025-11-25'] }],
    },
    ProtectedResource: {
      resource: baseUrl,
      resource_name: name,
      authorization_servers: [baseUrl],
      scopes_supported: scopes,
      bearer_methods_supported: ['header'],
      resource_documentation: `${baseUrl}/auth.md`,
    },
    AuthorizationServer: {
      issuer: baseUrl,
      token_endpoint: `${baseUrl}/api/agent/token`,
      grant_types_supported: ['urn:example:agent-auth:grant-type:claim'],
      token_endpoint_auth_methods_supported: ['none'],
      scopes_supported: scopes,
      agent_auth: {
        skill: `${baseUrl}/auth.md`,
        identity_endpoint: `${baseUrl}/api/agent/identity`,
        identity_types_supported: ['service_auth'],
      },
    },
    Linkset: {
      linkset: [{ anchor: `${baseUrl}/api`, 'service-desc': [{ href: `${baseUrl}/openapi.json` }] }],
    },
    AiCatalog: {
      specVersion: '1.0',
      host: { displayName: name },
      entries: [
        {
          identifier: 'urn:air:magazine.example:mcp:editorial',
          displayName: `${name} editorial MCP server`,
          type: 'application/mcp-server-card+json',
          url: `${baseUrl}/api/mcp/server-card`,
        },
      ],
    },
    AgentSkills: {
      skills: [
        {
          name: 'read',
          type: 'skill-md',
          description: 'How to find and read articles.',
          url: `${baseUrl}/.well-known/agent-skills/read/SKILL.md`,
          digest: `sha256:${'0'.repeat(64)}`,
        },
      ],
    },
    JsonFeed: {
      version: 'https://jsonfeed.org/version/1.1',
      title: name,
      home_page_url: `${baseUrl}/`,
      feed_url: `${baseUrl}/feed.json`,
      items: [
        {
          id: `${baseUrl}/robotics/layout-robot-pilot`,
          url: `${baseUrl}/robotics/layout-robot-pilot`,
          title: 'A layout robot on a live slab',
          content_html: '<p>The crew ran the machine for six weeks.</p>',
          date_published: '2026-09-06T13:00:00.000Z',
        },
      ],
    },
    OpenApi: { openapi: '3.1.0', info: { title: name, version: '0.1.0', description }, paths: {}, components: {} },
    Health: { status: 'ok' },
    ...advertisingExamples(publication),
  };
}

/** The shortest of the price list: one thing for sale and the picture that belongs to it. */
function advertisingExamples(publication: Publication) {
  const catalog = advertisingCatalog(publication);
  const [unit] = catalog.units.filter(({ id }) => id === 'directory-listing');
  const creatives = catalog.creatives.filter(({ id }) => unit?.creativeIds.includes(id));
  return {
    AdCreative: creatives[0],
    AdUnit: unit,
    AdvertisingCatalog: { ...catalog, creatives, units: [unit] },
  };
}
