import type { Publication } from '#runtime/config/config.ts';

/** Examples of access requests, tokens and MCP messages. */
export function accessExamples({ baseUrl: base }: Publication) {
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
