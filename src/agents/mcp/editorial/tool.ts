import type * as z from 'zod';
import type { McpCaller, ToolDefinition } from '#agents/mcp/protocol/mcp-server.ts';
import { currentSchema, describeTool } from '#agents/mcp/protocol/tool-schema.ts';
import type { ToolName } from '#agents/pages/mcp-server-info.ts';
import type { Actor } from '#core/actor.ts';
import type { Services } from '#http/services.ts';
import { validateArguments } from '#http/tool-arguments.ts';
import type { Deps } from '#runtime/deps.ts';

/** The caller and the services for one call. */
export type Caller = McpCaller & { deps: Deps; actor: Actor } & Pick<Services, 'openSourceFor'>;

/** `run` throws Failures. */
export type Tool = {
  text: ToolDefinition & { name: ToolName };
  run: (caller: Caller, given: unknown) => Promise<object>;
};

/** `undescribed` are arguments that another tool describes. */
type About = Omit<Tool['text'], 'inputSchema'> & { undescribed?: readonly string[] };

/** Defines a tool by its schema. Arguments are validated before `run`. */
export function tool<I>(
  { undescribed = [], ...about }: About,
  input: z.ZodType<I> | (() => z.ZodType<I>),
  run: (caller: Caller, input: I) => Promise<object>,
): Tool {
  return {
    text: describeTool(about, input, undescribed),
    run: (caller, given) =>
      run(caller, validateArguments(currentSchema(input), given, `The schema is the inputSchema of ${about.name}.`)),
  };
}
