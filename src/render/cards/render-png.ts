import { Failure } from '../../core/failure.ts';

// Drawings of our own made into pictures, one after the other: no reader waits for somebody else's, and memory stays put.

/** Drawings that may wait for their turn. */
const MOST_WAITING = 64;

let waiting = 0;
let last: Promise<unknown> = Promise.resolve();

/** An SVG of our own as PNG. @throws busy */
export async function paint(svg: string): Promise<Uint8Array> {
  if (waiting >= MOST_WAITING)
    throw new Failure('busy', 'Too many pictures are being drawn at once.', {
      hint: 'Ask again in a few seconds.',
      retryAfter: 5,
    });
  waiting++;
  const mine = last.then(() => draw(svg)).finally(() => waiting--);
  last = mine.catch(() => {});
  return mine;
}

async function draw(svg: string): Promise<Uint8Array> {
  const { default: sharp } = await import('sharp'); // loaded by the first who asks: most processes draw nothing
  return sharp(Buffer.from(svg)).png({ palette: true, colours: 64, compressionLevel: 9 }).toBuffer();
}
