import { createHash } from 'node:crypto';
import { now, type Press } from '../ground/press.ts';
import { readArticlesLive } from './pages-carried.ts';
import { shotFile } from './paper-files.ts';

/** A screenshot of a page while it carried an ad; `path` is below the base address, `file` its name in the store. */
export type Shot = { path: string; takenAt: string; sha256: string; file: string };

/** Takes a picture (PNG) of the page at a path, in a browser. */
export type TakeShot = (path: string) => Promise<Uint8Array>;

/** Runs photographed in one round. */
const AT_ONCE = 4;

/**
 * Photographs each run once, on the home page or on one article, soon after it began. Of any number of processes one does.
 * @throws what the browser threw; that run is then not tried again, and its proof says so
 */
export async function shootRuns(press: Press, take: TakeShot): Promise<void> {
  const runs = await press.db.read
    .selectFrom('ad_run')
    .select(['order_id', 'place'])
    .where('place', 'in', ['homepage-band', 'in-article', 'directory-logo'])
    .where('started_at', 'is not', null)
    .where('ended_at', 'is', null)
    .where('shots', 'is', null)
    .limit(AT_ONCE)
    .execute();
  for (const { order_id, place } of runs) {
    const [path] =
      place === 'in-article' ? (await readArticlesLive(press.db.read, now(press), null)).map((one) => one.path) : ['/'];
    if (path === undefined) continue; // no article is published yet
    const run = press.db.write((tx) =>
      tx
        .updateTable('ad_run')
        .set({ shots: '[]' })
        .where('order_id', '=', order_id)
        .where('place', '=', place)
        .where('shots', 'is', null)
        .executeTakeFirst(),
    );
    if ((await run).numUpdatedRows !== 1n) continue;
    const bytes = await take(path);
    const sha256 = createHash('sha256').update(bytes).digest('hex');
    const shot: Shot = { path, takenAt: now(press), sha256, file: shotFile(sha256) };
    await press.files.put(shot.file, bytes);
    await press.db.write((tx) =>
      tx
        .updateTable('ad_run')
        .set({ shots: JSON.stringify([shot]) })
        .where('order_id', '=', order_id)
        .where('place', '=', place)
        .execute(),
    );
  }
}
