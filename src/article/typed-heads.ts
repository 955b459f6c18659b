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
