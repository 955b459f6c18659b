/** Runs `script` with `args` on the pinned runtime, and exits with its exit code or signal. */
export function run(script: string, args: string[], options?: { onlyRunning?: boolean; installs?: boolean }): void;

/** Installs the packages of the lockfile below `folder` unless npm did. Ends where a process needs those that would be removed. */
export function installWhenStale(folder: string, onlyRunning?: boolean): void;
