import type { Member, Role } from '../../core/actor.ts';
import { Failure } from '../../core/failure.ts';
import { isDbError } from '../../db/connection/db-errors.ts';
import type { Tx } from '../../db/database.ts';
import { lockArticle } from '../../db/schema/dialect.ts';
import { queueMail } from '../../mail/outbox.ts';
import { type Deps, now } from '../../runtime/deps.ts';
import { writeJournal } from '../../runtime/journal.ts';
import { type ArticleRow, getArticleRow, getRevisionRow } from '../model/article-rows.ts';
import { makeLive } from './publish.ts';
import { NO_SCHEDULE } from './schedule.ts';

type Due = { id: string; at: string; revision: number; by: string };

/** How many are looked at in one round. */
const AT_ONCE = 50;

/**
 * Publishes what was scheduled for now or before, each in a transaction that first takes the schedule away: of any number
 * of processes one finds it there. What cannot be published is written on the article and told by mail, and not tried
 * again. `baseUrl` is for the links in that mail.
 * @throws whatever is no refusal, after the others had their turn
 */
export async function runSchedules(deps: Deps, baseUrl: string): Promise<void> {
  const defects: unknown[] = [];
  for (const due of await listDue(deps)) {
    try {
      await deps.db.write((tx) => publishDue(deps, tx, due));
    } catch (error) {
      if (isDbError(error)) throw error; // tried again in the next round
      await deps.db.write((tx) => noteTrouble(deps, tx, due, wordsFor(error), baseUrl));
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
  await makeLive(deps, tx, editor, due.id, due.revision, { scheduledFor: due.at, noCorrectionBecause });
}

/** Takes the schedule away, if it is still this one. */
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

async function noteTrouble(deps: Deps, tx: Tx, due: Due, why: string, baseUrl: string): Promise<void> {
  await lockArticle(deps.db.kind, tx, due.id);
  const when = `${due.at.slice(0, 10)} at ${due.at.slice(11, 16)} UTC`;
  const missed = `Revision ${due.revision} was to be published on ${when} and was not.`;
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

Readers see what they saw before; nothing else was changed. Mend it, then publish or schedule it again:
${baseUrl}/newsroom/articles/${article.id}
`;
  for (const to of await listRecipients(tx, article, due.by))
    await queueMail(deps, tx, { about: 'schedule.failed', to, subject: `Not published: ${headline}`, text });
}

/** Who scheduled it and whom it is assigned to; where neither can act any more, the chiefs. */
async function listRecipients(tx: Tx, { assignee_id }: ArticleRow, by: string): Promise<string[]> {
  const ids = [by, ...(assignee_id === null ? [] : [assignee_id])];
  const enabled = tx.selectFrom('editor').select('email').where('disabled_at', 'is', null).orderBy('email');
  const concerned = await enabled.where('id', 'in', ids).execute();
  const rows = concerned.length > 0 ? concerned : await enabled.where('role', '=', 'chief').execute();
  return rows.map(({ email }) => email);
}

async function getEditor(tx: Tx, id: string): Promise<Member & { disabledAt: string | null }> {
  const row = await tx.selectFrom('editor').selectAll().where('id', '=', id).executeTakeFirstOrThrow();
  return { kind: 'editor', id: row.id, name: row.name, role: row.role as Role, disabledAt: row.disabled_at };
}

function noLongerAnEditor(name: string): Failure {
  return new Failure('forbidden', `${name}, who scheduled it, is no longer an editor of this house.`, {
    hint: 'Another editor can publish or schedule it.',
  });
}

function wordsFor(error: unknown): string {
  if (!(error instanceof Failure)) return 'Something went wrong in the house itself; it was written to the log.';
  // Hints of other refusals are for whoever saves.
  return error.kind === 'gate_blocked' ? `${error.message} ${error.detail.hint}` : error.message;
}
