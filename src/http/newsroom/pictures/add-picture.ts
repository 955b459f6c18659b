import { acquire, addPicture } from '../../../pictures/add-picture.ts';
import { LARGEST_FILE } from '../../../pictures/inspect-picture.ts';
import { wordsSchema } from '../../../pictures/pictures.ts';
import { validateForm } from '../../kit/body.ts';
import type { Context } from '../../kit/context.ts';
import { readUpload, requireFile } from '../../kit/upload.ts';
import { renderFormError } from '../kit/form.ts';
import { redirect } from '../kit/page.ts';
import { picturesPage } from './pictures.ts';

const LABELS = { title: 'The title', alt: 'What it shows', credit: 'The credit' };

/** `POST /newsroom/pictures`. A place is taken before the file is read: few are in memory at a time. */
export async function postPicture(c: Context): Promise<Response> {
  const leave = await acquire();
  let typed: Record<string, string> = {};
  try {
    const upload = await readUpload(c.req.raw, 'file', LARGEST_FILE);
    const { title = '', alt = '', credit = '' } = upload.fields;
    typed = { title, alt, credit };
    const file = requireFile(upload, LARGEST_FILE);
    const words = validateForm(wordsSchema, typed, LABELS);
    const { picture } = await addPicture(c.var.deps, c.var.actor, file, words);
    return redirect(`/newsroom/pictures?added=${picture.id}`);
  } catch (error) {
    return renderFormError(error, (failure, status) => picturesPage(c, { typed, failure, status }));
  } finally {
    leave();
  }
}
