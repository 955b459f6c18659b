import { openSections } from '#article/section.ts';
import type { Actor } from '#core/actor.ts';
import { Failure } from '#core/failure.ts';
import type { IsRoute } from '#editorial/write/old-addresses.ts';
import type { Deps } from '#runtime/deps.ts';
import { lookAt } from './look.ts';
import { runImport } from './run-import.ts';

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

/** Looks at the file of a run, or imports it, in this process. Null when it is done; otherwise why it stopped. */
export async function workOnRun(
  deps: Deps,
  baseUrl: string,
  { actor, runId, isLook, resume, signal, holder, onProgress, isRoute }: Work,
): Promise<string | null> {
  try {
    if (isLook)
      await lookAt(deps, actor, runId, { sections: openSections(), signal, holder, onProgress: () => onProgress() });
    else await runImport(deps, actor, runId, { options: { isRoute, baseUrl, signal, onProgress }, resume, holder });
    return null;
  } catch (error) {
    if (error instanceof Failure) return error.message;
    throw error;
  }
}
