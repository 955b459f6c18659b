import type { Selectable } from 'kysely';
import type { Tx } from '#db/database.ts';
import { lockJobs } from '#db/schema/dialect.ts';
import type { Tables } from '#db/schema/tables.ts';
import { type Deps, inSeconds, now } from '#runtime/deps.ts';
import { isRunning, nameProcess } from '#runtime/process-name.ts';

// Work that only one of several processes does at a time. A row of `job` has the holder, the end of its lease, and how often the job was
// taken. The tables of its capability have the work and its progress. Each function runs in the caller's transaction.

/** `seconds`: time until another process takes over from a holder that does not renew. `isAlone`: one job of the kind at a time. */
export type JobKind = { name: string; seconds: number; isAlone?: true };
export type Job = { kind: JobKind; key: string };

/** The name of a process that takes jobs, and a check whether the holder of another name has ended. */
export type Holder = { name: string; hasEnded: (name: string) => boolean };

/** A job that `holder` has taken. A process that lost it cannot renew, release or finish it. */
export type Lease = Job & { holder: string };

/** `previous`: the holder whose job was taken over, or the same holder; null when the job was free. `tries` includes this one. */
export type TakenJob = Lease & { previous: string | null; tries: number };

/** This process as a holder. Other processes of this machine see at once that it has ended; others wait for the end of its lease. */
export function createHolder(deps: Pick<Deps, 'newId'>): Holder {
  return { name: `${nameProcess(process.pid)} ${deps.newId()}`, hasEnded: (name) => isRunning(name) === false };
}

/**
 * Takes a job, or renews it for the same holder. Null when another holder has it, or has another job of a kind with `isAlone`. Of several
 * callers at the same time, exactly one gets it.
 */
export async function take(deps: Deps, tx: Tx, { kind, key }: Job, me: Holder): Promise<TakenJob | null> {
  if (kind.isAlone) await lockJobs(deps.db.kind, tx);
  const known = await find(tx, { kind, key });
  if (known && isHeldByOther(deps, known, me)) return null;
  if (kind.isAlone && !(await freeOthers(deps, tx, { kind, key }))) return null;
  const previous = known?.holder ?? null;
  const tries = (known?.tries ?? 0) + (previous === me.name ? 0 : 1);
  const held = { holder: me.name, held_until: inSeconds(deps, kind.seconds), tries };
  const isTaken = known ? await replace(tx, known, held) : await insert(tx, { kind: kind.name, key, ...held });
  return isTaken ? { kind, key, holder: me.name, previous, tries } : null;
}

/**
 * Extends a lease; false when another process has the job. Until the transaction ends, no other process can take it. `hasProgress`: only
 * this try counts from now on.
 */
export async function renew(deps: Deps, tx: Tx, lease: Lease, { hasProgress = false } = {}): Promise<boolean> {
  const { numUpdatedRows } = await heldRow(tx, lease)
    .set({ held_until: inSeconds(deps, lease.kind.seconds), ...(hasProgress && { tries: 1 }) })
    .executeTakeFirst();
  return numUpdatedRows === 1n;
}

/** Releases a job that is not finished; false when another process has it. `isCounted: false`: this does not count as a try. */
export async function release(deps: Deps, tx: Tx, lease: Lease, { isCounted = true } = {}): Promise<boolean> {
  const { numUpdatedRows } = await heldRow(tx, lease)
    .set((row) => ({
      holder: null,
      held_until: now(deps),
      ...(!isCounted && { tries: row('tries', '-', 1) }),
    }))
    .executeTakeFirst();
  return numUpdatedRows === 1n;
}

/** Ends a job and forgets its tries; false when another process has it. */
export async function finish(tx: Tx, { kind, key, holder }: Lease): Promise<boolean> {
  const { numDeletedRows } = await tx
    .deleteFrom('job')
    .where('kind', '=', kind.name)
    .where('key', '=', key)
    .where('holder', '=', holder)
    .executeTakeFirst();
  return numDeletedRows === 1n;
}

/** Frees the jobs of a kind whose holders did not renew them in time. Their tries count. */
export async function freeSilent(deps: Deps, tx: Tx, { name, isAlone }: JobKind): Promise<void> {
  if (isAlone) await lockJobs(deps.db.kind, tx);
  await tx
    .updateTable('job')
    .set({ holder: null })
    .where('kind', '=', name)
    .where('holder', 'is not', null)
    .where('held_until', '<=', now(deps))
    .execute();
}

/** Forgets a job, also one that another process holds. */
export async function forget(tx: Tx, { kind, key }: Job): Promise<void> {
  await tx.deleteFrom('job').where('kind', '=', kind.name).where('key', '=', key).execute();
}

/** Whether somebody holds a job now. */
export async function isHeld(deps: Deps, tx: Tx, { kind, key }: Job): Promise<boolean> {
  return (await heldKeys(deps, tx, kind).where('key', '=', key).executeTakeFirst()) !== undefined;
}

/** Until when a job is held, or when it was last released; null when it was never taken, or is finished. */
export async function lastHeld(tx: Tx, job: Job): Promise<string | null> {
  return (await find(tx, job))?.held_until ?? null;
}

/** The jobs of a kind that somebody holds now, by key; a query for `where … in` too. */
export function heldKeys(deps: Deps, tx: Tx, { name }: JobKind) {
  return tx
    .selectFrom('job')
    .select('key')
    .where('kind', '=', name)
    .where('holder', 'is not', null)
    .where('held_until', '>', now(deps));
}

/** The jobs of a kind that this holder has, by key, with expired leases that nobody took over. */
export function keysOf(tx: Tx, { name }: JobKind, holder: string) {
  return tx.selectFrom('job').select('key').where('kind', '=', name).where('holder', '=', holder);
}

/** The jobs of a kind that nobody holds and that were taken at least `tries` times, by key. */
export function triedKeys(tx: Tx, { name }: JobKind, tries: number) {
  return tx
    .selectFrom('job')
    .select('key')
    .where('kind', '=', name)
    .where('holder', 'is', null)
    .where('tries', '>=', tries);
}

/** The jobs of a kind that others hold. `take` would refuse each of them in its own transaction. */
export async function keysOfOthers(deps: Deps, { name }: JobKind, me: Holder): Promise<Set<string>> {
  const query = deps.db.read.selectFrom('job').selectAll().where('kind', '=', name).where('holder', 'is not', null);
  const rows = await query.execute();
  return new Set(rows.filter((row) => isHeldByOther(deps, row, me)).map(({ key }) => key));
}

type JobRow = Selectable<Tables['job']>;

function find(tx: Tx, { kind, key }: Job): Promise<JobRow | undefined> {
  return tx.selectFrom('job').selectAll().where('kind', '=', kind.name).where('key', '=', key).executeTakeFirst();
}

function isHeldByOther(deps: Deps, { holder, held_until }: JobRow, me: Holder): boolean {
  return holder !== null && holder !== me.name && held_until > now(deps) && !me.hasEnded(holder);
}

/** Frees the other jobs of a kind with expired leases; false when another job is held. */
async function freeOthers(deps: Deps, tx: Tx, { kind, key }: Job): Promise<boolean> {
  const other = await heldKeys(deps, tx, kind).where('key', '!=', key).executeTakeFirst();
  if (other) return false;
  await freeSilent(deps, tx, kind);
  return true;
}

async function insert(tx: Tx, row: JobRow): Promise<boolean> {
  const query = tx
    .insertInto('job')
    .values(row)
    .onConflict((known) => known.columns(['kind', 'key']).doNothing());
  return (await query.executeTakeFirst()).numInsertedOrUpdatedRows === 1n;
}

/** Writes the next holder, if nobody changed the row since it was read. */
async function replace(tx: Tx, known: JobRow, next: Partial<JobRow>): Promise<boolean> {
  const { kind, key, holder, held_until } = known;
  const row = tx.updateTable('job').set(next).where('kind', '=', kind).where('key', '=', key);
  const { numUpdatedRows } = await row
    .where('holder', holder === null ? 'is' : '=', holder)
    .where('held_until', '=', held_until)
    .executeTakeFirst();
  return numUpdatedRows === 1n;
}

function heldRow(tx: Tx, { kind, key, holder }: Lease) {
  return tx.updateTable('job').where('kind', '=', kind.name).where('key', '=', key).where('holder', '=', holder);
}
