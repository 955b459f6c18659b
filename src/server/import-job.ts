import { join } from 'node:path';
import { isRoute } from '../app.ts';
import { openDesks } from '../article/model/desk.ts';
import type { Config } from '../config.ts';
import { IMPORT } from '../core/actor.ts';
import { Failure } from '../core/failure.ts';
import { nextRun } from '../exchange/import/import-runs.ts';
import { lookAt } from '../exchange/import/look.ts';
import { runImport } from '../exchange/import/run-import.ts';
import type { Log } from '../http/kit/context.ts';
import type { Deps } from '../runtime/deps.ts';

/** Works on the imports that the newsroom asked for, one after another, and on those that a stopped process left. */
export async function workOnImports(deps: Deps, config: Config, log: Log, signal: AbortSignal): Promise<void> {
  const tried = new Set<string>();
  while (!signal.aborted) {
    const run = await nextRun(deps, join(config.dataDir, 'imports'), tried);
    if (!run) return;
    tried.add(run.id);
    try {
      if (run.state === 'waits to look' || run.state === 'looks')
        await lookAt(deps, IMPORT, run.id, { sections: openDesks(), signal });
      else
        await runImport(
          deps,
          IMPORT,
          run.id,
          { isRoute, baseUrl: config.publication.baseUrl, signal },
          { resume: run.state === 'runs' },
        );
    } catch (error) {
      if (!(error instanceof Failure)) throw error;
      log.warn({ import: run.id, error: error.message }, 'an import stopped; its page says why');
    }
  }
}
