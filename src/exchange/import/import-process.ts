import { fork } from 'node:child_process';
import { fileURLToPath } from 'node:url';
import { type Actor, IMPORT } from '#core/actor.ts';
import { declared } from '#http/declared.ts';
import type { Config } from '#runtime/config/config.ts';
import type { Deps } from '#runtime/deps.ts';
import type { WatchLimits } from '#runtime/watchdog.ts';
import type { ImportRun } from './import-runs.ts';
import { freeEndedRuns } from './run-lease.ts';

// Files of other systems are hostile until they have been read. Each is read in its own process with less priority, which ends
// when it takes too much time or memory; this one goes on serving.

const CHILD = fileURLToPath(new URL('./import-child.ts', import.meta.url));
/** The index of the largest file that is taken costs a minute of processor time before its first article. */
const LIMITS: WatchLimits = { blocked: 10_000, step: 120_000, whole: 2 * 3_600_000, memory: 1024 * 1024 * 1024 };
const HEAP = 768;
/** Milliseconds for the process to finish its article when the server stops. */
const STOPS_IN = 3000;

/** The parts of the settings that an import needs; they go to the process through its channel. */
export type ImportSettings = Pick<Config, (typeof SETTINGS)[number]>;
const SETTINGS = [
  ...(['databaseUrl', 'directUrl', 'siteKey', 'mediaDir'] as const),
  ...(['mediaBucket', 'policy', 'publication', 'siteDefaults'] as const),
];
export type ImportJob = {
  settings: ImportSettings;
  /** The paths of all routes. A redirect from an old address must not hide one. */
  paths: readonly string[];
  limits: WatchLimits;
  runId: string;
  isLook: boolean;
  actor: Actor;
  resume: boolean;
  holder: string;
};
/** What the process says at its end: `defect` is the stack of an unexpected error. */
export type ImportEnd = { why: string | null; defect: string | null };

type Options = {
  limits?: WatchLimits;
  actor?: Actor;
  act?: 'look' | 'import';
  resume?: boolean;
  /** Gets the number of articles that are done, after each hundred. */
  onProgress?: (done: number) => void;
};

/** Works on a run in its own process. A process that ends without a word is counted: the second one fails the run. */
export function workInChild(
  deps: Deps,
  config: Config,
  run: ImportRun,
  {
    signal,
    limits = LIMITS,
    actor = IMPORT,
    act = actFor(run),
    resume = run.state === 'runs',
    onProgress = () => {},
  }: { signal: AbortSignal } & Options,
): Promise<string | null> {
  const holder = deps.newId();
  const isLook = act === 'look';
  const { paths } = declared();
  const job: ImportJob = { settings: settingsOf(config), paths, limits, runId: run.id, isLook, actor, resume, holder };
  const child = fork(CHILD, {
    serialization: 'advanced',
    execArgv: [`--max-old-space-size=${HEAP}`],
    stdio: 'ignore',
  });
  const { promise, resolve, reject } = Promise.withResolvers<string | null>();
  let end: ImportEnd | null = null;
  let late: NodeJS.Timeout | undefined;
  const stop = () => {
    child.send({ stop: true }, () => {});
    late = setTimeout(() => child.kill('SIGKILL'), STOPS_IN);
  };
  if (signal.aborted) stop();
  signal.addEventListener('abort', stop, { once: true });
  child.on('message', (message) => {
    if ('done' in (message as object)) onProgress((message as { done: number }).done);
    else end = message as ImportEnd;
  });
  child.on('error', reject);
  child.on('close', async () => {
    clearTimeout(late);
    signal.removeEventListener('abort', stop);
    try {
      if (end === null) await freeEndedRuns(deps, { id: run.id, holder }, { isCounted: !signal.aborted });
      if (end?.defect) reject(new Error(`an import failed: ${end.defect}`));
      else resolve(end === null ? 'The process that read its file ended.' : end.why);
    } catch (error) {
      reject(error);
    }
  });
  child.send({ job }, () => {});
  return promise;
}

/** What the newsroom asked for. */
function actFor({ state }: ImportRun): 'look' | 'import' {
  return state === 'waits to look' || state === 'looks' ? 'look' : 'import';
}

function settingsOf(config: Config): ImportSettings {
  return structuredClone(Object.fromEntries(SETTINGS.map((name) => [name, config[name]]))) as ImportSettings;
}
