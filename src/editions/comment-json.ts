import { z } from 'zod';
import type { Thread } from '../article/comment-threads.ts';
import type { ReviewStanding } from '../article/review.ts';

// What an agent reads of what people said about an article (issue of the newsroom; beside contract D27).

const said = { text: z.string(), by: z.string().describe('A name; never an address.'), at: z.iso.datetime() };

export const commentsSchema = z
  .array(
    z.strictObject({
      id: z.guid(),
      ...said,
      revision: z.int().min(0).describe('The revision it was written about.'),
      blockId: z.string().nullable().describe('The block it is about; null for the article.'),
      passage: z.string().nullable().describe('The words in the block it is about; null for the whole block.'),
      occurrence: z.int().min(1).nullable().describe('Which occurrence of the passage in the block, from 1.'),
      changedIn: z
        .int()
        .nullable()
        .describe('The revision in which the passage or the block was changed away; null while it is there.'),
      answeredBy: z.int().nullable().describe('The first later revision that changed what it is about.'),
      resolvedAt: z.iso.datetime().nullable().describe('When a person settled it; only a person does.'),
      replies: z.array(z.strictObject(said)),
    }),
  )
  .meta({ id: 'Comments', description: 'What people said about it. Answer by saving a revision.' });

export const reviewSchema = z
  .strictObject({
    state: z.enum(['in_review', 'changes_requested', 'approved']),
    revision: z.int().min(0).describe('The revision it was said about; a later save puts the article in review again.'),
    note: z.string().nullable().describe('What has to change, in words.'),
    by: z.string(),
    at: z.iso.datetime(),
  })
  .nullable()
  .meta({ id: 'Review', description: 'What people last decided; null where nothing is.' });

export function commentsJson(threads: readonly Thread[]): z.infer<typeof commentsSchema> {
  return threads.map((thread) => ({
    id: thread.id,
    ...sayingJson(thread),
    revision: thread.revision,
    blockId: thread.blockId,
    passage: thread.passage,
    occurrence: thread.occurrence,
    changedIn: thread.changedIn,
    answeredBy: thread.answeredBy,
    resolvedAt: thread.resolved?.at ?? null,
    replies: thread.replies.map(sayingJson),
  }));
}

export function reviewJson({ decided, lines }: ReviewStanding): z.infer<typeof reviewSchema> {
  const line = lines.find(({ state, revision }) => decided?.state === state && decided.revision === revision);
  if (!line || line.state === 'taken_back') return null;
  const { state, revision, note, by, at } = line;
  return { state, revision, note: note === null ? null : withoutAddresses(note), by: withoutAddresses(by), at };
}

function sayingJson({ text, by, byKind, at }: { text: string; by: string; byKind: string; at: string }) {
  const name = byKind === 'guest' ? `${by} (guest)` : by;
  return { text: withoutAddresses(text), by: withoutAddresses(name), at };
}

/** Somebody's address is nothing an agent has to know, whoever wrote it down. */
function withoutAddresses(text: string): string {
  return text.replace(/[^\s@<>()"',;:]{1,64}@[^\s@<>()"',;:]{1,255}/g, '[address left out]');
}
