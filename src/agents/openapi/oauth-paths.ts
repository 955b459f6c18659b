import { cached, headers, json, type Operation, type Paths, refusals, schemaRef } from '#http/api-description.ts';

/** Registration, tokens and revocation of the issuer `{base}/oauth`. Its authorization endpoint is a page for people. */
export function oauthPaths(): Paths {
  return {
    '/.well-known/oauth-authorization-server/oauth': {
      get: {
        operationId: 'readOAuthServer',
        summary: 'Read the metadata of the issuer of OAuth clients',
        description:
          'Authorization server metadata (RFC 8414) of the second issuer: authorization codes with PKCE, for ordinary MCP clients.',
        tags: ['Discovery'],
        responses: cached('The metadata.', json('OAuthServer')),
      },
    },
    '/oauth/register': {
      post: {
        operationId: 'registerClient',
        summary: 'Register an OAuth client',
        description:
          'Dynamic client registration (RFC 7591). A client with a metadata document needs none: the address of the document is its `client_id`.',
        tags: ['Agents'],
        requestBody: { required: true, content: json('ClientMetadata') },
        responses: {
          201: { description: 'The client.', headers: headers('Cache-Control'), content: json('RegisteredClient') },
          ...failures('The metadata is not valid.'),
        },
      },
    },
    '/oauth/token': {
      post: {
        operationId: 'exchangeCode',
        summary: 'Exchange a code or a refresh token for a token',
        description:
          'Takes the code that the authorization endpoint sent, with its PKCE verifier, or a refresh token. A refresh token that is sent a second time ends the access. With the claim grant it answers as `/api/agent/token` does.',
        tags: ['Agents'],
        requestBody: formOf('OAuthTokenRequest'),
        responses: {
          200: {
            description: 'A token for 900 seconds.',
            headers: headers('Cache-Control'),
            content: json('OAuthToken'),
          },
          ...failures('No token.'),
        },
      },
    },
    '/oauth/revoke': {
      post: {
        operationId: 'revokeToken',
        summary: 'Revoke a token',
        description:
          'Ends one access token, or with a refresh token the whole access (RFC 7009). Also 200 for an unknown token.',
        tags: ['Agents'],
        requestBody: formOf('Revocation'),
        responses: {
          200: { description: 'The token does not work any more.', headers: headers('Cache-Control') },
          ...failures('The field `token` is missing.'),
        },
      },
    },
  };
}

function formOf(schema: string): Operation['requestBody'] & object {
  return { required: true, content: { 'application/x-www-form-urlencoded': { schema: schemaRef(schema) } } };
}

function failures(description: string): Operation['responses'] {
  return {
    400: { description, headers: headers('Cache-Control'), content: json('OAuthError') },
    ...refusals(405, 429, 500, 503),
  };
}
