import { setImmediate } from 'node:timers/promises';
import { SYSTEM } from '../../core/actor.ts';
import type { Tx } from '../../db/database.ts';
import { type Deps, inSeconds, now } from '../../runtime/deps.ts';
import { mailBoth } from '../orders/emails.ts';
import { type AdDeskSettings, getOrder, lockOrder, transitionOrder } from '../orders/orders.ts';
import {
  type ActiveRun,
  lastPageCheck,
  listActiveRuns,
  listOpenSightings,
  type OpenSighting,
  type PageCheck,
} from './runs.ts';

/** Asks the service for the page or the file at a path, as a reader would. */
export type FetchPage = (path: string) => Promise<Response>;

/** Seconds from one look at the pages to the next. */
const EVERY = 60;
/** Seconds a look may be late before the time since the one before counts as a gap. */
const MAY_BE_LATE = 120;
/** A look takes at most one part in so many of the time: where it takes long, the next one comes later. */
const SHARE = 4;
/** Pages of the supplier directory that are looked through for a logo. */
const DIRECTORY_PAGES = 100;

type Sighting = OpenSighting & { at: string };

/**
 * Looks at every page that should show an ad, about once a minute and soon after a change, and writes down what began to be
 * shown and what no longer is. Of any number of processes one looks. Nothing is written when a page cannot be asked.
 */
export async function checkPages(deps: Deps, site: AdDeskSettings, ask: FetchPage): Promise<void> {
  const runs = await listActiveRuns(deps.db.read);
  if (runs.length === 0) return;
  const isNew = hasNews(runs, await lastPageCheck(deps.db.read));
  if (!(await acquireCheckLock(deps, isNew))) return;
  const beganAt = now(deps);
  const started = performance.now();
  let dueAt = inSeconds(deps, EVERY);
  try {
    const seen = await readPages(deps, runs, ask);
    const took = (performance.now() - started) / 1000;
    dueAt = inSeconds(deps, Math.max(EVERY, took * SHARE));
    await deps.db.write((tx) => recordCheck(deps, tx, site, runs, seen, { beganAt, endedAt: now(deps), dueAt }));
  } finally {
    await releaseCheckLock(deps, dueAt);
  }
}

/** Whether something was switched on or accepted since the last look. */
function hasNews(runs: readonly ActiveRun[], last: PageCheck | null): boolean {
  if (last === null) return true;
  return runs.some(({ startedAt, acceptedAt }) => startedAt >= last.beganAt || (acceptedAt ?? '') >= last.beganAt);
}

async function readPages(deps: Deps, runs: readonly ActiveRun[], ask: FetchPage): Promise<Sighting[]> {
  const pages = new Map<string, string>();
  const read = async (path: string) => {
    const known = pages.get(path);
    if (known !== undefined) return known;
    await setImmediate(); // readers come first
    const response = await ask(path);
    const text = await response.text();
    if (response.status >= 500) throw new Error(`${path} answered ${response.status} when it was looked at for ads`);
    const page = response.status === 200 ? text : '';
    if (!path.startsWith('/suppliers') && path !== '/') return page; // an article belongs to one run
    pages.set(path, page);
    return page;
  };
  const served = new Map<string, boolean>();
  /** A page that names a picture nobody gets does not show it. */
  const isServed = async (page: string, sha256: string) => {
    const [file] = new RegExp(`/ads/${sha256}/\\d+\\.(?:png|jpg)`).exec(page) ?? [];
    if (file === undefined) return false;
    const known = served.get(file) ?? (await ask(file)).status === 200;
    served.set(file, known);
    return known;
  };
  const seen: Sighting[] = [];
  for (const { orderId, place, sha256, hasRow } of runs) {
    // The same picture can be the logo of another row.
    if (sha256 === null || (place === 'directory-logo' && !hasRow)) continue;
    for await (const [path, page] of pagesOf(deps.db.read, place, read)) {
      if (!page.includes(` src="/ads/${sha256}/`) || !(await isServed(page, sha256))) continue;
      seen.push({ orderId, place, path, sha256, at: now(deps) });
      if (place === 'directory-logo') break;
    }
  }
  return seen;
}

/** The pages on which an ad of a place is shown, with their text. */
async function* pagesOf(
  tx: Tx,
  place: string,
  read: (path: string) => Promise<string>,
): AsyncGenerator<[string, string]> {
  if (place === 'homepage-band') yield ['/', await read('/')];
  if (place === 'in-article') for (const path of await listLivePaths(tx)) yield [path, await read(path)];
  if (place !== 'directory-logo') return;
  let path: string | undefined = '/suppliers';
  for (let nth = 0; path !== undefined && nth < DIRECTORY_PAGES; nth++) {
    const page = await read(path);
    yield [path, page];
    path = /<a href="(\/suppliers\?cursor=[\w-]+)">/.exec(page)?.[1];
  }
}

async function listLivePaths(tx: Tx): Promise<string[]> {
  const rows = await tx
    .selectFrom('article')
    .select(['live_desk', 'live_slug'])
    .where('live_revision', 'is not', null)
    .orderBy('live_desk')
    .orderBy('live_slug')
    .execute();
  return rows.map(({ live_desk, live_slug }) => `/${live_desk}/${live_slug}`);
}

/** Writes down a look and what changed by it. A run that ended meanwhile is left as it is. */
async function recordCheck(
  deps: Deps,
  tx: Tx,
  site: AdDeskSettings,
  runs: readonly ActiveRun[],
  seen: readonly Sighting[],
  look: PageCheck,
): Promise<void> {
  const last = await lastPageCheck(tx);
  const isPaused = last !== null && look.beganAt > later(last.dueAt, MAY_BE_LATE);
  await tx
    .insertInto('ad_look')
    .values({
      began_at: look.beganAt,
      ended_at: look.endedAt,
      due_at: look.dueAt,
      paused_since: isPaused ? last.beganAt : null,
    })
    .execute();
  const going = new Set((await listActiveRuns(tx)).map(keyOfRun));
  const looked = new Set(runs.map(keyOfRun).filter((key) => going.has(key)));
  const before = (await listOpenSightings(tx)).filter((one) => looked.has(keyOfRun(one)));
  const [known, found] = [new Set(before.map(keyOf)), new Set(seen.map(keyOf))];
  const gone = before.filter((one) => !found.has(keyOf(one)));
  const came = seen.filter((one) => looked.has(keyOfRun(one)) && !known.has(keyOf(one)));
  for (const { orderId, place, path, sha256 } of gone)
    await addSighting(tx, { orderId, place, path, sha256 }, 'gone', look.endedAt, last?.beganAt ?? look.beganAt);
  for (const { at, ...one } of came) await addSighting(tx, one, 'seen', at, null);
  for (const one of firstOfEachRun(came)) await recordFirstSighting(deps, tx, site, one);
}

async function addSighting(
  tx: Tx,
  { orderId, place, path, sha256 }: OpenSighting,
  act: 'seen' | 'gone',
  at: string,
  lastAt: string | null,
): Promise<void> {
  await tx
    .insertInto('ad_sighting')
    .values({ order_id: orderId, place, path, sha256, act, at, last_at: lastAt })
    .execute();
}

function firstOfEachRun(seen: readonly Sighting[]): Sighting[] {
  return seen.filter((one, at) => seen.findIndex((other) => keyOfRun(other) === keyOfRun(one)) === at);
}

function keyOfRun({ orderId, place }: { orderId: string; place: string }): string {
  return `${orderId} ${place}`;
}

function keyOf(one: OpenSighting): string {
  return `${keyOfRun(one)} ${one.sha256} ${one.path}`;
}

function later(at: string, seconds: number): string {
  return new Date(Date.parse(at) + seconds * 1000).toISOString();
}

/** An order runs from the first page that was seen with its creative; the advertiser is then told which page that was. */
export async function recordFirstSighting(deps: Deps, tx: Tx, site: AdDeskSettings, seen: Sighting): Promise<void> {
  const { orderId, place, path, sha256, at } = seen;
  await lockOrder(tx, orderId);
  const order = await getOrder(tx, orderId);
  if (order.state !== 'booked') return;
  await transitionOrder(deps, tx, SYSTEM, orderId, {
    from: ['booked'],
    to: 'running',
    act: 'ad.running',
    detail: { place, path, sha256, at },
  });
  await mailBoth(deps, tx, site, order, {
    about: 'ad.running',
    subject: 'Your ad runs',
    text: `Your ad is shown under its label. Our service saw it at ${at.slice(0, 16).replace('T', ' ')} UTC on ${site.baseUrl}${path}. It looks again about every minute. We do not track readers. After the run you get a signed proof.`,
  });
}

// Whose turn it is to look at the pages, of any number of processes: one setting says when the next look is due, or until when
// a process that looks has the turn.

const TURN = 'ads_look_turn';
const BUSY = 'busy until ';

/** Seconds after which another process takes over from one that began a look and never ended it. */
const LEASE = 180;
/** Seconds ahead at which a due time is that of a clock that went wrong. */
const TOO_FAR = 3600;

/** Takes the turn when a look is due, or at once where something is new. Whoever looks already keeps it. */
export async function acquireCheckLock(deps: Deps, isNew: boolean): Promise<boolean> {
  if (!isFree(deps, await readTurn(deps.db.read), isNew)) return false;
  return deps.db.write(async (tx) => {
    await tx
      .insertInto('setting')
      .values({ name: TURN, value: '' })
      .onConflict((known) => known.column('name').doNothing())
      .execute();
    const value = await readTurn(tx);
    if (!isFree(deps, value, isNew)) return false;
    const { numUpdatedRows } = await tx
      .updateTable('setting')
      .set({ value: BUSY + inSeconds(deps, LEASE) })
      .where('name', '=', TURN)
      .where('value', '=', value)
      .executeTakeFirst();
    return numUpdatedRows === 1n;
  });
}

/** Gives the turn back; the next look is due at `dueAt`. */
export async function releaseCheckLock(deps: Deps, dueAt: string): Promise<void> {
  await deps.db.write((tx) => tx.updateTable('setting').set({ value: dueAt }).where('name', '=', TURN).execute());
}

function isFree(deps: Deps, value: string, isNew: boolean): boolean {
  const isBusy = value.startsWith(BUSY);
  const at = isBusy ? value.slice(BUSY.length) : value;
  if (at <= now(deps) || at > inSeconds(deps, TOO_FAR)) return true;
  return isNew && !isBusy;
}

async function readTurn(tx: Tx): Promise<string> {
  const row = await tx.selectFrom('setting').select('value').where('name', '=', TURN).executeTakeFirst();
  return row?.value ?? '';
}
