import { enableCompileCache, flushCompileCache, getCompileCacheDir } from 'node:module';
import { dirname } from 'node:path';
import { fileURLToPath } from 'node:url';

// Node keeps the compiled form of the sources in a folder, so that a start takes half the processor time. An entry script turns it on
// before it imports the others. Where the folder cannot be written, nothing is kept.

const FOLDER = fileURLToPath(new URL('../../node_modules/.cache/plumbline', import.meta.url));

/**
 * Turns the cache on, if the environment (`NODE_COMPILE_CACHE`) did not, also for processes that inherit the environment. Sources compiled
 * in the first seconds are written then, the rest at the end.
 */
export function keepCompiled(environment: NodeJS.ProcessEnv): void {
  environment.NODE_COMPILE_CACHE ??= FOLDER;
  enableCompileCache(environment.NODE_COMPILE_CACHE);
  setTimeout(flushCompileCache, 2000).unref();
}

/** The variable with which a child process shares the cache. */
export function sharedCompileCache(): NodeJS.ProcessEnv {
  const own = getCompileCacheDir(); // a folder for this version of Node, below the folder that the setting names
  return own ? { NODE_COMPILE_CACHE: dirname(own) } : {};
}
