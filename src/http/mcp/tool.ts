import * as z from 'zod';
import type { Publication } from '../../config.ts';
import type { Actor } from '../../core/actor.ts';
import type { ToolName } from '../../render/discovery/mcp-server-info.ts';
import type { Deps } from '../../runtime/deps.ts';
import { validate } from '../kit/body.ts';
import type { Log } from '../kit/context.ts';

/** The caller and the services for one call. */
export type Caller = {
  deps: Deps;
  publication: Publication;
  actor: Actor;
  log: Log;
  requestId: string;
  /** The client named no protocol revision, so it may not know `structuredContent`: the text has the whole answer. */
  isOld?: boolean;
};

/** A tool as `tools/list` shows it. */
export type ToolDefinition = {
  name: ToolName;
  title: string;
  description: string;
  inputSchema: ToolSchema;
  outputSchema: ToolSchema;
  annotations: { readOnlyHint: boolean; destructiveHint: boolean; idempotentHint: boolean; openWorldHint: boolean };
};

/**
 * `run` throws Failures. `brief` words a result: first in words of this service only, then data of the article as JSON. `note`
 * is added as text after a whole result.
 */
export type Tool = {
  text: ToolDefinition;
  run: (caller: Caller, given: unknown) => Promise<object>;
  brief: (value: object) => string[];
  note?: string;
};

type About = Omit<ToolDefinition, 'inputSchema' | 'outputSchema'> & { note?: string };

/** Defines a tool by its schemas. Arguments are validated before `run`. */
export function tool<I, O extends object>(
  { note, ...about }: About,
  { input, output, brief }: { input: z.ZodType<I>; output: z.ZodType<O>; brief: (value: O) => string[] },
  run: (caller: Caller, input: I) => Promise<O>,
): Tool {
  // Made for the first `tools/list`: all tools together take 40 ms, which a start would wait for.
  let inputSchema: ToolSchema | null = null;
  let outputSchema: ToolSchema | null = null;
  return {
    text: {
      ...about,
      get inputSchema() {
        inputSchema ??= toolSchema(input, 'input');
        return inputSchema;
      },
      get outputSchema() {
        outputSchema ??= toolSchema(output, 'output');
        return outputSchema;
      },
    },
    run: (caller, given) => run(caller, validate(input, given, `The schema is the inputSchema of ${about.name}.`)),
    brief: (value) => brief(value as O),
    ...(note && { note }),
  };
}

/** A JSON Schema with an object at its root, as a tool's `inputSchema` and `outputSchema` are. */
export type ToolSchema = { type: 'object'; [keyword: string]: unknown };

type Keywords = Record<string, unknown>;

/**
 * Converts a schema to JSON Schema 2020-12 for models: references are inlined, because many clients do not follow them, and
 * redundant keywords are left out.
 */
function toolSchema(schema: z.ZodType, io: 'input' | 'output'): ToolSchema {
  const { $schema: _, $defs: parts = {}, ...root } = z.toJSONSchema(schema, { io, target: 'draft-2020-12' });
  const whole = inline(root, parts as Keywords, io) as Keywords;
  return { ...(io === 'output' ? outline(whole) : whole), type: 'object' };
}

function inline(node: unknown, parts: Keywords, io: 'input' | 'output'): unknown {
  if (Array.isArray(node)) return node.map((item) => inline(item, parts, io));
  if (typeof node !== 'object' || node === null) return node;
  const { $ref: reference, ...own } = node as Keywords;
  const part = typeof reference === 'string' ? (parts[reference.replace('#/$defs/', '')] as Keywords) : {};
  const keywords = tidy({ ...part, ...own }, io);
  return Object.fromEntries(Object.entries(keywords).map(([key, value]) => [key, inline(value, parts, io)]));
}

/** Fields of objects inside objects inside lists are left out of output schemas: the API description has them. */
const DEEPEST_OUTPUT = 2;

/** An output schema without its deepest fields and their descriptions. A model reads the list of tools at every start. */
function outline(
  { properties, items, anyOf, additionalProperties, required, description, ...rest }: Keywords,
  depth = 0,
): Keywords {
  const isOpen = depth < DEEPEST_OUTPUT;
  const within = (node: unknown, deeper: number) => outline(node as Keywords, depth + deeper);
  return {
    ...rest,
    ...(description !== undefined && isOpen && { description }),
    ...(Array.isArray(anyOf) && { anyOf: anyOf.map((one) => within(one, 0)) }),
    ...(typeof items === 'object' && { items: within(items, 0) }),
    ...(isOpen && {
      ...(typeof properties === 'object' && {
        properties: Object.fromEntries(Object.entries(properties ?? {}).map(([name, one]) => [name, within(one, 1)])),
      }),
      ...(required !== undefined && { required }),
      ...(additionalProperties !== undefined && { additionalProperties }),
    }),
  };
}

/** Longest description of an output field, in characters: longer ones explain how to write the field. */
const LONGEST_OUTPUT = 200;

/** Drops schema ids, long descriptions of output fields, patterns that a format implies, and the default integer bound. */
function tidy({ id, pattern, maximum, format, description, ...rest }: Keywords, io: 'input' | 'output'): Keywords {
  // `uri` means RFC 3986. Stored sources follow the URL standard of browsers, which allows a little more.
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

/** Reads a header of the request by its lower-case name. */
export type HeaderOf = (name: string) => string | undefined;
