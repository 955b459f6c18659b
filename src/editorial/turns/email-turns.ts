import { readWaiting, WAITING_LABELS, type Waiting, type WaitingArticle } from '#article/waiting.ts';
import { isEditorial, type Member } from '#core/actor.ts';
import { wallTime } from '#core/wall-time.ts';
import type { Tx } from '#db/database.ts';
import { advanceState, DEFAULT_MODE, type EmailState, keysOf, listEmailed } from '#people/email-preference.ts';
import type { Deps } from '#runtime/deps.ts';
import { lastSeq } from '#runtime/follow-log.ts';
import { queueMail } from '#runtime/mail/outbox.ts';
import { type ArticleNews, type NumbersAgain, readNews, readNumbersAgain } from './read-news.ts';

/** The hour, in the time zone of the person, from which the daily email is sent. */
const DAILY_FROM = 5;
/** Longest quotation of a note or a reply, in code points. */
const LONGEST_QUOTE = 1000;

type Site = { name: string; baseUrl: string; timeZone: string };
/** Who reads an email, and in which time zone. */
type Reader = { person: Member; zone: string };

/**
 * Queues an email for each person who gets them if something new waits for the person, or if others changed their articles. Everything that
 * waits at the first check of a person counts as known. Several processes may run it at once.
 */
// biome-ignore lint/complexity/noExcessiveCognitiveComplexity: the rules of one email, in the order in which they stop it
export async function emailTurns(deps: Deps, site: Site): Promise<void> {
  const last = await lastSeq(deps.db, 'journal');
  for (const { person, email, timeZone, stored } of await listEmailed(deps.db.read)) {
    const reader = { person, zone: timeZone ?? site.timeZone };
    const local = wallTime(deps.clock(), reader.zone);
    const today = local.slice(0, 10);
    const before: EmailState =
      stored === null ? { mode: DEFAULT_MODE, told: [], toldOn: '' } : (JSON.parse(stored) as EmailState);
    const { mode, toldOn } = before;
    if (mode === 'daily' && (toldOn === today || Number(local.slice(11, 13)) < DAILY_FROM)) continue;
    const turns = await readAll(deps.db.read, person, { today, after: before.seq ?? last, last });
    const keys = [...keysOf(turns.waiting), ...turns.again.map(againKey)];
    const next: EmailState = { mode, told: keys, toldOn: mode === 'daily' ? today : '', seq: turns.seq };
    if (stored !== null && isNothingNew(before, next, turns)) continue;
    const news = mode === 'daily' ? turns : onlyNew(turns, before.told);
    const parts = await partsOf(deps.db.read, reader, news, site);
    await deps.db.write(async (tx) => {
      if (!(await advanceState(tx, person.id, stored, next))) return;
      if (stored === null || parts.length === 0) return;
      await queueMail(deps, tx, { about: 'turn', to: email, subject: subjectOf(news), text: textOf(parts, site) });
    });
  }
}

type Found = { waiting: Waiting; again: NumbersAgain[]; news: ArticleNews[]; seq: number };

async function readAll(
  tx: Tx,
  person: Member,
  { today, after, last }: { today: string; after: number; last: number },
): Promise<Found> {
  const [waiting, again, news] = await Promise.all([
    readWaiting(tx, person, today),
    readNumbersAgain(tx, person),
    readNews(tx, person, { after, last }),
  ]);
  return { waiting, again, news, seq: last };
}

/** Most journal entries without news that are read again before the position of a person is stored. */
const LOOKED_AGAIN = 1000;

/** Whether nothing has to be stored. Most journal entries are no news for a person, and must not cost one write per person. */
function isNothingNew(before: EmailState, next: EmailState, { news, seq }: Found): boolean {
  if (news.length > 0 || before.seq === undefined || seq - before.seq > LOOKED_AGAIN) return false;
  return JSON.stringify([before.told, before.toldOn]) === JSON.stringify([next.told, next.toldOn]);
}

/** The parts that are new since the last check. */
function onlyNew({ waiting, again, news, seq }: Found, knownKeys: readonly string[]): Found {
  return {
    waiting: { ...waiting, articles: newlyWaiting(waiting, knownKeys), agentDrafts: 0 },
    again: again.filter((numbers) => !knownKeys.includes(againKey(numbers))),
    news,
    seq,
  };
}

function againKey({ id }: NumbersAgain): string {
  return `${id} again`;
}

/** A mention had its own email when it was made. */
function newlyWaiting({ articles }: Waiting, knownKeys: readonly string[]): WaitingArticle[] {
  return articles.filter(({ id, reasons }) => {
    const turns = reasons.filter((reason) => reason !== 'mention');
    return turns.some((reason) => !knownKeys.includes(`${id} ${reason}`));
  });
}

function subjectOf({ waiting: { articles, agentDrafts }, again, news }: Found): string {
  const [first] = articles;
  const [number] = again;
  const [done] = news;
  const count = new Set([...articles, ...again, ...news].map(({ id }) => id)).size;
  if (articles.length > 1) return `${articles.length} articles wait for you`;
  if (count > 1) return `News of ${count} articles`;
  if (first) return `Your turn: ${first.headline}`;
  if (number) return `Check again: ${number.headline}`;
  if (done) return `${capital(news.at(-1)?.what ?? done.what)}: ${done.headline}`;
  return agentDrafts === 1 ? '1 draft by an agent waits for you' : `${agentDrafts} drafts by agents wait for you`;
}

function capital(word: string): string {
  return word.slice(0, 1).toUpperCase() + word.slice(1);
}

/** The parts of the email, one text for each article, the most urgent first. */
async function partsOf(tx: Tx, reader: Reader, { waiting, again, news }: Found, site: Site): Promise<string[]> {
  const { baseUrl } = site;
  const { articles, agentDrafts } = waiting;
  return [
    ...(await Promise.all(articles.map((article) => describe(tx, reader, article, site)))),
    ...again.map(
      ({ id, headline, count }) =>
        `${headline}\n${count} ${count === 1 ? 'number' : 'numbers'} to check again: a source is gone or changed\nCheck the numbers: ${baseUrl}/newsroom/articles/${id}/figures`,
    ),
    ...news.map((item) => describeNews(item, reader.person, site)),
    ...(agentDrafts > 0 ? [`Drafts by agents you approved: ${agentDrafts}\nShow them: ${baseUrl}/newsroom`] : []),
  ];
}

function describeNews(
  { id, headline, what, by, revision, path }: ArticleNews,
  person: Member,
  { baseUrl }: Site,
): string {
  const said = `${revision === null ? '' : `Revision ${revision} was `}${what} by ${by}`;
  const page = `${baseUrl}/newsroom/articles/${id}`;
  const next =
    what === 'approved'
      ? isEditorial(person)
        ? `Publish it: ${page}/publish`
        : `Open it: ${page}`
      : what === 'unpublished' || path === null
        ? `See why: ${page}#publish-title`
        : `Read it: ${baseUrl}${path}`;
  return [headline, said, next].join('\n');
}

async function describe(tx: Tx, { person, zone }: Reader, article: WaitingArticle, { baseUrl }: Site): Promise<string> {
  const { id, headline, reasons, dueOn, words, note } = article;
  const due = dueOn === null ? '' : `; due on ${dueOn}`;
  const remarks = [
    reasons.includes('changes') ? await lastNote(tx, id) : undefined,
    reasons.includes('mention') ? await lastMention(tx, id, person.id) : undefined,
    reasons.includes('answer') ? await lastReply(tx, id, person.id) : undefined,
    reasons.includes('comment') ? await lastComment(tx, id, person.id) : undefined,
  ].filter((remark) => remark !== undefined);
  const quotes = remarks.map((remark) => `${remark.by}, ${timeIn(zone, remark.at)}: “${shorten(remark.text)}”`);
  const save = reasons.includes('voided') ? await lastSave(tx, id) : null;
  const saved = save ? [`Revision ${save.number} was saved by ${save.by}, ${timeIn(zone, save.at)}`] : [];
  const why = `${reasons.map((reason) => WAITING_LABELS[reason]).join(', ')}${due}`;
  const order = reasons.includes('assigned')
    ? [words === null ? '' : `Length: ${words} words`, note === null ? '' : `Note: “${shorten(note)}”`].filter(Boolean)
    : [];
  const thread = remarks.find((remark) => remark.thread !== null)?.thread ?? null;
  const approved = save ? await lastApproval(tx, id, person.id) : null;
  const act = actOf(`${baseUrl}/newsroom/articles/${id}`, { reasons, thread, approved, latest: save?.number ?? null });
  return [headline, why, ...order, ...saved, ...quotes, act].join('\n');
}

type Place = {
  reasons: WaitingArticle['reasons'];
  thread: string | null;
  approved: number | null;
  latest: number | null;
};

/** The first thing to do, with the address of its page. */
function actOf(page: string, { reasons, thread, approved, latest }: Place): string {
  if (reasons.includes('changes')) return `Revise it: ${page}/edit#request`;
  if (thread !== null) return `Answer it: ${page}#comment-${thread}`;
  if (approved !== null && latest !== null && approved < latest)
    return `See what changed: ${page}/compare/${approved}/${latest}`;
  if (reasons.includes('review') || reasons.includes('voided')) return `Review it: ${page}#decide`;
  return `Open it: ${page}`;
}

function textOf(parts: readonly string[], { name, baseUrl }: Site): string {
  const end = `To get these emails once a day or never: ${baseUrl}/newsroom/profile#emails\n`;
  return [`From the newsroom of ${name}:`, ...parts, end].join('\n\n');
}

/** `2026-09-06 09:00 (13:00 UTC)`; with the UTC day, if it differs. */
function timeIn(zone: string, at: string): string {
  const [utc, local] = ['UTC', zone].map((timeZone) => wallTime(Date.parse(at), timeZone).replace('T', ' ')) as [
    string,
    string,
  ];
  if (utc === local) return `${utc} UTC`;
  return `${local} (${utc.slice(0, 10) === local.slice(0, 10) ? utc.slice(11) : utc} UTC)`;
}

function shorten(text: string): string {
  const points = [...text];
  return points.length > LONGEST_QUOTE ? `${points.slice(0, LONGEST_QUOTE).join('')} …` : text;
}

/** `thread`: the comment that it is in. */
type Quote = { at: string; by: string; text: string; thread: string | null };

/** The note of the last request for changes. */
async function lastNote(tx: Tx, articleId: string): Promise<Quote | undefined> {
  const row = await tx
    .selectFrom('review')
    .select(['at', 'by_name as by', 'note as text'])
    .where('article_id', '=', articleId)
    .where('state', '=', 'changes_requested')
    .orderBy('seq', 'desc')
    .limit(1)
    .executeTakeFirst();
  return row && { ...row, text: row.text ?? '', thread: null };
}

function lastSave(tx: Tx, articleId: string): Promise<{ number: number; by: string; at: string }> {
  return tx
    .selectFrom('revision')
    .select(['number', 'saved_by_name as by', 'saved_at as at'])
    .where('article_id', '=', articleId)
    .orderBy('number', 'desc')
    .limit(1)
    .executeTakeFirstOrThrow();
}

/** The last revision that this person approved. */
async function lastApproval(tx: Tx, articleId: string, personId: string): Promise<number | null> {
  const row = await tx
    .selectFrom('review')
    .select('revision')
    .where('article_id', '=', articleId)
    .where('state', '=', 'approved')
    .where('by_id', '=', personId)
    .orderBy('seq', 'desc')
    .limit(1)
    .executeTakeFirst();
  return row?.revision ?? null;
}

/** The last open comment of somebody else. */
function lastComment(tx: Tx, articleId: string, personId: string): Promise<Quote | undefined> {
  return tx
    .selectFrom('comment')
    .select(['at', 'by_name as by', 'text', 'id as thread'])
    .where('article_id', '=', articleId)
    .where('reply_to', 'is', null)
    .where('resolved_at', 'is', null)
    .where((is) => is.or([is('by_id', 'is', null), is('by_id', '<>', personId)]))
    .orderBy('at', 'desc')
    .limit(1)
    .executeTakeFirst();
}

/** The last comment of somebody else that names this person. */
function lastMention(tx: Tx, articleId: string, personId: string): Promise<Quote | undefined> {
  return tx
    .selectFrom('comment')
    .select(['at', 'by_name as by', 'text'])
    .select((is) => is.fn.coalesce('reply_to', 'id').as('thread'))
    .where('article_id', '=', articleId)
    .where('mentions', 'like', `%"${personId}"%`)
    .where('by_id', '<>', personId)
    .orderBy('at', 'desc')
    .limit(1)
    .executeTakeFirst();
}

/** The last reply of somebody else to an open comment of this person. */
function lastReply(tx: Tx, articleId: string, personId: string): Promise<Quote | undefined> {
  return tx
    .selectFrom('comment as reply')
    .innerJoin('comment as asked', 'asked.id', 'reply.reply_to')
    .select(['reply.at', 'reply.by_name as by', 'reply.text', 'asked.id as thread'])
    .where('reply.article_id', '=', articleId)
    .where('asked.by_id', '=', personId)
    .where('asked.resolved_at', 'is', null)
    .where('reply.by_id', '<>', personId)
    .orderBy('reply.at', 'desc')
    .limit(1)
    .executeTakeFirst();
}
