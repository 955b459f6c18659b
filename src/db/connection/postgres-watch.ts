import pg from 'pg';
import { holdOpen } from './in-use.ts';
import { type CommitWatch, createListeners } from './watch.ts';

/** Milliseconds between two notifications without a cause, in case PostgreSQL could not send one. */
const NOTIFY_EVERY = 5000;
/** Milliseconds before a lost connection is opened again. */
const TRY_AGAIN = 500;
/** Longest wait for the connection, in milliseconds. */
const LONGEST_WAIT = 5000;

/** How this process uses the data. */
export type UserOptions = {
  /** Whether it replaces the data; then it does not count as a user of the data. */
  isAlone?: boolean;
  /** The number of the store where a server keeps its pictures. */
  pictureStore?: number | null;
};

/**
 * Notifies listeners of commits: `notify` for those of this process, and LISTEN for those of others. Because a notification can be missed
 * while the connection is lost, it also notifies after each reconnect and every five seconds. `url` must lead to the server itself: a
 * pooler gives LISTEN and its notifications to different connections. Its connection also holds the shared lock of the processes that use
 * the data, unless this process replaces the data (`isAlone`). It connects after `start`, which may be called again. A lock taken through a
 * pooler would stay, so the caller first checks that `url` leads to none.
 */
export function watchPostgres(
  url: string,
  { isAlone = false, pictureStore = null }: UserOptions = {},
): CommitWatch & { start: () => void } {
  const { watch, notify } = createListeners();
  let started = false;
  let client: pg.Client | null = null;
  let closed = false;
  let retry: NodeJS.Timeout | undefined;
  const notifying = setInterval(notify, NOTIFY_EVERY).unref();

  async function listen(): Promise<void> {
    const mine = new pg.Client({
      connectionString: url,
      connectionTimeoutMillis: LONGEST_WAIT,
      keepAlive: true,
      application_name: 'plumbline-watch',
    });
    let lost = false;
    const again = () => {
      if (lost) return;
      lost = true;
      mine.end().catch(() => {});
      if (!closed) retry = setTimeout(() => void listen(), TRY_AGAIN).unref();
    };
    mine.on('error', again);
    mine.on('end', again);
    mine.on('notification', notify);
    try {
      await mine.connect();
      client = mine;
      if (closed) return void mine.end().catch(() => {});
      if (!isAlone) await holdOpen(mine, pictureStore);
      await mine.query('listen plumbline');
      notify();
    } catch {
      again();
    }
  }

  return {
    watch,
    notify,
    start: () => {
      if (!started) void listen();
      started = true;
    },
    close: async () => {
      closed = true;
      clearInterval(notifying);
      clearTimeout(retry);
      await client?.end().catch(() => {});
    },
  };
}
