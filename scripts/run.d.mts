/** Runs `script` with `args` on the pinned runtime, and exits with its exit code or signal. */
export function run(script: string, args: string[], options?: { onlyRunning?: boolean }): void;

/** Installs the packages below `folder` unless the last install there was of this exact lockfile. */
export function installWhenStale(folder: string, onlyRunning?: boolean): void;
