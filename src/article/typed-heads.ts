import type { Actor } from '#core/actor.ts';
import type { Tx } from '#db/database.ts';
import { isAmong } from '#db/schema/dialect.ts';
import type { UnfinishedCopy } from './copy.ts';

/** Headline and dek of the working copies that this person has of these articles, by article. */
export async function readTypedHeads(
  tx: Tx,
  actor: Actor,
  ids: string[],
): Promise<Map<string, { headline: string; dek: string }>> {
  if (actor.kind !== 'editor') return new Map();
  const rows = await tx
    .selectFrom('working_copy')
    .select(['article_id', 'copy'])
    .where('editor_id', '=', actor.id)
    .where('copy', '<>', '')
    .where(isAmong(tx, 'article_id', ids))
    .execute();
  return new Map(
    rows.map(({ article_id: id, copy }) => {
      const { headline, dek } = JSON.parse(copy) as UnfinishedCopy;
      return [id, { headline: headline.trim(), dek: dek.trim() }];
    }),
  );
}

/** What a person typed in an article and has not saved as a revision. */
export type TypedCopy = { headline: string; words: number; savedAt: string };

/** The same with the number of words in the text, for a list of articles. */
export async function readTypedCopies(tx: Tx, actor: Actor, ids: string[]): Promise<Map<string, TypedCopy>> {
  if (actor.kind !== 'editor') return new Map();
  const rows = await tx
    .selectFrom('working_copy')
    .select(['article_id', 'copy', 'saved_at'])
    .where('editor_id', '=', actor.id)
    .where('copy', '<>', '')
    .where(isAmong(tx, 'article_id', ids))
    .execute();
  return new Map(rows.map((row) => [row.article_id, typedCopy(row)]));
}

export function typedCopy({ copy, saved_at: savedAt }: { copy: string; saved_at: string }): TypedCopy {
  const { headline, bodyBlocks } = JSON.parse(copy) as UnfinishedCopy;
  const words = bodyBlocks.flatMap(({ text }) => text.split(/\s+/).filter(Boolean)).length;
  return { headline: headline.trim(), words, savedAt };
}
