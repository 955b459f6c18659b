import { promisify } from 'node:util';
import { brotliCompress, constants, gzip, zstdCompress } from 'node:zlib';

/** How the bytes of a copy are coded on the wire (RFC 9110, 8.4.1). */
export type Coding = 'identity' | 'gzip' | 'br' | 'zstd';

/** Who wins a tie: the smallest first. */
const ORDER: readonly Coding[] = ['br', 'zstd', 'gzip'];

/** Below this many bytes a coding saves less than its header costs. */
const WORTH_CODING = 512;

/** The coding an `Accept-Encoding` header asks for (RFC 9110, 12.5.3); identity where it names none of ours. */
export function preferredCoding(accepted: string | null | undefined): Coding {
  if (!accepted) return 'identity';
  const known = KNOWN.get(accepted) ?? chooseCoding(accepted);
  if (KNOWN.size >= 1000) KNOWN.clear();
  KNOWN.set(accepted, known);
  return known;
}

/** What was worked out of a header, kept. */
const KNOWN = new Map<string, Coding>();

function chooseCoding(accepted: string): Coding {
  const weights = new Map<string, number>();
  for (const element of accepted.toLowerCase().split(',')) {
    const [name = '', weight] = element.split(';').map((part) => part.trim());
    const q = weight === undefined ? 1 : Number(/^q=(\d(?:\.\d{0,3})?)$/.exec(weight)?.[1] ?? Number.NaN);
    if (name !== '' && !Number.isNaN(q)) weights.set(name === 'x-gzip' ? 'gzip' : name, q);
  }
  let best: Coding = 'identity';
  let bestQ = 0;
  for (const coding of ORDER) {
    const q = weights.get(coding) ?? weights.get('*') ?? 0;
    if (q > bestQ) [best, bestQ] = [coding, q];
  }
  return bestQ >= (weights.get('identity') ?? 0) ? best : 'identity';
}

/** Whether a body of `bytes` is worth coding at all. */
export function isWorthCoding(bytes: number): boolean {
  return bytes >= WORTH_CODING;
}

const [toGzip, toBrotli, toZstd] = [promisify(gzip), promisify(brotliCompress), promisify(zstdCompress)];

/** The body in a coding, made off the event loop; large bodies with less effort, so that no reader waits long. */
export async function encode(body: Buffer, coding: Coding): Promise<Buffer> {
  const large = body.byteLength > 256 * 1024;
  switch (coding) {
    case 'identity':
      return body;
    case 'gzip':
      return toGzip(body, { level: large ? 6 : 9 });
    case 'br':
      return toBrotli(body, {
        params: {
          [constants.BROTLI_PARAM_QUALITY]: large ? 5 : 9,
          [constants.BROTLI_PARAM_MODE]: constants.BROTLI_MODE_TEXT,
          [constants.BROTLI_PARAM_SIZE_HINT]: body.byteLength,
        },
      });
    case 'zstd':
      return toZstd(body, { params: { [constants.ZSTD_c_compressionLevel]: large ? 6 : 15 } });
  }
}
