import { html } from 'hono/html';
import { isVisibleTo } from '#article/article-rows.ts';
import { readWaiting, WAITING_LABELS, type WaitingArticle } from '#article/waiting.ts';
import { isEditorial, type Member } from '#core/actor.ts';
import type { Tx } from '#db/database.ts';
import type { Html } from '#html/html.ts';
import { withDots } from '#html/newsroom/kit/list-line.ts';
import { dayWords } from '#html/newsroom/time.ts';
import type { FindWaiting, WaitingItem } from '#http/declared.ts';
import type { Deps } from '#runtime/deps.ts';
import { readGivenUp } from '#runtime/mail/outbox.ts';

/** Articles listed for each reason. */
const MOST = 10;
/** Days for which an email that was given up is listed. */
const LISTED_DAYS = 3;

/**
 * The articles that wait for a person, the drafts by the agents they approved, live numbers to check again, articles that were
 * not published as planned, and emails that reached nobody.
 */
export const findWaiting: FindWaiting = async (deps, member, today) => {
  if (member.sellsAds) return [];
  const { read } = deps.db;
  const [{ articles, agentDrafts }, toCheck, failed, emails] = await Promise.all([
    readWaiting(read, member, today),
    readToCheckAgain(read, member),
    readFailedSchedules(read, member),
    findGivenUpEmails(deps, member),
  ]);
  const states = await readStates(
    read,
    articles.map(({ id }) => id),
  );
  return [
    ...articles.map((article) => toItem(article, states.get(article.id), today)),
    ...toCheck,
    ...(agentDrafts > 0 ? [agentItem(member, agentDrafts)] : []),
    ...failed,
    ...emails,
  ];
};

/** Emails that reached nobody, for chiefs: an invitation or a reset of a password that somebody waits for may be among them. */
async function findGivenUpEmails(deps: Deps, { role }: Member): Promise<WaitingItem[]> {
  const given = role === 'chief' ? await readGivenUp(deps, LISTED_DAYS) : null;
  if (!given) return [];
  const { count, trouble } = given;
  return [
    {
      at: OUTBOX,
      isFailure: true,
      title: count === 1 ? 'An email was given up' : `${count} emails were given up`,
      facts: trouble,
      act: { text: 'See which', path: OUTBOX },
    },
  ];
}

/** Who asked for the review of an article, and how many of its numbers are not settled. */
type State = { revision: number; openNumbers: number; askedBy: string | null };

async function readStates(tx: Tx, ids: readonly string[]): Promise<Map<string, State>> {
  if (ids.length === 0) return new Map();
  const asked = await tx
    .selectFrom('review')
    .select(['article_id', 'by_name'])
    .where('article_id', 'in', ids)
    .where('state', '=', 'in_review')
    .orderBy('seq')
    .execute();
  const askedBy = new Map(asked.map((row) => [row.article_id, row.by_name]));
  const rows = await tx
    .selectFrom('article')
    .select(['id', 'latest_revision', 'open_numbers'])
    .where('id', 'in', ids)
    .execute();
  return new Map(
    rows.map(({ id, latest_revision: revision, open_numbers: open }) => [
      id,
      { revision, openNumbers: open ?? 0, askedBy: askedBy.get(id) ?? null },
    ]),
  );
}

/** Characters of the note of an assignment that are shown. */
const SHOWN_NOTE = 140;

function toItem(
  { id, headline, dueOn, words, note, reasons }: WaitingArticle,
  state: State | undefined,
  today: string,
): WaitingItem {
  const facts: (Html | string)[] = reasons
    .filter((reason) => reason !== 'overdue' && reason !== 'due')
    .map((reason) =>
      reason === 'review' && state?.askedBy
        ? `${state.askedBy} asks for review of revision ${state.revision}`
        : WAITING_LABELS[reason],
    );
  if (reasons.includes('assigned')) {
    if (words !== null) facts.push(`${words.toLocaleString('en')} words`);
    if (note !== null) facts.push(`“${note.length > SHOWN_NOTE ? `${note.slice(0, SHOWN_NOTE)} …` : note}”`);
  }
  const open = state?.openNumbers ?? 0;
  if (open > 0) facts.push(`${open} ${open === 1 ? 'number' : 'numbers'} open`);
  if (dueOn !== null) {
    const day = html`<time datetime="${dueOn}">${dayWords(dueOn, today)}</time>`;
    facts.push(dueOn < today ? html`<b class="trouble">overdue since ${day}</b>` : html`due ${day}`);
  }
  return {
    at: ARTICLES,
    title: headline,
    facts: withDots(facts),
    act: { text: actOf(reasons), path: `${ARTICLES}/${id}` },
  };
}

/** What a person does about it first. */
function actOf(reasons: WaitingArticle['reasons']): string {
  if (reasons.includes('review') || reasons.includes('voided')) return 'Review';
  if (reasons.some((reason) => reason === 'mention' || reason === 'answer' || reason === 'comment'))
    return 'Read the comments';
  return 'Open';
}

function agentItem({ id }: Member, count: number): WaitingItem {
  return {
    at: ARTICLES,
    count,
    title: `${count} ${count === 1 ? 'draft' : 'drafts'} by agents you approved`,
    facts: 'They are not in review yet.',
    act: { text: 'Show them', path: `${ARTICLES}?stage=draft&agent=${id}` },
  };
}

/** Settled numbers whose source is gone or changed: for editors, and for the writer of the article. */
async function readToCheckAgain(tx: Tx, member: Member): Promise<WaitingItem[]> {
  const rows = await latest(tx, member)
    .innerJoin('settlement', 'settlement.article_id', 'article.id')
    .where('settlement.look_again', 'is not', null)
    .where('settlement.replaced_at', 'is', null)
    .select((is) => is.fn.countAll().as('count'))
    .groupBy(['article.id', 'revision.headline', 'article.schedule_trouble'])
    .orderBy('article.id')
    .limit(MOST)
    .execute();
  return rows.map(({ id, headline, count }) => ({
    at: ARTICLES,
    title: headline,
    facts: `${count} ${Number(count) === 1 ? 'number' : 'numbers'} to check again: a source is gone or changed`,
    act: { text: 'Check the numbers', path: `${ARTICLES}/${id}/figures` },
  }));
}

async function readFailedSchedules(tx: Tx, member: Member): Promise<WaitingItem[]> {
  const rows = await latest(tx, member)
    .where('article.schedule_trouble', 'is not', null)
    .orderBy('article.updated_at', 'desc')
    .limit(MOST)
    .execute();
  return rows.map(({ id, headline, schedule_trouble: trouble }) => ({
    at: ARTICLES,
    isFailure: true,
    title: headline,
    facts: `Not published as planned. ${trouble}`,
    act: { text: 'See why', path: `${ARTICLES}/${id}` },
  }));
}

/** Articles that this person looks after, with the headline of their latest revision. */
function latest(tx: Tx, member: Member) {
  return tx
    .selectFrom('article')
    .innerJoin('revision', (on) =>
      on.onRef('revision.article_id', '=', 'article.id').onRef('revision.number', '=', 'article.latest_revision'),
    )
    .$if(!isEditorial(member), (query) => query.where(isVisibleTo(member)))
    .where('article.binned_at', 'is', null)
    .select(['article.id', 'revision.headline', 'article.schedule_trouble']);
}

const ARTICLES = '/newsroom/articles';
const OUTBOX = '/newsroom/team/outbox';
