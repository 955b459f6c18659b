import * as z from 'zod';
import type { ToolDefinition, ToolSchema } from './mcp-server.ts';

/** A schema, or a function that gives the present one: a schema that names the sections changes with them. */
type SchemaOrMaker<Schema extends z.ZodType = z.ZodType> = Schema | (() => Schema);

export function currentSchema<Schema extends z.ZodType>(schema: SchemaOrMaker<Schema>): Schema {
  return typeof schema === 'function' ? schema() : schema;
}

/** Adds its schemas to a tool. They are made for the first `tools/list`: all tools together take 40 ms, which a start would wait for. */
export function describeTool<About extends Omit<ToolDefinition, 'inputSchema' | 'outputSchema'>>(
  about: About,
  input: SchemaOrMaker,
  output: z.ZodType,
): About & Pick<ToolDefinition, 'inputSchema' | 'outputSchema'> {
  let made: { from: z.ZodType; schema: ToolSchema } | null = null;
  let outputSchema: ToolSchema | null = null;
  return {
    ...about,
    get inputSchema() {
      const from = currentSchema(input);
      if (made?.from !== from) made = { from, schema: toolSchema(from, 'input') };
      return made.schema;
    },
    get outputSchema() {
      outputSchema ??= toolSchema(output, 'output');
      return outputSchema;
    },
  };
}

type Keywords = Record<string, unknown>;

/**
 * Converts a schema to JSON Schema 2020-12 for models: references are inlined, because many clients do not follow them, and
 * redundant keywords are left out.
 */
function toolSchema(schema: z.ZodType, io: 'input' | 'output'): ToolSchema {
  const { $schema: _, $defs: parts = {}, ...root } = z.toJSONSchema(schema, { io, target: 'draft-2020-12' });
  const whole = inline(root, parts as Keywords, io) as Keywords;
  return { ...(io === 'output' ? outline(whole) : (allowNull(whole) as Keywords)), type: 'object' };
}

/** Lets each optional field be null, which counts as left out (`validateArguments`): clients check against the schema. */
function allowNull(node: unknown): unknown {
  if (Array.isArray(node)) return node.map(allowNull);
  if (typeof node !== 'object' || node === null) return node;
  const keywords = Object.fromEntries(Object.entries(node).map(([key, value]) => [key, allowNull(value)])) as Keywords;
  const { properties, required = [] } = keywords;
  if (typeof properties !== 'object' || properties === null) return keywords;
  const fields = Object.entries(properties).map(([name, field]) => [
    name,
    (required as string[]).includes(name) ? field : orNull(field),
  ]);
  return { ...keywords, properties: Object.fromEntries(fields) };
}

function orNull({
  const: only,
  enum: choices = only === undefined ? undefined : [only],
  ...field
}: Keywords): Keywords {
  const { type, anyOf } = field;
  if (Array.isArray(anyOf))
    return { ...field, anyOf: [...anyOf.filter((option) => option.type !== 'null'), { type: 'null' }] };
  return { ...field, ...(Array.isArray(choices) && { enum: [...choices, null] }), type: [type, 'null'] };
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
    ...(Array.isArray(anyOf) && { anyOf: anyOf.map((option) => within(option, 0)) }),
    ...(typeof items === 'object' && { items: within(items, 0) }),
    ...(isOpen && {
      ...(typeof properties === 'object' && {
        properties: Object.fromEntries(
          Object.entries(properties ?? {}).map(([name, property]) => [name, within(property, 1)]),
        ),
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
