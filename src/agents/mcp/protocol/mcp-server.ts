import type { Log } from '#http/context.ts';
import type { Publication } from '#runtime/config/config.ts';

// What an MCP server of this service is: its tools and its words. The protocol is the same for all of them.

/** What the protocol needs to know of a caller. */
export type McpCaller = {
  publication: Publication;
  log: Log;
  requestId: string;
};

/** A JSON Schema with an object at its root, as a tool's `inputSchema` is. */
export type ToolSchema = { type: 'object'; [keyword: string]: unknown };

/** A tool as `tools/list` shows it. It has no output schema, which would cost as much as its answers: its description says what it answers. */
export type ToolDefinition = {
  name: string;
  title: string;
  description: string;
  inputSchema: ToolSchema;
  annotations: { readOnlyHint: boolean; destructiveHint: boolean; idempotentHint: boolean; openWorldHint: boolean };
};

/** The result of a tool call: one text, which is JSON. Results may be cached and shared: do not change them. */
export type ToolResult = {
  content: [{ type: 'text'; text: string }];
  isError?: true;
};

/** One MCP server. It keeps nothing between two messages. */
export type McpServer<Caller extends McpCaller = McpCaller> = {
  /** In listing order. The list is the same for every caller. */
  tools: readonly ToolDefinition[];
  /** What a client gives to its model. */
  instructions: (publication: Publication) => string;
  /** Calls a tool by name; null for an unknown tool. It throws nothing: a failure is a result with `isError`. */
  call: (caller: Caller, name: string, given?: unknown) => Promise<ToolResult | null>;
  /** A sentence for a caller that names an unknown tool. */
  unknownTool: string;
  /** The params of a right call. */
  example: string;
};

/** One caller at one server. */
export type Exchange = {
  server: Omit<McpServer, 'call'>;
  caller: McpCaller;
  call: (name: string, given?: unknown) => Promise<ToolResult | null>;
};

export function exchangeOf<Caller extends McpCaller>(server: McpServer<Caller>, caller: Caller): Exchange {
  return { server, caller, call: (name, given) => server.call(caller, name, given) };
}

/** Reads a header of the request by its lower-case name. */
export type HeaderOf = (name: string) => string | undefined;

export function resultOf(value: object): ToolResult {
  return { content: [{ type: 'text', text: JSON.stringify(value) }] };
}

/** A result that refuses, or reports a defect. */
export function errorResultOf(body: object): ToolResult {
  return { ...resultOf(body), isError: true };
}
