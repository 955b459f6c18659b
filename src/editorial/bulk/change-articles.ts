import { getArticleRow, getRevisionRow, maySee } from '#article/article-rows.ts';
import type { Actor } from '#core/actor.ts';
import { Failure } from '#core/failure.ts';
import { assign, readAssignment, setDue } from '#editorial/review/assign.ts';
import { moveToBin } from '#editorial/write/bin.ts';
import { duplicateArticle } from '#editorial/write/duplicate.ts';
import { addTag, changeSection } from '#editorial/write/reclassify.ts';
import type { Deps } from '#runtime/deps.ts';

// One change to several articles. Each article has its own transaction, so a refusal for one does not stop the others.

export const BULK_ACTS = ['assign', 'section', 'tag', 'due', 'duplicate', 'bin'] as const;
export type BulkAct = (typeof BULK_ACTS)[number];

/** Most articles changed by one form. */
export const MOST_CHANGED = 200;

/** The outcome for one article. If the article was not changed, `why` is the reason. */
export type BulkResult = {
  id: string;
  headline: string | null;
  isDone: boolean;
  why: string | null;
  /** The value that the act replaced, or the id of the copy that it made. Null when the act has neither. */
  before: string | null;
};

/**
 * Performs one act on each article. `value` is the id of a person or a tag, a section or a day; it is empty for nobody or no day.
 * @throws validation_failed without articles or with more than 200; the refusal for one article is in its result
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

/** Each act returns the value that is needed to undo it: the value before, or the id of the copy that it made. */
const ACTS: Record<BulkAct, (deps: Deps, actor: Actor, id: string, value: string) => Promise<string | null>> = {
  assign: async (deps, actor, id, value) => {
    const { assigneeId } = await readAssignment(deps.db.read, actor, id);
    await assign(deps, actor, id, value || null);
    return assigneeId;
  },
  section: async (deps, actor, id, value) => {
    const { section } = await getArticleRow(deps.db.read, id);
    await changeSection(deps, actor, id, value);
    return section;
  },
  tag: async (deps, actor, id, value) => {
    await addTag(deps, actor, id, value);
    return null;
  },
  due: (deps, actor, id, value) => setDue(deps, actor, id, value || null),
  duplicate: async (deps, actor, id) => (await duplicateArticle(deps, actor, id)).id,
  bin: async (deps, actor, id) => {
    await moveToBin(deps, actor, id);
    return null;
  },
};

async function tryOne(act: () => Promise<string | null>): Promise<Pick<BulkResult, 'isDone' | 'why' | 'before'>> {
  try {
    return { isDone: true, why: null, before: await act() };
  } catch (error) {
    if (!(error instanceof Failure) || error.kind === 'busy' || error.kind === 'db_unavailable') throw error;
    return { isDone: false, why: error.message, before: null };
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
