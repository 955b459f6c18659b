import { recaption } from '../../../article/publish/recaption.ts';
import { describePicture } from '../../../pictures/describe-picture.ts';
import { detailsSchema } from '../../../pictures/pictures.ts';
import type { Ctx } from '../../kit/context.ts';
import { readFields, requireFields, showAgain } from '../kit/form.ts';
import { goTo } from '../kit/page.ts';
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
