import { z } from 'zod';
import type { Json } from './openapi-parts.ts';

const SCHEMAS = '#/components/schemas/';

/** A schema that has a name (its `.meta({ id })`) and something that fits it. */
export type Named = { schema: z.ZodType; example: unknown };

/**
 * Named zod schemas as `components.schemas` of an OpenAPI 3.1 document (JSON Schema 2020-12), each with its example;
 * where one stands inside another it is told by reference.
 * @throws Error for a schema without a name
 */
export function schemaComponents(named: readonly Named[]): Record<string, Json> {
  const registry = z.registry<{ id: string }>();
  for (const { schema } of named) registry.add(schema, { id: nameOf(schema) });
  const { schemas } = z.toJSONSchema(registry, { io: 'input', uri: (id) => `${SCHEMAS}${id}` });
  const examples = new Map(named.map(({ schema, example }) => [nameOf(schema), example]));
  return Object.fromEntries(
    Object.entries(schemas)
      .filter(([name]) => examples.has(name))
      .map(([name, schema]) => [name, { ...tidy(schema as Json), examples: [examples.get(name)] }]),
  );
}

/** The members of an object schema as query parameters. */
export function queryParameters(schema: z.ZodType): Json[] {
  const { properties = {}, required = [] } = z.toJSONSchema(schema, { io: 'input' });
  return Object.entries(properties).map(([name, member]) => {
    const { description, ...rest } = tidy(member as Json);
    return { name, in: 'query', required: required.includes(name), description, schema: rest };
  });
}

export function nameOf(schema: z.ZodType): string {
  const name = schema.meta()?.id;
  if (!name) throw new Error('a schema of the API description has no name; give it .meta({ id })');
  return name;
}

/** What a format says already, or that a number is a safe integer, need not be said again. */
const SAID_BY_FORMAT = new Set(['date-time', 'date', 'uuid', 'email']);

function tidy(schema: Json): Json {
  const { $schema: _, $id: __, id: ___, ...said } = schema;
  if (SAID_BY_FORMAT.has(String(said.format))) delete said.pattern;
  if (said.maximum === Number.MAX_SAFE_INTEGER) delete said.maximum;
  if (said.minimum === Number.MIN_SAFE_INTEGER) delete said.minimum;
  return foldTypes(Object.fromEntries(Object.entries(said).map(([key, value]) => [key, tidyInside(key, value)])));
}

function tidyInside(key: string, value: unknown): unknown {
  switch (key) {
    case 'properties':
      return Object.fromEntries(Object.entries(value as Json).map(([name, member]) => [name, tidy(member as Json)]));
    case 'anyOf':
    case 'oneOf':
      return (value as Json[]).map(tidy);
    case '$ref':
      return String(value).replace('#/$defs/', SCHEMAS);
    case 'items':
      return tidy(value as Json);
    case 'additionalProperties':
      return typeof value === 'object' ? tidy(value as Json) : value;
    default:
      return value;
  }
}

/** A choice between plain types, null among them, is told as `type: [one, other]`. */
function foldTypes(schema: Json): Json {
  const { anyOf, ...rest } = schema;
  if (!Array.isArray(anyOf)) return schema;
  const members = anyOf as Json[];
  const detailed = members.filter((member) => Object.keys(member).length > 1);
  const isPlain = members.every((member) => typeof member.type === 'string' && !('enum' in member));
  if (detailed.length > 1 || !isPlain) return schema;
  const type = members.map((member) => member.type);
  return { ...detailed[0], ...rest, type };
}
