import type { Member } from '../../core/actor.ts';
import type { Tx } from '../../db/database.ts';
import { isAmong } from '../../db/schema/dialect.ts';
import { maySee } from '../model/article-rows.ts';

/** Who owns each of these articles, by its id. */
export async function ownersOf(tx: Tx, ids: readonly string[]): Promise<Map<string, string | null>> {
  const rows = await tx
    .selectFrom('article')
    .select(['id', 'owner_id'])
    .where(isAmong(tx, 'article.id', ids))
    .execute();
  return new Map(rows.map((row) => [row.id, row.owner_id]));
}

/** The ids of the articles a person may see, of those with these owners. */
export function seenBy(editor: Member, owners: ReadonlyMap<string, string | null>): string[] {
  return [...owners].filter(([, owner_id]) => maySee(editor, { owner_id, desk: '' })).map(([id]) => id);
}
