import { asText, type McpServer, type ToolResult } from '#agents/mcp/protocol/mcp-server.ts';
import { publicInstructions } from '#agents/pages/mcp-server-info.ts';
import { Failure } from '#core/failure.ts';
import { errorBody, INTERNAL } from '#http/errors.ts';
import { CHANGES } from './changes-tool.ts';
import { FETCH } from './fetch-tool.ts';
import { CHECK_QUOTE } from './quote-tool.ts';
import { SEARCH } from './search-tool.ts';
import type { PublicCaller, PublicTool } from './tool.ts';

/** The tools in listing order. Each only reads what is published. */
export const PUBLIC_TOOLS: readonly PublicTool[] = [SEARCH, FETCH, CHECK_QUOTE, CHANGES];

const byName = new Map(PUBLIC_TOOLS.map((tool) => [tool.text.name, tool]));

/** The server for readers: no token, no writes. */
export const PUBLIC_SERVER: McpServer<PublicCaller> = {
  tools: PUBLIC_TOOLS.map(({ text }) => text),
  instructions: publicInstructions,
  call: callPublicTool,
  unknownTool: 'They only read what is published.',
  example: '{"name": "search", "arguments": {"query": "layout robots"}}',
};

/** A result is in the text as JSON, too: ChatGPT and many other clients show their model only the text. */
async function callPublicTool(caller: PublicCaller, name: string, given: unknown = {}): Promise<ToolResult | null> {
  const tool = byName.get(name);
  if (!tool) return null;
  try {
    const value = await tool.run(caller, given);
    return { content: [asText(JSON.stringify(value))], structuredContent: value as Record<string, unknown> };
  } catch (error) {
    return { content: [asText(JSON.stringify(errorBodyOf(caller, name, error)))], isError: true };
  }
}

function errorBodyOf({ log, requestId }: PublicCaller, name: string, error: unknown): object {
  if (error instanceof Failure) {
    const { hint = `The schema is the inputSchema of ${name}.`, retryAfter } = error.detail;
    return { ...errorBody(error), hint, ...(retryAfter !== undefined && { retryAfter }) };
  }
  const text = error instanceof Error ? error.stack : String(error);
  log.error({ request: requestId, tool: name, error: text }, 'a tool call failed; this is a defect');
  return { ...INTERNAL, hint: 'Call again. If it goes on failing, tell the publication.' };
}
