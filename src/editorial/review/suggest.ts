import * as z from 'zod';
import { copyOf, getArticleRow, getRevisionRow, mayRevise, noSuchArticle } from '#article/article-rows.ts';
import { type Actor, nameOf } from '#core/actor.ts';
import { Failure } from '#core/failure.ts';
import { text } from '#core/text.ts';
import type { Tx } from '#db/database.ts';
import { gate, gateOptions } from '#editorial/gate/gate.ts';
import { storeGateCounts } from '#editorial/gate/gate-count.ts';
import { revise } from '#editorial/write/save-revision.ts';
import { type Deps, now } from '#runtime/deps.ts';
import { writeJournal } from '#runtime/journal.ts';
import { getOwn, insertComment, requirePerson } from './comment.ts';

// A suggestion is a comment on a block that has the block's new text. Accepting it saves a revision; readers do not see it before
// that revision is published.

export const suggestionSchema = z.strictObject({
  revision: z.int().min(0),
  blockId: z.string().min(1),
  /** The text that the block should have; empty to remove it. */
  after: text({ min: 0, max: 20_000, lines: true }),
  note: text({ min: 1, max: 4000, lines: true }).nullable(),
});
export type NewSuggestion = z.infer<typeof suggestionSchema>;

/** The texts of a suggestion, as they are stored with its comment. */
type Texts = { before: string; after: string };

const WITHOUT_NOTE = 'Suggests a change.';

/**
 * Suggests another text for a block, and returns the comment's id.
 * @throws forbidden (agents always), not_found, validation_failed for an unknown block or its own text, busy
 */
export async function suggestChange(
  deps: Deps,
  actor: Actor,
  articleId: string,
  { revision, blockId, after, note }: NewSuggestion,
): Promise<string> {
  requirePerson(actor);
  return deps.db.write(async (tx) => {
    const article = await getOwn(deps, tx, actor, articleId);
    const { bodyBlocks } = copyOf(await getRevisionRow(tx, article.id, revision));
    const block = bodyBlocks.find(({ id }) => id === blockId);
    if (!block) throw invalid('This revision has no such block.', 'Open the page again.');
    if (block.text === after) throw invalid('The suggested text is the text of the block.', 'Change a word first.');
    const id = deps.newId();
    const suggestion = JSON.stringify({ before: block.text, after } satisfies Texts);
    const anchor = { block_id: blockId, passage: null, occurrence: null, reply_to: null, suggestion };
    await insertComment(deps, tx, actor, { article, values: { id, revision, ...anchor, text: note ?? WITHOUT_NOTE } });
    await countGate(deps, tx, actor, article.id);
    return id;
  });
}

/**
 * Accepts the suggestions of these comments, or all open suggestions for blocks that did not change. Saves all of them as one revision, and
 * returns its number.
 * @throws forbidden (agents always), not_found, already_done, revision_conflict when the block of a named suggestion changed, busy
 */
export async function acceptSuggestions(
  deps: Deps,
  actor: Actor,
  articleId: string,
  ids: readonly string[] | 'all',
): Promise<number> {
  requirePerson(actor);
  return deps.db.write(async (tx) => {
    const article = await getOwn(deps, tx, actor, articleId);
    if (!mayRevise(actor, article)) throw noSuchArticle();
    const { latest_revision: latest } = article;
    const copy = copyOf(await getRevisionRow(tx, article.id, latest));
    const accepted: string[] = [];
    for (const { id, block_id, texts } of await readOpen(tx, article.id, ids)) {
      const block = copy.bodyBlocks.find((candidate) => candidate.id === block_id);
      if (block?.text !== texts.before) {
        if (ids === 'all') continue;
        throw new Failure('revision_conflict', 'The text was changed after this suggestion.', {
          hint: 'Bring it in by hand in the editor, or refuse it.',
          more: { currentRevision: latest },
        });
      }
      block.text = texts.after;
      accepted.push(id);
    }
    if (accepted.length === 0) throw nothingOpen();
    copy.bodyBlocks = copy.bodyBlocks.filter(({ text }, _at, all) => text !== '' || all.length === 1);
    await decide(deps, tx, actor, { ids: accepted, verdict: 'accepted', revision: latest + 1 });
    const { revision } = await revise(deps, tx, actor, {
      articleId: article.id,
      sent: { ...copy, baseRevision: latest },
    });
    const subject = { kind: 'article', id: article.id };
    await writeJournal(deps, tx, actor, {
      act: 'suggestion.accepted',
      subject,
      revision,
      detail: { comments: accepted },
    });
    return revision;
  });
}

/** Refuses a suggestion; the text stays as it is. @throws forbidden (agents always), not_found, already_done, busy */
export async function refuseSuggestion(deps: Deps, actor: Actor, articleId: string, id: string): Promise<void> {
  requirePerson(actor);
  await deps.db.write(async (tx) => {
    const article = await getOwn(deps, tx, actor, articleId);
    await readOpen(tx, article.id, [id]);
    const { latest_revision: revision } = article;
    await decide(deps, tx, actor, { ids: [id], verdict: 'refused', revision });
    const subject = { kind: 'article', id: article.id };
    await writeJournal(deps, tx, actor, { act: 'suggestion.refused', subject, revision, detail: { comment: id } });
    await countGate(deps, tx, actor, article.id);
  });
}

/** @throws already_done when one of these is not open */
async function readOpen(tx: Tx, articleId: string, ids: readonly string[] | 'all') {
  const rows = await tx
    .selectFrom('comment')
    .select(['id', 'block_id', 'suggestion'])
    .where('article_id', '=', articleId)
    .where('suggestion', 'is not', null)
    .where('resolved_at', 'is', null)
    .$if(ids !== 'all', (query) => query.where('id', 'in', ids))
    .orderBy('at')
    .orderBy('id')
    .execute();
  if (rows.length === 0 || (ids !== 'all' && rows.length < ids.length)) throw nothingOpen();
  return rows.map(({ suggestion, ...row }) => ({ ...row, texts: JSON.parse(suggestion ?? '{}') as Texts }));
}

async function decide(
  deps: Deps,
  tx: Tx,
  actor: Actor,
  { ids, verdict, revision }: { ids: readonly string[]; verdict: 'accepted' | 'refused'; revision: number },
): Promise<void> {
  const resolved = { resolved_at: now(deps), resolved_by: nameOf(actor), resolved_revision: revision };
  await tx
    .updateTable('comment')
    .set({ ...resolved, verdict })
    .where('id', 'in', ids)
    .execute();
}

/** The gate counts open suggestions, so its result changes with them. */
async function countGate(deps: Deps, tx: Tx, actor: Actor, articleId: string): Promise<void> {
  const article = await getArticleRow(tx, articleId);
  const revision = await getRevisionRow(tx, articleId, article.latest_revision);
  await storeGateCounts(tx, articleId, await gate(tx, article, revision, gateOptions(deps, actor)));
}

function nothingOpen(): Failure {
  return new Failure('already_done', 'No such suggestion is open.', { hint: 'Open the page again.' });
}

function invalid(error: string, hint: string): Failure {
  return new Failure('validation_failed', error, { hint });
}
