import { Failure } from '#core/failure.ts';
import { cutOff, readBytes, requireType } from './body.ts';

/** Bytes of a form without its file: the text fields and the boundaries between the parts. */
const BESIDES = 64 * 1024;

/** Bytes read of a form whose `Content-Length` is too large: enough for the text fields, which come first. */
const WORDS_FIRST = 32 * 1024;

/** Most parts of one form: reading a part costs more than its bytes alone. */
const MOST_PARTS = 100;
/** Longest boundary between the parts (RFC 2046, 5.1.1). */
const LONGEST_BOUNDARY = 70;

/** The fields of a form and its file. The file is null when it is too large, or when the form was not read to its end. */
export type Upload = { fields: Record<string, string>; file: Uint8Array | null; fileName: string };

/**
 * Reads a form with one file (RFC 7578), in the field `name`, and trims the other fields. When the form is too large, it
 * reads the fields before the file, so that the page can show them again.
 * @throws unsupported_media_type, bad_request
 */
export async function readUpload(request: Request, name: string, most: number): Promise<Upload> {
  requireType(request, 'multipart/form-data');
  const { bytes, isWhole } = await readAsFarAs(request, most + BESIDES);
  const type = request.headers.get('content-type') ?? '';
  const boundary = requireFewParts(bytes, type);
  const parts = isWhole
    ? await readParts(bytes, type)
    : await readParts(wholeParts(bytes, boundary), type).catch(() => []);
  const fields: Record<string, string> = {};
  let file: Uint8Array | null = isWhole ? new Uint8Array() : null;
  let fileName = '';
  for (const [field, value] of parts) {
    if (typeof value === 'string') fields[field] = value.trim();
    else if (field === name && isWhole) [file, fileName] = [await value.bytes(), value.name];
  }
  return { fields, file: file && file.byteLength > most ? null : file, fileName };
}

/** The file of a form. @throws payload_too_large, worded for the person who chose the file */
export function requireFile({ file }: Upload, most: number): Uint8Array {
  if (file) return file;
  const size = most >= 1024 * 1024 ? `${most / 1024 / 1024} MB` : `${most / 1024} kB`;
  throw new Failure('payload_too_large', `The file is larger than ${size}.`, {
    hint: 'Save it with fewer pixels, or as a JPEG of a lower quality, and choose it again.',
  });
}

/** The bytes of a body; of a body that is too large, its beginning. The server discards the rest. */
async function readAsFarAs(request: Request, most: number): Promise<{ bytes: Uint8Array; isWhole: boolean }> {
  if (Number(request.headers.get('content-length') ?? 0) <= most && request.headers.has('content-length'))
    return { bytes: await readBytes(request, most), isWhole: true };
  const reader = request.body?.getReader();
  const chunks: Uint8Array[] = [];
  const enough = request.headers.has('content-length') ? WORDS_FIRST : most;
  let size = 0;
  try {
    for (let next = await reader?.read(); next && !next.done; next = await reader?.read()) {
      chunks.push(next.value);
      size += next.value.byteLength;
      if (size > enough) return { bytes: Buffer.concat(chunks), isWhole: false };
    }
  } catch {
    throw cutOff();
  } finally {
    reader?.releaseLock();
  }
  return { bytes: Buffer.concat(chunks), isWhole: true };
}

/** A form that was cut off within its file, without that file. */
function wholeParts(bytes: Uint8Array, boundary: string): Uint8Array {
  const all = Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  const last = Math.max(0, all.lastIndexOf(`--${boundary}`));
  return Buffer.concat([all.subarray(0, last), Buffer.from(`--${boundary}--\r\n`)]);
}

async function readParts(bytes: Uint8Array, type: string): Promise<FormData> {
  try {
    return await new Response(new Uint8Array(bytes), { headers: { 'Content-Type': type } }).formData();
  } catch {
    throw noForm();
  }
}

/** Counts the parts of a form before parsing it, and returns the boundary between them. @throws bad_request */
function requireFewParts(bytes: Uint8Array, type: string): string {
  const [, quoted, bare = ''] = /boundary=(?:"([^"]*)"|([^;,\s]*))/i.exec(type) ?? [];
  const boundary = quoted ?? bare;
  if (boundary === '' || boundary.length > LONGEST_BOUNDARY) throw noForm();
  const all = Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  let parts = 0;
  for (let at = all.indexOf(`--${boundary}`); at !== -1; at = all.indexOf(`--${boundary}`, at + boundary.length + 2))
    if (++parts > MOST_PARTS + 1)
      throw new Failure('bad_request', `The form has more than ${MOST_PARTS} parts.`, {
        hint: 'Send one file and the fields of the form.',
      });
  return boundary;
}

function noForm(): Failure {
  return new Failure('bad_request', 'The body is not a form.', { hint: 'Send the form from its page again.' });
}
