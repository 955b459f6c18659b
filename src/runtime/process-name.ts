import { readFileSync, readlinkSync } from 'node:fs';

// The name of a process, with which processes of any machine can check whether it still runs.

/**
 * Identifies a process by its id, the boot of its machine, its id namespace and its start; unknown parts are `-`. The id alone
 * is not enough: after a restart of the machine, or in another container, it belongs to another process.
 */
export function nameProcess(pid: number): string {
  return [pid, bootId(), namespaceId(), startOf(pid) ?? '-'].join(' ');
}

/** Whether a process from `nameProcess` runs; null when this process cannot tell. */
export function isRunning(name: string): boolean | null {
  const [pid, boot, namespace, started] = name.trim().split(' ');
  const isOfHere = boot === bootId() && namespace === namespaceId() && boot !== '-' && namespace !== '-';
  return isOfHere ? startOf(Number(pid)) === started : null;
}

function bootId(): string {
  return readOr('-', () => readFileSync('/proc/sys/kernel/random/boot_id', 'utf8').trim());
}

function namespaceId(): string {
  return readOr('-', () => readlinkSync('/proc/self/ns/pid'));
}

/** The start of a process, in ticks since boot (proc_pid_stat(5), field 22); null when it does not run. */
function startOf(pid: number): string | null {
  const stat = readOr(null, () => readFileSync(`/proc/${pid}/stat`, 'utf8'));
  return stat?.slice(stat.lastIndexOf(')') + 2).split(' ')[19] ?? null; // the process name may contain blanks and parentheses
}

function readOr<T>(otherwise: T, read: () => string): string | T {
  try {
    return read();
  } catch {
    return otherwise;
  }
}
