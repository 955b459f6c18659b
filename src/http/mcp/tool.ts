import { z } from 'zod';
import type { Publication } from '../../config.ts';
import type { Actor } from '../../core/actor.ts';
import type { ToolName } from '../../render/discovery/mcp-server-info.ts';
import type { Deps } from '../../runtime/deps.ts';
import { validate } from '../kit/body.ts';
import type { Log } from '../kit/context.ts';

/** Who calls, and with what the call is carried out. */
export type Caller = { deps: Deps; publication: Publication; actor: Actor; log: Log; requestId: string };

/** What a tool says of itself. */
export type ToolDefinition = {
  name: ToolName;
  title: string;
  description: string;
  inputSchema: ToolSchema;
  outputSchema: ToolSchema;
  annotations: { readOnlyHint: boolean; destructiveHint: boolean; idempotentHint: boolean; openWorldHint: boolean };
};

/** `run` throws Failures. `note` is said after what a tool returns, outside of it. */
export type Tool = { text: ToolDefinition; run: (caller: Caller, given: unknown) => Promise<object>; note?: string };

type About = Omit<ToolDefinition, 'inputSchema' | 'outputSchema'> & { note?: string };

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

/** A JSON Schema with an object at its root, as a tool's `inputSchema` and `outputSchema` are. */
export type ToolSchema = { type: 'object'; [keyword: string]: unknown };

type Keywords = Record<string, unknown>;

/**
 * Prints a schema as a tool tells it (JSON Schema 2020-12), for models to read: parts stand where they are used, because
 * many clients do not follow references, and nothing is said twice.
 */
export function toolSchema(schema: z.ZodType, io: 'input' | 'output'): ToolSchema {
  const { $schema: _, $defs: parts = {}, ...root } = z.toJSONSchema(schema, { io, target: 'draft-2020-12' });
  return { ...(settle(root, parts as Keywords, io) as Keywords), type: 'object' };
}

function settle(node: unknown, parts: Keywords, io: 'input' | 'output'): unknown {
  if (Array.isArray(node)) return node.map((item) => settle(item, parts, io));
  if (typeof node !== 'object' || node === null) return node;
  const { $ref: reference, ...own } = node as Keywords;
  const part = typeof reference === 'string' ? (parts[reference.replace('#/$defs/', '')] as Keywords) : {};
  const keywords = tidy({ ...part, ...own }, io);
  return Object.fromEntries(Object.entries(keywords).map(([key, value]) => [key, settle(value, parts, io)]));
}

/** Longest description of an output, in characters: a longer one tells how to write a field. */
const LONGEST_OUTPUT = 200;

/** Leaves out the part's own name, how a field is written where it is only read, what a named format says already, and the bound every integer has. */
function tidy({ id, pattern, maximum, format, description, ...rest }: Keywords, io: 'input' | 'output'): Keywords {
  // Validators read `uri` as RFC 3986 does; the addresses browsers write, which is how sources are stored, are a little wider.
  const namesFormat = format !== undefined && !(io === 'output' && format === 'uri');
  const saysMore = pattern !== undefined && format !== 'uuid' && format !== 'date-time';
  return {
    ...rest,
    ...(isShort(description, io) && { description }),
    ...(typeof id === 'object' && { id }),
    ...(namesFormat && { format }),
    ...(saysMore && { pattern }),
    ...(maximum !== undefined && maximum !== Number.MAX_SAFE_INTEGER && { maximum }),
  };
}

function isShort(description: unknown, io: 'input' | 'output'): boolean {
  return typeof description === 'string'
    ? io === 'input' || description.length <= LONGEST_OUTPUT
    : description !== undefined;
}

/** Reads a header of the request by its name in small letters. */
export type HeaderOf = (name: string) => string | undefined;
