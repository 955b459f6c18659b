import type { Tx } from '../db/database.ts';
import { lockPublications } from '../db/dialect.ts';
import { type Actor, requireEditorial } from '../ground/actor.ts';
import { Failure } from '../ground/failure.ts';
import { writeJournal } from '../ground/journal.ts';
import { now, type Press } from '../ground/press.ts';
import { logPublication } from '../ground/publication-log.ts';
import { findPicture, type ListedPicture, type PictureDetails } from './picture.ts';

/** What readers see of a picture. */
const SHOWN: readonly (keyof PictureDetails)[] = ['alt', 'credit', 'isAiMade', 'focalX', 'focalY'];

/**
 * Changes what is said of a picture. What readers see of it reaches them where it stands over a live article: that is no
 * correction, and moves no article's time. `seen` is when it was last changed as the editor saw it. Returns the fields
 * that changed.
 * @throws forbidden, not_found, revision_conflict when somebody changed it meanwhile
 */
export async function describePicture(
  press: Press,
  actor: Actor,
  pictureId: string,
  details: PictureDetails,
  seen: string | null,
): Promise<string[]> {
  requireEditorial(actor, 'change what is said of a picture');
  return press.db.write(async (tx) => {
    const picture = await findPicture(tx, pictureId);
    if (!picture) throw new Failure('not_found', 'No picture has this id.', { hint: 'Look at the media library.' });
    const changed = changes(picture, details);
    if (changed.length === 0) return changed;
    await put(press, tx, picture, details, seen);
    const articles = changed.some((name) => SHOWN.includes(name)) ? await letGoOfCopies(press, tx, picture.id) : 0;
    await writeJournal(press, tx, actor, {
      act: 'picture.described',
      subject: { kind: 'picture', id: picture.id },
      detail: { changed, ...(articles > 0 && { articles }) },
    });
    return changed;
  });
}

function changes(picture: ListedPicture, details: PictureDetails): (keyof PictureDetails)[] {
  return (Object.keys(details) as (keyof PictureDetails)[]).filter((name) => picture[name] !== details[name]);
}

async function put(
  press: Press,
  tx: Tx,
  { id, changedAt }: ListedPicture,
  details: PictureDetails,
  seen: string | null,
): Promise<void> {
  const { title, alt, credit, licence, source, endsOn, isAiMade, focalX, focalY } = details;
  const at = now(press);
  const { numUpdatedRows } = await tx
    .updateTable('picture')
    .set({
      ...{ title, alt, credit, licence, source },
      ends_on: endsOn,
      is_ai_made: isAiMade ? 1 : 0,
      focal_x: focalX,
      focal_y: focalY,
      changed_at: changedAt !== null && at <= changedAt ? new Date(Date.parse(changedAt) + 1).toISOString() : at,
    })
    .where('id', '=', id)
    .where('changed_at', seen === null ? 'is' : '=', seen)
    .executeTakeFirst();
  if (numUpdatedRows === 1n) return;
  throw new Failure('revision_conflict', 'Somebody changed this picture after you opened the page.', {
    hint: 'Open it again in another window, and bring your changes to what it says now.',
  });
}

/** Logs each live article the picture stands over, so that its printed copies are let go of. */
async function letGoOfCopies(press: Press, tx: Tx, pictureId: string): Promise<number> {
  await lockPublications(press.db.kind, tx); // before they are looked for: a publication under way is waited for
  const live = await tx
    .selectFrom('revision')
    .innerJoin('article', (on) =>
      on.onRef('article.id', '=', 'revision.article_id').onRef('article.live_revision', '=', 'revision.number'),
    )
    .select(['article.id', 'article.live_desk', 'article.live_slug', 'revision.number'])
    .where('revision.hero_asset_id', '=', pictureId)
    .orderBy('article.id')
    .execute();
  for (const { id, live_desk, live_slug, number } of live) {
    const at = { desk: live_desk ?? '', slug: live_slug ?? '' };
    await logPublication(press, tx, { act: 'recaptioned', articleId: id, ...at, revision: number });
  }
  return live.length;
}
