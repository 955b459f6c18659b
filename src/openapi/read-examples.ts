import { oauthServer } from '#agents/pages/oauth-json.ts';
import type { PublicArticle } from '#article/pages/article-json.ts';
import type { Publication } from '#config/config.ts';
import { tdmRep } from '#http/licence.ts';

/** Examples of the discovery documents. */
export function foundExamples(publication: Publication, article: PublicArticle) {
  const { baseUrl, name, description } = publication;
  const scopes = ['article:draft', 'article:edit'];
  return {
    ApiCatalog: {
      name,
      openapi: `${baseUrl}/openapi.json`,
      articles: `${baseUrl}/api/public/articles`,
      llms: `${baseUrl}/llms.txt`,
    },
    WebManifest: {
      name,
      short_name: name,
      description,
      lang: 'en',
      start_url: '/',
      scope: '/',
      id: '/',
      display: 'browser',
      background_color: '#fbfaf7',
      theme_color: '#b5541c',
      icons: [{ src: '/icon-192.png', sizes: '192x192', type: 'image/png', purpose: 'any' }],
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
      authorization_servers: [`${baseUrl}/oauth`, baseUrl],
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
    OAuthServer: oauthServer(publication, true),
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
          id: 'urn:uuid:0198f4e2-7c1a-7b3e-9d2f-5a6b7c8d9e0f',
          url: article.url,
          title: article.headline,
          content_html: '<p>The crew ran the machine for six weeks.</p>',
          date_published: '2026-09-06T13:00:00.000Z',
        },
      ],
    },
    ...changeExamples(baseUrl, article),
    TdmRep: tdmRep(publication),
    OpenApi: { openapi: '3.1.0', info: { title: name, version: '0.1.0', description }, paths: {}, components: {} },
    Health: { status: 'ok' },
  };
}

function changeExamples(baseUrl: string, { section, slug, url }: PublicArticle) {
  const at = '2026-09-08T14:30:00.000Z';
  const Change = {
    seq: 412,
    at,
    type: 'article.corrected',
    id: '0198f4e2-7c1a-7b3e-9d2f-5a6b7c8d9e0f',
    url,
    previousUrl: null,
    section,
    slug,
    revision: 3,
    modifiedAt: at,
    correctionNote: 'The pilot ran for four weeks. The article said five.',
  };
  return {
    Change,
    Changes: { changes: [Change], nextAfter: 412 },
    WebhookTest: { type: 'webhook.test', at, url: `${baseUrl}/` },
  };
}
