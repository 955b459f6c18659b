import { jsonResponse, MARKDOWN } from '../../cache/public-response.ts';
import { authorizationServer, protectedResource } from '../../render/discovery/oauth-json.ts';
import { authMarkdown } from '../../render/markdown/auth-markdown.ts';
import { claimTerms } from '../agents/agent-auth.ts';
import type { Context } from '../kit/context.ts';
import { sendPublic } from '../kit/respond.ts';

/** `GET /.well-known/oauth-protected-resource`: for everything that asks for a bearer. */
export function readProtectedResource(c: Context): Promise<Response> {
  const { publication } = c.var.config;
  return sendPublic(c, jsonResponse(protectedResource(publication, publication.baseUrl), { about: [] }));
}

/** The same of `/api/mcp` alone, at the address clients derive from it (RFC 9728, 3.1). */
export function readProtectedMcp(c: Context): Promise<Response> {
  const { publication } = c.var.config;
  return sendPublic(c, jsonResponse(protectedResource(publication, `${publication.baseUrl}/api/mcp`), { about: [] }));
}

/** `GET /.well-known/oauth-authorization-server`. */
export function readAuthorizationServer(c: Context): Promise<Response> {
  return sendPublic(c, jsonResponse(authorizationServer(c.var.config.publication), { about: [] }));
}

/** `GET /auth.md`. */
export function readAuthMarkdown(c: Context): Promise<Response> {
  const body = authMarkdown(c.var.config.publication, claimTerms(c.var.config));
  return sendPublic(c, { status: 200, type: MARKDOWN, body, about: [] });
}
