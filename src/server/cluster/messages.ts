import type { Series } from '../../metrics/prometheus.ts';

/** What the process that leads says to a worker. */
export type LeaderMessage =
  | { plumbline: 'stop' }
  | { plumbline: 'go' }
  | { plumbline: 'tell figures'; question: number };

/** What a worker says to it. */
export type WorkerMessage =
  | { plumbline: 'ready' }
  | { plumbline: 'closed' }
  | { plumbline: 'figures'; question: number | null; series: Series };

/** Tells the process that leads this one; resolves once it is sent, or there is nobody to tell. */
export async function sendToLeader(message: WorkerMessage): Promise<void> {
  await new Promise<void>((sent) => {
    if (!process.connected || !process.send) return sent();
    process.send(message, () => sent());
  });
}

/** Listens to what the process that leads this one says. */
export function listenToLeader(heard: (message: LeaderMessage) => Promise<void>): void {
  process.on('message', (message: unknown) => {
    if (isOurs(message)) void heard(message as LeaderMessage);
  });
}

/**
 * Says that this process takes no connection any more, and waits until it may go: whatever was on the way to it by then
 * has come and was given back. Resolves after a second where nobody answers.
 */
export async function waitForGo(): Promise<void> {
  const { promise, resolve } = Promise.withResolvers<void>();
  const late = setTimeout(resolve, 1000);
  listenToLeader(async (message) => {
    if (message.plumbline === 'go') resolve();
  });
  await sendToLeader({ plumbline: 'closed' });
  if (process.connected) await promise;
  clearTimeout(late);
}

/** Whether a message is of the house; the library that counts sends its own on the same way. */
function isOurs(message: unknown): boolean {
  return typeof message === 'object' && message !== null && 'plumbline' in message;
}

export function isFromWorker(message: unknown): message is WorkerMessage {
  return isOurs(message);
}
