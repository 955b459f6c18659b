import type { z } from 'zod';
import type { Publication } from '../../config.ts';
import type { Actor } from '../../core/actor.ts';
import type { Deps } from '../../runtime/deps.ts';
import { validate } from '../kit/body.ts';
import type { Log } from '../kit/context.ts';
import { type ToolSchema, toolSchema } from './tool-schema.ts';

/** Who calls, and with what the call is carried out. */
export type Caller = { deps: Deps; publication: Publication; actor: Actor; log: Log; requestId: string };

/** What a tool says of itself. */
export type ToolText = {
  name: string;
  title: string;
  description: string;
  inputSchema: ToolSchema;
  outputSchema: ToolSchema;
  annotations: { readOnlyHint: boolean; destructiveHint: boolean; idempotentHint: boolean; openWorldHint: boolean };
};

/** `run` throws Failures. `note` is said after what a tool returns, outside of it. */
export type Tool = { text: ToolText; run: (caller: Caller, given: unknown) => Promise<object>; note?: string };

type About = Omit<ToolText, 'inputSchema' | 'outputSchema'> & { note?: string };

/** A tool from the schemas of what it takes and returns; what it is given is held against them first. */
export function tool<I>(
  { note, ...about }: About,
  input: z.ZodType<I>,
  output: z.ZodType,
  run: (caller: Caller, input: I) => Promise<object>,
): Tool {
  return {
    text: { ...about, inputSchema: toolSchema(input, 'input'), outputSchema: toolSchema(output, 'output') },
    run: (caller, given) => run(caller, validate(input, given, `The schema is the inputSchema of ${about.name}.`)),
    ...(note && { note }),
  };
}
