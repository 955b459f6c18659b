import { type Actor, nameOf, requireChief } from '#core/actor.ts';
import { Failure } from '#core/failure.ts';
import type { Tx } from '#db/database.ts';
import { type Deps, inSeconds, now } from '#runtime/deps.ts';
import type { Files } from '#runtime/files/files.ts';
import {
  finish,
  type Holder,
  type JobKind,
  keysOfOthers,
  type Lease,
  release,
  renew,
  take,
} from '#runtime/jobs/jobs.ts';
import { writeJournal } from '#runtime/journal.ts';
import type { NotedOrder } from './note-export.ts';

/** How long a finished export can be downloaded, in seconds. */
export const KEPT_SECONDS = 24 * 3600;
const UNFINISHED = ['waiting', 'running'] as const;
/** Jobs on the page. */
const MOST_LISTED = 20;

export type ExportState = 'waiting' | 'running' | 'ready' | 'downloaded' | 'ended' | 'failed';
export type ExportJob = {
  id: string;
  askedBy: string;
  askedAt: string;
  what: NotedOrder;
  state: ExportState;
  done: number;
  whole: number;
  bytes: number;
  hash: string | null;
  endsAt: string | null;
  trouble: string | null;
};

/** The latest exports that chiefs asked for, newest first. @throws forbidden */
export async function listExportJobs(tx: Tx, actor: Actor): Promise<ExportJob[]> {
  requireChief(actor, 'see exports');
  const rows = await tx
    .selectFrom('export_job')
    .selectAll()
    .orderBy('asked_at', 'desc')
    .orderBy('id')
    .limit(MOST_LISTED)
    .execute();
  return rows.map((row) => ({
    id: row.id,
    askedBy: row.asked_by_name,
    askedAt: row.asked_at,
    what: JSON.parse(row.what),
    state: row.state as ExportState,
    done: row.done,
    whole: row.whole,
    bytes: Number(row.bytes),
    hash: row.hash,
    endsAt: row.ends_at,
    trouble: row.trouble,
  }));
}

/** Asks for an export; a server writes it in the background. @throws forbidden, already_exists while the server writes another one */
export async function requestExport(deps: Deps, actor: Actor, what: NotedOrder): Promise<string> {
  requireChief(actor, 'export the content');
  const id = deps.newId();
  await deps.db.write(async (tx) => {
    // The entry comes first: its lock lets one request at a time look for an unfinished export.
    await writeJournal(deps, tx, actor, {
      act: 'content.export_asked',
      subject: { kind: 'setting', id: 'export' },
      detail: { ...what },
    });
    if (await unfinished(tx).select('id').executeTakeFirst())
      throw new Failure('already_exists', 'The server is writing another export.', {
        hint: 'Wait until it is ready, then try again.',
      });
    await tx
      .insertInto('export_job')
      .values({
        id,
        asked_by_id: actor.id,
        asked_by_name: nameOf(actor),
        asked_at: now(deps),
        what: JSON.stringify(what),
        state: 'waiting',
        done: 0,
        whole: 0,
        folder: `export-${deps.newId()}`,
        parts: 0,
        bytes: 0,
        hash: null,
        ends_at: null,
        trouble: null,
      })
      .execute();
  });
  return id;
}

/** A finished export that somebody downloads now. */
export type ExportDownload = { id: string; bytes: number; folder: string; parts: number };

/**
 * Takes a finished export for one download: of simultaneous requests exactly one gets it.
 * @throws forbidden, not_found, already_done after a download or when its time is over
 */
export async function takeExport(deps: Deps, actor: Actor, id: string): Promise<ExportDownload> {
  requireChief(actor, 'download an export');
  return deps.db.write(async (tx) => {
    const job = await tx.selectFrom('export_job').selectAll().where('id', '=', id).executeTakeFirst();
    if (!job) throw new Failure('not_found', 'There is no such export.', { hint: 'Ask for a new one.' });
    const { numUpdatedRows } = await tx
      .updateTable('export_job')
      .set({ state: 'downloaded' })
      .where('id', '=', id)
      .where('state', '=', 'ready')
      .where('ends_at', '>', now(deps))
      .executeTakeFirst();
    if (Number(numUpdatedRows) === 0)
      throw new Failure('already_done', 'This export cannot be downloaded: each can be, once, within 24 hours.', {
        hint: 'Ask for a new one.',
      });
    await writeJournal(deps, tx, actor, {
      act: 'content.exported',
      subject: { kind: 'setting', id: 'export' },
      detail: { ...JSON.parse(job.what), bytes: Number(job.bytes), hash: job.hash },
    });
    return { id, bytes: Number(job.bytes), folder: job.folder, parts: job.parts };
  });
}

/** The name of a part in the file store. */
export function partName(folder: string, number: number): string {
  return `${folder}/${String(number).padStart(6, '0')}.part`;
}

/** The bytes of an export; its parts are removed when the last one was read, or when nobody reads on. */
export async function* readExport(files: Files, { folder, parts }: ExportDownload): AsyncGenerator<Uint8Array> {
  try {
    for (let number = 1; number <= parts; number++) {
      const part = await files.get(partName(folder, number));
      if (!part) throw new Error(`part ${number} of an export is not in the file store`);
      yield part;
    }
  } finally {
    await removeParts(files, folder);
  }
}

/** Removes the parts of an export from the store. */
export async function removeParts(files: Files, folder: string): Promise<void> {
  for (let number = 1; await files.has(partName(folder, number)); number++)
    await files.remove(partName(folder, number));
}

/** Ends the exports that nobody downloaded in time, and removes their files. */
export async function endOldExports(deps: Deps): Promise<void> {
  const old = await deps.db.read
    .selectFrom('export_job')
    .select(['id', 'folder'])
    .where('state', '=', 'ready')
    .where('ends_at', '<=', now(deps))
    .execute();
  for (const { id, folder } of old) {
    const ended = await deps.db.write((tx) =>
      tx
        .updateTable('export_job')
        .set({ state: 'ended' })
        .where('id', '=', id)
        .where('state', '=', 'ready')
        .executeTakeFirst(),
    );
    if (Number(ended.numUpdatedRows) > 0) await removeParts(deps.files, folder);
  }
}

const EXPORTS: JobKind = { name: 'export', seconds: 60 };
/** Processes that may end while they write an export, before no other begins it again. */
const MOST_ENDED = 2;
const ENDED_TWICE =
  'It ended two processes of the server that wrote it, because it took too much time or memory, or because they were killed. Ask for it again.';

/** An export that this process writes. */
export type ClaimedExport = { lease: Lease; folder: string; what: NotedOrder };

/**
 * Takes the next export for this process: one that waits, or one whose process ended. Null when there is no such export. An export
 * that ended two processes fails.
 */
export async function claimExport(deps: Deps, me: Holder): Promise<ClaimedExport | null> {
  const next = await unfinished(deps.db.read).select(['id', 'folder', 'what']).orderBy('asked_at').executeTakeFirst();
  if (!next || (await keysOfOthers(deps, EXPORTS, me)).has(next.id)) return null;
  const lease = await deps.db.write(async (tx) => {
    const taken = await take(deps, tx, { kind: EXPORTS, key: next.id }, me);
    if (!taken) return null;
    const mayBegin = taken.tries <= MOST_ENDED;
    const state = mayBegin ? { state: 'running', done: 0, whole: 0 } : { state: 'failed', trouble: ENDED_TWICE };
    const isUnfinished = await update(tx, taken, state);
    if (isUnfinished && mayBegin) return taken;
    await finish(tx, taken); // it failed, or another process finished it meanwhile
    return isUnfinished ? 'failed' : null;
  });
  if (lease !== 'failed') return lease && { lease, folder: next.folder, what: JSON.parse(next.what) };
  await removeParts(deps.files, next.folder);
  return claimExport(deps, me);
}

/** Writes how far an export is, and holds it on. False when another process has it now. */
export function noteProgress(deps: Deps, lease: Lease, progress: { done: number; whole: number }): Promise<boolean> {
  return deps.db.write(async (tx) => (await renew(deps, tx, lease)) && update(tx, lease, progress));
}

/** Writes the end of an export. False when another process has it now. */
export function finishExport(
  deps: Deps,
  lease: Lease,
  end: { parts: number; bytes: number; hash: string } | { trouble: string },
): Promise<boolean> {
  const set =
    'trouble' in end
      ? { state: 'failed', trouble: end.trouble }
      : { ...end, state: 'ready', ends_at: inSeconds(deps, KEPT_SECONDS) };
  return deps.db.write(async (tx) => (await finish(tx, lease)) && update(tx, lease, set));
}

/** Lets another process begin an export again. That this one stops is no try. */
export function releaseExport(deps: Deps, lease: Lease): Promise<boolean> {
  const give = (tx: Tx) => release(deps, tx, lease, { isCounted: false });
  return deps.db.write(async (tx) => (await give(tx)) && update(tx, lease, { state: 'waiting' }));
}

function unfinished(tx: Tx) {
  return tx.selectFrom('export_job').where('state', 'in', UNFINISHED);
}

async function update(tx: Tx, { key }: Lease, set: object): Promise<boolean> {
  const { numUpdatedRows } = await tx
    .updateTable('export_job')
    .set(set)
    .where('id', '=', key)
    .where('state', 'in', UNFINISHED)
    .executeTakeFirst();
  return Number(numUpdatedRows) === 1;
}
