import { jsonResponse, MARKDOWN } from '../../cache/public-response.ts';
import { agentSkills, skillsOf } from '../../render/discovery/agent-skills.ts';
import {
  AI_CATALOG,
  aiCatalog,
  apiLinkset,
  LINKSET,
  SERVER_CARD,
  serverCard,
} from '../../render/discovery/catalogs.ts';
import type { Context } from '../kit/context.ts';
import { sendPublic } from '../kit/respond.ts';
import { CAPABILITIES, LEGACY, MODERN, serverInfo } from '../mcp/server-info.ts';
import { notFound } from './reader.ts';

// What programs look for at addresses agreed on beforehand. Each changes with the settings alone.

/** `/.well-known/api-catalog`. */
export function readApiCatalog(c: Context): Promise<Response> {
  const { publication } = c.var.config;
  const headers = { Link: `<${publication.baseUrl}/.well-known/api-catalog>; rel="api-catalog"` }; // RFC 9727, 3.1
  return sendPublic(c, jsonResponse(apiLinkset(publication), { type: LINKSET, headers, about: [] }));
}

/** `/.well-known/ai-catalog.json`. */
export function readAiCatalog(c: Context): Promise<Response> {
  return sendPublic(c, jsonResponse(aiCatalog(c.var.config.publication), { type: AI_CATALOG, about: [] }));
}

/** `/api/mcp/server-card`, and the same at `/.well-known/mcp/server-card.json`, where scanners look. */
export function readServerCard(c: Context): Promise<Response> {
  const { publication } = c.var.config;
  const card = serverCard(publication, {
    serverInfo: serverInfo(publication),
    protocolVersions: [MODERN, ...LEGACY],
    capabilities: CAPABILITIES,
  });
  return sendPublic(c, jsonResponse(card, { type: SERVER_CARD, about: [] }));
}

/** `/.well-known/agent-skills/index.json`. */
export function readAgentSkills(c: Context): Promise<Response> {
  return sendPublic(c, jsonResponse(agentSkills(c.var.config.publication), { about: [] }));
}

/** `/.well-known/agent-skills/read/SKILL.md` and `/.well-known/agent-skills/draft/SKILL.md`. */
export async function readSkillText(c: Context): Promise<Response> {
  const skill = skillsOf(c.var.config.publication).find(({ name }) => name === c.req.path.split('/').at(-2));
  return skill ? sendPublic(c, { status: 200, type: MARKDOWN, body: skill.text, about: [] }) : notFound(c);
}
