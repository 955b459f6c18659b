import * as z from 'zod';
import { FORM } from '../../article/figures/claims-form.ts';
import { DESK_SLUGS } from '../../article/model/desk.ts';

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
  const issues = error.issues.flatMap((issue) => read(issue, schema, value)).slice(0, MOST_ISSUES);
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
  const isMissing = issue.path.length > 0 && valueAt(value, issue.path) === undefined;
  const message = isMissing ? 'is missing' : issue.message.replace(/^Invalid (?:input|option): /, '');
  const shape = SHAPES[issue.path.map((part) => (typeof part === 'number' ? '*' : String(part))).join('.')];
  return [{ path: issue.path.join('.'), message: shape === undefined ? message : `${message}; ${shape}` }];
}

const BLOCK =
  '{"id": "b1", "type": "paragraph", "text": "…"}, where type is paragraph, heading, subheading, quote or list';
const SOURCE = '{"title": "…", "url": "https://…"}, with publisher and note where they are known';

/** The expected shape of a field, by its path: `*` is an index in a list. */
const SHAPES: Record<string, string | undefined> = {
  bodyBlocks: `send a list of blocks, each ${BLOCK}`,
  'bodyBlocks.*': `a block is ${BLOCK}`,
  sources: `send a list of sources, each ${SOURCE}`,
  'sources.*': `a source is ${SOURCE}`,
  section: `the desks are ${DESK_SLUGS.join(', ')}`,
  editorialPacket: 'send an object of texts, such as {"factCheckNotes": "…"}',
  'editorialPacket.claimsReview': `send JSON text, a string that holds ${FORM}`,
  articleId: 'send the id of the article, as list_articles gives it',
  baseRevision: 'send the revision you read, as get_article gives it',
  id: 'send the id that list_articles gives, or section and slug in place of it',
  authorId: 'list_articles with names: true lists the ids of authors',
  tagIds: 'list_articles with names: true lists the ids of tags',
  'tagIds.*': 'list_articles with names: true lists the ids of tags',
};

/** Names that other APIs use for our fields. */
const OTHER_NAMES: Record<string, string | undefined> = {
  desk: 'section',
  category: 'section',
  body: 'bodyBlocks',
  blocks: 'bodyBlocks',
  content: 'bodyBlocks text',
  title: 'headline',
  summary: 'dek',
  excerpt: 'dek',
  subtitle: 'dek',
  author: 'authorId',
  tags: 'tagIds',
  id: 'articleId',
  article: 'articleId',
  articleId: 'id',
  revision: 'baseRevision',
  query: 'q',
  search: 'q',
  href: 'url',
  link: 'url',
  name: 'title',
};

function otherName(key: string, fields: readonly string[]): string {
  if (/^(?:status|publish|published|publishedAt)$/.test(key)) return '; only an editor publishes';
  const names = Object.hasOwn(OTHER_NAMES, key) ? OTHER_NAMES[key]?.split(' ') : undefined;
  const name = names?.find((one) => fields.includes(one));
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
