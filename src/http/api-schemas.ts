import * as z from 'zod';
import type { JsonObject } from './api-description.ts';

// Schemas of the API description: zod schemas as JSON Schema 2020-12, as OpenAPI 3.1 has them.

const COMPONENTS = '#/components/schemas/';

/** A schema with a name (its `.meta({ id })`) and a valid example. */
export type NamedSchema = { schema: z.ZodType; example: unknown };

/**
 * Named zod schemas as `components.schemas` of an OpenAPI 3.1 document (JSON Schema 2020-12), each with its example;
 * a schema inside another schema becomes a reference.
 * @throws Error for a schema without a name
 */
export function schemaComponents(named: readonly NamedSchema[]): Record<string, JsonObject> {
  const registry = z.registry<{ id: string }>();
  for (const { schema } of named) registry.add(schema, { id: nameOf(schema) });
  const { schemas } = z.toJSONSchema(registry, { io: 'input', uri: (id) => `${COMPONENTS}${id}` });
  const examples = new Map(named.map(({ schema, example }) => [nameOf(schema), example]));
  return Object.fromEntries(
    Object.entries(schemas)
      .filter(([name]) => examples.has(name))
      .map(([name, schema]) => [name, { ...tidy(schema as JsonObject), examples: [examples.get(name)] }]),
  );
}

/** The members of an object schema as query parameters. */
export function queryParameters(schema: z.ZodType): JsonObject[] {
  const { properties = {}, required = [] } = z.toJSONSchema(schema, { io: 'input' });
  return Object.entries(properties).map(([name, member]) => {
    const { description, ...rest } = tidy(member as JsonObject);
    return { name, in: 'query', required: required.includes(name), description, schema: rest };
  });
}

export function nameOf(schema: z.ZodType): string {
  const name = schema.meta()?.id;
  if (!name) throw new Error('a schema of the API description has no name; give it .meta({ id })');
  return name;
}

/** Formats that already imply a pattern. */
const SAID_BY_FORMAT = new Set(['date-time', 'date', 'uuid', 'email']);

function tidy(schema: JsonObject): JsonObject {
  const { $schema: _, $id: __, id: ___, ...said } = schema;
  if (SAID_BY_FORMAT.has(String(said.format))) delete said.pattern;
  if (said.maximum === Number.MAX_SAFE_INTEGER) delete said.maximum;
  if (said.minimum === Number.MIN_SAFE_INTEGER) delete said.minimum;
  return foldTypes(Object.fromEntries(Object.entries(said).map(([key, value]) => [key, tidyInside(key, value)])));
}

function tidyInside(key: string, value: unknown): unknown {
  switch (key) {
    case 'properties':
      return Object.fromEntries(
        Object.entries(value as JsonObject).map(([name, member]) => [name, tidy(member as JsonObject)]),
      );
    case 'anyOf':
    case 'oneOf':
      return (value as JsonObject[]).map(tidy);
    case '$ref':
      return String(value).replace('#/$defs/', COMPONENTS);
    case 'items':
      return tidy(value as JsonObject);
    case 'additionalProperties':
      return typeof value === 'object' ? tidy(value as JsonObject) : value;
    default:
      return value;
  }
}

/** Writes a choice between plain types, null included, as `type: [one, other]`. */
function foldTypes(schema: JsonObject): JsonObject {
  const { anyOf, ...rest } = schema;
  if (!Array.isArray(anyOf)) return schema;
  const members = anyOf as JsonObject[];
  const detailed = members.filter((member) => Object.keys(member).length > 1);
  const isPlain = members.every((member) => typeof member.type === 'string' && !('enum' in member));
  if (detailed.length > 1 || !isPlain) return schema;
  const type = members.map((member) => member.type);
  return { ...detailed[0], ...rest, type };
}
