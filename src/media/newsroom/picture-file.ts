import { VERSIONS } from '#article/hero.ts';
import { findPictureReach } from '#article/linked-articles.ts';
import { Failure } from '#core/failure.ts';
import { recaption } from '#editorial/publish/recaption.ts';
import { renderFormError } from '#html/newsroom/form.ts';
import { redirect } from '#html/newsroom/page.ts';
import type { Context } from '#http/context.ts';
import { readUpload, requireFile } from '#http/upload.ts';
import { acquireUpload } from '#media/add-picture.ts';
import { changeFile } from '#media/change-file.ts';
import { LARGEST_FILE } from '#media/inspect-picture.ts';
import { deletePicture, replacePicture } from '#media/remove-picture.ts';
import { picturePage } from './picture-page.ts';

// Another file for a picture and its deletion, both only until readers have seen it; its files for the dark and for phones.

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

/** `POST /newsroom/pictures/{pictureId}/files/{version}`: a file for the dark or for phones, also when readers have seen the picture. */
export async function postVersion(c: Context): Promise<Response> {
  const leave = await acquireUpload();
  try {
    return await changeVersion(c, requireFile(await readUpload(c.req.raw, 'file', LARGEST_FILE), LARGEST_FILE));
  } catch (error) {
    return renderFormError(error, (failure, status) => picturePage(c, { failure, status }));
  } finally {
    leave();
  }
}

/** `POST /newsroom/pictures/{pictureId}/files/{version}/remove` */
export async function postVersionRemoval(c: Context): Promise<Response> {
  try {
    return await changeVersion(c, null);
  } catch (error) {
    return renderFormError(error, (failure, status) => picturePage(c, { failure, status }));
  }
}

async function changeVersion(c: Context, file: Uint8Array | null): Promise<Response> {
  const { pictureId: id = '', version } = c.req.param();
  const name = VERSIONS.find((known) => known === version);
  if (!name)
    throw new Failure('not_found', 'A picture has no such file.', { hint: `It may have: ${VERSIONS.join(', ')}.` });
  await changeFile(c.var.deps, c.var.actor, id, { name, file, reach: findPictureReach, show: recaption });
  return redirect(`/newsroom/pictures/${id}?done=file`);
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
