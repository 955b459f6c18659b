import { jsonCopy, MARKDOWN } from '../../cache/public-response.ts';
import { authorizationServer, protectedResource } from '../../render/discovery/oauth-json.ts';
import { authMarkdown } from '../../render/markdown/auth-markdown.ts';
import { claimTerms } from '../agents/agent-auth.ts';
import type { Ctx } from '../kit/context.ts';
import { answer } from '../kit/respond.ts';

/** `GET /.well-known/oauth-protected-resource`: for everything that asks for a bearer. */
export function readProtectedResource(c: Ctx): Promise<Response> {
  const { publication } = c.var.config;
  return answer(c, jsonCopy(protectedResource(publication, publication.baseUrl), { about: [] }));
}

/** The same of `/api/mcp` alone, at the address clients derive from it (RFC 9728, 3.1). */
export function readProtectedMcp(c: Ctx): Promise<Response> {
  const { publication } = c.var.config;
  return answer(c, jsonCopy(protectedResource(publication, `${publication.baseUrl}/api/mcp`), { about: [] }));
}

/** `GET /.well-known/oauth-authorization-server`. */
export function readAuthorizationServer(c: Ctx): Promise<Response> {
  return answer(c, jsonCopy(authorizationServer(c.var.config.publication), { about: [] }));
}

/** `GET /auth.md`. */
export function readAuthMarkdown(c: Ctx): Promise<Response> {
  const body = authMarkdown(c.var.config.publication, claimTerms(c.var.config));
  return answer(c, { status: 200, type: MARKDOWN, body, about: [] });
}
