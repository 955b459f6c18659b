import { readdirSync, readFileSync } from 'node:fs';

/** The processes that a process started (proc(5)); none when it has ended. */
export function childrenOf(pid: number): number[] {
  const tasks = orNone(() => readdirSync(`/proc/${pid}/task`));
  return tasks.flatMap((task) =>
    orNone(() => readFileSync(`/proc/${pid}/task/${task}/children`, 'utf8').split(' ').filter(Boolean)).map(Number),
  );
}

/** A process and all processes that it started, and those that they started. */
export function familyOf(pid: number): number[] {
  return [pid, ...childrenOf(pid).flatMap(familyOf)];
}

/** A process, or one of its threads, can end while it is read. */
function orNone(read: () => string[]): string[] {
  try {
    return read();
  } catch {
    return [];
  }
}
