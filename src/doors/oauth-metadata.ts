import { authMarkdown } from '../editions/auth-markdown.ts';
import { authorizationServer, protectedResource } from '../editions/oauth-json.ts';
import { jsonCopy, MARKDOWN } from '../newsstand/copy.ts';
import { claimTerms } from './agent-auth.ts';
import { answer } from './answer.ts';
import type { Ctx } from './env.ts';

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
