import { type Actor, requireEditorial } from '#core/actor.ts';
import { Failure } from '#core/failure.ts';
import type { Tx } from '#db/database.ts';
import { changeSection } from '#editorial/write/reclassify.ts';
import type { Deps } from '#runtime/deps.ts';
import { moveArticle } from './move-article.ts';

/** Most articles moved by one call: each gets a revision and, if it is live, its own publication. */
const AT_ONCE = 50;

/** How many articles of a section moved, how many stay because of the gate or newer copy, and how many are left. */
export type MovedArticles = { moved: number; held: number; left: number };

/**
 * Moves up to fifty articles of one section to another; the old addresses redirect. An article with unpublished copy, or with a closed
 * gate, stays.
 * @throws forbidden, validation_failed when the target is not open
 */
export async function moveSectionArticles(deps: Deps, actor: Actor, from: string, to: string): Promise<MovedArticles> {
  requireEditorial(actor, 'move the articles of a section');
  const waiting = await listOf(deps.db.read, from);
  let moved = 0;
  let held = 0;
  for (const { id, slug, live_revision, latest_revision } of waiting) {
    if (moved >= AT_ONCE) break;
    try {
      if (live_revision === null) await changeSection(deps, actor, id, to);
      else await moveArticle(deps, actor, { articleId: id, baseRevision: latest_revision, to: { section: to, slug } });
      moved++;
    } catch (error) {
      if (!(error instanceof Failure) || !HOLDS.has(error.kind)) throw error;
      held++;
    }
  }
  return { moved, held, left: waiting.length - moved - held };
}

/** The refusals after which an article stays in its section. */
const HOLDS: ReadonlySet<string> = new Set(['gate_blocked', 'revision_conflict', 'slug_taken', 'already_done']);

/** How many articles that are not in the bin each section has, live or not. */
export async function countBySection(tx: Tx): Promise<Map<string, number>> {
  const rows = await tx
    .selectFrom('article')
    .select(['section', (is) => is.fn.countAll().as('count')])
    .where('binned_at', 'is', null)
    .groupBy('section')
    .execute();
  return new Map(rows.map(({ section, count }) => [section, Number(count)]));
}

function listOf(tx: Tx, section: string) {
  return tx
    .selectFrom('article')
    .select(['id', 'slug', 'live_revision', 'latest_revision'])
    .where('section', '=', section)
    .where('binned_at', 'is', null)
    .orderBy('id')
    .execute();
}
