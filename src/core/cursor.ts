import { Failure } from './failure.ts';

/** The position of the last item of a page, as an opaque text. */
export function writeCursor(at: string, id: string): string {
  return Buffer.from(`${at} ${id}`).toString('base64url');
}

/** @throws Failure `bad_request` when `writeCursor` did not make this text */
export function readCursor(text: string): { at: string; id: string } {
  const [, at, id] =
    /^(\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z) ([0-9a-f-]{36})$/.exec(Buffer.from(text, 'base64url').toString()) ?? [];
  if (at && id) return { at, id };
  throw new Failure('bad_request', 'This cursor is not valid.', {
    hint: 'Send nextCursor unchanged, or start without a cursor.',
  });
}
