import { z } from 'zod';

// What every refusal below /api looks like (contract D14): `code` for programs, `error` for people, `hint` for what to do next.

const words = {
  error: z.string().describe('What happened, in words.'),
  hint: z.string().describe('What to do next, in words.'),
};

export const refusalSchema = z
  .object({ code: z.string().describe('What happened, for programs.'), ...words })
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
  .object({ code: z.literal('slug_taken'), ...words })
  .meta({ id: 'SlugTaken', description: 'Another article holds this slug at this desk; nothing was stored.' });
