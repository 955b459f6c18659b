/** Reports the progress of long work: `done` of `whole` pages, rows or files. */
export type Progress = (done: number, whole: number, of: string) => void;

export type ProgressReports = { copying: Progress; comparing: Progress };

/** Milliseconds between two lines, and between two updates of the line on a terminal. */
const EVERY = 3000;
const EVERY_ON_TERMINAL = 100;

type Out = { isTTY?: boolean; write: (text: string) => unknown };

/** Prints progress as lines a few seconds apart; on a terminal as one line that changes. */
export function printProgress(out: Out, work: string): Progress {
  let printedAt = performance.now();
  return (done, whole, of) => {
    const isLast = done >= whole;
    const now = performance.now();
    if (now - printedAt < (out.isTTY ? EVERY_ON_TERMINAL : EVERY) && !(isLast && out.isTTY)) return;
    printedAt = now;
    const percent = whole === 0 ? 100 : Math.floor((done / whole) * 100);
    const line = `${work}: ${percent} %, ${done} of ${whole} ${of}`;
    out.write(out.isTTY ? `\r${line}\x1b[K${isLast ? '\r\x1b[K' : ''}` : `${line}\n`);
  };
}
