import { CLAIM_GRANT, hasRepeated, readResources } from '#agents/auth-protocol.ts';
import { RegistrationError, sealClient } from '#agents/oauth-clients.ts';
import { redeemCode, refreshTokens, revokeToken, type TokenGrant } from '#agents/oauth-tokens.ts';
import { SCOPES } from '#core/actor.ts';
import { Failure } from '#core/failure.ts';
import { readForm, readJson } from '#http/body.ts';
import { callerAddress } from '#http/client-address.ts';
import type { Context } from '#http/context.ts';
import { pollClaim, secretJson } from './agent-auth.ts';

// Registration, tokens and revocation of `{base}/oauth`. Programs in browsers may call all three: no cookie counts here.

const CORS = { 'Access-Control-Allow-Origin': '*' };

/** The preflight of these routes. */
export function answerPreflight(): Response {
  return new Response(null, {
    status: 204,
    headers: {
      ...CORS,
      'Access-Control-Allow-Methods': 'POST',
      'Access-Control-Allow-Headers': 'Content-Type, Authorization, MCP-Protocol-Version',
      'Access-Control-Max-Age': '86400',
    },
  });
}

/** `POST /oauth/register`: returns a client id that contains the registration (RFC 7591, 3). Nothing is stored. */
export async function postRegistration(c: Context): Promise<Response> {
  try {
    const client = sealClient(c.var.deps.sealKey, await readJson(c.req.raw));
    const answer = {
      client_id: client.id,
      client_id_issued_at: Math.floor(c.var.deps.clock() / 1000),
      ...(client.name && { client_name: client.name }),
      redirect_uris: client.redirectUris,
      token_endpoint_auth_method: 'none',
      grant_types: ['authorization_code', 'refresh_token'],
      response_types: ['code'],
      scope: SCOPES.join(' '),
    };
    return secretJson(201, answer, CORS);
  } catch (error) {
    if (error instanceof RegistrationError) return oauthError(400, error.code, error.message);
    if (error instanceof Failure && isUnreadable(error))
      return oauthError(400, 'invalid_client_metadata', error.message);
    throw error;
  }
}

/** `POST /oauth/token`: redeems a code, or a refresh token; with the claim grant the same as `/api/agent/token`. */
export async function postOAuthToken(c: Context): Promise<Response> {
  const form = await readFields(c);
  if (form instanceof Response) return form;
  const grant = form.get('grant_type');
  if (grant === CLAIM_GRANT) return withCors(await pollClaim(c, async () => form));
  await c.var.limits.spendAddress('pollsOfAddress', callerAddress(c));
  if (grant !== 'authorization_code' && grant !== 'refresh_token')
    return oauthError(400, 'unsupported_grant_type', 'Send grant_type=authorization_code or refresh_token.');
  const missing = FIELDS[grant].find((name) => !form.get(name));
  if (missing) return oauthError(400, 'invalid_request', `The field ${missing} is missing.`);
  const { baseUrl } = c.var.config.publication;
  const resources = readResources(baseUrl, form);
  if (!resources) return oauthError(400, 'invalid_target', `The resource is ${baseUrl}/api/mcp.`);
  const granted = await (grant === 'refresh_token' ? refresh(c, form) : redeem(c, form, resources));
  if (granted) return secretJson(200, tokenBody(granted), CORS);
  await c.var.limits.spendAddress('unknownClaim', callerAddress(c));
  const what = grant === 'refresh_token' ? 'refresh token' : 'code, its redirect_uri or its code_verifier';
  return oauthError(
    400,
    'invalid_grant',
    `The ${what} is not valid, or not any more. Start again at /oauth/authorize.`,
  );
}

const FIELDS = {
  authorization_code: ['client_id', 'code', 'redirect_uri', 'code_verifier'],
  refresh_token: ['client_id', 'refresh_token'],
} as const;

function redeem(c: Context, form: URLSearchParams, resources: readonly string[]): Promise<TokenGrant | null> {
  const [clientId = '', code = '', redirectUri = '', verifier = ''] = FIELDS.authorization_code.map(
    (name) => form.get(name) ?? '',
  );
  const request = { code, clientId, redirectUri, verifier, resources };
  return redeemCode(c.var.deps, request, c.var.config.publication.baseUrl);
}

function refresh(c: Context, form: URLSearchParams): Promise<TokenGrant | null> {
  const { deps, config } = c.var;
  return refreshTokens(deps, form.get('refresh_token') ?? '', form.get('client_id') ?? '', config.publication.baseUrl);
}

function tokenBody({ accessToken, expiresIn, scope, refreshToken }: TokenGrant) {
  return {
    access_token: accessToken,
    token_type: 'Bearer',
    expires_in: expiresIn,
    scope,
    ...(refreshToken !== null && { refresh_token: refreshToken }),
  };
}

/** `POST /oauth/revoke` (RFC 7009): always 200 for a readable request, so that nothing is learnt about a token. */
export async function postRevocation(c: Context): Promise<Response> {
  const form = await readFields(c);
  if (form instanceof Response) return form;
  const token = form.get('token');
  if (!token) return oauthError(400, 'invalid_request', 'The field token is missing.');
  await c.var.limits.spendAddress('pollsOfAddress', callerAddress(c));
  await revokeToken(c.var.deps, token);
  return new Response(null, { headers: { ...CORS, 'Cache-Control': 'no-store' } });
}

/** The fields of a form, each sent once (`resource` may repeat, RFC 8707); or the refusal. */
async function readFields(c: Context): Promise<URLSearchParams | Response> {
  try {
    const form = await readForm(c.req.raw);
    return hasRepeated(form, 'resource')
      ? oauthError(400, 'invalid_request', 'A field was sent more than once.')
      : form;
  } catch (error) {
    if (error instanceof Failure && isUnreadable(error)) return oauthError(400, 'invalid_request', error.message);
    throw error;
  }
}

function isUnreadable({ kind }: Failure): boolean {
  return kind === 'bad_request' || kind === 'unsupported_media_type' || kind === 'payload_too_large';
}

/** An OAuth error (RFC 6749, 5.2), with the fields that every error of this API has. */
function oauthError(status: number, error: string, text: string): Response {
  const hint = 'The addresses and rules are in /.well-known/oauth-authorization-server/oauth and /auth.md.';
  return secretJson(status, { error, error_description: text, code: error, hint }, CORS);
}

function withCors(response: Response): Response {
  response.headers.set('Access-Control-Allow-Origin', '*');
  return response;
}
