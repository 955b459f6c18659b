import { setImmediate as nextTurn } from 'node:timers/promises';
import { errorResultOf, type McpServer, resultOf, type ToolResult } from '#agents/mcp/protocol/mcp-server.ts';
import { instructions } from '#agents/pages/mcp-server-info.ts';
import type { Actor } from '#core/actor.ts';
import { Failure } from '#core/failure.ts';
import { type ErrorBody, errorBody, INTERNAL } from '#http/errors.ts';
import { outcomeOf, recordCall } from '#http/middleware.ts';
import type { Caller, Tool } from './tool.ts';
import { TOOLS } from './tools.ts';

/** Longest cached result, in UTF-16 units. */
const MAX_CACHED = 32 * 1024;
/** UTF-16 units from which other work gets a turn before a result is put into its message. */
const LONG_RESULT = 64 * 1024;

const byName = new Map<string, Tool>(TOOLS.map((tool) => [tool.text.name, tool]));

/**
 * Calls a tool by name; null for an unknown tool. A failure becomes a result with `isError` and `{code, error, hint}`; a defect
 * is logged and reported as `internal`. Results are cached and shared: do not change them.
 */
async function callTool(caller: Caller, name: string, given: unknown = {}): Promise<ToolResult | null> {
  const tool = byName.get(name);
  if (!tool) return null;
  try {
    const { result, id } = await (tool.text.annotations.readOnlyHint
      ? callCached(tool, caller, given)
      : call(tool, caller, given));
    note({ ...caller, name, given, outcome: 'done', made: id });
    return result;
  } catch (error) {
    note({ ...caller, name, given, outcome: outcomeOf(error) });
    return errorResultOf(errorBodyOf(caller, name, error));
  }
}

function note({
  deps,
  actor,
  name,
  given,
  outcome,
  made,
}: { name: string; given: unknown; outcome: string; made?: unknown } & Caller): void {
  const { articleId, id, dryRun } = { ...(given as Record<string, unknown>) };
  recordCall(deps, actor, { name, article: articleId ?? id ?? (dryRun === true ? undefined : made), outcome });
}

/** The cached result of an equal call, while nothing was written since. */
async function callCached(tool: Tool, caller: Caller, given: unknown): Promise<Called> {
  const { actor, deps } = caller;
  const question = `${tool.text.name} ${actor.kind} ${visibilityKey(actor)} ${JSON.stringify(given)}`;
  return deps.db.readCached(question, () => call(tool, caller, given), isShort);
}

/** The cache key of what an actor may see. Agents of one editor with full terms share it. */
function visibilityKey(actor: Actor): string {
  if (actor.kind !== 'agent') return actor.id;
  const isNarrow = actor.sections !== undefined || !actor.scopes.includes('article:edit');
  return isNarrow ? `${actor.editorId} claim ${actor.claimId}` : actor.editorId;
}

function isShort(called: Called): boolean {
  return lengthOf(called) <= MAX_CACHED;
}

/** A result, and the id of its article. */
type Called = { result: ToolResult; id: unknown };

/** In UTF-16 units. */
function lengthOf({ result }: Called): number {
  return result.content[0].text.length;
}

async function call(tool: Tool, caller: Caller, given: unknown): Promise<Called> {
  const value: { id?: unknown } = await tool.run(caller, given);
  const called = { result: resultOf(value), id: value.id };
  if (lengthOf(called) >= LONG_RESULT) await nextTurn();
  return called;
}

function errorBodyOf({ log, requestId }: Caller, name: string, error: unknown): ErrorBody {
  if (error instanceof Failure) {
    const { retryAfter, hint = `The schema is the inputSchema of ${name}.` } = error.detail;
    return { ...errorBody(error), hint, ...(retryAfter !== undefined && { retryAfter }) };
  }
  const text = error instanceof Error ? error.stack : String(error);
  log.error({ request: requestId, tool: name, error: text }, 'a tool call failed; this is a defect');
  return { ...INTERNAL, hint: LOOK_FIRST };
}

const LOOK_FIRST =
  'Call again; if it was a write, look with list_articles or get_article first whether it was done. If it goes on failing, contact the publication.';

/** The server of agents with a token. */
export const EDITORIAL_SERVER: McpServer<Caller> = {
  tools: TOOLS.map(({ text }) => text),
  instructions,
  call: callTool,
  unknownTool: 'None publishes or approves: an editor does that in the newsroom.',
  example: '{"name": "list_articles", "arguments": {"limit": 5}}',
};
