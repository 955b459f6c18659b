import { type ArticleRow, getArticleRow, maySee, noSuchArticle } from '#article/article-rows.ts';
import { type Actor, isEditorial } from '#core/actor.ts';
import { Failure } from '#core/failure.ts';
import type { Tx } from '#db/database.ts';
import { lockArticle } from '#db/schema/dialect.ts';
import type { Deps } from '#runtime/deps.ts';
import { type NewJournalEntry, writeJournal } from '#runtime/journal.ts';

export type Assignment = { ownerId: string | null; assigneeId: string | null; dueOn: string | null };

/** The owner, assignee and due day of an article. @throws not_found */
export async function readAssignment(tx: Tx, actor: Actor, articleId: string): Promise<Assignment> {
  const article = await getArticleRow(tx, articleId);
  if (!maySee(actor, article)) throw noSuchArticle();
  return { ownerId: article.owner_id, assigneeId: article.assignee_id, dueOn: article.due_on };
}

/**
 * Assigns an article to a person, or to nobody with null. An editor can assign it to anybody, and a writer then
 * sees and edits it; a writer assigns only their own articles, and only to themselves.
 * @throws forbidden, not_found (also for a person who is not on the masthead), already_done, validation_failed, busy
 */
export async function assign(deps: Deps, actor: Actor, articleId: string, editorId: string | null): Promise<void> {
  await deps.db.write(async (tx) => {
    const article = await articleFor(deps, tx, actor, articleId);
    if (!isEditorial(actor) && editorId !== null && editorId !== actor.id) throw forThemselves();
    if (!isEditorial(actor) && ![null, actor.id].includes(article.assignee_id)) throw forThemselves();
    if (article.assignee_id === editorId) throw nothingNew();
    const name = editorId === null ? null : await nameOfAssignee(tx, editorId);
    await tx.updateTable('article').set({ assignee_id: editorId }).where('id', '=', article.id).execute();
    await note(deps, tx, actor, { ...article, act: 'article.assigned', detail: { to: editorId, name } });
  });
}

/**
 * Sets the day (UTC, `2026-11-21`) on which an article is due; null removes it.
 * @throws forbidden, not_found, already_done, validation_failed, busy
 */
export async function setDue(deps: Deps, actor: Actor, articleId: string, day: string | null): Promise<void> {
  if (day !== null && !isDay(day))
    throw new Failure('validation_failed', `“${day}” is not a date.`, { hint: 'Write it as 2026-11-21.' });
  await deps.db.write(async (tx) => {
    const article = await articleFor(deps, tx, actor, articleId);
    if (article.due_on === day) throw nothingNew();
    await tx.updateTable('article').set({ due_on: day }).where('id', '=', article.id).execute();
    await note(deps, tx, actor, { ...article, act: 'article.due', detail: { day } });
  });
}

async function articleFor(deps: Deps, tx: Tx, actor: Actor, articleId: string): Promise<ArticleRow> {
  if (actor.kind === 'agent')
    throw new Failure('forbidden', 'Only people on the masthead can assign articles.', { hint: 'Ask an editor.' });
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
  if (!row) throw new Failure('not_found', 'Nobody on the masthead has this id.', { hint: 'See the list of people.' });
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
