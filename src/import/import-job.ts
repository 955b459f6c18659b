import { join } from 'node:path';
import { openDesks } from '#article/desk.ts';
import type { Config } from '#config/config.ts';
import type { Actor } from '#core/actor.ts';
import { Failure } from '#core/failure.ts';
import type { IsRoute } from '#editorial/write/old-addresses.ts';
import type { Log } from '#http/context.ts';
import type { Deps } from '#runtime/deps.ts';
import { workInChild } from '#server/import-process.ts';
import { type ImportRun, nextRun } from './import-runs.ts';
import { lookAt } from './look.ts';
import { runImport } from './run-import.ts';

/** Looks at the file of a run, or imports it. Null when it is done; otherwise why it stopped. @throws Error for a defect */
export type WorkOnRun = (deps: Deps, config: Config, run: ImportRun, signal: AbortSignal) => Promise<string | null>;

/**
 * Works on the imports that the newsroom asked for, one after another, and on those that a stopped process left. Each file is read
 * in a process of its own.
 */
export async function workOnImports(
  deps: Deps,
  config: Config,
  log: Log,
  signal: AbortSignal,
  work: WorkOnRun = workInChild,
): Promise<void> {
  const tried = new Set<string>();
  while (!signal.aborted) {
    const run = await nextRun(deps, join(config.dataDir, 'imports'), tried);
    if (!run) return;
    tried.add(run.id);
    const error = await work(deps, config, run, signal);
    if (error !== null) log.warn({ import: run.id, error }, 'an import stopped; its page says why');
  }
}

type Work = {
  actor: Actor;
  runId: string;
  /** Whether it looks at the file, or imports it. */
  isLook: boolean;
  /** Whether it takes over a run that another process began. */
  resume: boolean;
  signal: AbortSignal;
  holder: string;
  onProgress: (done?: number) => void;
  isRoute: IsRoute;
};

/** The work itself, in this process. */
export async function workOnRun(
  deps: Deps,
  baseUrl: string,
  { actor, runId, isLook, resume, signal, holder, onProgress, isRoute }: Work,
): Promise<string | null> {
  try {
    if (isLook)
      await lookAt(deps, actor, runId, { sections: openDesks(), signal, holder, onProgress: () => onProgress() });
    else await runImport(deps, actor, runId, { isRoute, baseUrl, signal, onProgress }, { resume, holder });
    return null;
  } catch (error) {
    if (error instanceof Failure) return error.message;
    throw error;
  }
}
