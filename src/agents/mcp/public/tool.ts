import * as z from 'zod';
import type { McpCaller, ToolDefinition } from '#agents/mcp/protocol/mcp-server.ts';
import { currentSchema, describeTool } from '#agents/mcp/protocol/tool-schema.ts';
import type { findPublished } from '#article/published.ts';
import { validate } from '#http/body.ts';
import type { QuoteCheck } from '#quote/quote-check.ts';
import type { RenderPool } from '#reading/render/render-pool.ts';

/** A connection that only reads. */
export type PublicTx = Parameters<typeof findPublished>[0];

/** All that a public tool gets. It has no account and no connection that writes. */
export type PublicCaller = McpCaller & {
  /** Reads published data. @throws db_unavailable */
  read: <T>(work: (tx: PublicTx) => Promise<T>) => Promise<T>;
  /** Checks a quote within the budget of the caller's address. @throws rate_limited, bad_request, busy */
  checkQuote: (text: string) => Promise<QuoteCheck>;
  render: RenderPool['render'];
};

/** `run` throws Failures. */
export type PublicTool = { text: ToolDefinition; run: (caller: PublicCaller, given: unknown) => Promise<object> };

type About = Pick<ToolDefinition, 'name' | 'title' | 'description'>;

/** Defines a tool by its schemas. Arguments are validated before `run`. */
export function publicTool<I, O extends object>(
  about: About,
  { input, output }: { input: z.ZodType<I> | (() => z.ZodType<I>); output: z.ZodType<O> },
  run: (caller: PublicCaller, input: I) => Promise<O>,
): PublicTool {
  const annotations = { readOnlyHint: true, destructiveHint: false, idempotentHint: true, openWorldHint: false };
  return {
    text: describeTool({ ...about, annotations }, input, output),
    run: (caller, given) =>
      run(caller, validate(currentSchema(input), given, `The schema is the inputSchema of ${about.name}.`)),
  };
}

const LEAST = 500;
const MOST = 200_000;

/** The argument that bounds an answer. Characters, because each model counts tokens in its own way. */
export function budgetOf(usual: number, cut: string): z.ZodDefault<z.ZodInt> {
  return z
    .int()
    .min(LEAST)
    .max(MOST)
    .default(usual)
    .describe(`Most characters of the answer; four are about one token. ${cut}`);
}

/** How many items with these lengths fit into a budget; at least one. */
export function countFitting(lengths: readonly number[], budget: number): number {
  let left = budget;
  const at = lengths.findIndex((length, index) => {
    left -= length;
    return left < 0 && index > 0;
  });
  return at === -1 ? lengths.length : at;
}
