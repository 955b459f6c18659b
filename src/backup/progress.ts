/** Tells how far long work is: `done` of `whole` pages or rows. */
export type Progress = (done: number, whole: number, of: string) => void;

/** Milliseconds between two lines, and between two looks at the one line of a terminal. */
const EVERY = 3000;
const EVERY_ON_TERMINAL = 100;

type Out = { isTTY?: boolean; write: (text: string) => unknown };

/** Writes progress as lines a few seconds apart; on a terminal as one line that changes. */
export function printProgress(out: Out, work: string): Progress {
  let told = performance.now();
  return (done, whole, of) => {
    const isLast = done >= whole;
    const now = performance.now();
    if (now - told < (out.isTTY ? EVERY_ON_TERMINAL : EVERY) && !(isLast && out.isTTY)) return;
    told = now;
    const percent = whole === 0 ? 100 : Math.floor((done / whole) * 100);
    const line = `${work}: ${percent} %, ${done} of ${whole} ${of}`;
    out.write(out.isTTY ? `\r${line}\x1b[K${isLast ? '\r\x1b[K' : ''}` : `${line}\n`);
  };
}
