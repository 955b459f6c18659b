import { recaption } from '../../../article/publish/recaption.ts';
import { describePicture } from '../../../pictures/describe-picture.ts';
import { detailsSchema } from '../../../pictures/pictures.ts';
import { validateForm } from '../../kit/body.ts';
import type { Context } from '../../kit/context.ts';
import { parseForm, renderFormError } from '../kit/form.ts';
import { redirect } from '../kit/page.ts';
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
export async function postDescription(c: Context): Promise<Response> {
  const id = c.req.param('pictureId') ?? '';
  const typed = await parseForm(c);
  try {
    const { seen, isAiMade, endsOn, ...words } = typed;
    const given = { ...words, isAiMade: isAiMade === 'yes', endsOn: endsOn || null };
    const details = validateForm(detailsSchema, given, LABELS);
    const { held } = await describePicture(c.var.deps, c.var.actor, id, details, seen || null, recaption);
    return redirect(`/newsroom/pictures/${id}?done=${held > 0 ? 'held' : 'changed'}`);
  } catch (error) {
    return renderFormError(error, (failure, status) => picturePage(c, { typed, failure, status }));
  }
}
