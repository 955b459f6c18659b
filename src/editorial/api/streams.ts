import { filterVisible, readOwners } from '#article/linked-articles.ts';
import { Failure } from '#core/failure.ts';
import type { Session } from '#core/session.ts';
import { createPresence, type OpenedArticle } from '#editorial/api/presence.ts';
import type { Deps } from '#runtime/deps.ts';
import { followJournal, type JournalChange, type LogFollower } from '#runtime/follow-log.ts';

// Streams changes to open pages as server-sent events (WHATWG HTML, 9.2).

/** Maximum number of streams of one process, and of one session. */
const MAX_STREAMS = 200;
export const MAX_STREAMS_PER_SESSION = 6;
/** Milliseconds between two checks of the sessions. Each check also sends a keep-alive. */
const LOOK_EVERY = 15_000;
/** With more changed articles than this, the page reloads everything. */
const MOST_TOLD = 100;
/** Unread events after which a stream is closed. */
const MOST_UNREAD = 64;

declare module '#http/services.ts' {
  interface Services {
    /** The open pages that follow changes. */
    streams: ChangeStreams;
  }
}

export type ChangeStreams = {
  /**
   * Opens a stream of changes to the articles that the person may see, after journal entry `after`. `look` reads the session again. The
   * page of one article names the article, and also gets the people who have it open.
   * @throws rate_limited when the session has too many streams, busy when the process has too many or stops, not_found for an article that
   *   the person may not see
   */
  open: (
    session: Session,
    after: number,
    look: () => Promise<Session | null>,
    article?: OpenedArticle | null,
  ) => Promise<ReadableStream<Uint8Array>>;
  /** Whether `close` was called; a waiting request then ends. */
  isClosed: () => boolean;
  /** Ends all streams and refuses new ones. */
  close: () => void;
};

type Open = {
  session: Session;
  look: () => Promise<Session | null>;
  write: (text: string) => void;
  end: () => void;
};

/** Creates the set of streams. It checks their sessions every `lookEvery` milliseconds. */
// biome-ignore lint/complexity/noExcessiveLinesPerFunction: the functions in it share the open streams and the follower of the journal
export function createChangeStreams(deps: Deps, lookEvery = LOOK_EVERY): ChangeStreams {
  const open = new Set<Open>();
  let following: { journal: LogFollower; looking: NodeJS.Timeout } | null = null;
  const presence = createPresence(deps);
  let isClosed = false;
  let opening = 0;

  function follow(): LogFollower {
    const looking = following?.looking ?? setInterval(() => void lookAtSessions().catch(() => {}), lookEvery).unref();
    following ??= { journal: followJournal(deps, tell), looking };
    return following.journal;
  }

  function leave(stream: Open): void {
    open.delete(stream);
    if (open.size + opening > 0 || !following) return;
    clearInterval(following.looking);
    void following.journal.stop();
    following = null;
  }

  async function tell(lines: JournalChange[]): Promise<void> {
    const ids = new Set(lines.filter((line) => line.subjectKind === 'article').map((line) => line.subjectId));
    const owners = await readOwners(deps.db.read, [...ids]);
    for (const stream of [...open]) {
      const changed = filterVisible(stream.session.editor, owners);
      if (changed.length > 0) stream.write(change(lines.at(-1)?.seq ?? 0, changed));
    }
    if (lines.some(({ subjectKind }) => subjectKind === 'session' || subjectKind === 'editor')) await lookAtSessions();
  }

  async function lookAtSessions(): Promise<void> {
    await presence.renew().catch(() => {}); // the database does not answer
    for (const stream of [...open]) {
      const session = await stream.look().catch(() => stream.session); // the database does not answer: keep the session for now
      if (!open.has(stream)) continue; // the reader left meanwhile
      if (session) {
        stream.session = session;
        stream.write(':\n\n');
      } else {
        stream.write('event: ended\ndata: {}\n\n');
        stream.end();
      }
    }
  }

  function requireRoom(session: Session): void {
    const ofSession = [...open].filter((stream) => stream.session.id === session.id).length;
    if (ofSession >= MAX_STREAMS_PER_SESSION)
      throw new Failure('rate_limited', `This session follows changes on ${MAX_STREAMS_PER_SESSION} pages already.`, {
        hint: 'Close one of them, or reload this page to see what is new.',
        retryAfter: 30,
      });
    if (isClosed || open.size + opening >= MAX_STREAMS)
      throw new Failure('busy', 'The server cannot follow changes for more pages now.', {
        hint: 'Try again.',
        retryAfter: 10,
      });
  }

  return {
    open: async (session, after, look, article) => {
      requireRoom(session);
      opening++;
      const stream: Open = { session, look, write: () => {}, end: () => {} };
      let goAway = () => {};
      const body = pipe(stream, () => {
        goAway();
        leave(stream);
      });
      const journal = follow();
      try {
        await journal.catchUp();
        if (article) goAway = await presence.enter(session.editor, article, (text) => stream.write(text));
        open.add(stream);
      } finally {
        opening--;
        if (!open.has(stream)) leave(stream);
      }
      const seen = journal.seen() ?? 0;
      stream.write('retry: 3000\n\n');
      if (seen > after) stream.write(change(seen, []));
      if (isClosed) stream.end();
      return body;
    },
    isClosed: () => isClosed,
    close: () => {
      isClosed = true;
      for (const stream of [...open]) stream.end();
    },
  };
}

function pipe(stream: Open, left: () => void): ReadableStream<Uint8Array> {
  const words = new TextEncoder();
  let isOver = false;
  /** Returns true for the first call only: the reader may leave at the same moment. */
  function finish(): boolean {
    if (isOver) return false;
    isOver = true;
    left();
    return true;
  }
  return new ReadableStream<Uint8Array>(
    {
      start: (out) => {
        stream.end = () => {
          if (!finish()) return;
          try {
            out.close();
          } catch {
            // The reader has closed the stream already.
          }
        };
        stream.write = (text) => {
          if (isOver) return;
          if ((out.desiredSize ?? 0) <= 0) return stream.end(); // the page does not read: it reconnects and reloads everything
          out.enqueue(words.encode(text));
        };
      },
      cancel: () => void finish(),
    },
    { highWaterMark: MOST_UNREAD },
  );
}

/** A change event up to a journal entry. With an empty list of ids, the page reloads everything. */
function change(seq: number, ids: readonly string[]): string {
  const data = JSON.stringify({ ids: ids.length > MOST_TOLD ? [] : ids });
  return `id: ${seq}\nevent: change\ndata: ${data}\n\n`;
}
