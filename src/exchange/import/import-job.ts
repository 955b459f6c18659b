import { join } from 'node:path';
import type { Log } from '#http/context.ts';
import type { Config } from '#runtime/config/config.ts';
import type { Deps } from '#runtime/deps.ts';
import { workInChild } from './import-process.ts';
import { type ImportRun, nextRun } from './import-runs.ts';

/** Looks at the file of a run, or imports it. Null when it is done; otherwise why it stopped. @throws Error for a defect */
export type WorkOnRun = (
  deps: Deps,
  config: Config,
  run: ImportRun,
  stop: { signal: AbortSignal },
) => Promise<string | null>;

/**
 * Works on the imports that the newsroom asked for, one after another, and on those that a stopped process left. Each file is read
 * in its own process.
 */
export async function workOnImports(
  deps: Deps,
  config: Config,
  { log, signal, work = workInChild }: { log: Log; signal: AbortSignal; work?: WorkOnRun },
): Promise<void> {
  const tried = new Set<string>();
  while (!signal.aborted) {
    const run = await nextRun(deps, join(config.dataDir, 'imports'), tried);
    if (!run) return;
    tried.add(run.id);
    const error = await work(deps, config, run, { signal });
    if (error !== null) log.warn({ import: run.id, error }, 'an import stopped; its page says why');
  }
}
