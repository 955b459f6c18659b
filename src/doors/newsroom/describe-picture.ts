import { recaption } from '../../article/recaption.ts';
import { describePicture } from '../../media/describe-picture.ts';
import { detailsSchema } from '../../media/picture.ts';
import type { Ctx } from '../env.ts';
import { readFields, requireFields, showAgain } from './form.ts';
import { goTo } from './page.ts';
import { picturePage } from './picture-page.ts';

const LABELS = {
  title: 'The title',
  alt: 'What it shows',
  credit: 'The credit',
  licence: 'The licence',
  source: 'The source',
  endsOn: 'The last day',
  focalX: 'The point across',
  focalY: 'The point down',
};

/** `POST /newsroom/pictures/{pictureId}`: changes what is said of a picture. */
export async function postDescription(c: Ctx): Promise<Response> {
  const id = c.req.param('pictureId') ?? '';
  const typed = await readFields(c);
  try {
    const { seen, isAiMade, endsOn, ...words } = typed;
    const given = { ...words, isAiMade: isAiMade === 'yes', endsOn: endsOn || null };
    const details = requireFields(detailsSchema, given, LABELS);
    const { held } = await describePicture(c.var.press, c.var.actor, id, details, seen || null, recaption);
    return goTo(`/newsroom/pictures/${id}?done=${held > 0 ? 'held' : 'changed'}`);
  } catch (error) {
    return showAgain(error, (failure, status) => picturePage(c, { typed, failure, status }));
  }
}
