import { type Actor, isEditorial, requireEditorial } from '#core/actor.ts';
import { Failure } from '#core/failure.ts';
import type { Tx } from '#db/database.ts';
import { type Deps, now } from '#runtime/deps.ts';
import { writeJournal } from '#runtime/journal.ts';
import {
  findPicture,
  type ListedPicture,
  type NewPictureText,
  type PictureDetails,
  type PictureText,
} from './pictures.ts';

/** The fields of a picture that readers see. */
const SHOWN: readonly (keyof PictureDetails)[] = ['alt', 'credit', 'isAiMade', 'isDiagram', 'focalX', 'focalY'];

/** Updates the captions in the live articles with this picture. Returns how many show the new text and how many keep the old one. */
export type UpdateCaptions = (
  deps: Deps,
  tx: Tx,
  actor: Actor,
  change: { pictureId: string; before: PictureText; now: PictureText },
) => Promise<{ shown: number; held: number }>;
/** The changed fields, and how many live articles keep the old text. */
export type DescriptionChange = { changed: (keyof PictureDetails)[]; held: number };

/**
 * Changes the description of a picture. `show` updates the live articles, except those whose gate holds the new text back. This
 * is not a correction and does not change the time of an article. `seen` is the time of the last change that the editor saw.
 * @throws forbidden, not_found, revision_conflict when somebody changed it meanwhile
 */
export async function describePicture(
  deps: Deps,
  actor: Actor,
  pictureId: string,
  { details, seen, show }: { details: PictureDetails; seen: string | null; show: UpdateCaptions },
): Promise<DescriptionChange> {
  requireEditorial(actor, 'change the description of a picture');
  return deps.db.write(async (tx) =>
    change(deps, tx, actor, { picture: await getPicture(tx, pictureId), details, seen, show }),
  );
}

/**
 * Changes some of the texts of a picture, from the editor of an article. A writer may change those of a picture that the writer
 * added, while no live article shows it.
 * @throws forbidden, not_found
 */
export async function changePictureText(
  deps: Deps,
  actor: Actor,
  pictureId: string,
  { given, show }: { given: NewPictureText; show: UpdateCaptions },
): Promise<ListedPicture> {
  return deps.db.write(async (tx) => {
    const picture = await getPicture(tx, pictureId);
    requireMayDescribe(actor, picture);
    const { title = picture.title, alt = picture.alt, credit = picture.credit } = given;
    const { licence, source, endsOn, isAiMade, isDiagram, focalX, focalY } = picture;
    const details = { title, alt, credit, licence, source, endsOn, isAiMade, isDiagram, focalX, focalY };
    const { articles } = await change(deps, tx, actor, { picture, details, seen: picture.changedAt, show });
    if (articles > 0 && !isEditorial(actor))
      throw notYours('Readers see this picture, so only an editor can change it.');
    return { ...picture, ...details };
  });
}

/** @throws forbidden */
export function requireMayDescribe(actor: Actor, { addedById }: ListedPicture): void {
  if (mayDescribe(actor, { addedById })) return;
  throw notYours('Only an editor, or the person who added the picture, can change its text.');
}

/** Whether the actor may change the texts of a picture that no live article shows. */
export function mayDescribe(actor: Actor, { addedById }: Pick<ListedPicture, 'addedById'>): boolean {
  return isEditorial(actor) || (actor.kind === 'editor' && actor.id === addedById);
}

function notYours(message: string): Failure {
  return new Failure('forbidden', message, { hint: 'Ask an editor to change it.' });
}

/** @throws not_found */
export async function getPicture(tx: Tx, id: string): Promise<ListedPicture> {
  const picture = await findPicture(tx, id);
  if (!picture) throw new Failure('not_found', 'No picture has this id.', { hint: 'Look at the media library.' });
  return picture;
}

type Change = { details: PictureDetails; seen: string | null; show: UpdateCaptions };

async function change(
  deps: Deps,
  tx: Tx,
  actor: Actor,
  { picture, details, seen, show }: { picture: ListedPicture } & Change,
): Promise<DescriptionChange & { articles: number }> {
  const changed = changes(picture, details);
  if (changed.length === 0) return { changed, held: 0, articles: 0 };
  await updatePicture(deps, tx, picture, { details, seen });
  const isSeen = changed.some((name) => SHOWN.includes(name));
  const { shown, held } = isSeen
    ? await show(deps, tx, actor, { pictureId: picture.id, before: picture, now: details })
    : { shown: 0, held: 0 };
  await writeJournal(deps, tx, actor, {
    act: 'picture.described',
    subject: { kind: 'picture', id: picture.id },
    detail: {
      changed,
      ...wordsOf(changed, picture, details),
      ...(shown + held > 0 && { articles: shown + held }),
      ...(held > 0 && { held }),
    },
  });
  return { changed, held, articles: shown + held };
}

/** The changed text that readers see, before and now, for the activity log. */
function wordsOf(changed: readonly (keyof PictureDetails)[], before: PictureText, now: PictureText) {
  return {
    ...(changed.includes('alt') && { altBefore: before.alt, altNow: now.alt }),
    ...(changed.includes('credit') && { creditBefore: before.credit, creditNow: now.credit }),
  };
}

function changes(picture: ListedPicture, details: PictureDetails): (keyof PictureDetails)[] {
  return (Object.keys(details) as (keyof PictureDetails)[]).filter((name) => picture[name] !== details[name]);
}

async function updatePicture(
  deps: Deps,
  tx: Tx,
  { id, changedAt }: ListedPicture,
  { details, seen }: { details: PictureDetails; seen: string | null },
): Promise<void> {
  const { title, alt, credit, licence, source, endsOn, isAiMade, isDiagram, focalX, focalY } = details;
  const at = now(deps);
  const { numUpdatedRows } = await tx
    .updateTable('picture')
    .set({
      title,
      alt,
      credit,
      licence,
      source,
      ends_on: endsOn,
      is_ai_made: isAiMade ? 1 : 0,
      is_diagram: isDiagram ? 1 : 0,
      focal_x: focalX,
      focal_y: focalY,
      changed_at: changedAt !== null && at <= changedAt ? new Date(Date.parse(changedAt) + 1).toISOString() : at,
    })
    .where('id', '=', id)
    .where('changed_at', seen === null ? 'is' : '=', seen)
    .executeTakeFirst();
  if (numUpdatedRows === 1n) return;
  throw new Failure('revision_conflict', 'Somebody changed this picture after you opened the page.', {
    hint: 'Open the picture in another window and make your changes there.',
  });
}
