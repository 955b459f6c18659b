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

/**
 * `run` throws Failures. `brief` words a result: first in words of this service only, then data of the article as JSON. `note`
 * is added as text after a whole result.
 */
export type Tool = {
  text: ToolDefinition & { name: ToolName };
  run: (caller: Caller, given: unknown) => Promise<object>;
  brief: (value: object) => string[];
  note?: string;
};

type About = Omit<Tool['text'], 'inputSchema' | 'outputSchema'> & { note?: string };

/** Defines a tool by its schemas. Arguments are validated before `run`. */
export function tool<I, O extends object>(
  { note, ...about }: About,
  {
    input,
    output,
    brief,
  }: { input: z.ZodType<I> | (() => z.ZodType<I>); output: z.ZodType<O>; brief: (value: O) => string[] },
  run: (caller: Caller, input: I) => Promise<O>,
): Tool {
  return {
    text: describeTool(about, input, output),
    run: (caller, given) =>
      run(caller, validateArguments(currentSchema(input), given, `The schema is the inputSchema of ${about.name}.`)),
    brief: (value) => brief(value as O),
    ...(note && { note }),
  };
}
