import { type Actor, isEditorial } from '#core/actor.ts';
import { Failure } from '#core/failure.ts';
import { isUuid } from '#core/text.ts';
import { recaption } from '#editorial/publish/recaption.ts';
import { jsonHandler } from '#html/newsroom/json-handler.ts';
import { readJson, validate } from '#http/body.ts';
import type { Context } from '#http/context.ts';
import { changePictureText, mayDescribe } from '#media/describe-picture.ts';
import type { PictureCard } from '#media/newsroom/picture-card.ts';
import { addressAt, shownSize } from '#media/pages/picture-html.ts';
import { findPicture, type ListedPicture, listPictures, newTextSchema } from '#media/pictures.ts';

// Pictures as JSON, for the scripts of the editor and of the library. Authenticated by the session cookie.

/** Pictures on a page of the picker. */
const SHOWN = 24;

/** `GET /newsroom/pictures/search`: a page of the library, latest first. */
export const searchPictures = jsonHandler(async (c) => {
  const cursor = c.req.query('cursor');
  const q = (c.req.query('q') ?? '').slice(0, 200);
  const page = await listPictures(c.var.deps.db.read, { limit: SHOWN, q, ...(cursor !== undefined && { cursor }) });
  return { pictures: page.pictures.map((picture) => toCard(picture, c.var.actor)), nextCursor: page.nextCursor };
});

/** `GET /newsroom/pictures/{pictureId}/card`: one picture. */
export const readPictureCard = jsonHandler(async (c) => {
  const id = pictureIdOf(c);
  const picture = isUuid(id) ? await findPicture(c.var.deps.db.read, id) : null;
  if (!picture) throw new Failure('not_found', 'No picture has this id.', { hint: 'Choose one from the library.' });
  return toCard(picture, c.var.actor);
});

/** `POST /newsroom/pictures/{pictureId}/text`: changes title, alternative text or credit. */
export const postPictureText = jsonHandler(async (c) => {
  const text = validate(newTextSchema, await readJson(c.req.raw));
  const { deps, actor } = c.var;
  return toCard(await changePictureText(deps, actor, pictureIdOf(c), { given: text, show: recaption }), actor);
});

function pictureIdOf(c: Context): string {
  return c.req.param('pictureId') ?? '';
}

/** A picture as the scripts show it. */
export function toCard(picture: ListedPicture, actor: Actor): PictureCard {
  const { id, title, alt, credit, isAiMade, endsOn, width, height } = picture;
  return {
    id,
    title,
    alt,
    credit,
    isAiMade,
    endsOn,
    thumbnail: { src: addressAt(picture, 480, 'jpg'), ...shownSize({ width, height }) },
    mayDescribe: mayDescribe(actor, picture),
    mayOpen: isEditorial(actor),
  };
}
