import { getArticleRow, refuseArchived, refusePage } from '#article/article-rows.ts';
import { type Actor, requireEditorial, SYSTEM } from '#core/actor.ts';
import { Failure } from '#core/failure.ts';
import { timesOf, wallTime } from '#core/wall-time.ts';
import type { Tx } from '#db/database.ts';
import { lockArticle, lockPublications } from '#db/schema/dialect.ts';
import type { Deps } from '#runtime/deps.ts';
import { writeJournal } from '#runtime/journal.ts';
import type { JournalAct } from '#runtime/journal-acts.ts';
import { logPlacement } from '#runtime/publication-log.ts';

// The articles that editors put on the front page. Every change locks the publication log first, so that concurrent changes run one after
// the other.

/** How many stories are below the lead of the front page, and how many in brief below those. */
export const SECONDS = 2;
export const BRIEFS = 4;
/** How many articles editors can put on the front page. */
export const MOST_ON_FRONT_PAGE = 1 + SECONDS + BRIEFS;

/** `until`: the last day on the front page, by the clocks of `timeZone`; null without an end. */
export type FrontPageTerm = {
  until: string | null;
  timeZone: string;
  /** The article that it replaces. */
  replaces?: string | undefined;
  /** Its place from 0; without one, below the others. */
  place?: number | undefined;
};

type Entry = { articleId: string; until: string | null };

/**
 * Puts a live article on the front page: below the others, at a place, or in place of another article. An article that is already there
 * gets the new last day.
 * @throws forbidden, not_found, validation_failed (not published, of an archive, a day that has passed, no place left), already_done, busy
 */
export async function putOnFrontPage(
  deps: Deps,
  actor: Actor,
  articleId: string,
  { until, timeZone, replaces, place }: FrontPageTerm,
): Promise<void> {
  requireEditorial(actor, 'arrange the front page');
  if (until !== null) checkDay(until, todayIn(deps, timeZone));
  await deps.db.write(async (tx) => {
    await lockArticle(deps.db.kind, tx, articleId);
    const article = await getArticleRow(tx, articleId);
    if (article.live_revision === null) throw notLive();
    refusePage(article);
    refuseArchived(article);
    const entries = await lockEntries(deps, tx);
    const known = entries.find((entry) => entry.articleId === article.id);
    if (known?.until === until) throw nothingNew();
    const added = { articleId: article.id, until };
    if (known)
      await store(
        deps,
        tx,
        entries.map((entry) => (entry === known ? added : entry)),
      );
    else await store(deps, tx, withAdded(entries, added, { replaces, place }));
    if (!known && replaces !== undefined)
      await note(deps, tx, actor, { act: 'article.taken_off_front', id: replaces, detail: {} });
    await note(deps, tx, actor, { act: 'article.put_on_front', id: article.id, detail: { until } });
  });
}

/** @throws not_found when the article to replace is not there, validation_failed */
function withAdded(
  entries: readonly Entry[],
  added: Entry,
  { replaces, place = entries.length }: Pick<FrontPageTerm, 'replaces' | 'place'>,
): Entry[] {
  if (replaces !== undefined) return entries.toSpliced(placeOf(entries, replaces), 1, added);
  if (entries.length >= MOST_ON_FRONT_PAGE) throw full();
  return entries.toSpliced(place, 0, added);
}

/** Moves an article one place up or down. @throws forbidden, not_found, already_done at the end of the list, busy */
export async function moveOnFrontPage(
  deps: Deps,
  actor: Actor,
  articleId: string,
  direction: 'up' | 'down',
): Promise<void> {
  requireEditorial(actor, 'arrange the front page');
  await deps.db.write(async (tx) => {
    const entries = await lockEntries(deps, tx);
    const from = placeOf(entries, articleId);
    const to = direction === 'up' ? from - 1 : from + 1;
    if (to < 0 || to >= entries.length) throw nothingNew();
    const moved = entries.toSpliced(from, 1).toSpliced(to, 0, ...entries.slice(from, from + 1));
    await store(deps, tx, moved);
    await note(deps, tx, actor, {
      act: 'article.moved_on_front',
      id: articleId,
      detail: { from: from + 1, to: to + 1 },
    });
  });
}

/** Takes an article off the front page. @throws forbidden, not_found, busy */
export async function takeOffFrontPage(deps: Deps, actor: Actor, articleId: string): Promise<void> {
  requireEditorial(actor, 'arrange the front page');
  await deps.db.write(async (tx) => {
    const entries = await lockEntries(deps, tx);
    await store(deps, tx, entries.toSpliced(placeOf(entries, articleId), 1));
    await note(deps, tx, actor, { act: 'article.taken_off_front', id: articleId, detail: {} });
  });
}

/** Takes articles off the front page when their last day there is over by the clocks of a time zone. */
export async function endFrontPageDays(deps: Deps, timeZone: string): Promise<void> {
  const today = todayIn(deps, timeZone);
  const isOver = ({ until }: Entry) => until !== null && until < today;
  if (!(await readEntries(deps.db.read)).some(isOver)) return;
  await deps.db.write(async (tx) => {
    const entries = await lockEntries(deps, tx);
    const over = entries.filter(isOver);
    if (over.length === 0) return; // another process was first
    await store(
      deps,
      tx,
      entries.filter((entry) => !isOver(entry)),
    );
    for (const { articleId, until } of over)
      await note(deps, tx, SYSTEM, { act: 'article.taken_off_front', id: articleId, detail: { until } });
  });
}

/** Removes an article that was unpublished. The caller has logged the publication, which locks the log. */
export async function dropFromFrontPage(tx: Tx, articleId: string): Promise<void> {
  await tx.deleteFrom('front_page').where('article_id', '=', articleId).execute();
}

async function lockEntries(deps: Deps, tx: Tx): Promise<Entry[]> {
  await lockPublications(deps.db.kind, tx);
  return readEntries(tx);
}

async function readEntries(tx: Tx): Promise<Entry[]> {
  const rows = await tx.selectFrom('front_page').selectAll().orderBy('place').execute();
  return rows.map(({ article_id, until_day }) => ({ articleId: article_id, until: until_day }));
}

/** Replaces the list, and has every process render the home page again. */
async function store(deps: Deps, tx: Tx, entries: readonly Entry[]): Promise<void> {
  await tx.deleteFrom('front_page').execute();
  const rows = entries.map(({ articleId, until }, place) => ({ article_id: articleId, place, until_day: until }));
  if (rows.length > 0) await tx.insertInto('front_page').values(rows).execute();
  await logPlacement(deps, tx, 'front');
}

async function note(
  deps: Deps,
  tx: Tx,
  actor: Actor,
  { act, id, detail }: { act: JournalAct; id: string; detail: Record<string, string | number | null> },
): Promise<void> {
  await writeJournal(deps, tx, actor, { act, subject: { kind: 'article', id }, detail });
}

function placeOf(entries: readonly Entry[], articleId: string): number {
  const place = entries.findIndex((entry) => entry.articleId === articleId);
  if (place >= 0) return place;
  throw new Failure('not_found', 'This article is not on the front page.', { hint: 'Look at the list again.' });
}

function todayIn(deps: Deps, timeZone: string): string {
  return wallTime(deps.clock(), timeZone).slice(0, 10);
}

function checkDay(day: string, today: string): void {
  if (timesOf(`${day}T00:00`, 'UTC') === null)
    throw wrongDay(`“${day.slice(0, 40)}” is not a date.`, 'Write it as 2026-11-21.');
  if (day < today) throw wrongDay('This day has passed.', `Choose ${today} or a later day.`);
}

/** A refusal of the last day, beside its field. */
function wrongDay(message: string, hint: string): Failure {
  return new Failure('validation_failed', message, { hint, more: { issues: [{ path: 'until', message }] } });
}

function notLive(): Failure {
  return new Failure('validation_failed', 'This article is not published.', {
    hint: 'Publish it first; then put it on the front page.',
  });
}

function full(): Failure {
  return new Failure('validation_failed', `The front page has ${MOST_ON_FRONT_PAGE} articles already.`, {
    hint: 'Take one off first.',
  });
}

function nothingNew(): Failure {
  return new Failure('already_done', 'The front page is like this already.', { hint: 'No action is needed.' });
}
