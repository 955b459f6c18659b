import { setImmediate } from 'node:timers/promises';
import { mailBoth } from '#ads/orders/emails.ts';
import { type AdDeskSettings, getOrder, lockOrder, transitionOrder } from '#ads/orders/orders.ts';
import { SYSTEM } from '#core/actor.ts';
import type { Tx } from '#db/database.ts';
import { type Deps, inSeconds, now } from '#runtime/deps.ts';
import {
  type ActiveRun,
  lastPageCheck,
  listActiveRuns,
  listOpenSightings,
  type OpenSighting,
  type PageCheck,
} from './runs.ts';

/** Requests a page or a file by its path, as a reader does. */
export type FetchPage = (path: string) => Promise<Response>;

/** Seconds between two checks of the pages. */
const EVERY = 60;
/** When a check is later than this many seconds, the time since the previous check counts as a gap. */
const MAY_BE_LATE = 120;
/** A check may use at most 1/`SHARE` of the time: after a long check the next one comes later. */
const SHARE = 4;
/** The most pages of the supplier directory that are searched for a logo. */
const DIRECTORY_PAGES = 100;

type Sighting = OpenSighting & { at: string };

/**
 * Reads every page that should show an ad, about once a minute and soon after a change, and records which ads appeared and
 * which disappeared. Only one process checks at a time. When a page cannot be read, nothing is recorded.
 */
export async function checkPages(deps: Deps, site: AdDeskSettings, ask: FetchPage): Promise<void> {
  const runs = await listActiveRuns(deps.db.read);
  if (runs.length === 0) return;
  if (!(await acquireCheckLock(deps, runs))) return;
  const beganAt = now(deps);
  const started = performance.now();
  let dueAt = inSeconds(deps, EVERY);
  try {
    const seen = await readPages(deps, runs, ask);
    const took = (performance.now() - started) / 1000;
    dueAt = inSeconds(deps, Math.max(EVERY, took * SHARE));
    await deps.db.write((tx) =>
      recordCheck(deps, tx, site, { runs, seen, check: { beganAt, endedAt: now(deps), dueAt } }),
    );
  } finally {
    await releaseCheckLock(deps, dueAt);
  }
}

/** Whether a run was started or a creative accepted since the last check. */
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
    if (response.status >= 500) throw new Error(`the check of ads got status ${response.status} for ${path}`);
    const page = response.status === 200 ? text : '';
    if (!path.startsWith('/suppliers') && path !== '/') return page; // each article is read once
    pages.set(path, page);
    return page;
  };
  const served = new Map<string, boolean>();
  /** An image that the server does not deliver is not shown. */
  const isServed = async (page: string, sha256: string) => {
    const [file] = new RegExp(`/ads/${sha256}/\\d+\\.(?:png|jpg)`).exec(page) ?? [];
    if (file === undefined) return false;
    const known = served.get(file) ?? (await ask(file)).status === 200;
    served.set(file, known);
    return known;
  };
  const seen: Sighting[] = [];
  for (const { orderId, place, sha256, hasRow } of runs) {
    // Another row of the directory may use the same image as its logo.
    if (sha256 === null || (place === 'directory-logo' && !hasRow)) continue;
    for await (const [path, page] of pagesOf(deps.db.read, place, read)) {
      if (!page.includes(` src="/ads/${sha256}/`) || !(await isServed(page, sha256))) continue;
      seen.push({ orderId, place, path, sha256, at: now(deps) });
      if (place === 'directory-logo') break;
    }
  }
  return seen;
}

/** The pages that can show an ad of a place, with their text. */
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
    .where('live_desk', '<>', 'pages') // custom pages carry no ads
    .orderBy('live_desk')
    .orderBy('live_slug')
    .execute();
  return rows.map(({ live_desk, live_slug }) => `/${live_desk}/${live_slug}`);
}

/** Records a check and its changes. A run that ended during the check is skipped. */
async function recordCheck(
  deps: Deps,
  tx: Tx,
  site: AdDeskSettings,
  { runs, seen, check }: { runs: readonly ActiveRun[]; seen: readonly Sighting[]; check: PageCheck },
): Promise<void> {
  const last = await lastPageCheck(tx);
  const isPaused = last !== null && check.beganAt > later(last.dueAt, MAY_BE_LATE);
  await tx
    .insertInto('ad_look')
    .values({
      began_at: check.beganAt,
      ended_at: check.endedAt,
      due_at: check.dueAt,
      paused_since: isPaused ? last.beganAt : null,
    })
    .execute();
  const going = new Set((await listActiveRuns(tx)).map(keyOfRun));
  const checked = new Set(runs.map(keyOfRun).filter((key) => going.has(key)));
  const before = (await listOpenSightings(tx)).filter((sighting) => checked.has(keyOfRun(sighting)));
  const [known, seenKeys] = [new Set(before.map(keyOf)), new Set(seen.map(keyOf))];
  const gone = before.filter((sighting) => !seenKeys.has(keyOf(sighting)));
  const came = seen.filter((sighting) => checked.has(keyOfRun(sighting)) && !known.has(keyOf(sighting)));
  for (const { orderId, place, path, sha256 } of gone)
    await addSighting(
      tx,
      { orderId, place, path, sha256 },
      { act: 'gone', at: check.endedAt, lastAt: last?.beganAt ?? check.beganAt },
    );
  for (const { at, ...sighting } of came) await addSighting(tx, sighting, { act: 'seen', at, lastAt: null });
  for (const sighting of firstOfEachRun(came)) await recordFirstSighting(deps, tx, site, sighting);
}

async function addSighting(
  tx: Tx,
  { orderId, place, path, sha256 }: OpenSighting,
  { act, at, lastAt }: { act: 'seen' | 'gone'; at: string; lastAt: string | null },
): Promise<void> {
  await tx
    .insertInto('ad_sighting')
    .values({ order_id: orderId, place, path, sha256, act, at, last_at: lastAt })
    .execute();
}

function firstOfEachRun(seen: readonly Sighting[]): Sighting[] {
  return seen.filter((sighting, at) => seen.findIndex((other) => keyOfRun(other) === keyOfRun(sighting)) === at);
}

function keyOfRun({ orderId, place }: { orderId: string; place: string }): string {
  return `${orderId} ${place}`;
}

function keyOf(sighting: OpenSighting): string {
  return `${keyOfRun(sighting)} ${sighting.sha256} ${sighting.path}`;
}

function later(at: string, seconds: number): string {
  return new Date(Date.parse(at) + seconds * 1000).toISOString();
}

/** The first page that shows the creative moves the order to “running”; the advertiser gets an email that names the page. */
async function recordFirstSighting(deps: Deps, tx: Tx, site: AdDeskSettings, seen: Sighting): Promise<void> {
  const { orderId, place, path, sha256, at } = seen;
  await lockOrder(tx, orderId);
  const order = await getOrder(tx, orderId);
  if (order.state !== 'booked') return;
  await transitionOrder(deps, tx, SYSTEM, {
    orderId,
    from: ['booked'],
    to: 'running',
    act: 'ad.running',
    detail: { place, path, sha256, at },
  });
  await mailBoth(deps, tx, site, {
    order,
    about: 'ad.running',
    text: `Your ad is shown under its label. Our service saw it at ${at.slice(0, 16).replace('T', ' ')} UTC on ${site.baseUrl}${path}. It checks again about every minute. We do not track readers. After the run you get a signed proof.`,
  });
}

// The lock: one setting holds the time of the next check, or the time until which one process may check.

const LOCK = 'ads_look_turn';
const BUSY = 'busy until ';

/** After this many seconds another process takes over from one that did not finish its check. */
const LEASE = 180;
/** A due time more than this many seconds ahead comes from a wrong clock and is ignored. */
const TOO_FAR = 3600;

/** Takes the lock when a check is due, or at once after a change of `runs`. A process that is checking keeps the lock. */
export async function acquireCheckLock(deps: Deps, runs: readonly ActiveRun[]): Promise<boolean> {
  if (!(await isFree(deps, deps.db.read, await readLock(deps.db.read), runs))) return false;
  return deps.db.write(async (tx) => {
    await tx
      .insertInto('setting')
      .values({ name: LOCK, value: '' })
      .onConflict((known) => known.column('name').doNothing())
      .execute();
    const value = await readLock(tx);
    if (!(await isFree(deps, tx, value, runs))) return false;
    const { numUpdatedRows } = await tx
      .updateTable('setting')
      .set({ value: BUSY + inSeconds(deps, LEASE) })
      .where('name', '=', LOCK)
      .where('value', '=', value)
      .executeTakeFirst();
    return numUpdatedRows === 1n;
  });
}

/** Releases the lock; the next check is due at `dueAt`. */
async function releaseCheckLock(deps: Deps, dueAt: string): Promise<void> {
  await deps.db.write((tx) => tx.updateTable('setting').set({ value: dueAt }).where('name', '=', LOCK).execute());
}

/** The last check is read after the lock: another process may have checked the same change meanwhile. */
async function isFree(deps: Deps, tx: Tx, value: string, runs: readonly ActiveRun[]): Promise<boolean> {
  const isBusy = value.startsWith(BUSY);
  const at = isBusy ? value.slice(BUSY.length) : value;
  if (at <= now(deps) || at > inSeconds(deps, TOO_FAR)) return true;
  return !isBusy && hasNews(runs, await lastPageCheck(tx));
}

async function readLock(tx: Tx): Promise<string> {
  const row = await tx.selectFrom('setting').select('value').where('name', '=', LOCK).executeTakeFirst();
  return row?.value ?? '';
}
