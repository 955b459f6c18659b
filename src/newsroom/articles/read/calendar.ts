import { isVisibleTo } from '#article/article-rows.ts';
import type { Actor } from '#core/actor.ts';
import { timesOf } from '#core/wall-time.ts';
import type { Tx } from '#db/database.ts';

const MONTH_KINDS = ['published', 'corrected', 'withdrawn', 'scheduled', 'due'] as const;
/** Publications and withdrawals of a day, and what is scheduled or due. */
export type MonthKind = (typeof MONTH_KINDS)[number];

export type MonthEntry = {
  kind: MonthKind;
  /** A time, UTC, or for a due article a day. */
  at: string;
  articleId: string;
  headline: string;
  section: string;
};
export type Month = { entries: MonthEntry[]; isCut: boolean };

/** Most entries of one kind in a month. */
const MOST = 500;

/**
 * The publications and plans of a month (`2026-11`) of a zone, by time. Everybody sees publications; a writer sees only their own plans.
 */
export function readMonth(tx: Tx, actor: Actor, month: string, zone = 'UTC'): Promise<Month> {
  return readDays(tx, actor, { from: `${month}-01`, before: nextMonth(month) }, zone);
}

/** The same of the days from one day to another. */
export async function readDays(tx: Tx, actor: Actor, days: Bounds, zone: string): Promise<Month> {
  const bounds = { from: midnight(days.from, zone), before: midnight(days.before, zone) };
  const kinds = [
    await readPublished(tx, bounds),
    await readScheduled(tx, actor, bounds),
    await readDue(tx, actor, days),
  ];
  return {
    entries: kinds
      .flatMap((entries) => entries.slice(0, MOST))
      .sort((entry, other) => (entry.at < other.at ? -1 : entry.at > other.at ? 1 : 0)),
    isCut: kinds.some((entries) => entries.length > MOST),
  };
}

/** When a day begins in a zone; where clocks skip midnight, by UTC. */
function midnight(day: string, zone: string): string {
  return timesOf(`${day}T00:00`, zone)?.[0] ?? `${day}T00:00:00.000Z`;
}

/** Days, or the times at which they begin. */
type Bounds = { from: string; before: string };

async function readPublished(tx: Tx, { from, before }: Bounds): Promise<MonthEntry[]> {
  const rows = await tx
    .selectFrom('publication_log as log')
    .innerJoin('article', 'article.id', 'log.article_id')
    .innerJoin('revision', (on) =>
      on
        .onRef('revision.article_id', '=', 'log.article_id')
        .on((is) => is('revision.number', '=', is.fn.coalesce('log.revision', 'article.latest_revision'))),
    )
    .select(['log.act', 'log.at', 'log.section', 'article.id', 'revision.headline'])
    .where('log.at', '>=', from)
    .where('log.at', '<', before)
    .where('log.act', 'in', ['published', 'corrected', 'withdrawn'])
    .where('log.is_silent', '=', 0)
    .orderBy('log.at')
    .limit(MOST + 1)
    .execute();
  return rows.map((row) => ({
    kind: row.act as MonthKind,
    at: row.at,
    articleId: row.id,
    headline: row.headline,
    section: row.section,
  }));
}

async function readScheduled(tx: Tx, actor: Actor, { from, before }: Bounds): Promise<MonthEntry[]> {
  const rows = await planned(tx, actor)
    .innerJoin('revision', (on) =>
      on
        .onRef('revision.article_id', '=', 'article.id')
        .on((is) => is('revision.number', '=', is.fn.coalesce('scheduled_revision', 'latest_revision'))),
    )
    .select(['article.id', 'revision.section', 'article.scheduled_for as at', 'revision.headline'])
    .where('article.scheduled_for', '>=', from)
    .where('article.scheduled_for', '<', before)
    .orderBy('article.scheduled_for')
    .limit(MOST + 1)
    .execute();
  return rows.map(({ id, at, ...row }) => ({ kind: 'scheduled', articleId: id, at: at ?? '', ...row }));
}

async function readDue(tx: Tx, actor: Actor, { from, before }: Bounds): Promise<MonthEntry[]> {
  const rows = await planned(tx, actor)
    .innerJoin('revision', (on) =>
      on.onRef('revision.article_id', '=', 'article.id').onRef('revision.number', '=', 'article.latest_revision'),
    )
    .select(['article.id', 'revision.section', 'article.due_on as at', 'revision.headline'])
    .where('article.due_on', '>=', from)
    .where('article.due_on', '<', before)
    .where((is) =>
      is.or([is('live_revision', 'is', null), is('live_revision', '<', is.ref('article.latest_revision'))]),
    )
    .orderBy('article.due_on')
    .limit(MOST + 1)
    .execute();
  return rows.map(({ id, at, ...row }) => ({ kind: 'due', articleId: id, at: at ?? '', ...row }));
}

function planned(tx: Tx, actor: Actor) {
  const articles = tx.selectFrom('article').where('article.binned_at', 'is', null);
  if (actor.kind === 'editor' && actor.role === 'writer') return articles.where(isVisibleTo(actor));
  return articles;
}

/** The first day of the next month. */
export function nextMonth(month: string): string {
  const [year = 0, number = 0] = month.split('-').map(Number);
  return new Date(Date.UTC(year, number, 1)).toISOString().slice(0, 10);
}
