import { CLAIM_GRANT, IDENTITY_TYPE } from '../../agents/grant-types.ts';
import type { Publication } from '../../config.ts';
import { SCOPES } from '../../core/actor.ts';

// What an agent finds out by itself about being let in. Addresses come from the settings alone.

/** What protects `resource`, an address of ours (RFC 9728, 2). */
export function protectedResource({ name, baseUrl }: Publication, resource: string) {
  return {
    resource,
    resource_name: name,
    authorization_servers: [baseUrl],
    scopes_supported: SCOPES,
    bearer_methods_supported: ['header'],
    resource_documentation: `${baseUrl}/llms.txt`,
  };
}

/**
 * What the house does as an authorization server (RFC 8414, 2). It has the claim grant only, hence no authorization
 * endpoint; `agent_auth` is the service_auth profile of auth.md, under the names of its versions.
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
