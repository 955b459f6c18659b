import { Failure } from './failure.ts';

/** Where a page ended, as an opaque word. */
export function writeCursor(at: string, id: string): string {
  return Buffer.from(`${at} ${id}`).toString('base64url');
}

/** @throws bad_request when the word is none that `writeCursor` made */
export function readCursor(word: string): { at: string; id: string } {
  const [, at, id] =
    /^(\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z) ([0-9a-f-]{36})$/.exec(Buffer.from(word, 'base64url').toString()) ?? [];
  if (at && id) return { at, id };
  throw new Failure('bad_request', 'This cursor is not one that was given out here.', {
    hint: 'Use nextCursor as it came, or start without a cursor.',
  });
}
