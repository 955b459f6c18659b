import { write, writeSync } from 'node:fs';

/** Characters, or milliseconds, after which lines are written: each for itself would cost more than a plain answer. */
const AT_ONCE = 4096;
const AT_LATEST = 200;
/** Characters that wait while nothing can be written; lines beyond that are lost. */
const MOST_WAITING = 1024 * 1024;
/** Milliseconds that the last lines are tried to be written when the process ends, and between two tries. */
const LAST_TRIES = 500;
const TRY_AGAIN = 10;

export type LogWriter = {
  write: (line: string) => void;
  /** How many lines were lost since the process started. */
  lost: () => number;
};

/**
 * Writes lines to a file descriptor without waiting for it. Where it cannot be written to, lines wait, and are lost once a
 * megabyte waits: a log never ends the process. `failed` is told once of the first error, `works` of each recovery with the
 * number of lines that were lost since.
 */
export function createLogWriter(
  descriptor: number,
  { failed, works }: { failed: (error: Error) => void; works: (lost: number) => void },
): LogWriter {
  let waiting = '';
  let rest: Buffer | null = null;
  let isWriting = false;
  let isBroken = false;
  let wasTold = false;
  let [lost, lostBefore] = [0, 0];
  setInterval(flush, AT_LATEST).unref();
  process.on('exit', writeLast);

  function flush(): void {
    if (isWriting || (waiting === '' && !rest)) return;
    if (!rest) {
      rest = Buffer.from(waiting);
      waiting = '';
    }
    isWriting = true;
    write(descriptor, rest, written);
  }

  function written(error: NodeJS.ErrnoException | null, bytes: number): void {
    isWriting = false;
    if (error) {
      refused(error);
      return;
    }
    rest = rest && bytes < rest.byteLength ? rest.subarray(bytes) : null;
    if (isBroken && !rest && waiting.length < AT_ONCE) {
      isBroken = false; // only now, so that there is room for the line that tells of it
      works(lost - lostBefore);
      lostBefore = lost;
    }
    if (rest || waiting.length >= AT_ONCE) flush();
  }

  /** What was not written waits for the next turn. */
  function refused(error: NodeJS.ErrnoException): void {
    if (error.code === 'EAGAIN') return; // a pipe whose reader is slow
    isBroken = true;
    if (!wasTold) failed(error);
    wasTold = true;
  }

  /** Without an event loop: what can be written in half a second is. */
  function writeLast(): void {
    let last = Buffer.concat([rest ?? Buffer.alloc(0), Buffer.from(waiting)]);
    const until = performance.now() + LAST_TRIES;
    while (last.byteLength > 0 && performance.now() < until) {
      try {
        last = last.subarray(writeSync(descriptor, last));
      } catch (error) {
        if ((error as NodeJS.ErrnoException).code !== 'EAGAIN') return;
        Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, TRY_AGAIN);
      }
    }
  }

  return {
    write: (line) => {
      if (waiting.length + line.length > MOST_WAITING) {
        lost++;
        return;
      }
      waiting += line;
      if (waiting.length >= AT_ONCE && !isBroken) flush();
    },
    lost: () => lost,
  };
}
