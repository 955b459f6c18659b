import { z } from 'zod';
import { CLAIM_GRANT, IDENTITY_TYPE } from '../agent/grant.ts';

// The machine-readable pointers of the service, as the standards they follow shape them. Objects are open where the standard is.

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
    resource: z.url().describe('What the tokens are good for.'),
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
      .describe('How an agent asks to be let in.'),
  })
  .meta({ id: 'AuthorizationServer', description: 'Authorization server metadata (RFC 8414).' });

export const healthSchema = z.strictObject({ status: z.enum(['ok', 'ready']) }).meta({ id: 'Health' });

export const openApiSchema = z
  .object({
    openapi: z.literal('3.1.0'),
    info: z.record(z.string(), z.unknown()),
    paths: z.record(z.string(), z.unknown()),
    components: z.record(z.string(), z.unknown()),
  })
  .meta({ id: 'OpenApi', description: 'A description in OpenAPI 3.1.' });
