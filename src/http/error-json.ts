import * as z from 'zod';
import type { FailureKind } from '#core/failure.ts';

// Errors below /api: `code` for programs, `error` for people, `hint` for the next step.

/** Every `code` and its meaning. */
export const CODES: Record<FailureKind | 'gone' | 'internal' | 'not_ready', string> = {
  bad_request: 'the body is not valid JSON, a key appears twice, a parameter is malformed',
  invalid_request: 'the access request or token request is malformed',
  unauthorized: 'no bearer token or session, or one that is unknown, expired or revoked',
  forbidden: 'a session used from another site, or an action that this caller may not do',
  insufficient_scope: 'the token lacks a required scope',
  not_found: 'the resource does not exist, or this caller may not see it',
  gone: 'the article was withdrawn',
  method_not_allowed: 'the address does not support this method; `Allow` names the methods it supports',
  already_done: 'this was already done',
  already_exists: 'this name is already taken',
  revision_conflict: '`baseRevision` is not the latest revision; `currentRevision` is',
  working_copy_conflict:
    'the same person typed in this article in another window since `number` was read; only the newsroom sends it',
  slug_taken: 'another article in this section has this slug',
  gate_blocked: 'the gate still blocks publication',
  precondition_failed: 'the resource changed since the version in `If-Match` or `If-Unmodified-Since`',
  payload_too_large: 'the body is larger than 1 MiB',
  unsupported_media_type: 'the body has the wrong type, or a `Content-Encoding`',
  validation_failed: 'the payload does not fit its schema; `issues` lists the errors',
  idempotency_key_reused: 'the `Idempotency-Key` was already used with another request',
  rate_limited: 'too many requests; `Retry-After` gives the seconds to wait',
  busy: 'too many writes are waiting; `Retry-After` gives the seconds to wait',
  db_unavailable: 'the database cannot be reached; `Retry-After` gives the seconds to wait',
  storage_full: 'the disk is full; `Retry-After` gives the seconds to wait',
  internal: 'an error of this service, which was logged',
  not_ready: 'the database cannot be read',
};

/** Codes with further fields, and so with their own schema. */
const WITH_MORE_FIELDS = ['validation_failed', 'idempotency_key_reused', 'revision_conflict', 'slug_taken'] as const;

type Code = keyof typeof CODES;
type PlainCode = Exclude<Code, (typeof WITH_MORE_FIELDS)[number]>;

const plainCodes = Object.keys(CODES).filter(
  (code) => !(WITH_MORE_FIELDS as readonly string[]).includes(code),
) as PlainCode[];

const words = {
  error: z.string().describe('What happened, in words.'),
  hint: z.string().describe('The next step, in words.'),
};

export const refusalSchema = z
  .object({ code: z.enum(plainCodes).describe('What happened, for programs.'), ...words })
  .meta({ id: 'Refusal', description: 'An error. The meaning of `code` never changes; the words may change.' });

export const validationFailedSchema = z
  .object({
    code: z.literal('validation_failed'),
    ...words,
    issues: z
      .array(
        z.object({
          path: z.string().describe('The path in the payload, with dots: `sources.0.url`.'),
          message: z.string(),
        }),
      )
      .describe('The errors, at most 50.'),
  })
  .meta({ id: 'ValidationFailed', description: 'The payload does not fit its schema; nothing was stored.' });

export const keyReusedSchema = z
  .object({ code: z.literal('idempotency_key_reused'), ...words })
  .meta({ id: 'IdempotencyKeyReused', description: 'The `Idempotency-Key` was already used with another request.' });

export const revisionConflictSchema = z
  .object({
    code: z.literal('revision_conflict'),
    ...words,
    currentRevision: z.int().min(0).describe('The latest revision: use it as the next `baseRevision`.'),
  })
  .meta({ id: 'RevisionConflict', description: 'Somebody saved a revision in between; nothing was stored.' });

export const slugTakenSchema = z
  .object({
    code: z.literal('slug_taken'),
    ...words,
    articleId: z.guid().optional().describe('The article that has it, if it is yours.'),
    currentRevision: z.int().min(0).optional().describe('Its latest revision: use it as the next `baseRevision`.'),
  })
  .meta({ id: 'SlugTaken', description: 'Another article in this section has this slug; nothing was stored.' });
