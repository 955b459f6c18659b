import { errorResultOf, type McpServer, resultOf, type ToolResult } from '#agents/mcp/protocol/mcp-server.ts';
import { publicInstructions, publicTools } from '#agents/pages/mcp-server-info.ts';
import { Failure } from '#core/failure.ts';
import { declared } from '#http/declared.ts';
import { inputHint } from '#http/define-reader-tool.ts';
import { errorBody, INTERNAL } from '#http/errors.ts';
import { CHANGES } from './changes-tool.ts';
import { FETCH } from './fetch-tool.ts';
import { SEARCH } from './search-tool.ts';
import { loadDeclared, type PublicCaller, type PublicTool } from './tool.ts';

const OWN_TOOLS: readonly PublicTool[] = [SEARCH, FETCH, CHANGES];

/** Not the state of a site: every site of the process has the same tools. */
let serverCache: Promise<McpServer<PublicCaller>> | null = null;

/** The server for readers: no token, no writes. Its code is loaded at the first message. */
export function publicServer(): Promise<McpServer<PublicCaller>> {
  serverCache ??= loadServer();
  return serverCache;
}

async function loadServer(): Promise<McpServer<PublicCaller>> {
  const declaredTools = await Promise.all(declared().readerTools.map(loadDeclared));
  const byName = new Map([...OWN_TOOLS, ...declaredTools].map((tool) => [tool.text.name, tool]));
  return {
    tools: publicTools().flatMap(({ name }) => byName.get(name)?.text ?? []),
    instructions: publicInstructions,
    call: (caller, name, given = {}) => callPublicTool(byName.get(name), caller, given),
    unknownTool: 'They only read what is published.',
    example: '{"name": "search", "arguments": {"query": "layout robots"}}',
  };
}

async function callPublicTool(
  tool: PublicTool | undefined,
  caller: PublicCaller,
  given: unknown,
): Promise<ToolResult | null> {
  if (!tool) return null;
  try {
    return resultOf(await tool.run(caller, given));
  } catch (error) {
    return errorResultOf(errorBodyOf(caller, tool.text.name, error));
  }
}

function errorBodyOf({ log, requestId }: PublicCaller, name: string, error: unknown): object {
  if (error instanceof Failure) {
    const { hint = inputHint(name), retryAfter } = error.detail;
    return { ...errorBody(error), hint, ...(retryAfter !== undefined && { retryAfter }) };
  }
  const text = error instanceof Error ? error.stack : String(error);
  log.error({ request: requestId, tool: name, error: text }, 'a tool call failed; this is a defect');
  return { ...INTERNAL, hint: 'Call again. If it keeps failing, tell the publication.' };
}
