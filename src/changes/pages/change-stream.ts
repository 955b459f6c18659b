import { type ChangesPage, readChanges } from '#changes/public-changes.ts';
import { Failure } from '#core/failure.ts';
import { readParameters } from '#http/query-parameters.ts';
import type { Deps } from '#runtime/deps.ts';
import { type ChangeFeed, type ChangeStream, START, type Wanted } from './change-feed.ts';
import { changesQuerySchema } from './changes-json.ts';

// A request for changes, and a stream of them as a web stream. `src/server/event-streams.ts` writes streams to the socket.

export const CHANGES_PATH = '/api/v1/public/changes';
export const STREAM_HEADERS = {
  'Content-Type': 'text/event-stream',
  'Cache-Control': 'no-store',
  'Access-Control-Allow-Origin': '*',
  // Tells proxies not to buffer, which would delay the events.
  'X-Accel-Buffering': 'no',
};
const PARAMETERS = {
  numbers: ['after', 'limit', 'wait'],
  hint: 'after is the nextAfter of the previous page, limit is 1 to 1000, wait is 0 to 50 seconds, section the slug of a section.',
};

export type ChangesQuery = Wanted & { limit: number; wait: number };

/** @throws bad_request */
export function readChangesQuery(search: URLSearchParams): ChangesQuery {
  return readParameters(changesQuerySchema(), search, PARAMETERS);
}

export function wantsStream(accept: string | null | undefined): boolean {
  return /\btext\/event-stream\b/i.test(accept ?? '');
}

/** @throws bad_request for a number that the log has not reached */
export async function readChangesAfter({ db }: Deps, query: Wanted & { limit: number }): Promise<ChangesPage> {
  const page = await readChanges(db.read, query);
  if (page) return page;
  throw new Failure('bad_request', `There was no change ${query.after} yet.`, {
    hint: 'This magazine was restored from a backup, or the number is wrong. Read again from after=0.',
  });
}

/** What a request for a stream wants; `lastEventId` is what the reader has. @throws bad_request */
export async function readWanted(deps: Deps, query: ChangesQuery, lastEventId: string | null): Promise<Wanted> {
  const after = /^\d{1,15}$/.test(lastEventId ?? '') ? Number(lastEventId) : query.after;
  const wanted = { after, section: query.section };
  await readChangesAfter(deps, { ...wanted, limit: 1 });
  return wanted;
}

/** Opens a stream of changes as a web stream. @throws rate_limited and busy as `open` of the feed does */
export function openWebStream(feed: ChangeFeed, address: string, wanted: Wanted): ReadableStream<Uint8Array> {
  let out: ReadableStreamDefaultController<Uint8Array>;
  const stream: ChangeStream = feed.open(address, wanted, {
    write: ({ plain }) => {
      out.enqueue(plain);
      return (out.desiredSize ?? 0) > 0;
    },
    end: (error) => (error ? out.error(error) : out.close()),
  });
  return new ReadableStream<Uint8Array>({
    start: (controller) => {
      out = controller;
      out.enqueue(START.plain);
    },
    pull: () => feed.resume(stream),
    cancel: () => feed.leave(stream),
  });
}
