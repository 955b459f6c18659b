/** Runs `script` with `args` on the pinned runtime and ends this process as it ends. */
export function run(script: string, args: string[], options?: { onlyRunning?: boolean }): void;

/** Installs the packages below `folder` unless the last install there was of this very lockfile. */
export function installWhenStale(folder: string, onlyRunning?: boolean): void;
