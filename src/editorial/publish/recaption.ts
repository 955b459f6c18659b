import { type ArticleRow, getRevisionRow, type RevisionRow } from '#article/article-rows.ts';
import type { PictureCaption } from '#article/hero.ts';
import type { Actor } from '#core/actor.ts';
import type { Tx } from '#db/database.ts';
import { lockPublications } from '#db/schema/dialect.ts';
import { checkFigures } from '#editorial/gate/figures-gate.ts';
import { allowOpenFigures, applyLevels, gateOptions } from '#editorial/gate/gate.ts';
import { refreshGateCounts } from '#editorial/gate/gate-count.ts';
import { renewHeroEvidence } from '#evidence/figures/evidence.ts';
import type { Deps } from '#runtime/deps.ts';
import { logPlacement, logPublication } from '#runtime/publication-log.ts';

/** How many live articles with a picture show its new words, and how many still show the old ones. */
export type RecaptionResult = { shown: number; held: number };

/**
 * Brings the new words of a picture to the live articles that use it. The figures' gate of each article checks them first;
 * where the gate blocks them, or where two people have to publish, the article keeps the old words until it is published again.
 * The board shows the new state of the gate.
 */
export async function recaption(
  deps: Deps,
  tx: Tx,
  actor: Actor,
  { pictureId, before, now }: { pictureId: string; before: PictureCaption; now: PictureCaption },
): Promise<RecaptionResult> {
  await lockPublications(deps.db.kind, tx); // taken before the query, so that it waits for a publication in progress
  const count: RecaptionResult = { shown: 0, held: 0 };
  for (const article of await liveOver(tx, pictureId)) {
    const revision = await getRevisionRow(tx, article.id, article.live_revision ?? 0);
    const kept = article.live_hero_words ?? JSON.stringify({ alt: before.alt, credit: before.credit });
    const isSame = kept === JSON.stringify({ alt: now.alt, credit: now.credit });
    const isHeld = !isSame && !(await mayShow(deps, tx, actor, { ...article, revision }));
    count[isHeld ? 'held' : 'shown']++;
    await tx
      .updateTable('article')
      .set({ live_hero_words: isHeld ? kept : null })
      .where('id', '=', article.id)
      .execute();
    if (!isHeld && !isSame) await renewHeroEvidence(deps, tx, revision);
    const at = { section: article.live_section ?? '', slug: article.live_slug ?? '' };
    await logPublication(deps, tx, { act: 'recaptioned', articleId: article.id, ...at, revision: revision.number });
  }
  const portrait = await tx.selectFrom('author').select('id').where('portrait_id', '=', pictureId).executeTakeFirst();
  if (portrait) await logPlacement(deps, tx, 'authors');
  for (const id of await idsOfNewestWith(tx, pictureId)) await refreshGateCounts(deps, tx, id);
  return count;
}

/** Most articles for which the gate is counted at once. The others are counted at their next save. */
const MOST_COUNTED = 50;

/** The articles whose latest revision has the picture, last changed first. */
async function idsOfNewestWith(tx: Tx, pictureId: string): Promise<string[]> {
  const rows = await tx
    .selectFrom('article')
    .innerJoin('revision', (on) =>
      on.onRef('article.id', '=', 'revision.article_id').onRef('article.latest_revision', '=', 'revision.number'),
    )
    .select('article.id')
    .where('revision.hero_asset_id', '=', pictureId)
    .where('article.binned_at', 'is', null)
    .orderBy('article.updated_at', 'desc')
    .orderBy('article.id')
    .limit(MOST_COUNTED)
    .execute();
  return rows.map(({ id }) => id);
}

/** Whether the gate allows the new words of the picture on the live revision. */
async function mayShow(
  deps: Deps,
  tx: Tx,
  actor: Actor,
  { archive, revision }: { revision: RevisionRow } & ArticleRow,
): Promise<boolean> {
  if (deps.policy.reviewBy === 'two') return false;
  const options = { ...gateOptions(deps, actor), tellsAll: true } as const;
  const entries = (await checkFigures(tx, revision, revision, options)).filter(
    ({ path, code }) => path.startsWith('heroAssetId.') || code === 'figure_changed_needs_note',
  );
  const levelled = await applyLevels(tx, revision, entries, options);
  return (archive === null ? levelled : allowOpenFigures(levelled)).every(({ severity }) => severity !== 'block');
}

function liveOver(tx: Tx, pictureId: string): Promise<ArticleRow[]> {
  return tx
    .selectFrom('article')
    .innerJoin('revision', (on) =>
      on.onRef('article.id', '=', 'revision.article_id').onRef('article.live_revision', '=', 'revision.number'),
    )
    .selectAll('article')
    .where('revision.hero_asset_id', '=', pictureId)
    .orderBy('article.id')
    .execute();
}
