import { readFileSync, readlinkSync } from 'node:fs';

// Which process is meant by a number: after a restart of the machine, or in another container, the number is another's.

/** A process by its number, the start of its machine, its namespace of numbers, and its own start; unknown parts are `-`. */
export function nameProcess(pid: number): string {
  return [pid, bootId(), namespaceId(), startOf(pid) ?? '-'].join(' ');
}

/** Whether the process of that name runs; null where that cannot be known from here. */
export function isRunning(name: string): boolean | null {
  const [pid, boot, namespace, started] = name.trim().split(' ');
  const isOfHere = boot === bootId() && namespace === namespaceId() && boot !== '-' && namespace !== '-';
  if (isOfHere) return startOf(Number(pid)) === started;
  return Number(pid) === process.pid && boot === undefined ? false : null; // an earlier release wrote the number alone
}

function bootId(): string {
  return readOr('-', () => readFileSync('/proc/sys/kernel/random/boot_id', 'utf8').trim());
}

function namespaceId(): string {
  return readOr('-', () => readlinkSync('/proc/self/ns/pid'));
}

/** When a process started, in ticks since the machine did (proc_pid_stat(5), field 22); null when there is none. */
function startOf(pid: number): string | null {
  const stat = readOr(null, () => readFileSync(`/proc/${pid}/stat`, 'utf8'));
  return stat?.slice(stat.lastIndexOf(')') + 2).split(' ')[19] ?? null; // a name may hold blanks and parentheses
}

function readOr<T>(otherwise: T, read: () => string): string | T {
  try {
    return read();
  } catch {
    return otherwise;
  }
}
