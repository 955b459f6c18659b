import type { Publication } from '../config.ts';

/** Examples of what a program finds the service by. */
export function foundExamples({ baseUrl, name, description }: Publication) {
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
    ...advertisingExamples(name),
  };
}

function advertisingExamples(name: string) {
  const creative = {
    id: 'directory-logo',
    name: 'Directory logo',
    label: 'Directory listing',
    labelPlacement: 'On the directory row.',
    placement: 'In the supplier directory, square crop.',
    ratio: '1:1',
    mimeTypes: ['image/png'],
    maxBytes: 150000,
    widthPx: 800,
    heightPx: 800,
    displayWidthPx: 400,
    displayHeightPx: 400,
    safeAreaPx: 24,
  };
  const unit = {
    id: 'directory-listing',
    title: 'Directory listing',
    summary: 'A row with a logo in the supplier directory.',
    term: 'one quarter',
    listPriceCents: 60000,
    copyMaxWords: null,
    creativeIds: ['directory-logo'],
  };
  return {
    AdCreative: creative,
    AdUnit: unit,
    AdvertisingCatalog: {
      name,
      audience: 'Estimators, project managers, superintendents, trade principals and construction companies.',
      currency: 'USD',
      effectiveAt: '2026-08-26',
      desk: {
        alias: 'advertising@magazine.example',
        email: 'advertising@magazine.example',
        note: 'Buying is manual: write to the ad desk.',
      },
      creatives: [creative],
      units: [unit],
      howToBuy: ['Choose a unit and write to the ad desk with the dates you have in mind.'],
      terms: ['An ad does not run until an editor accepts it.'],
    },
  };
}
