import { setImmediate } from 'node:timers/promises';
import type { Tx } from '../../db/database.ts';
import { type Deps, inSeconds, now } from '../../runtime/deps.ts';
import type { AdHouse } from '../orders/orders.ts';
import { acquireCheckLock, endTurn } from './check-lock.ts';
import { noteFirstSeen } from './first-seen.ts';
import { type GoingRun, type Look, lastLook, listGoing, listOpenSightings, type OpenSighting } from './runs.ts';

/** Asks the service for the page or the file at a path, as a reader would. */
export type AskPage = (path: string) => Promise<Response>;

/** Seconds from one look at the pages to the next. */
const EVERY = 60;
/** Seconds a look may be late before the time since the one before counts as a gap. */
const MAY_BE_LATE = 120;
/** A look takes at most one part in so many of the time: where it takes long, the next one comes later. */
const SHARE = 4;
/** Pages of the supplier directory that are looked through for a logo. */
const DIRECTORY_PAGES = 100;

type Seen = OpenSighting & { at: string };

/**
 * Looks at every page that should show an ad, about once a minute and soon after a change, and writes down what began to be
 * shown and what no longer is. Of any number of processes one looks. Nothing is written when a page cannot be asked.
 */
export async function lookAtAds(deps: Deps, site: AdHouse, ask: AskPage): Promise<void> {
  const runs = await listGoing(deps.db.read);
  if (runs.length === 0) return;
  const isNew = hasNews(runs, await lastLook(deps.db.read));
  if (!(await acquireCheckLock(deps, isNew))) return;
  const beganAt = now(deps);
  const started = performance.now();
  let dueAt = inSeconds(deps, EVERY);
  try {
    const seen = await lookAtPages(deps, runs, ask);
    const took = (performance.now() - started) / 1000;
    dueAt = inSeconds(deps, Math.max(EVERY, took * SHARE));
    await deps.db.write((tx) => noteLook(deps, tx, site, runs, seen, { beganAt, endedAt: now(deps), dueAt }));
  } finally {
    await endTurn(deps, dueAt);
  }
}

/** Whether something was switched on or accepted since the last look. */
function hasNews(runs: readonly GoingRun[], last: Look | null): boolean {
  if (last === null) return true;
  return runs.some(({ startedAt, acceptedAt }) => startedAt >= last.beganAt || (acceptedAt ?? '') >= last.beganAt);
}

async function lookAtPages(deps: Deps, runs: readonly GoingRun[], ask: AskPage): Promise<Seen[]> {
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
  const seen: Seen[] = [];
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
async function noteLook(
  deps: Deps,
  tx: Tx,
  site: AdHouse,
  runs: readonly GoingRun[],
  seen: readonly Seen[],
  look: Look,
): Promise<void> {
  const last = await lastLook(tx);
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
  const going = new Set((await listGoing(tx)).map(keyOfRun));
  const looked = new Set(runs.map(keyOfRun).filter((key) => going.has(key)));
  const before = (await listOpenSightings(tx)).filter((one) => looked.has(keyOfRun(one)));
  const [known, found] = [new Set(before.map(keyOf)), new Set(seen.map(keyOf))];
  const gone = before.filter((one) => !found.has(keyOf(one)));
  const came = seen.filter((one) => looked.has(keyOfRun(one)) && !known.has(keyOf(one)));
  for (const { orderId, place, path, sha256 } of gone)
    await addSighting(tx, { orderId, place, path, sha256 }, 'gone', look.endedAt, last?.beganAt ?? look.beganAt);
  for (const { at, ...one } of came) await addSighting(tx, one, 'seen', at, null);
  for (const one of firstOfEachRun(came)) await noteFirstSeen(deps, tx, site, one);
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

function firstOfEachRun(seen: readonly Seen[]): Seen[] {
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
