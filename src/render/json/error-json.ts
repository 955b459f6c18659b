import { z } from 'zod';
import type { FailureKind } from '../../core/failure.ts';

// What every refusal below /api looks like (decision 0012): `code` for programs, `error` for people, `hint` for what to do next.

/** Every `code` and when it is sent. */
export const CODES: Record<FailureKind | 'internal' | 'not_ready', string> = {
  bad_request: 'the body is not valid JSON, a key appears twice, a parameter is malformed',
  invalid_request: 'the request to be let in, or for a token, is not well made',
  unauthorized: 'no bearer token or session, or one that is unknown, expired or revoked',
  forbidden: 'a session used from another site, or an act that is not this caller’s',
  insufficient_scope: 'the token lacks the scope the act needs',
  not_found: 'nothing is here, or it is not this caller’s to see',
  method_not_allowed: 'the address does not support this method; `Allow` names the methods it supports',
  already_done: 'what is asked for is so already',
  already_exists: 'there is one of this name already',
  revision_conflict: '`baseRevision` is not the latest revision, which `currentRevision` tells',
  working_copy_conflict:
    'the same person typed in this article in another window since `number` was read; only the newsroom sends it',
  slug_taken: 'another article holds this slug at this desk',
  gate_blocked: 'something still stands in the way of publication',
  payload_too_large: 'the body is larger than 1 MiB',
  unsupported_media_type: 'the body is of another type, or has a `Content-Encoding`',
  validation_failed: 'the payload does not fit its schema; `issues` tells where',
  idempotency_key_reused: 'the `Idempotency-Key` came before with another request',
  rate_limited: 'too many requests; `Retry-After` tells how long to wait',
  busy: 'too much is being written at once; `Retry-After` tells how long to wait',
  db_unavailable: 'the database cannot be reached; `Retry-After` tells how long to wait',
  storage_full: 'the disk is full; `Retry-After` tells how long to wait',
  internal: 'a defect of this service, which was noted',
  not_ready: 'the database cannot be read',
};

/** Codes that come with more than words, and so have a schema of their own. */
const TELLING_MORE = ['validation_failed', 'idempotency_key_reused', 'revision_conflict', 'slug_taken'] as const;

type Code = keyof typeof CODES;
type PlainCode = Exclude<Code, (typeof TELLING_MORE)[number]>;

const plainCodes = Object.keys(CODES).filter(
  (code) => !(TELLING_MORE as readonly string[]).includes(code),
) as PlainCode[];

const words = {
  error: z.string().describe('What happened, in words.'),
  hint: z.string().describe('What to do next, in words.'),
};

export const refusalSchema = z
  .object({ code: z.enum(plainCodes).describe('What happened, for programs.'), ...words })
  .meta({ id: 'Refusal', description: 'A refusal. `code` never changes its meaning; the words may change.' });

export const validationFailedSchema = z
  .object({
    code: z.literal('validation_failed'),
    ...words,
    issues: z
      .array(
        z.object({
          path: z.string().describe('Where in the payload, with dots: `sources.0.url`.'),
          message: z.string(),
        }),
      )
      .describe('What is wrong, at most 50 of it.'),
  })
  .meta({ id: 'ValidationFailed', description: 'The payload does not fit its schema; nothing was stored.' });

export const keyReusedSchema = z
  .object({ code: z.literal('idempotency_key_reused'), ...words })
  .meta({ id: 'IdempotencyKeyReused', description: 'The `Idempotency-Key` came before with another request.' });

export const revisionConflictSchema = z
  .object({
    code: z.literal('revision_conflict'),
    ...words,
    currentRevision: z.int().min(0).describe('The latest revision: the `baseRevision` a next attempt has to name.'),
  })
  .meta({ id: 'RevisionConflict', description: 'Somebody saved a revision in between; nothing was stored.' });

export const slugTakenSchema = z
  .object({
    code: z.literal('slug_taken'),
    ...words,
    articleId: z.guid().optional().describe('The article that has it, where it is yours.'),
    currentRevision: z.int().min(0).optional().describe('Its latest revision: the `baseRevision` of your next one.'),
  })
  .meta({ id: 'SlugTaken', description: 'Another article holds this slug at this desk; nothing was stored.' });
