import { readWaiting, WAITING_LABELS, type Waiting, type WaitingArticle } from '#article/waiting.ts';
import type { Member } from '#core/actor.ts';
import { wallTime } from '#core/wall-time.ts';
import type { Tx } from '#db/database.ts';
import { advanceState, DEFAULT_MODE, type EmailState, keysOf, listEmailed } from '#people/email-preference.ts';
import type { Deps } from '#runtime/deps.ts';
import { queueMail } from '#runtime/mail/outbox.ts';

/** The hour, in the time zone of the person, from which the daily email is sent. */
const DAILY_FROM = 5;
/** Longest quotation of a note or a reply, in code points. */
const LONGEST_QUOTE = 1000;

const FIRST_LOOK: EmailState = { mode: DEFAULT_MODE, told: [], toldOn: '' };

type Site = { name: string; baseUrl: string; timeZone: string };
/** Who reads an email, and in which time zone. */
type Reader = { person: Member; zone: string };

/**
 * Queues the emails of everybody who gets them and for whom something new waits. What waits when it first looks for a person is
 * not new. Several processes may run it at once.
 */
export async function emailTurns(deps: Deps, site: Site): Promise<void> {
  for (const { person, email, timeZone, stored } of await listEmailed(deps.db.read)) {
    const reader = { person, zone: timeZone ?? site.timeZone };
    const local = wallTime(deps.clock(), reader.zone);
    const today = local.slice(0, 10);
    const { mode, told, toldOn } = stored === null ? FIRST_LOOK : (JSON.parse(stored) as EmailState);
    if (mode === 'daily' && (toldOn === today || Number(local.slice(11, 13)) < DAILY_FROM)) continue;
    const waiting = await readWaiting(deps.db.read, person, today);
    const next: EmailState = { mode, told: keysOf(waiting), toldOn: mode === 'daily' ? today : '' };
    if (JSON.stringify(next) === stored) continue;
    const news = mode === 'daily' ? waiting : { ...waiting, articles: newlyWaiting(waiting, told), agentDrafts: 0 };
    const parts = await Promise.all(news.articles.map((one) => describe(deps.db.read, reader, one, site)));
    await deps.db.write(async (tx) => {
      if (!(await advanceState(tx, person.id, stored, next))) return;
      if (stored === null || (parts.length === 0 && news.agentDrafts === 0)) return;
      const text = textOf(parts, news.agentDrafts, site);
      await queueMail(deps, tx, { about: 'turn', to: email, subject: subjectOf(news), text });
    });
  }
}

function newlyWaiting({ articles }: Waiting, told: readonly string[]): WaitingArticle[] {
  return articles.filter((one) => keysOf({ articles: [one] }).some((key) => !told.includes(key)));
}

function subjectOf({ articles, agentDrafts }: Waiting): string {
  const [first] = articles;
  if (!first)
    return agentDrafts === 1 ? '1 draft by an agent waits for you' : `${agentDrafts} drafts by agents wait for you`;
  if (articles.length > 1) return `${articles.length} articles wait for you`;
  return `Your turn: ${first.headline}`;
}

async function describe(tx: Tx, { person, zone }: Reader, article: WaitingArticle, { baseUrl }: Site): Promise<string> {
  const { id, headline, reasons, dueOn } = article;
  const due = dueOn === null ? '' : `; due on ${dueOn}`;
  const quotes = [
    reasons.includes('changes') ? await lastNote(tx, id) : undefined,
    reasons.includes('answer') ? await lastReply(tx, id, person.id) : undefined,
    reasons.includes('comment') ? await lastComment(tx, id, person.id) : undefined,
  ].flatMap((one) => (one ? [`${one.by}, ${timeIn(zone, one.at)}: “${shorten(one.text)}”`] : []));
  const saved = reasons.includes('voided') ? [await lastSave(tx, id, zone)] : [];
  const why = `${reasons.map((one) => WAITING_LABELS[one]).join(', ')}${due}`;
  return [headline, why, ...saved, ...quotes, `${baseUrl}/newsroom/articles/${id}`].join('\n');
}

function textOf(parts: readonly string[], agentDrafts: number, { name, baseUrl }: Site): string {
  const drafts = `Drafts by agents you approved: ${agentDrafts}\n${baseUrl}/newsroom`;
  const end = `To get these emails once a day or never: ${baseUrl}/newsroom/profile\n`;
  return [`Waiting for you in the newsroom of ${name}:`, ...parts, ...(agentDrafts > 0 ? [drafts] : []), end].join(
    '\n\n',
  );
}

/** `2026-09-06 09:00 (13:00 UTC)`; the day of UTC, too, where it differs. */
function timeIn(zone: string, at: string): string {
  const [utc, local] = ['UTC', zone].map((one) => wallTime(Date.parse(at), one).replace('T', ' ')) as [string, string];
  if (utc === local) return `${utc} UTC`;
  return `${local} (${utc.slice(0, 10) === local.slice(0, 10) ? utc.slice(11) : utc} UTC)`;
}

function shorten(text: string): string {
  const points = [...text];
  return points.length > LONGEST_QUOTE ? `${points.slice(0, LONGEST_QUOTE).join('')} …` : text;
}

type Quote = { at: string; by: string; text: string };

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
  return row && { ...row, text: row.text ?? '' };
}

/** `Revision 3 was saved by Dana Whitfield, 2026-09-06 09:00 UTC`. */
async function lastSave(tx: Tx, articleId: string, zone: string): Promise<string> {
  const { number, by, at } = await tx
    .selectFrom('revision')
    .select(['number', 'saved_by_name as by', 'saved_at as at'])
    .where('article_id', '=', articleId)
    .orderBy('number', 'desc')
    .limit(1)
    .executeTakeFirstOrThrow();
  return `Revision ${number} was saved by ${by}, ${timeIn(zone, at)}`;
}

/** The last open comment of somebody else. */
function lastComment(tx: Tx, articleId: string, personId: string): Promise<Quote | undefined> {
  return tx
    .selectFrom('comment')
    .select(['at', 'by_name as by', 'text'])
    .where('article_id', '=', articleId)
    .where('reply_to', 'is', null)
    .where('resolved_at', 'is', null)
    .where((is) => is.or([is('by_id', 'is', null), is('by_id', '<>', personId)]))
    .orderBy('at', 'desc')
    .limit(1)
    .executeTakeFirst();
}

/** The last reply of somebody else to an open comment of this person. */
function lastReply(tx: Tx, articleId: string, personId: string): Promise<Quote | undefined> {
  return tx
    .selectFrom('comment as reply')
    .innerJoin('comment as asked', 'asked.id', 'reply.reply_to')
    .select(['reply.at', 'reply.by_name as by', 'reply.text'])
    .where('reply.article_id', '=', articleId)
    .where('asked.by_id', '=', personId)
    .where('asked.resolved_at', 'is', null)
    .where('reply.by_id', '<>', personId)
    .orderBy('reply.at', 'desc')
    .limit(1)
    .executeTakeFirst();
}
