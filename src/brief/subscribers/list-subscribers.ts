import { sql } from 'kysely';
import { isUuid } from '#core/text.ts';
import type { Tx } from '#db/database.ts';
import { type Deps, inSeconds, now } from '#runtime/deps.ts';
import { noSubscriber } from './erase.ts';
import type { SubscriberRecord } from './subscribe.ts';
import { STATE_REASONS, type StateReason, SUBSCRIBER_STATES, type SubscriberState } from './subscriber.ts';

export type ListedSubscriber = {
  id: string;
  address: string | null;
  state: SubscriberState;
  /** Why it has this state, in words. */
  reason: string;
  note: string | null;
  weekly: boolean;
  createdAt: string;
  confirmedAt: string | null;
};

export type SubscriberQuery = { q: string; state: SubscriberState | null; after: string | null; limit: number };

/** Subscribers whose address contains `q`, latest first. `after` is the cursor of the page before. */
export async function listSubscribers(
  tx: Tx,
  { q, state, after, limit }: SubscriberQuery,
): Promise<{ subscribers: ListedSubscriber[]; next: string | null }> {
  let query = tx.selectFrom('subscriber').selectAll();
  if (state) query = query.where('state', '=', state);
  if (q !== '')
    query = query.where(sql<boolean>`lower(address) like ${`%${escapeLike(q.toLowerCase())}%`} escape '\\'`);
  const [at, id] = after?.split(' ') ?? [];
  if (at && id)
    query = query.where(({ or, and, eb }) =>
      or([eb('created_at', '<', at), and([eb('created_at', '=', at), eb('id', '<', id)])]),
    );
  const rows = await query
    .orderBy('created_at', 'desc')
    .orderBy('id', 'desc')
    .limit(limit + 1)
    .execute();
  const shown = rows.slice(0, limit);
  const last = shown.at(-1);
  return {
    subscribers: shown.map(toListed),
    next: rows.length > limit && last ? `${last.created_at} ${last.id}` : null,
  };
}

function escapeLike(words: string): string {
  return words.replace(/[\\%_]/g, (char) => `\\${char}`);
}

function toListed(row: SubscriberRecord): ListedSubscriber {
  return {
    id: row.id,
    address: row.address,
    state: row.state as SubscriberState,
    reason: STATE_REASONS[row.reason as StateReason] ?? row.reason,
    note: row.note,
    weekly: row.weekly === 1,
    createdAt: row.created_at,
    confirmedAt: row.confirmed_at,
  };
}

export type SubscriberHistory = {
  at: string;
  state: SubscriberState;
  reason: string;
  note: string | null;
  by: string | null;
};
export type SubscriberPage = ListedSubscriber & {
  origin: string;
  consent: string | null;
  askedAt: string | null;
  askedFrom: string | null;
  history: SubscriberHistory[];
};

/** A subscriber with everything that happened to it, latest first. @throws not_found */
export async function readSubscriber(tx: Tx, id: string): Promise<SubscriberPage> {
  const row = isUuid(id)
    ? await tx.selectFrom('subscriber').selectAll().where('id', '=', id.toLowerCase()).executeTakeFirst()
    : undefined;
  if (!row) throw noSubscriber();
  const events = await tx
    .selectFrom('subscriber_event')
    .selectAll()
    .where('subscriber_id', '=', row.id)
    .orderBy('seq', 'desc')
    .execute();
  const history = events.map(({ at, state, reason, note, by_name }) => ({
    at,
    state: state as SubscriberState,
    note,
    by: by_name,
    reason: STATE_REASONS[reason as StateReason] ?? reason,
  }));
  const { origin, consent, asked_at: askedAt, asked_from: askedFrom } = row;
  return { ...toListed(row), origin, consent, askedAt, askedFrom, history };
}

/** How many subscribers have each state. */
export async function countSubscribers(tx: Tx): Promise<Record<SubscriberState, number>> {
  const rows = await tx
    .selectFrom('subscriber')
    .select(['state', ({ fn }) => fn.countAll().as('n')])
    .groupBy('state')
    .execute();
  const counts = Object.fromEntries(SUBSCRIBER_STATES.map((state) => [state, 0])) as Record<SubscriberState, number>;
  for (const { state, n } of rows) counts[state as SubscriberState] = Number(n);
  return counts;
}

/** A week, named by its Monday: confirmed subscribers at its end, and how many came and left in it. */
export type SubscriberWeek = { week: string; confirmed: number; came: number; left: number };

const WEEK = 7 * 24 * 3600;

/** The last weeks, oldest first; the current one to now. Counted back from today, so old events need not be read. */
export async function countByWeek(deps: Deps, weeks: number): Promise<SubscriberWeek[]> {
  const { read } = deps.db;
  const sinceMonday = (new Date(deps.clock()).getUTCDay() + 6) % 7;
  const monday = Date.parse(now(deps).slice(0, 10)) - sinceMonday * 86_400_000;
  const names = Array.from({ length: weeks }, (_, at) => dayOf(monday - (weeks - 1 - at) * WEEK * 1000));
  const day = sql<string>`substr(at, 1, 10)`;
  const rows = await read
    .selectFrom('subscriber_event')
    .select([day.as('day'), 'was', 'state', ({ fn }) => fn.countAll().as('n')])
    .where('at', '>=', names[0] ?? inSeconds(deps, -weeks * WEEK))
    .where(sql<boolean>`coalesce(was, '') <> state and 'confirmed' in (was, state)`)
    .groupBy([day, 'was', 'state'])
    .execute();
  let confirmed = (await countSubscribers(read)).confirmed;
  const counted = names.toReversed().map((week) => {
    const end = dayOf(Date.parse(week) + WEEK * 1000);
    const own = rows.filter((row) => row.day >= week && row.day < end);
    const sum = (isMine: (row: (typeof rows)[number]) => boolean) =>
      own.filter(isMine).reduce((all, { n }) => all + Number(n), 0);
    const came = sum(({ state }) => state === 'confirmed');
    const left = sum(({ was }) => was === 'confirmed');
    const line = { week, confirmed, came, left };
    confirmed += left - came;
    return line;
  });
  return counted.reverse();
}

function dayOf(time: number): string {
  return new Date(time).toISOString().slice(0, 10);
}
