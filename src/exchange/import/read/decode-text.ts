import { Failure } from '#core/failure.ts';

// The bytes of a file as text, in the encoding that the file declares. A file that declares none is UTF-8.

/** Bytes at the beginning that can declare an encoding. */
const START = 1024;

/**
 * The text of a file, in parts. Without `isLenient` a byte that fits no letter of the encoding stops the file.
 * @throws validation_failed, with the name of the file
 */
export async function* decodeText(
  chunks: AsyncIterable<Buffer>,
  { path, isLenient = false }: { path: string; isLenient?: boolean },
): AsyncGenerator<string> {
  let decode: ((bytes: Buffer, stream: boolean) => string) | null = null;
  let start: Buffer = Buffer.alloc(0);
  for await (const chunk of chunks) {
    if (decode) yield decode(chunk, true);
    else {
      start = Buffer.concat([start, chunk]);
      if (start.length < START) continue;
      decode = openDecoder(start, path, isLenient);
      yield decode(start, true);
    }
  }
  yield decode ? decode(Buffer.alloc(0), false) : openDecoder(start, path, isLenient)(start, false);
}

function openDecoder(start: Buffer, path: string, isLenient: boolean): (bytes: Buffer, stream: boolean) => string {
  const declared = encodingOf(start, path);
  const name = path.slice(0, 200);
  const decoder = makeDecoder(declared, !isLenient);
  if (decoder === null) throw wrongBytes(`The file ${name} declares the encoding ${declared}, which is not read here.`);
  const isSingle = !/^(?:utf|gb|big5|euc|shift|iso-2022)/.test(decoder.encoding);
  let before = 0;
  return (bytes, stream) => {
    const text = decodeOrNull(decoder, bytes, stream);
    // Encodings of one byte have no letter for these; the standard makes them control characters, which nobody sees.
    if (text === null || (isSingle && !isLenient && /[\x80-\x9f]/.test(text)))
      throw wrongBytes(`The file ${name} is not ${declared}: a byte after byte ${before} is no letter of it.`);
    before += bytes.length;
    return text;
  };
}

/** By the first bytes, then by the first line of XML or the head of HTML. */
function encodingOf(start: Buffer, path: string): string {
  const [a = 1, b = 1, c = 1, d = 1] = start;
  if (a === 0xef && b === 0xbb && c === 0xbf) return 'UTF-8';
  if ((a === 0xff && b === 0xfe) || (a > 0 && b === 0 && c > 0 && d === 0)) return 'UTF-16LE';
  if ((a === 0xfe && b === 0xff) || (a === 0 && b > 0 && c === 0 && d > 0)) return 'UTF-16BE';
  const head = start.subarray(0, START).toString('latin1');
  const declared = /\.html?$/i.test(path)
    ? /<meta\b[^>]{0,200}\bcharset\s{0,9}=\s{0,9}["']?([\w.:-]{1,40})/i.exec(head)?.[1]
    : /^\s{0,99}<\?xml\b[^>]{0,200}\bencoding\s{0,9}=\s{0,9}["']([\w.:-]{1,40})["']/.exec(head)?.[1];
  return declared === undefined || /^utf-?16/i.test(declared) ? 'UTF-8' : declared;
}

function makeDecoder(label: string, fatal: boolean): TextDecoder | null {
  try {
    return new TextDecoder(label, { fatal });
  } catch {
    return fatal ? null : new TextDecoder();
  }
}

function decodeOrNull(decoder: TextDecoder, bytes: Buffer, stream: boolean): string | null {
  try {
    return decoder.decode(bytes, { stream });
  } catch {
    return null;
  }
}

function wrongBytes(message: string): Failure {
  return new Failure('validation_failed', message, {
    hint: 'Save the file in UTF-8, or correct the encoding that it declares.',
  });
}
