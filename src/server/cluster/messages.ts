import type { Series } from '#runtime/metric-families.ts';

/** Messages of the leader to a worker. A worker may be of a newer release than the leader, so the words do not change. */
export type LeaderMessage =
  | { plumbline: 'stop' }
  | { plumbline: 'go' }
  | { plumbline: 'tell figures'; question: number };

/** Messages of a worker to the leader. */
export type WorkerMessage =
  /** It serves; `withoutDatabase`: only the last known state, because the database is not open yet. */
  | { plumbline: 'ready'; withoutDatabase?: true }
  | { plumbline: 'closed' }
  | { plumbline: 'figures'; question: number | null; series: Series };

/** Sends a message to the leader. Resolves once it is sent, or when there is no leader. */
export async function sendToLeader(message: WorkerMessage): Promise<void> {
  await new Promise<void>((sent) => {
    if (!process.connected || !process.send) return sent();
    process.send(message, () => sent());
  });
}

/** Calls `received` for each message of the leader. */
export function listenToLeader(received: (message: LeaderMessage) => Promise<void>): void {
  process.on('message', (message: unknown) => {
    if (isOurs(message)) void received(message as LeaderMessage);
  });
}

/**
 * Tells the leader that this worker accepts no connections any more, and waits for `go`: by then every connection on its way
 * here has arrived and was passed back. Resolves after a second without an answer.
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

/** Whether a message is one of these; the rate-limit library uses the same channel. */
function isOurs(message: unknown): boolean {
  return typeof message === 'object' && message !== null && 'plumbline' in message;
}

export function isFromWorker(message: unknown): message is WorkerMessage {
  return isOurs(message);
}
