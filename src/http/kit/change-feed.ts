import { readChanges } from '../../article/read/changes.ts';
import type { Publication } from '../../config.ts';
import { Failure } from '../../core/failure.ts';
import { changeJson } from '../../render/json/changes-json.ts';
import type { Deps } from '../../runtime/deps.ts';
import { followLog, type LogFollower } from '../../runtime/follow-log.ts';

// Passes each public change of an article on to the requests that wait for it: streams (WHATWG HTML, 9.2) and long polls.

/** Open requests of one process, and of one IP address. */
const MAX_OPEN = 2500;
export const MAX_OPEN_PER_ADDRESS = 100;
/** Milliseconds between two keep-alives. */
const KEEP_ALIVE_EVERY = 15_000;
/** Changes that a stream reads at once, and pages that streams share. */
const PAGE = 200;
const MOST_SHARED = 20;

/** What of the changes a request wants. */
export type Wanted = { after: number; section?: string | undefined };

export type ChangeFeed = {
  /**
   * Resolves with true when the log has a line after number `after`; with false after `milliseconds`, when the caller left and
   * when the process stops. @throws rate_limited and busy as `stream` does
   */
  wait: (address: string, after: number, milliseconds: number, left: AbortSignal) => Promise<boolean>;
  /**
   * Opens a stream of the changes after a number.
   * @throws rate_limited for one too many of an IP address, busy for one too many of the process and while it stops
   */
  stream: (address: string, wanted: Wanted) => ReadableStream<Uint8Array>;
  /** Ends all streams and long polls, and refuses new ones. */
  close: () => void;
};

/** The next changes as the bytes of their events, without bytes when there is none; null when the log has no such place. */
type NextEvents = { bytes: Uint8Array | null; nextAfter: number } | null;
type Waiting = { wake: () => void; keepAlive: () => void };

/** Creates the feed of a process. It follows the publication log while somebody waits. */
export function createChangeFeed(deps: Deps, publication: Publication): ChangeFeed {
  const waiting = new Set<Waiting>();
  const perAddress = new Map<string, number>();
  let following: { log: LogFollower; timer: NodeJS.Timeout } | null = null;
  let isClosed = false;
  /** Many streams wait at the same place: what comes next is read and printed once for all of them. */
  const shared = new Map<string, Promise<NextEvents>>();

  function follow(): LogFollower {
    if (following) return following.log;
    const log = followLog(deps, (lines) => {
      if (lines === 'all') return;
      shared.clear();
      for (const one of [...waiting]) one.wake();
    });
    const timer = setInterval(() => {
      for (const one of [...waiting]) one.keepAlive();
    }, KEEP_ALIVE_EVERY).unref();
    following = { log, timer };
    return log;
  }

  function enter(address: string, one: Waiting): () => void {
    const open = perAddress.get(address) ?? 0;
    if (open >= MAX_OPEN_PER_ADDRESS)
      throw new Failure('rate_limited', `This address follows the changes ${MAX_OPEN_PER_ADDRESS} times already.`, {
        hint: 'Close a connection, or ask without wait.',
        retryAfter: 30,
      });
    if (isClosed || waiting.size >= MAX_OPEN)
      throw new Failure('busy', 'The server cannot let more callers wait for changes now.', {
        hint: 'Ask without wait, or try again.',
        retryAfter: 10,
      });
    waiting.add(one);
    perAddress.set(address, open + 1);
    return () => {
      if (!waiting.delete(one)) return;
      const left = (perAddress.get(address) ?? 1) - 1;
      if (left === 0) perAddress.delete(address);
      else perAddress.set(address, left);
      if (waiting.size > 0 || !following) return;
      clearInterval(following.timer);
      void following.log.stop();
      following = null;
      shared.clear();
    };
  }

  function readNext({ after, section }: Wanted): Promise<NextEvents> {
    const key = `${after} ${section ?? ''}`;
    const known = shared.get(key);
    if (known) return known;
    const reading = readEvents({ after, section });
    if (shared.size >= MOST_SHARED) shared.clear();
    shared.set(key, reading);
    reading.catch(() => shared.delete(key));
    return reading;
  }

  async function readEvents(wanted: Wanted): Promise<NextEvents> {
    const page = await readChanges(deps.db.read, { ...wanted, limit: PAGE });
    if (page === null) return null;
    const events = page.changes.map((change) => {
      const data = changeJson(publication, change);
      return `id: ${data.seq}\nevent: ${data.type}\ndata: ${JSON.stringify(data)}\n\n`;
    });
    return { bytes: events.length === 0 ? null : words.encode(events.join('')), nextAfter: page.nextAfter };
  }

  return {
    wait: async (address, after, milliseconds, left) => {
      const { promise, resolve } = Promise.withResolvers<void>();
      const leave = enter(address, { wake: resolve, keepAlive: () => {} });
      const timer = setTimeout(resolve, milliseconds).unref();
      left.addEventListener('abort', () => resolve(), { once: true });
      try {
        const log = follow();
        await log.catchUp();
        if ((log.seen() ?? 0) <= after && !isClosed) await promise;
        return (log.seen() ?? 0) > after && !isClosed;
      } finally {
        clearTimeout(timer);
        leave();
      }
    },
    stream: (address, wanted) => openStream({ address, wanted, enter, follow, readNext, isClosed: () => isClosed }),
    close: () => {
      isClosed = true;
      for (const one of [...waiting]) one.wake();
    },
  };
}

type Opened = {
  address: string;
  wanted: Wanted;
  enter: (address: string, one: Waiting) => () => void;
  follow: () => LogFollower;
  readNext: (wanted: Wanted) => Promise<NextEvents>;
  isClosed: () => boolean;
};

const words = new TextEncoder();
const ALIVE = words.encode(':\n\n');
const START = words.encode('retry: 3000\n\n');

/** A stream that reads the next page when the reader has taken the last one, and waits at the end of the log. */
function openStream({ address, wanted, enter, follow, readNext, isClosed }: Opened): ReadableStream<Uint8Array> {
  let woken = Promise.withResolvers<void>();
  let out: ReadableStreamDefaultController<Uint8Array>;
  let { after } = wanted;
  const leave = enter(address, {
    wake: () => woken.resolve(),
    keepAlive: () => {
      if ((out.desiredSize ?? 0) > 0) out.enqueue(ALIVE);
    },
  });
  return new ReadableStream<Uint8Array>({
    start: async (controller) => {
      out = controller;
      controller.enqueue(START);
      await follow().catchUp();
    },
    pull: async (controller) => {
      try {
        for (;;) {
          const turn = woken.promise;
          const next = isClosed() ? null : await readNext({ ...wanted, after });
          if (next === null) {
            leave();
            return controller.close();
          }
          after = next.nextAfter;
          if (next.bytes !== null) return controller.enqueue(next.bytes);
          await turn;
          woken = Promise.withResolvers();
        }
      } catch (error) {
        leave(); // the database is away: the caller connects again
        throw error;
      }
    },
    cancel: leave,
  });
}
