import { type JsonObject, json, type Paths, refusals, schemaRef } from '#http/api-description.ts';

/** Agent access. */
export function agentPaths(): Paths {
  return {
    '/api/agent/identity': {
      post: {
        operationId: 'askToBeLetIn',
        summary: 'Request access for an agent',
        description:
          'Creates a claim. Show `user_code` and `verification_uri` to an editor, keep `claim_token` secret, and poll the token route.',
        tags: ['Agents'],
        requestBody: { required: true, content: { 'application/json': { schema: schemaRef('IdentityRequest') } } },
        responses: {
          200: { description: 'A pending claim.', content: json('Identity') },
          ...refusals(400, 429),
        },
      },
    },
    '/api/agent/token': {
      post: {
        operationId: 'redeemClaim',
        summary: 'Poll for a token',
        description:
          'Issues a bearer token after an editor has approved the claim. Before that the response is 400 `authorization_pending`; a poll less than `interval` seconds after the last one gets 400 `slow_down`. Any other grant, `device_code` included, gets 400 `unsupported_grant_type`.',
        tags: ['Agents'],
        requestBody: {
          required: true,
          content: { 'application/x-www-form-urlencoded': { schema: schemaRef('TokenRequest') } },
        },
        responses: {
          200: {
            description: 'A token for 900 seconds.',
            content: json('AccessToken'),
          },
          400: {
            description: 'No token, or no token yet.',
            content: { 'application/json': { schema: schemaRef('TokenRefusal'), examples: POLLS } },
          },
          ...refusals(429),
        },
      },
    },
  };
}

const POLLS: JsonObject = {
  pending: {
    summary: 'The editor has not completed the claim',
    value: {
      error: 'authorization_pending',
      error_description: 'The editor has not decided yet.',
      code: 'authorization_pending',
      hint: 'Poll again after the interval.',
    },
  },
  tooSoon: {
    summary: 'Polled sooner than the interval',
    value: {
      error: 'slow_down',
      error_description: 'Polled too soon; add 5 seconds to the interval from now on.',
      code: 'slow_down',
      hint: 'Wait longer before the next poll.',
    },
  },
};
