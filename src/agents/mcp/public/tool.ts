import type * as z from 'zod';
import type { McpCaller, ToolDefinition } from '#agents/mcp/protocol/mcp-server.ts';
import { currentSchema, describeTool } from '#agents/mcp/protocol/tool-schema.ts';
import type { findPublished, PublishedArticle } from '#article/published.ts';
import type { Evidence } from '#evidence/figures/evidence.ts';
import { inputHint } from '#http/define-reader-tool.ts';
import type { ReaderTool, ReaderToolCode } from '#http/reader-tool.ts';
import { validateArguments } from '#http/tool-arguments.ts';

/** A connection that only reads. */
export type PublicTx = Parameters<typeof findPublished>[0];

/** A part of an article: at most `budget` characters, and the part that begins after the place `after`. */
export type ExcerptQuery = { budget: number; after: string | undefined };

/** `endsAt`: the place of its last block, null at the end of the article. `left`: the characters that follow. */
export type Excerpt = { text: string; endsAt: string | null; left: number };

/** All that a public tool gets. It has no account and no connection that writes. */
export type PublicCaller = McpCaller & {
  /** Reads published data. @throws db_unavailable */
  read: <T>(work: (tx: PublicTx) => Promise<T>) => Promise<T>;
  /** Runs a tool that another capability declares. @throws Failure */
  runDeclared: (tool: ReaderToolCode, given: unknown) => Promise<object>;
  /** The Markdown of an article, or a part of it; null when the article does not have the place `after`. */
  readExcerpt: (article: PublishedArticle, evidence: Evidence | null, part: ExcerptQuery) => Promise<Excerpt | null>;
};

/** `run` throws Failures. */
export type PublicTool = { text: ToolDefinition; run: (caller: PublicCaller, given: unknown) => Promise<object> };

const ANNOTATIONS = { readOnlyHint: true, destructiveHint: false, idempotentHint: true, openWorldHint: false };

type About = Pick<ToolDefinition, 'name' | 'title' | 'description'>;

/** Defines a tool by its schema. Arguments are validated before `run`. */
export function publicTool<I>(
  about: About,
  input: z.ZodType<I> | (() => z.ZodType<I>),
  run: (caller: PublicCaller, input: I) => Promise<object>,
): PublicTool {
  return {
    text: describeTool({ ...about, annotations: ANNOTATIONS }, input),
    run: (caller, given) => run(caller, validateArguments(currentSchema(input), given, inputHint(about.name))),
  };
}

/** A tool that another capability declares. */
export async function loadDeclared({ name, load }: ReaderTool): Promise<PublicTool> {
  const { readerTool } = await load();
  const { title, description, input } = readerTool;
  return {
    text: describeTool({ name, title, description, annotations: ANNOTATIONS }, input),
    run: (caller, given) => caller.runDeclared(readerTool, given),
  };
}
