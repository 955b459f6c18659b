import { findPictureReach } from '#article/linked-articles.ts';
import { renderFormError } from '#html/newsroom/form.ts';
import { redirect } from '#html/newsroom/page.ts';
import type { Context } from '#http/context.ts';
import { readUpload, requireFile } from '#http/upload.ts';
import { acquireUpload } from '#media/add-picture.ts';
import { LARGEST_FILE } from '#media/inspect-picture.ts';
import { deletePicture, replacePicture } from '#media/remove-picture.ts';
import { picturePage } from './picture-page.ts';

// Another file for a picture, and its deletion: both only until readers have seen it.

/** `POST /newsroom/pictures/{pictureId}/file`: replaces the file of a picture. */
export async function postPictureFile(c: Context): Promise<Response> {
  const leave = await acquireUpload();
  const id = c.req.param('pictureId') ?? '';
  try {
    const file = requireFile(await readUpload(c.req.raw, 'file', LARGEST_FILE), LARGEST_FILE);
    await replacePicture(c.var.deps, c.var.actor, id, { file, reach: findPictureReach });
    return redirect(`/newsroom/pictures/${id}?done=replaced`);
  } catch (error) {
    return renderFormError(error, (failure, status) => picturePage(c, { failure, status }));
  } finally {
    leave();
  }
}

/** `POST /newsroom/pictures/{pictureId}/delete`: deletes a picture that no article has. */
export async function postPictureDeletion(c: Context): Promise<Response> {
  const id = c.req.param('pictureId') ?? '';
  try {
    await deletePicture(c.var.deps, c.var.actor, id, findPictureReach);
    return redirect('/newsroom/pictures?done=deleted');
  } catch (error) {
    return renderFormError(error, (failure, status) => picturePage(c, { failure, status }));
  }
}
