import type { Actor } from '../../core/actor.ts';
import { Failure } from '../../core/failure.ts';
import { type ErrorBody, errorBody, INTERNAL } from '../kit/errors.ts';
import { outcomeOf, recordCall } from '../kit/record-call.ts';
import type { Caller, Tool } from './tool.ts';
import { TOOLS } from './tools.ts';

export type ToolResult = {
  content: { type: 'text'; text: string }[];
  structuredContent?: Record<string, unknown>;
  isError?: boolean;
};

/** Longest text kept in memory, in UTF-16 units. */
const LONGEST_KEPT = 32 * 1024;

const byName = new Map<string, Tool>(TOOLS.map((tool) => [tool.text.name, tool]));

/**
 * Calls a tool by its name; null when there is none of that name. What the tool refuses is a result with `isError` that
 * tells the house's `{code, error, hint}`; a defect is logged and told as `internal`. Results are shared: do not change them.
 */
export async function callTool(caller: Caller, name: string, given: unknown = {}): Promise<ToolResult | null> {
  const tool = byName.get(name);
  if (!tool) return null;
  try {
    const result = await (tool.text.annotations.readOnlyHint ? recall(tool, caller, given) : call(tool, caller, given));
    note(caller, name, given, 'done', result);
    return result;
  } catch (error) {
    note(caller, name, given, outcomeOf(error));
    return { content: [asText(JSON.stringify(refusalIn(caller, name, error)))], isError: true };
  }
}

function note({ deps, actor }: Caller, name: string, given: unknown, outcome: string, result?: ToolResult): void {
  const { articleId, id, dryRun } = { ...(given as Record<string, unknown>) };
  const made = dryRun === true ? undefined : result?.structuredContent?.id;
  recordCall(deps, actor, name, articleId ?? id ?? made, outcome);
}

/** The answer to the same question, as long as nothing was written since. */
async function recall(tool: Tool, caller: Caller, given: unknown): Promise<ToolResult> {
  const { actor, deps } = caller;
  const question = `${tool.text.name} ${actor.kind} ${sightOf(actor)} ${JSON.stringify(given)}`;
  return deps.db.readCached(question, () => call(tool, caller, given), isShort);
}

/** What decides what an actor sees: all agents that one editor let in without a narrower grant are answered alike. */
function sightOf(actor: Actor): string {
  if (actor.kind !== 'agent') return actor.id;
  const isNarrow = actor.desks !== undefined || !actor.scopes.includes('article:edit');
  return isNarrow ? `${actor.editorId} claim ${actor.claimId}` : actor.editorId;
}

function isShort({ content }: ToolResult): boolean {
  return content.every(({ text }) => text.length <= LONGEST_KEPT);
}

async function call(tool: Tool, caller: Caller, given: unknown): Promise<ToolResult> {
  const value = await tool.run(caller, given);
  const content = [JSON.stringify(value), ...(tool.note ? [tool.note] : [])].map(asText);
  return { content, structuredContent: value as Record<string, unknown> };
}

function refusalIn({ log, requestId }: Caller, name: string, error: unknown): ErrorBody {
  if (error instanceof Failure) {
    const { retryAfter, hint = `The schema is the inputSchema of ${name}.` } = error.detail;
    return { ...errorBody(error), hint, ...(retryAfter !== undefined && { retryAfter }) };
  }
  const told = error instanceof Error ? error.stack : String(error);
  log.error({ request: requestId, tool: name, error: told }, 'a tool call failed; this is a defect');
  return { ...INTERNAL, hint: LOOK_FIRST };
}

const LOOK_FIRST =
  'Call again; if it was a write, look with list_articles or get_article first whether it was done. If it goes on failing, tell the publication.';

function asText(text: string): { type: 'text'; text: string } {
  return { type: 'text', text };
}
