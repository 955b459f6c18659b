import type { Series } from '../../metrics/series.ts';

/** What the process that leads says to a worker. */
export type ToWorker = { plumbline: 'stop' } | { plumbline: 'go' } | { plumbline: 'tell figures'; question: number };

/** What a worker says to it. */
export type FromWorker =
  | { plumbline: 'ready' }
  | { plumbline: 'closed' }
  | { plumbline: 'figures'; question: number | null; series: Series };

/** Tells the process that leads this one; resolves once it is sent, or there is nobody to tell. */
export async function tellLeader(message: FromWorker): Promise<void> {
  await new Promise<void>((sent) => {
    if (!process.connected || !process.send) return sent();
    process.send(message, () => sent());
  });
}

/** Listens to what the process that leads this one says. */
export function listenToLeader(heard: (message: ToWorker) => Promise<void>): void {
  process.on('message', (message: unknown) => {
    if (isOurs(message)) void heard(message as ToWorker);
  });
}

/**
 * Says that this process takes no connection any more, and waits until it may go: whatever was on the way to it by then
 * has come and was given back. Resolves after a second where nobody answers.
 */
export async function takeLeave(): Promise<void> {
  const { promise, resolve } = Promise.withResolvers<void>();
  const late = setTimeout(resolve, 1000);
  listenToLeader(async (message) => {
    if (message.plumbline === 'go') resolve();
  });
  await tellLeader({ plumbline: 'closed' });
  if (process.connected) await promise;
  clearTimeout(late);
}

/** Whether a message is of the house; the library that counts sends its own on the same way. */
function isOurs(message: unknown): boolean {
  return typeof message === 'object' && message !== null && 'plumbline' in message;
}

export function isFromWorker(message: unknown): message is FromWorker {
  return isOurs(message);
}
