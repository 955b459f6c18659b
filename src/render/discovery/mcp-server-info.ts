import type { Publication } from '../../config.ts';
import { QUOTED } from '../json/draft-json.ts';

// What the MCP endpoint tells clients about itself.

/** The revision without a handshake: every request carries all it needs. */
export const MODERN = '2026-07-28';
/** The revisions that start with `initialize`, newest first. Older ones require batches and are not supported. */
export const LEGACY: readonly string[] = ['2025-11-25', '2025-06-18'];

/** Name and API version of the server. */
export function serverInfo({ name }: Publication): { name: string; version: string } {
  return { name, version: '0.1.0' };
}

/** Tools only. Their list does not change while the server runs. */
export const CAPABILITIES = { tools: { listChanged: false } };

/** The tools in the order they are listed. */
export const TOOL_NAMES = ['list_articles', 'get_article', 'create_article', 'save_revision'] as const;
export type ToolName = (typeof TOOL_NAMES)[number];

/** The names of all tools, for a sentence. */
export function nameTools(conjunction: ', ' | ' and '): string {
  return `${TOOL_NAMES.slice(0, -1).join(', ')}${conjunction}${TOOL_NAMES.at(-1)}`;
}

/** The instructions that an MCP client gives to its model. */
export function instructions({ baseUrl }: Publication): string {
  return [
    `Tools for the articles of the magazine at ${baseUrl}: ${nameTools(', ')}.`,
    'Nothing here publishes or approves: an editor does that in the newsroom, at the newsroomUrl of the answer. What stands in the way is in `gate`, and what editors want is in `review` and `comments`.',
    'To learn whether a draft came back, call list_articles with needs: "my answer", or get_article with since, after nextLookAfter seconds.',
    'To revise, read the article, change the copy, and save it whole with baseRevision set to the revision you read.',
    QUOTED,
  ].join(' ');
}
