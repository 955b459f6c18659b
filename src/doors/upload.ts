import { Failure } from '../ground/failure.ts';
import { readBytes, requireType } from './body.ts';

/** Bytes of a form besides its file: what is typed into it, and what stands between the parts. */
const BESIDES = 64 * 1024;

/** Most parts of one form: each costs more to read than its bytes. */
const MOST_PARTS = 100;
/** Longest boundary between the parts (RFC 2046, 5.1.1). */
const LONGEST_BOUNDARY = 70;

export type Upload = { fields: Record<string, string>; file: Uint8Array };

/**
 * Reads a form with one file (RFC 7578), in the field `name`; white space around what was typed is taken off.
 * @throws unsupported_media_type, payload_too_large before more than `most` bytes are read, bad_request
 */
export async function readUpload(request: Request, name: string, most: number): Promise<Upload> {
  requireType(request, 'multipart/form-data');
  const bytes = await readBytes(request, most + BESIDES);
  const type = request.headers.get('content-type') ?? '';
  requireFewParts(bytes, type);
  const parts = await new Response(new Uint8Array(bytes), { headers: { 'Content-Type': type } })
    .formData()
    .catch(() => {
      throw noForm();
    });
  const fields: Record<string, string> = {};
  let file = new Uint8Array();
  for (const [field, value] of parts) {
    if (typeof value === 'string') fields[field] = value.trim();
    else if (field === name) file = await value.bytes();
  }
  return { fields, file };
}

/** Counts the parts of a form before it is read. @throws bad_request */
function requireFewParts(bytes: Uint8Array, type: string): void {
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
}

function noForm(): Failure {
  return new Failure('bad_request', 'This is no form.', { hint: 'Send it from the page again.' });
}
