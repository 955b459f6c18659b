import { Failure } from './failure.ts';

/** The position of the last item of a page, as an opaque text. */
export function writeCursor(at: string, id: string): string {
  return Buffer.from(`${at} ${id}`).toString('base64url');
}

/** @throws Failure `bad_request` when `writeCursor` did not make this text */
export function readCursor(text: string): { at: string; id: string } {
  const [, at, id] = LISTED.exec(Buffer.from(text, 'base64url').toString()) ?? [];
  if (at && id) return { at, id };
  throw notValid();
}

/** The position of the last item of a page of search results, which are ordered by rank, then by time. */
export function writeRankedCursor(rank: number, at: string, id: string): string {
  return Buffer.from(`${rank} ${at} ${id}`).toString('base64url');
}

/** @throws Failure `bad_request` when `writeRankedCursor` did not make this text */
export function readRankedCursor(text: string): { rank: number; at: string; id: string } {
  const [, rank, at, id] = RANKED.exec(Buffer.from(text, 'base64url').toString()) ?? [];
  if (rank && at && id) return { rank: Number(rank), at, id };
  throw notValid();
}

const POSITION = String.raw`(\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z) ([0-9a-f-]{36})`;
const LISTED = new RegExp(`^${POSITION}$`);
const RANKED = new RegExp(`^(\\d{1,2}) ${POSITION}$`);

function notValid(): Failure {
  return new Failure('bad_request', 'This cursor is not valid.', {
    hint: 'Send nextCursor unchanged, or start without a cursor.',
  });
}
