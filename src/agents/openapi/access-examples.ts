import { oauthServer } from '#agents/pages/oauth-json.ts';
import type { Publication } from '#config/config.ts';

/** Examples of access requests, tokens and MCP messages. */
export function accessExamples(publication: Publication) {
  const { baseUrl: base } = publication;
  return {
    IdentityRequest: { type: 'service_auth', login_hint: 'editor@magazine.example' },
    Identity: {
      claim_token: 'clm_Q2xhaW1Ub2tlbkV4YW1wbGVPbmx5Tm90QVNlY3JldA',
      user_code: 'WDJB-MJHT',
      verification_uri: `${base}/agent/claim`,
      interval: 5,
      expires_in: 600,
    },
    TokenRequest: {
      grant_type: 'urn:example:agent-auth:grant-type:claim',
      claim_token: 'clm_Q2xhaW1Ub2tlbkV4YW1wbGVPbmx5Tm90QVNlY3JldA',
    },
    AccessToken: {
      access_token: 'pl_at_QWNjZXNzVG9rZW5FeGFtcGxlT25seU5vdEFTZWNyZXQabcdef',
      token_type: 'Bearer',
      expires_in: 900,
      scope: 'article:draft article:edit',
    },
    OAuthServer: oauthServer(publication, true),
    ...oauthExamples(base),
    JsonRpcRequest: { jsonrpc: '2.0', id: 1, method: 'tools/list', params: {} },
    JsonRpcAnswer: { jsonrpc: '2.0', id: 1, result: { tools: [] } },
    TokenRefusal: {
      error: 'expired_token',
      error_description: 'The claim has expired.',
      code: 'expired_token',
      hint: 'Request access again.',
    },
  };
}

function oauthExamples(base: string) {
  const redirects = ['https://app.example/callback'];
  const [code, clientId] = ['pl_ac_RXhhbXBsZUNvZGVPbmx5Tm90QVNlY3JldEF0QWxs', 'https://app.example/client'];
  return {
    ClientMetadata: { client_name: 'An app', redirect_uris: redirects },
    RegisteredClient: {
      client_id: 'pl_client_U2VhbGVkUmVnaXN0cmF0aW9u',
      client_id_issued_at: 1_767_225_600,
      client_name: 'An app',
      redirect_uris: redirects,
      token_endpoint_auth_method: 'none',
      grant_types: ['authorization_code', 'refresh_token'],
      response_types: ['code'],
      scope: 'article:draft article:edit',
    },
    OAuthTokenRequest: {
      grant_type: 'authorization_code',
      client_id: clientId,
      code,
      redirect_uri: 'https://app.example/callback',
      code_verifier: 'dBjftJeZ4CVP-mB92K27uhbUJU1p1r_wW1gFWFOEjXk',
      resource: `${base}/api/mcp`,
    },
    OAuthToken: {
      access_token: 'pl_at_QWNjZXNzVG9rZW5FeGFtcGxlT25seU5vdEFTZWNyZXQabcdef',
      token_type: 'Bearer',
      expires_in: 900,
      scope: 'article:draft article:edit',
    },
    Revocation: { token: 'pl_at_QWNjZXNzVG9rZW5FeGFtcGxlT25seU5vdEFTZWNyZXQabcdef' },
    OAuthError: {
      error: 'invalid_grant',
      error_description:
        'The code, its redirect_uri or its code_verifier is not valid, or not any more. Start again at /oauth/authorize.',
      code: 'invalid_grant',
      hint: 'The addresses and rules are in /.well-known/oauth-authorization-server/oauth and /auth.md.',
    },
  };
}
