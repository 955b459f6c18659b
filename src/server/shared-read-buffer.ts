import type { Socket } from 'node:net';

// Node makes a new buffer of 64 kB for every packet that it reads. At 100,000 requests a second, making and freeing them
// costs a tenth of the time and stops the event loop for milliseconds. `net.connect` takes `onread`, one buffer for all reads;
// `net.createServer` has no such option. So this sets the fields that `onread` would set.

/** As many bytes as Node reads at once. */
const BUFFER = Buffer.allocUnsafeSlow(64 * 1024);

type Handle = { useUserBuffer?: (buffer: Uint8Array) => void } | null;
type Reader = (bytes: Buffer) => void;

/**
 * Reads a new connection into a buffer that all connections share, until the returned function is called: from then on its bytes
 * go through the stream again. `read` must use or copy the bytes before it returns. Null when this version of Node lacks the
 * fields; the connection is unchanged then.
 */
export function readIntoSharedBuffer(socket: Socket, read: Reader): (() => void) | null {
  const fields = socket as unknown as Record<symbol, unknown> & { _handle: Handle };
  const symbols = Object.getOwnPropertySymbols(socket);
  const [buffer, callback] = ['kBuffer', 'kBufferCb'].map((name) =>
    symbols.find((symbol) => symbol.description === name),
  );
  if (!buffer || !callback || !fields._handle?.useUserBuffer) return null;
  let isShared = true;
  fields[buffer] = BUFFER;
  fields[callback] = (length: number): boolean => {
    const bytes = BUFFER.subarray(0, length);
    if (!isShared) return socket.push(Buffer.from(bytes));
    read(bytes);
    return true;
  };
  fields._handle.useUserBuffer(BUFFER);
  socket.resume(); // without a listener for data the end of the connection would not be seen
  return () => {
    isShared = false;
  };
}
