import { readChanges } from '#changes/public-changes.ts';
import { Failure } from '#core/failure.ts';
import type { Deps } from '#runtime/deps.ts';
import { followLog, type LogFollower } from '#runtime/follow-log.ts';
import { changeJson } from './changes-json.ts';

// Passes each public change of an article on to the requests that wait for it: streams (WHATWG HTML, 9.2) and long polls.
// A waiting stream is one small object: it has no timer, promise or buffer.

/** Open requests of one process, and of one IP address. */
const MAX_OPEN = 2500;
export const MAX_OPEN_PER_ADDRESS = 100;
/** Milliseconds between two keep-alives. A stream that took nothing between two of them is ended. */
const KEEP_ALIVE_EVERY = 15_000;
/** Changes that a stream reads at once, and pages that streams share. */
const PAGE = 200;
const MOST_SHARED = 20;

/** Server-sent events as bytes, made once for all streams that get them. */
export type EventBytes = {
  readonly plain: Uint8Array;
  /** The same as a chunk of a response without a length (RFC 9112, 7.1). */
  readonly chunk: Uint8Array;
};

/** What of the changes a request wants. */
export type Wanted = { after: number; section?: string | undefined };

/** Where the events of a stream go. */
export type EventSink = {
  /** Takes events. Returns false when it wants no more until `resume` is called. */
  write: (events: EventBytes) => boolean;
  /** Ends the stream, with an error when events are missing. */
  end: (error: Error | null) => void;
};

/** An open stream. */
export type ChangeStream = Wanted & {
  readonly address: string;
  readonly sink: EventSink;
  state: 'new' | 'reading' | 'waiting' | 'full';
  /** Whether something changed while it was reading. */
  isBehind: boolean;
  /** Whether it was full at the last keep-alive, too. */
  isLate: boolean;
};

declare module '#http/services.ts' {
  interface Services {
    /** The callers that wait for public changes. */
    changeFeed: ChangeFeed;
  }
}

export type ChangeFeed = {
  /**
   * Resolves with true when the log has a line after number `after`; with false after `milliseconds`, when the caller left and
   * when the process stops. @throws rate_limited and busy as `open` does
   */
  wait: (address: string, after: number, milliseconds: number, left: AbortSignal) => Promise<boolean>;
  /**
   * Opens a stream of the changes after a number. Nothing is written before the first `resume`.
   * @throws rate_limited for one too many of an IP address, busy for one too many of the process and while it stops
   */
  open: (address: string, wanted: Wanted, sink: EventSink) => ChangeStream;
  /** The sink of a stream can take more. */
  resume: (stream: ChangeStream) => void;
  /** The reader of a stream left. */
  leave: (stream: ChangeStream) => void;
  /** Open streams and long polls. */
  size: () => number;
  /** Sends a keep-alive to all streams and ends those that took nothing since the last one; a timer calls it. */
  keepAlive: () => void;
  /** Ends all streams and long polls, and refuses new ones. */
  close: () => void;
};

/** The next changes as events; null when no change came, and when the log has no such place. */
type NextEvents = { events: EventBytes | null; nextAfter: number } | null;

/** Creates the feed of a process. It follows the publication log while somebody waits. */
// biome-ignore lint/complexity/noExcessiveLinesPerFunction: the functions in it share the streams and the follower of the log
export function createChangeFeed(deps: Deps): ChangeFeed {
  const polls = new Set<() => void>();
  const streams = new Set<ChangeStream>();
  const perAddress = new Map<string, number>();
  let following: { log: LogFollower; timer: NodeJS.Timeout } | null = null;
  let isClosed = false;
  /** Many streams wait at the same place: what comes next is read and printed once for all of them. */
  const shared = new Map<string, Promise<NextEvents>>();
  const size = () => polls.size + streams.size;

  function follow(): LogFollower {
    following ??= {
      log: followLog(deps, (lines) => {
        if (lines === 'all') return;
        shared.clear();
        for (const wake of [...polls]) wake();
        for (const stream of [...streams]) void advance(stream);
      }),
      timer: setInterval(keepAlive, KEEP_ALIVE_EVERY).unref(),
    };
    return following.log;
  }

  function requireRoom(address: string): void {
    const open = perAddress.get(address) ?? 0;
    if (open >= MAX_OPEN_PER_ADDRESS)
      throw new Failure('rate_limited', `This address follows the changes ${MAX_OPEN_PER_ADDRESS} times already.`, {
        hint: 'Close a connection, or ask without wait.',
        retryAfter: 30,
      });
    if (isClosed || size() >= MAX_OPEN)
      throw new Failure('busy', 'The server cannot let more callers wait for changes now.', {
        hint: 'Ask without wait, or try again.',
        retryAfter: 10,
      });
    perAddress.set(address, open + 1);
  }

  function giveRoom(address: string): void {
    const left = (perAddress.get(address) ?? 1) - 1;
    if (left === 0) perAddress.delete(address);
    else perAddress.set(address, left);
    if (size() > 0 || !following) return;
    clearInterval(following.timer);
    void following.log.stop();
    following = null;
    shared.clear();
  }

  function leave(stream: ChangeStream): boolean {
    const wasOpen = streams.delete(stream);
    if (wasOpen) giveRoom(stream.address);
    return wasOpen;
  }

  function end(stream: ChangeStream, error: Error | null = null): void {
    if (leave(stream)) stream.sink.end(error);
  }

  /** Writes what a stream does not have yet. */
  // biome-ignore lint/complexity/noExcessiveCognitiveComplexity: what a stream may do in each of its states, in one place
  async function advance(stream: ChangeStream): Promise<void> {
    if (stream.state === 'reading') stream.isBehind = true;
    if (stream.state === 'reading' || stream.state === 'full') return;
    const isNew = stream.state === 'new';
    stream.state = 'reading';
    try {
      // What is committed before this is read below, and what is committed after it wakes the stream.
      if (isNew) await follow().catchUp();
      do {
        stream.isBehind = false;
        while (await writeNext(stream));
      } while (stream.isBehind && stream.state === 'reading');
      if (stream.state === 'reading') stream.state = 'waiting';
    } catch (error) {
      end(stream, error instanceof Error ? error : new Error(String(error))); // the database is away: the caller connects again
    }
  }

  /** Writes the next page. Returns whether to go on. */
  async function writeNext(stream: ChangeStream): Promise<boolean> {
    const next = await readNext(stream);
    if (!streams.has(stream)) return false;
    if (next === null) end(stream);
    if (next === null) return false;
    stream.after = next.nextAfter;
    if (next.events === null) return false;
    if (!stream.sink.write(next.events)) stream.state = 'full';
    return stream.state !== 'full';
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
      const data = changeJson(deps.site.newest.publication, change);
      return `id: ${data.seq}\nevent: ${data.type}\ndata: ${JSON.stringify(data)}\n\n`;
    });
    return { events: events.length === 0 ? null : toEvents(events.join('')), nextAfter: page.nextAfter };
  }

  function keepAlive(): void {
    for (const stream of [...streams]) {
      if (stream.state === 'full' && stream.isLate) end(stream, new Error('The reader takes nothing.'));
      else if (stream.state === 'full') stream.isLate = true;
      else if (stream.state === 'waiting' && !stream.sink.write(ALIVE)) stream.state = 'full';
    }
  }

  return {
    wait: async (address, after, milliseconds, left) => {
      requireRoom(address);
      const { promise, resolve } = Promise.withResolvers<void>();
      polls.add(resolve);
      const timer = setTimeout(resolve, milliseconds).unref();
      left.addEventListener('abort', () => resolve(), { once: true });
      try {
        const log = follow();
        await log.catchUp();
        if ((log.seen() ?? 0) <= after && !isClosed) await promise;
        return (log.seen() ?? 0) > after && !isClosed;
      } finally {
        clearTimeout(timer);
        polls.delete(resolve);
        giveRoom(address);
      }
    },
    open: (address, { after, section }, sink) => {
      requireRoom(address);
      const stream: ChangeStream = { address, after, section, sink, state: 'new', isBehind: false, isLate: false };
      streams.add(stream);
      return stream;
    },
    resume: (stream) => {
      stream.isLate = false;
      if (stream.state === 'full') stream.state = 'waiting';
      void advance(stream);
    },
    leave: (stream) => void leave(stream),
    size,
    keepAlive,
    close: () => {
      isClosed = true;
      for (const wake of [...polls]) wake();
      for (const stream of [...streams]) end(stream);
    },
  };
}

export function toEvents(text: string): EventBytes {
  const plain = Buffer.from(text);
  return { plain, chunk: Buffer.concat([Buffer.from(`${plain.length.toString(16)}\r\n`), plain, END_OF_LINE]) };
}

const END_OF_LINE = Buffer.from('\r\n');

/** The first event of a stream: the milliseconds after which a reader connects again. */
export const START = toEvents('retry: 3000\n\n');
/** Keeps proxies from ending a silent stream. */
export const ALIVE = toEvents(':\n\n');
/** The chunk after the last. */
export const LAST_CHUNK = Buffer.from('0\r\n\r\n');
