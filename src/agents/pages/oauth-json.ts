import * as z from 'zod';
import { CLAIM_GRANT, IDENTITY_TYPE, loginHint } from '#agents/auth-protocol.ts';
import { TOKEN_LIFETIME } from '#agents/tokens.ts';
import { SCOPES } from '#core/actor.ts';
import type { Publication } from '#runtime/config/config.ts';

// OAuth metadata about agent access. Addresses come from the settings alone.

/**
 * The protected resource metadata of the MCP server (RFC 9728, 2). `resource` is its address, because a client that found the
 * document by a 401 compares it with the address that it called (3.3). The articles API takes the same tokens.
 */
export function protectedResource({ name, baseUrl }: Publication) {
  return {
    resource: `${baseUrl}/api/mcp`,
    resource_name: name,
    // Clients take the first: the issuer with an authorization endpoint. The second has the claim grant alone.
    authorization_servers: [`${baseUrl}/oauth`, baseUrl],
    scopes_supported: SCOPES,
    bearer_methods_supported: ['header'],
    resource_documentation: `${baseUrl}/llms.txt`,
  };
}

/**
 * The authorization server metadata of this site (RFC 8414, 2). The claim grant is the only grant, so there is no
 * authorization endpoint; `agent_auth` is the service_auth profile of auth.md, under the names of its versions.
 */
export function authorizationServer({ baseUrl }: Publication) {
  return {
    issuer: baseUrl,
    token_endpoint: `${baseUrl}/api/agent/token`,
    token_endpoint_auth_methods_supported: ['none'],
    grant_types_supported: [CLAIM_GRANT],
    response_types_supported: [],
    scopes_supported: SCOPES,
    service_documentation: `${baseUrl}/auth.md`,
    agent_auth: {
      skill: `${baseUrl}/auth.md`,
      identity_endpoint: `${baseUrl}/api/agent/identity`,
      identity_types_supported: [IDENTITY_TYPE],
      claim_endpoint: `${baseUrl}/agent/claim`,
      register_uri: `${baseUrl}/api/agent/identity`,
      claim_uri: `${baseUrl}/agent/claim`,
    },
  };
}

/** The metadata of the issuer `{base}/oauth`, which ordinary MCP clients use (RFC 8414, 2; RFC 9207, 3). */
export function oauthServer({ baseUrl }: Publication, fetchesDocuments: boolean) {
  const issuer = `${baseUrl}/oauth`;
  return {
    issuer,
    authorization_endpoint: `${issuer}/authorize`,
    token_endpoint: `${issuer}/token`,
    registration_endpoint: `${issuer}/register`,
    revocation_endpoint: `${issuer}/revoke`,
    response_types_supported: ['code'],
    response_modes_supported: ['query'],
    grant_types_supported: ['authorization_code', 'refresh_token', CLAIM_GRANT],
    code_challenge_methods_supported: ['S256'],
    token_endpoint_auth_methods_supported: ['none'],
    revocation_endpoint_auth_methods_supported: ['none'],
    ...(fetchesDocuments && { client_id_metadata_document_supported: true }),
    authorization_response_iss_parameter_supported: true,
    scopes_supported: SCOPES,
    service_documentation: `${baseUrl}/auth.md`,
  };
}

// Agent access requests on the wire (specification, "Agent authentication").

export const identityRequestSchema = z
  .object({
    type: z.literal(IDENTITY_TYPE, { error: `must be ${IDENTITY_TYPE}` }),
    login_hint: loginHint
      .optional()
      .describe(
        'Whom to ask: the email address of an editor, who alone may then approve, or a text that editors will read.',
      ),
  })
  .meta({ id: 'IdentityRequest' });

export const identitySchema = z
  .strictObject({
    claim_token: z.string().describe('Secret. Poll the token route with it; never show it.'),
    user_code: z.string().describe('The code that the editor types at `verification_uri`.'),
    verification_uri: z.url().describe('The address for the editor.'),
    interval: z.int().min(1).describe('Seconds to wait between polls.'),
    expires_in: z.int().min(1).describe('Seconds until the code expires.'),
  })
  .meta({ id: 'Identity', description: 'A claim that waits for an editor.' });

export const tokenRequestSchema = z
  .object({
    grant_type: z.literal(CLAIM_GRANT),
    claim_token: z.string().min(1).describe('The `claim_token` of the identity route.'),
  })
  .meta({ id: 'TokenRequest', description: 'Form fields. Others are ignored; one sent twice is refused.' });

export const accessTokenSchema = z
  .strictObject({
    access_token: z.string().describe('Opaque. Send it as `Authorization: Bearer …`.'),
    token_type: z.literal('Bearer'),
    expires_in: z.literal(TOKEN_LIFETIME).describe('Seconds.'),
    scope: z.string().describe('Scopes, separated by spaces.'),
  })
  .meta({ id: 'AccessToken' });

const TOKEN_ERRORS = [
  'authorization_pending',
  'slow_down',
  'access_denied',
  'expired_token',
  'invalid_grant',
  'invalid_request',
  'unsupported_grant_type',
] as const;
export type TokenError = (typeof TOKEN_ERRORS)[number];

export const tokenRefusalSchema = z
  .object({
    error: z.enum(TOKEN_ERRORS).describe('The error as OAuth 2.0 names it (RFC 6749, 5.2; RFC 8628, 3.5).'),
    error_description: z.string().describe('What happened, in words.'),
    code: z.enum(TOKEN_ERRORS).describe('The same as `error`.'),
    hint: z.string().describe('The next step, in words.'),
  })
  .meta({
    id: 'TokenRefusal',
    description: 'A refusal of the token route. Only the first two are worth another poll.',
  });
