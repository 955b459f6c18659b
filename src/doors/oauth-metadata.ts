import { authMarkdown } from '../editions/auth-markdown.ts';
import { authorizationServer, protectedResource } from '../editions/oauth-json.ts';
import { answer } from '../newsstand/answer.ts';
import { jsonCopy, MARKDOWN } from '../newsstand/copy.ts';
import { claimTerms } from './agent-auth.ts';
import type { Ctx } from './env.ts';

/** `GET /.well-known/oauth-protected-resource`: for everything that asks for a bearer. */
export function readProtectedResource(c: Ctx): Response {
  const { publication } = c.var.config;
  return answer(c.req.raw, jsonCopy(protectedResource(publication, publication.baseUrl)));
}

/** The same of `/api/mcp` alone, at the address clients derive from it (RFC 9728, 3.1). */
export function readProtectedMcp(c: Ctx): Response {
  const { publication } = c.var.config;
  return answer(c.req.raw, jsonCopy(protectedResource(publication, `${publication.baseUrl}/api/mcp`)));
}

/** `GET /.well-known/oauth-authorization-server`. */
export function readAuthorizationServer(c: Ctx): Response {
  return answer(c.req.raw, jsonCopy(authorizationServer(c.var.config.publication)));
}

/** `GET /auth.md`. */
export function readAuthMarkdown(c: Ctx): Response {
  const body = authMarkdown(c.var.config.publication, claimTerms(c.var.config));
  return answer(c.req.raw, { status: 200, type: MARKDOWN, body });
}
