import type { Actor, Member } from '#core/actor.ts';
import type { Tx } from '#db/database.ts';
import { isAmong } from '#db/schema/dialect.ts';
import { maySee } from './article-rows.ts';

/** An article with a picture, in its live or its latest revision. */
export type PictureUse = { articleId: string; headline: string; isLive: boolean; isLatest: boolean };

/** The articles that use a picture, last changed first; drafts only when the actor may see them. */
export async function listPictureUses(tx: Tx, actor: Actor, pictureId: string, limit: number): Promise<PictureUse[]> {
  const rows = await tx
    .selectFrom('revision')
    .innerJoin('article', 'article.id', 'revision.article_id')
    .select([
      'article.id',
      'article.owner_id',
      'article.assignee_id',
      'article.section',
      'article.live_revision',
      'article.latest_revision',
    ])
    .select(['revision.number', 'revision.headline'])
    .where('revision.hero_asset_id', '=', pictureId)
    .where('article.binned_at', 'is', null)
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

/** How a picture is used: published in an article or as a portrait; used in a revision or unsaved text; or unused. */
export type PictureReach = 'published' | 'used' | 'unused';

export async function findPictureReach(tx: Tx, pictureId: string): Promise<PictureReach> {
  const seen = await tx
    .selectFrom('publication_log')
    .innerJoin('revision', (on) =>
      on
        .onRef('revision.article_id', '=', 'publication_log.article_id')
        .onRef('revision.number', '=', 'publication_log.revision'),
    )
    .select('publication_log.seq')
    .where('revision.hero_asset_id', '=', pictureId)
    .limit(1)
    .executeTakeFirst();
  const portrait = await tx.selectFrom('author').select('id').where('portrait_id', '=', pictureId).executeTakeFirst();
  if (seen || portrait) return 'published';
  const saved = await tx
    .selectFrom('revision')
    .select('number')
    .where('hero_asset_id', '=', pictureId)
    .limit(1)
    .executeTakeFirst();
  const typed = await tx
    .selectFrom('working_copy')
    .select('article_id')
    .where('copy', 'like', `%${pictureId}%`)
    .limit(1)
    .executeTakeFirst();
  return saved || typed ? 'used' : 'unused';
}

/** A revision that an agent saved. */
export type SavedRevision = {
  articleId: string;
  number: number;
  headline: string;
  savedAt: string;
  isLive: boolean;
  isLatest: boolean;
};

/** The latest revisions saved with a claim, newest first. For editors, who see every draft. */
export async function listSavedBy(tx: Tx, claimId: string, limit: number): Promise<SavedRevision[]> {
  const rows = await tx
    .selectFrom('revision')
    .innerJoin('article', 'article.id', 'revision.article_id')
    .select(['revision.article_id', 'revision.number', 'revision.headline', 'revision.saved_at'])
    .select(['article.live_revision', 'article.latest_revision'])
    .where('revision.claim_id', '=', claimId)
    .where('article.binned_at', 'is', null)
    .orderBy('revision.saved_at', 'desc')
    .orderBy('revision.article_id')
    .orderBy('revision.number', 'desc')
    .limit(limit)
    .execute();
  return rows.map((row) => ({
    articleId: row.article_id,
    number: row.number,
    headline: row.headline,
    savedAt: row.saved_at,
    isLive: row.live_revision === row.number,
    isLatest: row.latest_revision === row.number,
  }));
}

type Owners = ReadonlyMap<string, { owner_id: string | null; assignee_id: string | null }>;

/** The owner and the assignee of each of these articles, by article id. */
export async function readOwners(tx: Tx, ids: readonly string[]): Promise<Owners> {
  const rows = await tx
    .selectFrom('article')
    .select(['id', 'owner_id', 'assignee_id'])
    .where(isAmong(tx, 'article.id', ids))
    .where('article.binned_at', 'is', null)
    .execute();
  return new Map(rows.map((row) => [row.id, row]));
}

/** The ids of those of these articles that a person may see. */
export function filterVisible(editor: Member, owners: Owners): string[] {
  return [...owners].filter(([, row]) => maySee(editor, { ...row, section: '' })).map(([id]) => id);
}
