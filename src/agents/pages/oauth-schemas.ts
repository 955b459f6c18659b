import * as z from 'zod';
import { TOKEN_LIFETIME } from '#agents/tokens.ts';

// What OAuth clients exchange with the issuer `{base}/oauth` (RFC 6749, RFC 7009, RFC 7591, RFC 8414).

/** The metadata of the issuer; its function is `oauthServer` in oauth-json.ts. */
export const oauthServerSchema = z
  .object({
    issuer: z.url(),
    authorization_endpoint: z.url().describe('Where a client sends the browser of a person.'),
    token_endpoint: z.url(),
    registration_endpoint: z.url(),
    revocation_endpoint: z.url(),
    response_types_supported: z.array(z.literal('code')),
    response_modes_supported: z.array(z.literal('query')),
    grant_types_supported: z.array(z.string()),
    code_challenge_methods_supported: z.array(z.literal('S256')),
    token_endpoint_auth_methods_supported: z.array(z.literal('none')),
    revocation_endpoint_auth_methods_supported: z.array(z.literal('none')),
    client_id_metadata_document_supported: z
      .literal(true)
      .optional()
      .describe('Only where the server can fetch metadata documents; otherwise register.'),
    authorization_response_iss_parameter_supported: z.boolean(),
    scopes_supported: z.array(z.enum(['article:draft', 'article:edit'])),
    service_documentation: z.url(),
  })
  .meta({ id: 'OAuthServer', description: 'Authorization server metadata (RFC 8414) of the issuer of OAuth clients.' });

export const clientMetadataSchema = z
  .object({
    redirect_uris: z
      .array(z.string())
      .min(1)
      .max(10)
      .describe('https addresses, http addresses on the loopback (any port may be used later), or schemes of an app.'),
    client_name: z.string().optional().describe('Shown to the editor as a name that nobody verified.'),
  })
  .meta({ id: 'ClientMetadata', description: 'Client metadata (RFC 7591, 2). Other members are ignored.' });

export const registeredClientSchema = z
  .object({
    client_id: z.string().describe('Contains the registration: the server stores nothing.'),
    client_id_issued_at: z.int(),
    client_name: z.string().optional(),
    redirect_uris: z.array(z.string()),
    token_endpoint_auth_method: z.literal('none'),
    grant_types: z.array(z.string()),
    response_types: z.array(z.literal('code')),
    scope: z.string(),
  })
  .meta({ id: 'RegisteredClient', description: 'A registered client (RFC 7591, 3.2.1).' });

export const oauthTokenRequestSchema = z
  .object({
    grant_type: z.string().describe('`authorization_code`, `refresh_token`, or the claim grant.'),
    client_id: z.string().optional(),
    code: z.string().optional().describe('Lives 60 seconds and works once.'),
    redirect_uri: z.string().optional().describe('The same as at the authorization endpoint.'),
    code_verifier: z.string().optional().describe('PKCE (RFC 7636, 4.5).'),
    refresh_token: z.string().optional().describe('Works once; the response has the next one.'),
    resource: z.string().optional().describe('A resource of this site (RFC 8707, 2.2).'),
  })
  .meta({ id: 'OAuthTokenRequest', description: 'Form fields.' });

export const oauthTokenSchema = z
  .strictObject({
    access_token: z.string().describe('Opaque. Send it as `Authorization: Bearer …`.'),
    token_type: z.literal('Bearer'),
    expires_in: z.literal(TOKEN_LIFETIME).describe('Seconds.'),
    scope: z.string().describe('Scopes, separated by spaces.'),
    refresh_token: z.string().optional().describe('Only when the editor granted more than one token.'),
  })
  .meta({ id: 'OAuthToken' });

export const revocationSchema = z
  .object({ token: z.string().describe('An access token, or a refresh token: that one ends the whole access.') })
  .meta({ id: 'Revocation', description: 'Form fields (RFC 7009, 2.1).' });

export const oauthErrorSchema = z
  .object({
    error: z.string().describe('The error as its RFC names it.'),
    error_description: z.string().describe('What happened, in words.'),
    code: z.string().describe('The same as `error`.'),
    hint: z.string().describe('The next step, in words.'),
  })
  .meta({ id: 'OAuthError' });
