import * as z from 'zod';
import type { ToolDefinition, ToolSchema } from './mcp-server.ts';

/** A schema, or a function that gives the present one: a schema that names the sections changes with them. */
type SchemaOrMaker<Schema extends z.ZodType = z.ZodType> = Schema | (() => Schema);

export function currentSchema<Schema extends z.ZodType>(schema: SchemaOrMaker<Schema>): Schema {
  return typeof schema === 'function' ? schema() : schema;
}

/** Adds its schema to a tool, without the descriptions of the `undescribed` arguments. It is made for the first `tools/list`: all tools together take 40 ms, which a start would wait for. */
export function describeTool<About extends Omit<ToolDefinition, 'inputSchema'>>(
  about: About,
  input: SchemaOrMaker,
  undescribed: readonly string[] = [],
): About & Pick<ToolDefinition, 'inputSchema'> {
  let made: { from: z.ZodType; schema: ToolSchema } | null = null;
  return {
    ...about,
    get inputSchema() {
      const from = currentSchema(input);
      if (made?.from !== from) made = { from, schema: toolSchema(from, undescribed) };
      return made.schema;
    },
  };
}

type Keywords = Record<string, unknown>;

/**
 * Converts a schema to JSON Schema 2020-12 for models: references are inlined, because many clients do not follow them, and
 * redundant keywords are left out.
 */
function toolSchema(schema: z.ZodType, undescribed: readonly string[]): ToolSchema {
  const { $schema: _, $defs: parts = {}, ...root } = z.toJSONSchema(schema, { io: 'input', target: 'draft-2020-12' });
  const { properties = {}, ...whole } = allowNull(inline(root, parts as Keywords)) as Keywords;
  const fields = Object.entries(properties as Keywords).map(([name, field]) => [
    name,
    undescribed.includes(name) ? withoutDescriptions(field) : field,
  ]);
  return { ...whole, properties: Object.fromEntries(fields), type: 'object' };
}

function withoutDescriptions(field: unknown): unknown {
  const keep = (key: string, value: unknown) =>
    key === 'description' && typeof value === 'string' ? undefined : value;
  return JSON.parse(JSON.stringify(field, keep));
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

function inline(node: unknown, parts: Keywords): unknown {
  if (Array.isArray(node)) return node.map((item) => inline(item, parts));
  if (typeof node !== 'object' || node === null) return node;
  const { $ref: reference, ...own } = node as Keywords;
  const part = typeof reference === 'string' ? (parts[reference.replace('#/$defs/', '')] as Keywords) : {};
  return Object.fromEntries(
    Object.entries(tidy({ ...part, ...own })).map(([key, value]) => [key, inline(value, parts)]),
  );
}

/** Drops schema ids, patterns that a format implies, and the default integer bound. */
function tidy({ id, pattern, maximum, format, ...rest }: Keywords): Keywords {
  const saysMore = pattern !== undefined && format !== 'uuid' && format !== 'date-time';
  return {
    ...rest,
    ...(typeof id === 'object' && { id }),
    ...(format !== undefined && { format }),
    ...(saysMore && { pattern }),
    ...(maximum !== undefined && maximum !== Number.MAX_SAFE_INTEGER && { maximum }),
  };
}
