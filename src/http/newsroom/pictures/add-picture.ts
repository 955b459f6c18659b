import { addPicture } from '../../../pictures/add-picture.ts';
import { takeTurn } from '../../../pictures/convert.ts';
import { LARGEST_FILE } from '../../../pictures/inspect-picture.ts';
import { wordsSchema } from '../../../pictures/pictures.ts';
import type { Ctx } from '../../kit/context.ts';
import { readUpload, requireFile } from '../../kit/upload.ts';
import { requireFields, showAgain } from '../kit/form.ts';
import { goTo } from '../kit/page.ts';
import { picturesPage } from './pictures.ts';

const LABELS = { title: 'The title', alt: 'What it shows', credit: 'The credit' };

/** `POST /newsroom/pictures`. A place is taken before the file is read: few are in memory at a time. */
export async function postPicture(c: Ctx): Promise<Response> {
  const leave = await takeTurn();
  let typed: Record<string, string> = {};
  try {
    const upload = await readUpload(c.req.raw, 'file', LARGEST_FILE);
    const { title = '', alt = '', credit = '' } = upload.fields;
    typed = { title, alt, credit };
    const file = requireFile(upload, LARGEST_FILE);
    const words = requireFields(wordsSchema, typed, LABELS);
    const { picture } = await addPicture(c.var.press, c.var.actor, file, words);
    return goTo(`/newsroom/pictures?added=${picture.id}`);
  } catch (error) {
    return showAgain(error, (failure, status) => picturesPage(c, { typed, failure, status }));
  } finally {
    leave();
  }
}
