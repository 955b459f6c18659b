import { type ArticleHistory, historySchema } from '#article/history-format.ts';
import { Failure, type FailureKind } from '#core/failure.ts';
import { lockPublications } from '#db/schema/dialect.ts';
import type { IsRoute } from '#editorial/write/old-addresses.ts';
import type { Deps } from '#runtime/deps.ts';
import { logPlacement } from '#runtime/publication-log.ts';
import { fileHistory, finishHistory } from './file-history.ts';
import type { ImportSource } from './import-item.ts';
import { type ExportToRestore, openExport } from './open-export.ts';
import { replayEvent } from './replay.ts';
import { restoreRedirects, restoreRelated, restoreSeries } from './restore-links.ts';
import { restoreNames } from './restore-names.ts';
import { restorePictures } from './restore-pictures.ts';
import { itemOf, leaveAsDraft, markBegun, markRestored, readOutcomes, requireEmptySite } from './restored-items.ts';

// Brings an export back into a site without published articles: what happened to its articles happens again, in the order of the
// publication log, each event in a transaction of its own. A restore that ended early goes on with the first event that is missing.

export type Restoring = {
  runId: string;
  holder: string;
  source: ImportSource;
  isRoute: IsRoute;
  signal?: AbortSignal | undefined;
  onProgress?: ((done: number) => void) | undefined;
};

/** An event of the publication log: in which history, and which of its events that are no moves. */
type Step = { seq: number; file: string; item: string; id: string; turn: number; of: number };

/**
 * Returns what could not be restored besides articles, for people.
 * @throws validation_failed for an export that cannot be restored, already_done when this site has published articles
 */
export async function restoreExport(deps: Deps, restoring: Restoring): Promise<string[]> {
  const source = await openExport(restoring.source);
  const steps = await listSteps(source);
  await requireEmptySite(deps, restoring.runId);
  // Two people published these articles before the export; here a chief answers for all of them.
  const own: Deps = { ...deps, policy: { ...deps.policy, reviewBy: 'one' } };
  await restorePictures(own, source);
  await restoreNames(own, source);
  if (!(await replayAll(own, restoring, source, steps))) return [];
  await restoreSeries(own, source);
  for (const file of source.histories) {
    const history = await source.readJson(file, historySchema);
    if (history.related.length > 0) await own.db.write((tx) => restoreRelated(tx, history));
  }
  const refused = await restoreRedirects(own, source, restoring.isRoute);
  await own.db.write((tx) => logPlacement(own, tx, 'imported'));
  return refused;
}

/** Every event of every article, in the order of the publication log. A move comes with the publication that made it. */
async function listSteps(source: ExportToRestore): Promise<Step[]> {
  const steps: Step[] = [];
  for (const file of source.histories) {
    const history = await source.readJson(file, historySchema);
    const own = history.events.filter(({ act }) => act !== 'moved');
    const article = { file, item: itemOf(history), id: history.id };
    for (const [turn, { seq }] of own.entries()) steps.push({ ...article, seq, turn, of: own.length });
  }
  return steps.sort((step, other) => step.seq - other.seq);
}

/** False when it was stopped. */
async function replayAll(deps: Deps, restoring: Restoring, source: ExportToRestore, steps: Step[]): Promise<boolean> {
  const { settled, repeated } = await readOutcomes(deps.db.read, restoring.runId);
  let done = settled.size;
  for (const step of steps) {
    if (restoring.signal?.aborted) return false;
    if (settled.has(step.item) || step.turn < (repeated.get(step.id) ?? 0)) continue;
    const history = await source.readJson(step.file, historySchema);
    const isRestored = await doStep(deps, restoring, step, {
      history,
      siteName: source.manifest.site.name,
      done: done + 1,
    });
    if (isRestored && step.turn + 1 < step.of) continue;
    settled.add(step.item);
    done += 1; // not inside the optional call: without a listener it would not be counted
    restoring.onProgress?.(done);
  }
  return true;
}

/** Refusals that end a restore; every other one leaves the article as a draft. */
const ENDS: ReadonlySet<FailureKind> = new Set(['busy', 'db_unavailable', 'storage_full', 'forbidden']);

async function doStep(
  deps: Deps,
  { runId, holder }: Restoring,
  { turn, of }: Step,
  { history, siteName, done }: { history: ArticleHistory; siteName: string; done: number },
): Promise<boolean> {
  const event = history.events.filter(({ act }) => act !== 'moved')[turn];
  const own = { runId, holder, history, done };
  try {
    await deps.db.write(async (tx) => {
      await lockPublications(deps.db.kind, tx);
      if (turn === 0) await fileHistory(deps, tx, history);
      if (event) await replayEvent(deps, tx, event, { history, siteName });
      if (turn + 1 < of) return markBegun(deps, tx, own);
      await finishHistory(tx, history);
      await markRestored(deps, tx, own);
    });
    return true;
  } catch (error) {
    if (!(error instanceof Failure) || ENDS.has(error.kind)) throw error;
    await leaveAsDraft(deps, own, `${error.message} ${error.detail.hint ?? ''}`);
    return false;
  }
}
