import { Failure } from '../ground/failure.ts';
import { readBytes, requireType } from './body.ts';

/** Bytes of a form besides its file: what is typed into it, and what stands between the parts. */
const BESIDES = 64 * 1024;

export type Upload = { fields: Record<string, string>; file: Uint8Array };

/**
 * Reads a form with one file (RFC 7578), in the field `name`; white space around what was typed is taken off.
 * @throws unsupported_media_type, payload_too_large before more than `most` bytes are read, bad_request
 */
export async function readUpload(request: Request, name: string, most: number): Promise<Upload> {
  requireType(request, 'multipart/form-data');
  const bytes = await readBytes(request, most + BESIDES);
  const type = request.headers.get('content-type') ?? '';
  const parts = await new Response(new Uint8Array(bytes), { headers: { 'Content-Type': type } })
    .formData()
    .catch(() => {
      throw new Failure('bad_request', 'This is no form.', { hint: 'Send it from the page again.' });
    });
  const fields: Record<string, string> = {};
  let file = new Uint8Array();
  for (const [field, value] of parts) {
    if (typeof value === 'string') fields[field] = value.trim();
    else if (field === name) file = await value.bytes();
  }
  return { fields, file };
}
