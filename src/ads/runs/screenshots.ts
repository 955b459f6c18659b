import { createHash } from 'node:crypto';
import { type Actor, requireAdDesk } from '#core/actor.ts';
import { Failure } from '#core/failure.ts';
import type { Tx } from '#db/database.ts';
import { type Deps, inSeconds, now } from '#runtime/deps.ts';
import { screenshotFile } from '#runtime/files/document-files.ts';
import { findOpenSighting, type OpenSighting } from './runs.ts';

/** A screenshot of a page that showed a creative. `path` is relative to the base address; `file` is the name in the file store. */
export type Screenshot = {
  place: string;
  path: string;
  creative: string | null;
  takenAt: string;
  sha256: string;
  file: string;
};

/** Takes a screenshot (PNG) of the page at a path with the creative in view. @throws when the page does not show the creative */
export type TakeScreenshot = (path: string, creative: string) => Promise<Uint8Array>;

/** The most screenshots in one round. */
const AT_ONCE = 4;
/** Seconds until a failed screenshot is tried again; also the time one process may take for it. */
const AGAIN = 600;

/**
 * Takes one screenshot of each creative at each place, on a page that showed it at the last check. Only one process takes it.
 * @throws the browser's error; that screenshot is tried again after ten minutes, and until then the proof reports the failure
 */
export async function takeScreenshots(deps: Deps, take: TakeScreenshot): Promise<void> {
  for (const sighting of (await listDueScreenshots(deps)).slice(0, AT_ONCE)) {
    if (!(await claim(deps, sighting))) continue;
    try {
      await takeScreenshot(deps, take, sighting);
    } catch (error) {
      const why = error instanceof Error ? error.message : String(error);
      await deps.db.write((tx) => setRun(tx, sighting, { shot_trouble: `${now(deps)} ${why.slice(0, 300)}` }));
      throw error;
    }
  }
}

/** For each active run without a screenshot of its creative: a page that shows it. */
async function listDueScreenshots(deps: Deps): Promise<OpenSighting[]> {
  const { read } = deps.db;
  const runs = await read
    .selectFrom('ad_run')
    .innerJoin('creative', (on) =>
      on.onRef('creative.order_id', '=', 'ad_run.order_id').onRef('creative.kind', '=', 'ad_run.place'),
    )
    .select(['ad_run.order_id', 'ad_run.place', 'creative.hash'])
    .where('creative.state', '=', 'accepted')
    .where('ad_run.started_at', 'is not', null)
    .where('ad_run.ended_at', 'is', null)
    .where((is) => is.or([is('shot_due_at', 'is', null), is('shot_due_at', '<=', now(deps))]))
    .where((is) =>
      is.not(
        is.exists(
          is
            .selectFrom('ad_shot')
            .select('ad_shot.seq')
            .whereRef('ad_shot.order_id', '=', 'ad_run.order_id')
            .whereRef('ad_shot.place', '=', 'ad_run.place')
            .whereRef('ad_shot.creative_sha256', '=', 'creative.hash'),
        ),
      ),
    )
    .orderBy('ad_run.started_at')
    .execute();
  const wanted: OpenSighting[] = [];
  for (const { order_id, place, hash } of runs) {
    const seen = hash === null ? null : await findOpenSighting(read, { orderId: order_id, place, sha256: hash });
    if (seen) wanted.push(seen);
  }
  return wanted;
}

async function claim(deps: Deps, sighting: OpenSighting): Promise<boolean> {
  return deps.db.write(async (tx) => {
    const { numUpdatedRows } = await tx
      .updateTable('ad_run')
      .set({ shot_due_at: inSeconds(deps, AGAIN) })
      .where('order_id', '=', sighting.orderId)
      .where('place', '=', sighting.place)
      .where((is) => is.or([is('shot_due_at', 'is', null), is('shot_due_at', '<=', now(deps))]))
      .executeTakeFirst();
    return numUpdatedRows === 1n;
  });
}

async function takeScreenshot(deps: Deps, take: TakeScreenshot, sighting: OpenSighting): Promise<void> {
  const bytes = await take(sighting.path, sighting.sha256);
  const sha256 = createHash('sha256').update(bytes).digest('hex');
  const file = screenshotFile(sha256);
  await deps.files.put(file, bytes);
  const { orderId, place, path, sha256: creative } = sighting;
  await deps.db.write(async (tx) => {
    await tx
      .insertInto('ad_shot')
      .values({ order_id: orderId, place, path, creative_sha256: creative, taken_at: now(deps), sha256, file })
      .execute();
    await setRun(tx, sighting, { shot_due_at: null, shot_trouble: null });
  });
}

async function setRun(
  tx: Tx,
  { orderId, place }: OpenSighting,
  set: { shot_due_at?: string | null; shot_trouble: string | null },
): Promise<void> {
  await tx.updateTable('ad_run').set(set).where('order_id', '=', orderId).where('place', '=', place).execute();
}

/** The screenshots of an order, oldest first. */
export async function listScreenshots(tx: Tx, orderId: string): Promise<Screenshot[]> {
  const rows = await tx.selectFrom('ad_shot').selectAll().where('order_id', '=', orderId).orderBy('seq').execute();
  return rows.map(({ place, path, creative_sha256, taken_at, sha256, file }) => ({
    place,
    path,
    creative: creative_sha256,
    takenAt: taken_at,
    sha256,
    file,
  }));
}

/** The name of a screenshot in the file store. @throws forbidden (writers and agents), not_found */
export async function findScreenshot(tx: Tx, actor: Actor, orderId: string, sha256: string): Promise<string> {
  requireAdDesk(actor, 'see screenshots');
  const row = await tx
    .selectFrom('ad_shot')
    .select('file')
    .where('order_id', '=', orderId.toLowerCase())
    .where('sha256', '=', sha256)
    .limit(1)
    .executeTakeFirst();
  if (row) return row.file;
  throw new Failure('not_found', 'There is no such screenshot.', { hint: 'Look at the order again.' });
}
