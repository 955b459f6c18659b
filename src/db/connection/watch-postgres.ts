import pg from 'pg';
import { listeners, type Watch } from './watch.ts';

/** Milliseconds between two looks where PostgreSQL tells by itself, in case it could not. */
const LOOK_AGAIN = 5000;
/** Milliseconds before a lost connection is tried again. */
const TRY_AGAIN = 500;

/**
 * Tells of commits by this process at once, and by others through LISTEN. What was missed while the connection was lost is
 * caught up with: it tells after each reconnect, and every five seconds besides.
 */
export function watchPostgres(url: string): Watch {
  const { watch, tell } = listeners();
  let client: pg.Client | null = null;
  let closed = false;
  let retry: NodeJS.Timeout | undefined;
  const looking = setInterval(tell, LOOK_AGAIN).unref();

  async function listen(): Promise<void> {
    const mine = new pg.Client({ connectionString: url, keepAlive: true, application_name: 'plumbline-watch' });
    let lost = false;
    const again = () => {
      if (lost) return;
      lost = true;
      mine.end().catch(() => {});
      if (!closed) retry = setTimeout(() => void listen(), TRY_AGAIN).unref();
    };
    mine.on('error', again);
    mine.on('end', again);
    mine.on('notification', tell);
    try {
      await mine.connect();
      client = mine;
      if (closed) return void mine.end().catch(() => {});
      await mine.query('listen plumbline');
      tell();
    } catch {
      again();
    }
  }
  void listen();

  return {
    watch,
    tell,
    close: async () => {
      closed = true;
      clearInterval(looking);
      clearTimeout(retry);
      await client?.end().catch(() => {});
    },
  };
}
