import type * as z from 'zod';
import type { Publication } from '#runtime/config/config.ts';
import type { Deps } from '#runtime/deps.ts';
import type { Budget } from './limits.ts';

/** A tool that a capability adds to the MCP server for readers. It only reads what is published. */
export type ReaderTool = {
  name: string;
  /** The purpose of the tool, for lists of the tools; begins with a verb. */
  does: string;
  /** When to call it: a sentence of the instructions of the server. */
  advice: string;
  /** The tool that lists show before this one. */
  after?: string;
  load: () => Promise<{ readerTool: ReaderToolCode }>;
};

/** `run` validates its arguments. @throws Failure */
export type ReaderToolCode = {
  title: string;
  description: string;
  input: z.ZodType;
  run: (host: ReaderToolHost, given: unknown) => Promise<object>;
};

export type ReaderToolHost = {
  publication: Publication;
  deps: Deps;
  /** Counts the call against the caller's address. @throws rate_limited */
  spend: (budget: Budget) => Promise<void>;
};
