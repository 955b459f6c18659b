import * as z from 'zod';
import { type ArticleRow, getArticleRow, maySee, noSuchArticle } from '#article/article-rows.ts';
import { type Actor, isEditorial } from '#core/actor.ts';
import { Failure } from '#core/failure.ts';
import { text } from '#core/text.ts';
import type { Tx } from '#db/database.ts';
import { lockArticle } from '#db/schema/dialect.ts';
import type { Deps } from '#runtime/deps.ts';
import { type NewJournalEntry, writeJournal } from '#runtime/journal.ts';

export type Assignment = {
  ownerId: string | null;
  assigneeId: string | null;
  dueOn: string | null;
  /** The requested length in words, and a note for the person who writes the article. */
  words: number | null;
  note: string | null;
};

export const assignmentSchema = z.strictObject({
  assigneeId: z.string().nullable(),
  dueOn: z.string().refine(isDay, { error: 'must be a day, such as 2026-11-21' }).nullable(),
  words: z.int().min(1).max(100_000).nullable(),
  note: text({ min: 1, max: 2000, lines: true }).nullable(),
});
export type GivenAssignment = z.infer<typeof assignmentSchema>;

/** The owner, assignee and due day of an article. @throws not_found */
export async function readAssignment(tx: Tx, actor: Actor, articleId: string): Promise<Assignment> {
  const article = await getArticleRow(tx, articleId);
  if (!maySee(actor, article)) throw noSuchArticle();
  const {
    owner_id: ownerId,
    assignee_id: assigneeId,
    due_on: dueOn,
    ordered_words: words,
    assignment_note: note,
  } = article;
  return { ownerId, assigneeId, dueOn, words, note };
}

/**
 * Assigns an article to a person with its length, due day and note in one step. Unchanged values get no journal entry.
 * @throws as `assign` and `setDue`; already_done when nothing is different
 */
export async function giveAssignment(
  deps: Deps,
  actor: Actor,
  articleId: string,
  { assigneeId, dueOn, words, note: noteText }: GivenAssignment,
): Promise<void> {
  await deps.db.write(async (tx) => {
    const article = await articleFor(deps, tx, actor, articleId);
    const isOrdered = article.ordered_words !== words || article.assignment_note !== noteText;
    if (article.assignee_id === assigneeId && article.due_on === dueOn && !isOrdered) throw nothingNew();
    if (isOrdered) {
      const columns = { ordered_words: words, assignment_note: noteText };
      await tx.updateTable('article').set(columns).where('id', '=', article.id).execute();
      await note(deps, tx, actor, { ...article, act: 'article.ordered', detail: { words, note: noteText } });
    }
    if (article.due_on !== dueOn) await changeDue(deps, tx, actor, { article, day: dueOn });
    if (article.assignee_id !== assigneeId) await changeAssignee(deps, tx, actor, { article, editorId: assigneeId });
  });
}

/**
 * Assigns an article to a person, or to nobody with null. An editor can assign it to anybody, and a writer then
 * sees and edits it; a writer assigns only their own articles, and only to themselves.
 * @throws forbidden, not_found (also for a person who is not on the team), already_done, validation_failed, busy
 */
export async function assign(deps: Deps, actor: Actor, articleId: string, editorId: string | null): Promise<void> {
  await deps.db.write(async (tx) => {
    const article = await articleFor(deps, tx, actor, articleId);
    if (article.assignee_id === editorId) {
      requireForThemselves(actor, article, editorId);
      throw nothingNew();
    }
    await changeAssignee(deps, tx, actor, { article, editorId });
  });
}

async function changeAssignee(
  deps: Deps,
  tx: Tx,
  actor: Actor,
  { article, editorId }: { article: ArticleRow; editorId: string | null },
): Promise<void> {
  requireForThemselves(actor, article, editorId);
  const name = editorId === null ? null : await nameOfAssignee(tx, editorId);
  await tx.updateTable('article').set({ assignee_id: editorId }).where('id', '=', article.id).execute();
  await note(deps, tx, actor, { ...article, act: 'article.assigned', detail: { to: editorId, name } });
}

function requireForThemselves(actor: Actor, article: ArticleRow, editorId: string | null): void {
  if (isEditorial(actor)) return;
  if (editorId !== null && editorId !== actor.id) throw forThemselves();
  if (![null, actor.id].includes(article.assignee_id)) throw forThemselves();
}

/**
 * Sets the day (UTC, `2026-11-21`) on which an article is due; null removes it. Returns the day before.
 * @throws forbidden, not_found, already_done, validation_failed, busy
 */
export async function setDue(deps: Deps, actor: Actor, articleId: string, day: string | null): Promise<string | null> {
  if (day !== null && !isDay(day))
    throw new Failure('validation_failed', `“${day}” is not a date.`, { hint: 'Write it as 2026-11-21.' });
  return deps.db.write(async (tx) => {
    const article = await articleFor(deps, tx, actor, articleId);
    if (article.due_on === day) throw nothingNew();
    await changeDue(deps, tx, actor, { article, day });
    return article.due_on;
  });
}

async function changeDue(
  deps: Deps,
  tx: Tx,
  actor: Actor,
  { article, day }: { article: ArticleRow; day: string | null },
): Promise<void> {
  await tx.updateTable('article').set({ due_on: day }).where('id', '=', article.id).execute();
  await note(deps, tx, actor, { ...article, act: 'article.due', detail: { day } });
}

async function articleFor(deps: Deps, tx: Tx, actor: Actor, articleId: string): Promise<ArticleRow> {
  if (actor.kind === 'agent')
    throw new Failure('forbidden', 'Only people on the team can assign articles.', { hint: 'Ask an editor.' });
  await lockArticle(deps.db.kind, tx, articleId);
  const article = await getArticleRow(tx, articleId);
  if (!maySee(actor, article)) throw noSuchArticle();
  return article;
}

/** @throws not_found */
async function nameOfAssignee(tx: Tx, editorId: string): Promise<string> {
  const row = await tx
    .selectFrom('editor')
    .select('name')
    .where('id', '=', editorId)
    .where('disabled_at', 'is', null)
    .where('sells_ads', '=', 0) // they see no articles
    .executeTakeFirst();
  if (!row) throw new Failure('not_found', 'Nobody on the team has this id.', { hint: 'See the list of people.' });
  return row.name;
}

/** Whether a text is a calendar day in a year of four digits. */
export function isDay(text: string): boolean {
  if (!/^[12]\d{3}-\d\d-\d\d$/.test(text)) return false;
  const time = Date.parse(`${text}T00:00:00.000Z`);
  return !Number.isNaN(time) && new Date(time).toISOString().startsWith(text);
}

async function note(
  deps: Deps,
  tx: Tx,
  actor: Actor,
  {
    id,
    latest_revision: revision,
    act,
    detail,
  }: { act: NewJournalEntry['act']; detail: NonNullable<NewJournalEntry['detail']> } & ArticleRow,
): Promise<void> {
  await writeJournal(deps, tx, actor, { act, subject: { kind: 'article', id }, revision, detail });
}

function forThemselves(): Failure {
  return new Failure('forbidden', 'A writer can only assign their own article to themselves, or to nobody.', {
    hint: 'Ask an editor to assign it.',
  });
}

function nothingNew(): Failure {
  return new Failure('already_done', 'The article already has this value.', { hint: 'No action is needed.' });
}
