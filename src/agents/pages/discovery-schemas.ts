import * as z from 'zod';
import { CLAIM_GRANT, IDENTITY_TYPE } from '#agents/auth-protocol.ts';

// The machine-readable pointers of the service, in the shapes of their standards. Objects are open where the standard allows it.

export const mcpPointerSchema = z
  .strictObject({
    name: z.string(),
    description: z.string(),
    endpoint: z.url().describe('The Streamable HTTP MCP server.'),
    transport: z.literal('streamable-http'),
  })
  .meta({ id: 'McpPointer' });

const scopes = () => z.array(z.enum(['article:draft', 'article:edit']));

export const protectedResourceSchema = z
  .object({
    resource: z.url().describe('The resource that the tokens give access to.'),
    resource_name: z.string(),
    authorization_servers: z.array(z.url()).min(1),
    scopes_supported: scopes(),
    bearer_methods_supported: z.array(z.literal('header')),
    resource_documentation: z.url(),
  })
  .meta({ id: 'ProtectedResource', description: 'Protected resource metadata (RFC 9728).' });

export const authorizationServerSchema = z
  .object({
    issuer: z.url(),
    token_endpoint: z.url(),
    grant_types_supported: z.array(z.literal(CLAIM_GRANT)),
    token_endpoint_auth_methods_supported: z.array(z.literal('none')),
    scopes_supported: scopes(),
    agent_auth: z
      .object({
        skill: z.url().describe('The steps in Markdown.'),
        identity_endpoint: z.url(),
        identity_types_supported: z.array(z.literal(IDENTITY_TYPE)),
      })
      .describe('How an agent requests access.'),
  })
  .meta({ id: 'AuthorizationServer', description: 'Authorization server metadata (RFC 8414).' });

const links = () => z.array(z.object({ href: z.url(), type: z.string().optional() })).optional();

export const linksetSchema = z
  .object({
    linkset: z.array(
      z.object({
        anchor: z.url(),
        'service-desc': links(),
        'service-doc': links(),
        'service-meta': links(),
        status: links(),
      }),
    ),
  })
  .meta({ id: 'Linkset', description: 'An API catalog (RFC 9727) as a linkset (RFC 9264).' });

export const jsonFeedSchema = z
  .object({
    version: z.literal('https://jsonfeed.org/version/1.1'),
    title: z.string(),
    home_page_url: z.url(),
    feed_url: z.url(),
    items: z.array(
      z.object({
        id: z.string(),
        url: z.url(),
        title: z.string(),
        summary: z.string().optional(),
        content_html: z.string().optional().describe('The full text.'),
        content_text: z.string().optional().describe('The dek, for an article that cannot be rendered.'),
        date_published: z.iso.datetime(),
        date_modified: z.iso.datetime().optional(),
      }),
    ),
  })
  .meta({ id: 'JsonFeed', description: 'JSON Feed 1.1.' });

export const webManifestSchema = z
  .object({
    name: z.string(),
    short_name: z.string(),
    description: z.string(),
    lang: z.string(),
    start_url: z.string(),
    scope: z.string(),
    id: z.string(),
    display: z.literal('browser'),
    background_color: z.string(),
    theme_color: z.string(),
    icons: z.array(z.object({ src: z.string(), sizes: z.string(), type: z.string(), purpose: z.string() })).min(1),
  })
  .meta({ id: 'WebManifest', description: 'W3C Web Application Manifest.' });

export const healthSchema = z
  .strictObject({
    status: z.enum(['ok', 'ready']),
    writable: z.boolean().optional().describe('Whether drafts can be saved now; only present with `ready`.'),
    warnings: z
      .array(z.string())
      .min(1)
      .optional()
      .describe('What the operator should mend, such as a clock; absent when there is nothing.'),
  })
  .meta({ id: 'Health' });

export const openApiSchema = z
  .object({
    openapi: z.literal('3.1.0'),
    info: z.record(z.string(), z.unknown()),
    paths: z.record(z.string(), z.unknown()),
    components: z.record(z.string(), z.unknown()),
  })
  .meta({ id: 'OpenApi', description: 'A description in OpenAPI 3.1.' });

export const tdmRepSchema = z
  .array(
    z.strictObject({
      location: z.string(),
      'tdm-reservation': z.literal([0, 1]),
      'tdm-policy': z.url().optional(),
    }),
  )
  .meta({ id: 'TdmRep', description: 'TDM Reservation Protocol: 1 where rights are reserved.' });
