import { sql } from 'kysely';
import type { Tx } from '#db/database.ts';
import type { ConnectionLog } from './connection-state.ts';
import { hasOtherStore } from './in-use.ts';

/** Milliseconds between two checks. */
const LOOK_EVERY = 5000;
/** Milliseconds by which two clocks may differ: schedules are still on time, and the question itself takes some of them. */
const TOLERANCE = 2000;
/** Checks between two lines in the log about the same warning: an hour. */
const TELL_EVERY = 720;

/** The state of a PostgreSQL server, apart from its data. */
export type ServerState = {
  /** Checks once, over this connection. @throws the error of the query */
  look: (tx: Tx) => Promise<void>;
  /** Whether the server took no writes at the last check, as a standby does. */
  onlyReads: () => boolean;
  /** Milliseconds to add to the clock of this process; 0 while both clocks agree. */
  clockOffset: () => number;
  /** The problems that an operator should fix. */
  warnings: () => string[];
  close: () => void;
};

type Options = {
  isAvailable: () => boolean;
  /** The log of a server, which checks repeatedly; null for a command. */
  log: ConnectionLog | null;
  /** The number of the store of this server's pictures; null when it is not known. */
  pictureStore: number | null;
};

/**
 * Follows the clock of the server, whether it takes writes, and whether other machines keep their pictures elsewhere. Several machines
 * share the server, so its clock counts: with a clock that is fast, one of them would publish before the time.
 */
export function followServer(db: Tx, { isAvailable, log, pictureStore }: Options): ServerState {
  let offset = 0;
  let onlyReads = false;
  let isApart = false;
  let isLooking = false;
  let looks = 0;
  const lastReport = { onlyReads: false, warnings: '' };
  const timer = log && setInterval(() => void lookAgain(), LOOK_EVERY).unref();

  async function look(tx: Tx): Promise<void> {
    const asked = Date.now();
    const { rows } = await sql<{ at: number; reads: string }>`select extract(epoch from clock_timestamp()) * 1000 as at,
      current_setting('transaction_read_only') as reads`.execute(tx);
    const took = Date.now() - asked;
    const [row] = rows;
    if (!row) return;
    onlyReads = row.reads === 'on';
    // A slow answer does not say what time it is now.
    if (took >= 0 && took <= TOLERANCE) {
      const ahead = Math.round(Number(row.at) - (asked + took / 2));
      offset = Math.abs(ahead) > TOLERANCE ? ahead : 0;
    }
    isApart = pictureStore !== null && (await hasOtherStore(tx, pictureStore));
    if (log) tell(log);
  }

  async function lookAgain(): Promise<void> {
    if (isLooking || !isAvailable()) return;
    isLooking = true;
    // The connection reports its errors itself.
    await look(db).catch(() => {});
    isLooking = false;
  }

  function tell(to: ConnectionLog): void {
    if (onlyReads && !lastReport.onlyReads) to.error({}, 'the database only reads now: writes are refused');
    if (!onlyReads && lastReport.onlyReads) to.info({}, 'the database takes writes again: writes are accepted');
    lastReport.onlyReads = onlyReads;
    const kinds = `${Math.sign(offset)} ${isApart}`;
    if (kinds !== lastReport.warnings || ++looks % TELL_EVERY === 0)
      for (const warning of warnings()) to.error({}, warning);
    lastReport.warnings = kinds;
  }

  function warnings(): string[] {
    const seconds = Math.abs(Math.round(offset / 1000));
    const way = offset < 0 ? 'ahead of' : 'behind';
    return [
      ...(offset === 0
        ? []
        : [`The clock of this machine is ${seconds} s ${way} that of the database, which counts. Set both by NTP.`]),
      ...(isApart ? [APART] : []),
    ];
  }

  return {
    look,
    onlyReads: () => onlyReads,
    clockOffset: () => offset,
    warnings,
    close: () => {
      if (timer) clearInterval(timer);
    },
  };
}

const APART =
  'Another server of this site keeps its pictures in another place, so pictures are missing on one of them. Give all machines one MEDIA_URL, or one shared MEDIA_DIR.';
