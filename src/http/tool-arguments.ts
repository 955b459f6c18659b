import * as z from 'zod';
import { validate } from './body.ts';

/**
 * Validates the arguments of a tool. Strict clients send every optional argument, so null, and an empty value that the field cannot have,
 * count as left out, also within objects and lists. @throws validation_failed
 */
export function validateArguments<T>(schema: z.ZodType<T>, given: unknown, where: string): T {
  return validate(schema, withoutLeftOut(schema, given), where);
}

function withoutLeftOut(schema: unknown, value: unknown): unknown {
  const bare = bareOf(schema);
  if (bare instanceof z.ZodArray && Array.isArray(value))
    return value.map((item) => withoutLeftOut(bare.element, item));
  if (!(bare instanceof z.ZodObject) || typeof value !== 'object' || value === null || Array.isArray(value))
    return value;
  const fields = Object.entries(value).map(([name, sent]) => ({ name, sent, field: fieldOf(bare, name) }));
  const kept = fields.filter(({ field, sent }) => !(field && isLeftOut(field, sent)));
  return Object.fromEntries(kept.map(({ name, field, sent }) => [name, withoutLeftOut(field, sent)]));
}

function fieldOf({ shape }: z.ZodObject, name: string): z.ZodType | null {
  return Object.hasOwn(shape, name) ? (shape[name] as z.ZodType) : null;
}

function isLeftOut(field: z.ZodType, sent: unknown): boolean {
  return isEmpty(sent) && field.safeParse(undefined).success && !field.safeParse(sent).success;
}

/** Whether a value says nothing: null, an empty text, an empty list or an empty object. */
function isEmpty(value: unknown): boolean {
  return value === null || value === '' || (typeof value === 'object' && Object.keys(value).length === 0);
}

function bareOf(schema: unknown): unknown {
  return schema instanceof z.ZodOptional || schema instanceof z.ZodNullable || schema instanceof z.ZodDefault
    ? bareOf(schema.unwrap())
    : schema;
}
