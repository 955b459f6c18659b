import type { Actor } from '../../core/actor.ts';
import type { Tx } from '../../db/database.ts';
import { maySee } from '../model/article-rows.ts';

/** An article a picture stands over, in what readers see or in its latest revision. */
export type PictureUse = { articleId: string; headline: string; isLive: boolean; isLatest: boolean };

/** Where a picture is used, the last changed article first; of drafts, those the actor may see. */
export async function listUses(tx: Tx, actor: Actor, pictureId: string, limit: number): Promise<PictureUse[]> {
  const rows = await tx
    .selectFrom('revision')
    .innerJoin('article', 'article.id', 'revision.article_id')
    .select(['article.id', 'article.owner_id', 'article.desk', 'article.live_revision', 'article.latest_revision'])
    .select(['revision.number', 'revision.headline'])
    .where('revision.hero_asset_id', '=', pictureId)
    .where((is) =>
      is.or([
        is('revision.number', '=', is.ref('article.latest_revision')),
        is('revision.number', '=', is.ref('article.live_revision')),
      ]),
    )
    .orderBy('article.updated_at', 'desc')
    .orderBy('article.id', 'desc')
    .orderBy('revision.number', 'desc')
    .limit(limit * 2)
    .execute();
  const uses = new Map<string, PictureUse>();
  for (const row of rows) {
    const isLive = row.number === row.live_revision;
    if (!isLive && !maySee(actor, row)) continue;
    const known = uses.get(row.id);
    const use = { articleId: row.id, headline: row.headline, isLive, isLatest: row.number === row.latest_revision };
    uses.set(row.id, known ? { ...known, isLive: known.isLive || isLive } : use);
  }
  return [...uses.values()].slice(0, limit);
}
