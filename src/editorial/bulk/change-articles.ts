import { getArticleRow, getRevisionRow, maySee } from '#article/article-rows.ts';
import type { Actor } from '#core/actor.ts';
import { Failure } from '#core/failure.ts';
import { assign, setDue } from '#editorial/review/assign.ts';
import { moveToBin } from '#editorial/write/bin.ts';
import { duplicateArticle } from '#editorial/write/duplicate.ts';
import { addTag, changeDesk } from '#editorial/write/reclassify.ts';
import type { Deps } from '#runtime/deps.ts';

// One change to several articles. Each article has a transaction of its own: one that is refused does not stop the others.

export const BULK_ACTS = ['assign', 'section', 'tag', 'due', 'duplicate', 'bin'] as const;
export type BulkAct = (typeof BULK_ACTS)[number];

/** Most articles changed by one form. */
export const MOST_CHANGED = 200;

/** What happened to one article. `why` is the reason when it was not changed. */
export type BulkResult = { id: string; headline: string | null; isDone: boolean; why: string | null };

/**
 * Does one act on each article. The value is the id of a person or a tag, a desk or a day, and empty for nobody and no day.
 * @throws validation_failed without articles or with more than 200; what is refused for one article is in its result
 */
export async function changeArticles(
  deps: Deps,
  actor: Actor,
  { ids, act, value }: { ids: readonly string[]; act: BulkAct; value: string },
): Promise<BulkResult[]> {
  const different = [...new Set(ids)];
  if (different.length === 0)
    throw new Failure('validation_failed', 'No article is selected.', { hint: 'Tick articles on the board first.' });
  if (different.length > MOST_CHANGED)
    throw new Failure('validation_failed', `${different.length} articles are too many at once.`, {
      hint: `Select at most ${MOST_CHANGED}.`,
    });
  const results: BulkResult[] = [];
  for (const id of different) {
    const headline = await readHeadline(deps, actor, id);
    results.push({ id, headline, ...(await tryOne(() => ACTS[act](deps, actor, id, value))) });
  }
  return results;
}

const ACTS: Record<BulkAct, (deps: Deps, actor: Actor, id: string, value: string) => Promise<unknown>> = {
  assign: (deps, actor, id, value) => assign(deps, actor, id, value || null),
  section: changeDesk,
  tag: addTag,
  due: (deps, actor, id, value) => setDue(deps, actor, id, value || null),
  duplicate: duplicateArticle,
  bin: moveToBin,
};

async function tryOne(act: () => Promise<unknown>): Promise<Pick<BulkResult, 'isDone' | 'why'>> {
  try {
    await act();
    return { isDone: true, why: null };
  } catch (error) {
    if (!(error instanceof Failure) || error.kind === 'busy' || error.kind === 'db_unavailable') throw error;
    return { isDone: false, why: error.message };
  }
}

/** The headline of an article that the actor may see. */
async function readHeadline({ db }: Deps, actor: Actor, id: string): Promise<string | null> {
  try {
    const article = await getArticleRow(db.read, id);
    if (!maySee(actor, article)) return null;
    return (await getRevisionRow(db.read, article.id, article.latest_revision)).headline;
  } catch (error) {
    if (error instanceof Failure) return null;
    throw error;
  }
}
