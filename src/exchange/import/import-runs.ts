import { sql } from 'kysely';
import { type Actor, nameOf, requireChief } from '#core/actor.ts';
import { Failure } from '#core/failure.ts';
import { isUuid } from '#core/text.ts';
import type { Tx } from '#db/database.ts';
import { type Deps, now } from '#runtime/deps.ts';
import { heldKeys } from '#runtime/jobs/jobs.ts';
import { writeJournal } from '#runtime/journal.ts';
import { storeDecisions } from './item-decisions.ts';
import type { ImportOutcome, ItemReport } from './item-report.ts';
import { type ImportPlan, type ItemDecision, importPlanSchema, PLAN_FORMAT, type PlanFile } from './plan.ts';
import { freeEndedRuns, RUNS, type RunState, UNFINISHED } from './run-lease.ts';

export type ImportRun = {
  id: string;
  source: string;
  fileName: string;
  path: string;
  format: string;
  fileHash: string;
  state: RunState;
  plan: ImportPlan;
  found: number;
  done: number;
  trouble: string | null;
  madeAt: string;
  madeBy: string;
  startedAt: string | null;
  endedAt: string | null;
  /** Why its articles go live as an archive, and who chose that; null while they become drafts. */
  archive: { reason: string; by: string } | null;
};

/** How many items of one kind have each outcome. */
export type KindCount = { kind: string; found: number } & Record<ImportOutcome, number>;

/** A row of the report: an article, or an item that was refused. */
export type ReportLine = {
  sourceId: string;
  kind: string;
  title: string;
  decision: ItemDecision['decision'];
  section: string | null;
  slug: string | null;
  expected: ImportOutcome;
  outcome: ImportOutcome | null;
  why: string | null;
  report: ItemReport;
  articleId: string | null;
};

/** @throws forbidden for everybody but chiefs and the command line; agents always */
export function requireImporter(actor: Actor): void {
  requireChief(actor, 'import articles from other systems');
}

/** All runs, the latest first. @throws forbidden */
export async function listRuns(tx: Tx, actor: Actor): Promise<ImportRun[]> {
  requireImporter(actor);
  const rows = await tx
    .selectFrom('import_run')
    .selectAll()
    .orderBy('made_at', 'desc')
    .orderBy('id')
    .limit(100)
    .execute();
  return rows.map(toRun);
}

/** @throws forbidden, not_found */
export async function getRun(tx: Tx, actor: Actor, id: string): Promise<ImportRun> {
  requireImporter(actor);
  const row = isUuid(id)
    ? await tx.selectFrom('import_run').selectAll().where('id', '=', id.toLowerCase()).executeTakeFirst()
    : undefined;
  if (!row) throw new Failure('not_found', 'There is no such import.', { hint: 'Look at the list of imports.' });
  return toRun(row);
}

type RunRow = Awaited<ReturnType<typeof readRow>>;
function readRow(tx: Tx) {
  return tx.selectFrom('import_run').selectAll().executeTakeFirstOrThrow();
}

function toRun(row: RunRow): ImportRun {
  return {
    id: row.id,
    source: row.source,
    fileName: row.file_name,
    path: row.path,
    format: row.format,
    fileHash: row.file_hash,
    state: row.state as RunState,
    plan: JSON.parse(row.plan) as ImportPlan,
    found: row.found,
    done: row.done,
    trouble: row.trouble,
    madeAt: row.made_at,
    madeBy: row.made_by_name,
    startedAt: row.started_at,
    endedAt: row.ended_at,
    archive: row.archive_reason === null ? null : { reason: row.archive_reason, by: row.archive_by ?? '' },
  };
}

/** A run that waits for its look. @throws forbidden */
export async function addRun(
  deps: Deps,
  actor: Actor,
  { path, fileName }: { path: string; fileName: string },
): Promise<string> {
  requireImporter(actor);
  const id = deps.newId();
  await deps.db.write((tx) =>
    tx
      .insertInto('import_run')
      .values({
        id,
        path,
        file_name: fileName,
        source: '',
        format: '',
        file_hash: '',
        state: 'waits to look',
        plan: '{}',
        found: 0,
        done: 0,
        made_at: now(deps),
        made_by_kind: actor.kind,
        made_by_id: actor.id,
        made_by_name: nameOf(actor),
      })
      .execute(),
  );
  return id;
}

/** The counts of a run by kind; before the run those that the look expects. */
export async function countOutcomes(tx: Tx, id: string, which: 'expected' | 'outcome'): Promise<KindCount[]> {
  const decided = sql<string | null>`case when decision = 'leave out' then 'left out' else expected end`;
  const outcome = which === 'expected' ? decided : sql<string | null>`outcome`;
  const rows = await tx
    .selectFrom('import_item')
    .select((row) => ['kind', outcome.as('end'), row.fn.countAll<number | string>().as('count')])
    .where('run_id', '=', id)
    .groupBy(['kind', outcome])
    .orderBy('kind')
    .execute();
  const counts = new Map<string, KindCount>();
  for (const { kind, count, end } of rows) {
    const all = counts.get(kind) ?? { kind, found: 0, imported: 0, changed: 0, 'left out': 0, refused: 0 };
    all.found += Number(count);
    if (end !== null) all[end as ImportOutcome] += Number(count);
    counts.set(kind, all);
  }
  return [...counts.values()].sort((a, b) => Number(b.kind === 'article') - Number(a.kind === 'article'));
}

/** Items of a run in the order of the file; `only` those that differ from the look, or that something is to say about. */
export async function listItems(
  tx: Tx,
  id: string,
  { after = -1, limit, only }: { after?: number; limit: number; only?: 'articles' | 'reported' },
): Promise<(ReportLine & { place: number })[]> {
  const rows = await tx
    .selectFrom('import_item')
    .selectAll()
    .where('run_id', '=', id)
    .where('place', '>', after)
    .$if(only === 'articles', (items) => items.where('kind', '=', 'article'))
    .$if(only === 'reported', (items) =>
      items.where((item) => item.or([item('kind', '=', 'article'), item('expected', '=', 'refused')])),
    )
    .orderBy('place')
    .limit(limit)
    .execute();
  return rows.map((row) => ({
    place: row.place,
    sourceId: row.source_id,
    kind: row.kind,
    title: row.title,
    decision: row.decision as ItemDecision['decision'],
    section: row.section,
    slug: row.slug,
    expected: row.expected as ImportOutcome,
    outcome: row.outcome as ImportOutcome | null,
    why: row.why,
    report: JSON.parse(row.report) as ItemReport,
    articleId: row.article_id,
  }));
}

/** How many things of each kind are missing in the articles of a run. */
export async function countLost(tx: Tx, id: string): Promise<{ kind: string; count: number }[]> {
  const rows = await tx
    .selectFrom('lost_place')
    .select((row) => ['kind', row.fn.countAll<number | string>().as('count')])
    .where('run_id', '=', id)
    .groupBy('kind')
    .orderBy('kind')
    .execute();
  return rows.map(({ kind, count }) => ({ kind, count: Number(count) }));
}

/** The plan of a run as the file that a person edits. @throws forbidden, not_found */
export async function readPlan(tx: Tx, actor: Actor, id: string): Promise<PlanFile> {
  const run = await getRun(tx, actor, id);
  const items = await listItems(tx, run.id, { limit: 1_000_000, only: 'articles' });
  return {
    format: PLAN_FORMAT,
    run: run.id,
    file: run.fileName,
    plan: run.plan,
    items: items.map(({ sourceId, title, decision, section, slug }) => ({ sourceId, title, decision, section, slug })),
  };
}

/**
 * The oldest run whose file is in the folder of the server, and that waits, or whose process has been silent for too long. Null
 * while a process works on any run.
 */
export async function nextRun(deps: Deps, folder: string, besides: ReadonlySet<string>): Promise<ImportRun | null> {
  const known = await readUnfinished(deps);
  if (known.length === 0 || (await heldKeys(deps, deps.db.read, RUNS).executeTakeFirst())) return null;
  // Nobody holds a run that has begun: its process was silent for too long, or ended.
  const hasEnded = known.some(({ state }) => state === 'looks' || state === 'runs');
  if (hasEnded) await freeEndedRuns(deps, null);
  const rows = hasEnded ? await readUnfinished(deps) : known;
  const row = rows.find(({ id, path }) => !besides.has(id) && path.startsWith(`${folder}/`));
  return row ? toRun(row) : null;
}

function readUnfinished(deps: Deps) {
  return deps.db.read
    .selectFrom('import_run')
    .selectAll()
    .where('state', 'in', UNFINISHED)
    .orderBy('made_at')
    .orderBy('id')
    .execute();
}

const CHANGEABLE: readonly RunState[] = ['looked', 'failed'];

/** Stores what a person decided. @throws forbidden, not_found, validation_failed, already_done after the run began */
export async function storePlan(
  deps: Deps,
  actor: Actor,
  id: string,
  { given, items }: { given: ImportPlan; items: readonly ItemDecision[] },
): Promise<void> {
  const plan = importPlanSchema.parse(given);
  await deps.db.write(async (tx) => {
    const run = await getRun(tx, actor, id);
    if (!CHANGEABLE.includes(run.state) || run.done > 0) throw alreadyBegun();
    await tx
      .updateTable('import_run')
      .set({ plan: JSON.stringify(plan) })
      .where('id', '=', run.id)
      .execute();
    await storeDecisions(tx, run.id, items);
    await writeJournal(deps, tx, actor, {
      act: 'import.planned',
      subject: { kind: 'import', id: run.id },
      detail: { name: run.fileName },
    });
  });
}

export function alreadyBegun(): Failure {
  return new Failure('already_done', 'This import began already, so its plan stays as it is.', {
    hint: 'Look at the file again to make another plan.',
  });
}
