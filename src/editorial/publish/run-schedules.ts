import { type ArticleRow, getArticleRow, getRevisionRow } from '#article/article-rows.ts';
import type { Member } from '#core/actor.ts';
import { Failure } from '#core/failure.ts';
import { isDbError } from '#db/connection/db-errors.ts';
import type { Tx } from '#db/database.ts';
import { lockArticle } from '#db/schema/dialect.ts';
import { type Deps, now } from '#runtime/deps.ts';
import { writeJournal } from '#runtime/journal.ts';
import { queueMail } from '#runtime/mail/outbox.ts';
import { makeLive } from './publish.ts';
import { NO_SCHEDULE } from './schedule.ts';

type Due = { id: string; at: string; revision: number; by: string };

/** Schedules handled in one round. */
const AT_ONCE = 50;

/**
 * Publishes the articles whose scheduled time has come. Each transaction first removes the schedule, so that only one of
 * several processes publishes it. When an article cannot be published, the reason is stored with the article and emailed; it
 * is not tried again. `baseUrl` is for the links in that email.
 * @throws the first error that is not a `Failure`, after all schedules were handled
 */
export async function runSchedules(deps: Deps, baseUrl: string): Promise<void> {
  const defects: unknown[] = [];
  for (const due of await listDue(deps)) {
    try {
      await deps.db.write((tx) => publishDue(deps, tx, due));
    } catch (error) {
      if (isDbError(error)) throw error; // tried again in the next round
      await deps.db.write((tx) => storeTrouble(deps, tx, { due, why: wordsFor(error), baseUrl }));
      if (!(error instanceof Failure)) defects.push(error);
    }
  }
  if (defects.length > 0) throw defects[0];
}

async function listDue(deps: Deps): Promise<Due[]> {
  const rows = await deps.db.read
    .selectFrom('article')
    .select(['id', 'scheduled_for', 'scheduled_revision', 'scheduled_by'])
    .where('scheduled_for', '<=', now(deps))
    .orderBy('scheduled_for')
    .limit(AT_ONCE)
    .execute();
  return rows.map((row) => ({
    id: row.id,
    at: row.scheduled_for ?? '',
    revision: row.scheduled_revision ?? 0,
    by: row.scheduled_by ?? '',
  }));
}

async function publishDue(deps: Deps, tx: Tx, due: Due): Promise<void> {
  await lockArticle(deps.db.kind, tx, due.id);
  const { scheduled_no_correction: noCorrectionBecause } = await getArticleRow(tx, due.id);
  if (!(await claim(tx, due, null))) return;
  const editor = await getEditor(tx, due.by);
  if (editor.disabledAt !== null || editor.role === 'writer') throw noLongerAnEditor(editor.name);
  await makeLive(deps, tx, editor, {
    articleId: due.id,
    revisionNumber: due.revision,
    options: { scheduledFor: due.at, noCorrectionBecause },
  });
}

/** Removes the schedule if it is still this one. */
async function claim(tx: Tx, { id, at, revision, by }: Due, trouble: string | null): Promise<boolean> {
  const { numUpdatedRows } = await tx
    .updateTable('article')
    .set({ ...NO_SCHEDULE, schedule_trouble: trouble })
    .where('id', '=', id)
    .where('scheduled_for', '=', at)
    .where('scheduled_revision', '=', revision)
    .where('scheduled_by', '=', by)
    .executeTakeFirst();
  return numUpdatedRows === 1n;
}

async function storeTrouble(
  deps: Deps,
  tx: Tx,
  { due, why, baseUrl }: { due: Due; why: string; baseUrl: string },
): Promise<void> {
  await lockArticle(deps.db.kind, tx, due.id);
  const when = `${due.at.slice(0, 10)} at ${due.at.slice(11, 16)} UTC`;
  const missed = `Revision ${due.revision} was scheduled for ${when} and was not published.`;
  if (!(await claim(tx, due, `${missed} ${why}`))) return;
  const article = await getArticleRow(tx, due.id);
  const editor = await getEditor(tx, due.by);
  await writeJournal(deps, tx, editor, {
    act: 'article.schedule_failed',
    subject: { kind: 'article', id: article.id },
    revision: due.revision,
    detail: { scheduledFor: due.at, why },
  });
  const { headline } = await getRevisionRow(tx, article.id, due.revision);
  const text = `${missed}

  ${headline}

${why}

Readers see the same as before; nothing else was changed. Fix the problem, then publish or schedule the article again:
${baseUrl}/newsroom/articles/${article.id}/publish
`;
  for (const to of await listRecipients(tx, article, due.by))
    await queueMail(deps, tx, { about: 'schedule.failed', to, subject: `Not published: ${headline}`, text });
}

/** The editor who scheduled it and the assignee; when both accounts are disabled, the chiefs. */
async function listRecipients(tx: Tx, { assignee_id }: ArticleRow, by: string): Promise<string[]> {
  const ids = [by, ...(assignee_id === null ? [] : [assignee_id])];
  const enabled = tx.selectFrom('editor').select('email').where('disabled_at', 'is', null).orderBy('email');
  const concerned = await enabled.where('id', 'in', ids).execute();
  const rows = concerned.length > 0 ? concerned : await enabled.where('role', '=', 'chief').execute();
  return rows.map(({ email }) => email);
}

async function getEditor(tx: Tx, id: string): Promise<Member & { disabledAt: string | null }> {
  const row = await tx.selectFrom('editor').selectAll().where('id', '=', id).executeTakeFirstOrThrow();
  return { kind: 'editor', id: row.id, name: row.name, role: row.role as Member['role'], disabledAt: row.disabled_at };
}

function noLongerAnEditor(name: string): Failure {
  return new Failure('forbidden', `${name}, who scheduled it, is no longer an editor here.`, {
    hint: 'Another editor can publish or schedule it.',
  });
}

function wordsFor(error: unknown): string {
  if (!(error instanceof Failure)) return 'An internal error occurred; the server log has the details.';
  // Hints of other errors are for the person who saves.
  return error.kind === 'gate_blocked' ? `${error.message} ${error.detail.hint}` : error.message;
}
