import { Failure } from '#core/failure.ts';
import { validate } from '#http/body.ts';
import type { Context } from '#http/context.ts';
import { errorResponse } from '#http/errors.ts';
import { readUpload, requireFile } from '#http/upload.ts';
import { acquireUpload, addPicture, type FirstSize } from '#media/add-picture.ts';
import { LARGEST_FILE } from '#media/inspect-picture.ts';
import type { PictureCard, UploadLine } from '#media/newsroom/picture-card.ts';
import { addressAt, shownSize } from '#media/pages/picture-html.ts';
import { findPicture, unfinishedTextSchema } from '#media/pictures.ts';
import { toCard } from './picture-api.ts';

/**
 * `POST /newsroom/pictures/upload`: adds a picture, whose alternative text and credit may follow. The response has a line of JSON
 * when the smallest size can be shown, and one when the picture is in the library. A refusal before the first line has its own
 * status.
 */
export async function uploadPicture(c: Context): Promise<Response> {
  const lines = new TransformStream<string, string>();
  const writer = lines.writable.getWriter();
  const first = Promise.withResolvers<void>();
  const write = (line: UploadLine) => {
    first.resolve();
    return writer.write(`${JSON.stringify(line)}\n`).catch(() => {}); // the person may have left
  };
  const done = add(c, (size) => void write({ first: thumbnailOf(size) }));
  const end = done
    .then(write, (error) => write({ refused: refusalOf(error) }))
    .finally(() => writer.close().catch(() => {}));
  try {
    await Promise.race([first.promise, done]);
  } catch (error) {
    await lines.readable.cancel();
    if (error instanceof Failure) return errorResponse(error);
    throw error;
  }
  void end;
  return new Response(lines.readable.pipeThrough(new TextEncoderStream()), {
    headers: { 'Content-Type': 'application/x-ndjson', 'Cache-Control': 'no-store', 'X-Accel-Buffering': 'no' },
  });
}

/** Waits for an upload place before it reads the file, to limit the files in memory. */
async function add(c: Context, onFirst: (size: FirstSize) => void): Promise<UploadLine> {
  const { deps, actor } = c.var;
  const leave = await acquireUpload();
  try {
    const upload = await readUpload(c.req.raw, 'file', LARGEST_FILE);
    const { title = '', alt = '', credit = '' } = upload.fields;
    const file = requireFile(upload, LARGEST_FILE);
    const words = validate(unfinishedTextSchema, { title, alt, credit });
    const { picture, isNew } = await addPicture(deps, actor, { file, words, onFirst });
    const listed = await findPicture(deps.db.read, picture.id);
    if (!listed) throw new Failure('not_found', 'The picture was deleted meanwhile.', { hint: 'Add it again.' });
    return { picture: toCard(listed, actor), isNew };
  } finally {
    leave();
  }
}

function thumbnailOf(size: FirstSize): PictureCard['thumbnail'] {
  return { src: addressAt(size, 480, 'jpg'), ...shownSize(size) };
}

function refusalOf(error: unknown): { error: string; hint: string } {
  if (error instanceof Failure) return { error: error.message, hint: error.detail.hint ?? '' };
  return { error: 'The picture could not be stored.', hint: 'Add it again.' };
}
