import { sql } from 'kysely';
import type { Tx } from '#db/database.ts';
import type { ConnectionLog } from './connection-state.ts';
import { hasOtherStore } from './in-use.ts';

/** Milliseconds between two looks. */
const LOOK_EVERY = 5000;
/** Milliseconds by which two clocks may differ: what is scheduled is on time, and asking takes some of it. */
const TOLERANCE = 2000;
/** Looks between two lines in the log about the same warning: an hour. */
const TELL_EVERY = 720;

/** What a process knows about its PostgreSQL server beyond the data. */
export type ServerState = {
  /** Looks once, over this connection. @throws the error of the query */
  look: (tx: Tx) => Promise<void>;
  /** Whether the server took no writes at the last look, as a standby does. */
  onlyReads: () => boolean;
  /** Milliseconds to add to the clock of this process; 0 while both clocks agree. */
  clockOffset: () => number;
  /** What an operator should mend. */
  warnings: () => string[];
  close: () => void;
};

type Options = {
  isAvailable: () => boolean;
  /** The log of a server, which looks again and again; null for a command. */
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
    // An answer that was on its way for long does not say what time it is.
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
    // An error is one of the connection, which reports it.
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
