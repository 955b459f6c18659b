import { sql } from 'kysely';
import { type Actor, requireEditorial } from '#core/actor.ts';
import { dayStart, wallTime } from '#core/wall-time.ts';
import type { Tx } from '#db/database.ts';

/** The work of a section in a week, which begins on a Monday. */
export type SectionWeek = { week: string; section: string; drafts: number; published: number; corrected: number };

/** The outcome of the articles of one agent that one editor approved. */
export type AgentStats = {
  program: string;
  letInBy: string;
  /** Articles with a revision by this agent. */
  articles: number;
  /** Those of which its revision was published. */
  accepted: number;
  /** Those of which a review of its revision requested changes. */
  changesRequested: number;
};

/** Most agents listed. */
const MOST_PROGRAMS = 40;

/** The Monday of the week of a day. */
export function weekOf(day: string): string {
  const date = new Date(`${day}T00:00:00.000Z`);
  date.setUTCDate(date.getUTCDate() - ((date.getUTCDay() + 6) % 7));
  return date.toISOString().slice(0, 10);
}

/** New drafts, publications and corrections by week and section, from a Monday on, in the days of a zone. @throws forbidden */
export async function readWeeklyStats(tx: Tx, actor: Actor, monday: string, zone: string): Promise<SectionWeek[]> {
  requireEditorial(actor, 'see the statistics of the newsroom');
  const from = dayStart(monday, zone);
  const drafts = await tx
    .selectFrom('article')
    .innerJoin('revision', (on) => on.onRef('revision.article_id', '=', 'article.id').on('revision.number', '=', 0))
    .select([
      sql<string>`substr(article.created_at, 1, 16)`.as('minute'),
      'revision.section',
      sql<number>`count(*)`.as('count'),
    ])
    .where('article.created_at', '>=', from)
    .where('article.binned_at', 'is', null)
    .groupBy([sql`substr(article.created_at, 1, 16)`, 'revision.section'])
    .execute();
  const published = await tx
    .selectFrom('publication_log')
    .select([sql<string>`substr(at, 1, 16)`.as('minute'), 'section', 'act', sql<number>`count(*)`.as('count')])
    .where('at', '>=', from)
    .where('act', 'in', ['published', 'corrected'])
    .where('is_silent', '=', 0)
    .groupBy([sql`substr(at, 1, 16)`, 'section', 'act'])
    .execute();
  const weeks = new Map<string, SectionWeek>();
  const add = (minute: string, section: string, what: 'drafts' | 'published' | 'corrected', count: number) => {
    const week = weekOf(wallTime(Date.parse(`${minute}:00.000Z`), zone).slice(0, 10));
    const key = `${week} ${section}`;
    const sectionWeek = weeks.get(key) ?? { week, section, drafts: 0, published: 0, corrected: 0 };
    weeks.set(key, { ...sectionWeek, [what]: sectionWeek[what] + Number(count) });
  };
  for (const row of drafts) add(row.minute, row.section, 'drafts', row.count);
  for (const row of published)
    add(row.minute, row.section, row.act === 'corrected' ? 'corrected' : 'published', row.count);
  return [...weeks].sort(([key], [other]) => (key < other ? -1 : 1)).map(([, week]) => week);
}

/** The outcome of what agents wrote from a time on, the agents with most articles first. @throws forbidden */
export async function readAgentStats(tx: Tx, actor: Actor, from: string): Promise<AgentStats[]> {
  requireEditorial(actor, 'see the statistics of the newsroom');
  const rows = await tx
    .selectFrom('revision')
    .innerJoin('claim', 'claim.id', 'revision.claim_id')
    .leftJoin('editor', 'editor.id', 'claim.decided_by')
    .leftJoin('publication_log as log', (on) =>
      on.onRef('log.article_id', '=', 'revision.article_id').onRef('log.revision', '=', 'revision.number'),
    )
    .leftJoin('review', (on) =>
      on
        .onRef('review.article_id', '=', 'revision.article_id')
        .onRef('review.revision', '=', 'revision.number')
        .on('review.state', '=', 'changes_requested'),
    )
    .select([
      'claim.program',
      'claim.decided_by',
      'editor.name',
      sql<number>`count(distinct revision.article_id)`.as('articles'),
      sql<number>`count(distinct log.article_id)`.as('accepted'),
      sql<number>`count(distinct review.article_id)`.as('changes_requested'),
    ])
    .where('revision.claim_id', 'is not', null)
    .where('revision.saved_at', '>=', from)
    .groupBy(['claim.program', 'claim.decided_by', 'editor.name'])
    .orderBy('articles', 'desc')
    .orderBy('claim.program')
    .limit(MOST_PROGRAMS)
    .execute();
  return rows.map((row) => ({
    program: row.program,
    letInBy: row.name ?? 'nobody',
    articles: Number(row.articles),
    accepted: Number(row.accepted),
    changesRequested: Number(row.changes_requested),
  }));
}
