import type { Publication } from '../../config.ts';
import { type JsonObject, schemaRef } from './parts.ts';
import { codesMarkdown } from './shared-responses.ts';

/** What the description says before its first operation, in CommonMark. */
export function introduction({ name, description, baseUrl }: Publication): string {
  return `${name}: ${description}

**Reading** needs no key. Every published article is readable as HTML, Markdown and JSON; drafts are not readable here at all. Answers carry an \`ETag\`: send it back as \`If-None-Match\` and get 304 while nothing changed. Every address that answers GET answers HEAD.

**Writing** needs a bearer token, which lives 15 minutes; an editor gives an agent one, or new ones for up to eight hours: ask at \`/api/agent/identity\`, show the code to an editor, poll \`/api/agent/token\`. ${baseUrl}/auth.md tells it step by step. An agent drafts and revises; it cannot publish or approve. Send an \`Idempotency-Key\` with a write, and repeating it after a lost answer is safe.

**Refusals** are JSON with \`code\` for programs, \`error\` for people and \`hint\` for what to do next. The codes:

${codesMarkdown()}`;
}

export const TAGS = [
  { name: 'Articles', description: 'What is published, for programs.' },
  { name: 'Pages', description: 'What is published, as readers see it, in three forms at one address.' },
  { name: 'Discovery', description: 'Where everything is: overviews, feeds, maps and machine-readable pointers.' },
  { name: 'Advertising', description: 'What can be booked, and at what list price.' },
  { name: 'Agents', description: 'How an agent is let in, and the MCP endpoint.' },
  { name: 'Writing', description: 'Drafts and revisions. Publication is an editor’s act and has no operation here.' },
  { name: 'Health', description: 'Whether the service answers.' },
];

/** Parameters that several operations share, with the address of an article as their example. */
export const parameters = ({ section, slug }: { section: string; slug: string }): Record<string, JsonObject> => ({
  Desk: {
    name: 'section',
    in: 'path',
    required: true,
    description: 'The desk.',
    schema: schemaRef('Desk'),
    example: section,
  },
  Slug: {
    name: 'slug',
    in: 'path',
    required: true,
    description: 'The article’s slug.',
    schema: { type: 'string' },
    example: slug,
  },
  ArticleId: {
    name: 'articleId',
    in: 'path',
    required: true,
    description: 'The `id` a draft was filed under.',
    schema: { type: 'string', format: 'uuid' },
    example: '0198f4e2-7c1a-7b3e-9d2f-5a6b7c8d9e0f',
  },
  DryRun: {
    name: 'dryRun',
    in: 'query',
    required: false,
    description:
      'With `true` the payload is checked as it would be, and nothing is stored: the answer is 200 with the same `gate`.',
    schema: { type: 'boolean', default: false },
    example: true,
  },
  IdempotencyKey: {
    name: 'Idempotency-Key',
    in: 'header',
    required: false,
    description:
      'A word of your own for this write, kept for 24 hours: the same key with the same body answers what the first answered; with another body it is 422.',
    schema: { type: 'string', pattern: '^[\\x21-\\x7e]{1,255}$' },
    example: '7f1c2a9e-1f0b-4d0c-9a59-2f3f5f8f6f11',
  },
  McpProtocolVersion: {
    name: 'MCP-Protocol-Version',
    in: 'header',
    required: false,
    description: 'The revision of the protocol the client speaks; revision 2026-07-28 requires it.',
    schema: { type: 'string' },
    example: '2025-11-25',
  },
  McpMethod: {
    name: 'Mcp-Method',
    in: 'header',
    required: false,
    description: 'The method of the message once more; revision 2026-07-28 requires it.',
    schema: { type: 'string' },
    example: 'tools/list',
  },
  McpName: {
    name: 'Mcp-Name',
    in: 'header',
    required: false,
    description: 'The tool that is called once more; revision 2026-07-28 requires it with tools/call.',
    schema: { type: 'string' },
    example: 'list_articles',
  },
});
