import * as z from 'zod';
import { PACKET_TEXT_NAMES, valuesOf } from '#article/article-fields.ts';
import { deskSlugs } from '#article/desk.ts';
import { codePoints } from '#core/text.ts';
import { FORM } from '#evidence/figures/claims-form.ts';

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
  const shape = SHAPES[issue.path.map((part) => (typeof part === 'number' ? '*' : String(part))).join('.')];
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

const BLOCK =
  '{"id": "b1", "type": "paragraph", "text": "…"}, where type is paragraph, heading, subheading, quote or list';
const SOURCE = '{"title": "…", "url": "https://…"}, with publisher and note where they are known';

/** The expected shape of a field, by its path: `*` is an index in a list. */
const SHAPES: Record<string, string | undefined> = {
  bodyBlocks: `send a list of blocks, each ${BLOCK}`,
  'bodyBlocks.*': `a block is ${BLOCK}`,
  sources: `send a list of sources, each ${SOURCE}`,
  'sources.*': `a source is ${SOURCE}`,
  'bodyBlocks.*.id': 'send a string such as "b1"',
  'bodyBlocks.*.type':
    'h1 and h2 are heading here, h3 is subheading, p is paragraph, blockquote is quote, ul and ol are list',
  'bodyBlocks.*.text':
    'send one string: in a list block each line is an item, and every paragraph is a block of its own',
  'sources.*.url': 'send the https address of the page',
  heroAssetId:
    'send the id of a picture in the library, or leave it out and describe the picture in editorialPacket.heroBrief',
  fields: 'send a list of names, such as ["headline", "gate"]',
  since: 'send the number that an earlier answer has as `version`',
  needs: 'or leave it out',
  get section() {
    return `the desks are ${deskSlugs().join(', ')}`;
  },
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
  items: 'text',
  children: 'text',
  markdown: 'bodyBlocks text',
  html: 'bodyBlocks text',
  kind: 'type',
  section_slug: 'section',
  base_revision: 'baseRevision',
  base: 'baseRevision',
  parentRevision: 'baseRevision',
  ...valuesOf(PACKET_TEXT_NAMES, () => 'editorialPacket'),
};

function otherName(key: string, fields: readonly string[]): string {
  if (/^(?:status|publish|published|publishedAt)$/.test(key)) return '; only an editor publishes';
  const names = Object.hasOwn(OTHER_NAMES, key) ? OTHER_NAMES[key]?.split(' ') : undefined;
  const name = names?.find((one) => fields.includes(one));
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
