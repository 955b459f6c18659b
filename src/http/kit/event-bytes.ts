/** Server-sent events as bytes, made once for all streams that get them. */
export type EventBytes = {
  readonly plain: Uint8Array;
  /** The same as a chunk of a response without a length (RFC 9112, 7.1). */
  readonly chunk: Uint8Array;
};

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
