import * as z from 'zod';
import { codePoints } from '#core/text.ts';
import { declared } from './declared.ts';

// Errors of a schema, worded so that the message alone is enough to correct the payload.

export type ValidationIssue = { path: string; message: string };
export type ValidationReport = {
  issues: ValidationIssue[];
  /** The fields of the payload; set when it has an unknown field. */
  takes?: string[];
};

/** Most issues reported for one payload. */
const MOST_ISSUES = 50;

export function validationReport(error: z.ZodError, schema: z.ZodType, value: unknown): ValidationReport {
  const all = error.issues.flatMap((issue) => read(issue, schema, value));
  const issues = all.filter(({ path }, index) => path === '' || all[index - 1]?.path !== path).slice(0, MOST_ISSUES);
  const hasUnknown = error.issues.some((issue) => issue.code === 'unrecognized_keys' && issue.path.length === 0);
  return { issues, ...(hasUnknown && { takes: fieldsAt(schema, []) }) };
}

function read(issue: z.core.$ZodIssue, schema: z.ZodType, value: unknown): ValidationIssue[] {
  if (issue.code === 'unrecognized_keys') {
    const fields = fieldsAt(schema, issue.path);
    const takes = issue.path.length === 0 ? '' : `; it takes ${fields.join(', ')}`;
    return issue.keys.map((key) => ({
      path: [...issue.path, key].join('.'),
      message: `is not a field of this payload${otherName(key, fields)}${takes}`,
    }));
  }
  const sent = valueAt(value, issue.path);
  const isMissing = issue.path.length > 0 && sent === undefined;
  const message = isMissing ? 'is missing' : [ruleOf(issue), ...formOf(sent, issue)].join('; ');
  const at = issue.path.map((part) => (typeof part === 'number' ? '*' : String(part))).join('.');
  const shape = declared().fieldHints.reduce<string | undefined>(
    (before, { shapes }) => before ?? shapes[at],
    undefined,
  );
  return [{ path: issue.path.join('.'), message: shape === undefined ? message : `${message}; ${shape}` }];
}

function ruleOf(issue: z.core.$ZodIssue): string {
  if (issue.code === 'too_big' && issue.origin === 'array') return `must have at most ${issue.maximum} items`;
  if (issue.code === 'too_small' && issue.origin === 'array')
    return `must have at least ${counted(issue.minimum, 'item')}`;
  if (issue.code === 'too_big') return `must be at most ${issue.maximum}`;
  if (issue.code === 'too_small') return `must be at least ${issue.minimum}`;
  return issue.message
    .replace(/^Invalid (?:input|option): /, '')
    .replace('at least 1 characters', 'at least 1 character');
}

/** The length or the form of the value that was sent; its text is not repeated. */
function formOf(sent: unknown, { message }: z.core.$ZodIssue): string[] {
  if (Array.isArray(sent)) return [`it has ${counted(sent.length, 'item')}`];
  if (typeof sent === 'number' && message.includes('expected string')) return ['send it in quotes'];
  if (typeof sent === 'string' && message.includes('expected number')) return ['send it without quotes'];
  if (typeof sent === 'number') return [`it is ${sent}`];
  if (typeof sent !== 'string') return [];
  if (/characters? long/.test(message)) return [sent === '' ? 'it is empty' : `it has ${codePoints(sent)}`];
  if (message.startsWith('must be lower-case')) return suggestSlug(sent);
  if (message.startsWith('must start with https:'))
    return [`it starts with ${/^[a-z]{1,10}:/i.exec(sent)?.[0] ?? 'no scheme'}`];
  if (message.startsWith('must not hold line breaks') && /[\n\r]/.test(sent))
    return ['it has a line break: send one line'];
  return [];
}

function counted(count: number | bigint, noun: string): string {
  return `${count} ${noun}${Number(count) === 1 ? '' : 's'}`;
}

/** Longest slug that is suggested. */
const LONGEST_SUGGESTION = 80;

function suggestSlug(sent: string): string[] {
  const words =
    sent
      .slice(0, 200)
      .normalize('NFKD')
      .replace(/\p{M}/gu, '')
      .toLowerCase()
      .match(/[a-z0-9]+/g) ?? [];
  const slug = words.join('-').slice(0, LONGEST_SUGGESTION).replace(/-$/, '');
  return slug === '' ? [] : [`for example ${slug}`];
}

function otherName(key: string, fields: readonly string[]): string {
  if (/^(?:status|publish|published|publishedAt)$/.test(key)) return '; only an editor publishes';
  const names = declared()
    .fieldHints.find(({ otherNames }) => Object.hasOwn(otherNames, key))
    ?.otherNames[key]?.split(' ');
  const name = names?.find((candidate) => fields.includes(candidate));
  if (name === 'editorialPacket') return '; it is a field of editorialPacket';
  return name === undefined ? '' : `; here it is called ${name}`;
}

/** The fields of the object at a path of a schema. */
function fieldsAt(schema: z.ZodType, path: readonly PropertyKey[]): string[] {
  let at: unknown = schema;
  for (const part of path) {
    at = bare(at);
    at = at instanceof z.ZodArray ? at.element : at instanceof z.ZodObject ? at.shape[String(part)] : undefined;
  }
  at = bare(at);
  return at instanceof z.ZodObject ? Object.keys(at.shape) : [];
}

function bare(schema: unknown): unknown {
  return schema instanceof z.ZodOptional || schema instanceof z.ZodNullable ? bare(schema.unwrap()) : schema;
}

function valueAt(value: unknown, path: readonly PropertyKey[]): unknown {
  return path.reduce<unknown>(
    (at, part) => (typeof at === 'object' && at !== null ? (at as Record<PropertyKey, unknown>)[part] : undefined),
    value,
  );
}
