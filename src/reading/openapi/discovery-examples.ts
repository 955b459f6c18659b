import type { Publication } from '#config/config.ts';
import type { ExampleArticle } from '#http/api-description.ts';
import { tdmRep } from '#http/licence.ts';

/** Examples of the discovery documents. */
export function discoveryExamples(publication: Publication, article: ExampleArticle) {
  const { baseUrl, name, description } = publication;
  return {
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
    ...agentExamples(publication),
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
    TdmRep: tdmRep(publication),
    Health: { status: 'ok' },
  };
}

/** Examples of the documents that lead agents to their servers. */
function agentExamples({ baseUrl, name }: Publication) {
  const scopes = ['article:draft', 'article:edit'];
  return {
    McpPointer: {
      name,
      description: 'List, read, draft and revise articles. It cannot publish or approve.',
      endpoint: `${baseUrl}/api/mcp`,
      transport: 'streamable-http',
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
    Linkset: {
      linkset: [{ anchor: `${baseUrl}/api`, 'service-desc': [{ href: `${baseUrl}/openapi.json` }] }],
    },
  };
}
