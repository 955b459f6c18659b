/** Whether npm installed what the lockfile of `folder` names. With `onlyRunning`, packages of development may be missing. */
export function isInstalled(folder: string, onlyRunning?: boolean): boolean;

/** The processes that run from `folder` and load parts of its packages later, by their ids. */
export function listUsers(folder: string): number[];
