import { createHash } from 'node:crypto';
import type { Actor } from '#core/actor.ts';
import { Failure } from '#core/failure.ts';
import type { Tx } from '#db/database.ts';
import { type Deps, now } from '#runtime/deps.ts';
import { writeJournal } from '#runtime/journal.ts';
import { convertPicture } from './add-picture.ts';
import { getPicture, requireMayDescribe } from './describe-picture.ts';
import { findByHash, type ListedPicture } from './pictures.ts';
import { filesOf, renditionName } from './renditions.ts';

// Acts on a picture that readers have never seen. Every published revision keeps the picture it was published with.

/** Finds out how articles use a picture. */
export type FindReach = (tx: Tx, pictureId: string) => Promise<'published' | 'used' | 'unused'>;

/**
 * Deletes a picture that no revision and no unsaved text has, with its files.
 * @throws forbidden, not_found, validation_failed
 */
export async function deletePicture(deps: Deps, actor: Actor, id: string, reach: FindReach): Promise<void> {
  const picture = await deps.db.write(async (tx) => {
    const stored = await getPicture(tx, id);
    requireMayDescribe(actor, stored);
    if ((await reach(tx, stored.id)) !== 'unused')
      throw new Failure('validation_failed', 'An article or the page of a byline has this picture, so it stays.', {
        hint: 'Revisions are never removed, and each keeps its picture.',
      });
    await tx.deleteFrom('picture').where('id', '=', stored.id).execute();
    await writeJournal(deps, tx, actor, {
      act: 'picture.deleted',
      subject: { kind: 'picture', id: stored.id },
      detail: { title: stored.title, hash: stored.hash },
    });
    return stored;
  });
  await removeFiles(deps, picture);
}

/**
 * Gives a picture another file. Its id, its texts and its place in drafts stay; an approval of a revision with it no longer counts.
 * @throws forbidden, not_found, already_exists, validation_failed after a publication; the errors of `convertPicture`
 */
export async function replacePicture(
  deps: Deps,
  actor: Actor,
  id: string,
  { file, reach }: { file: Uint8Array; reach: FindReach },
): Promise<void> {
  const before = await getPicture(deps.db.read, id);
  requireMayDescribe(actor, before);
  requireUnseen(await reach(deps.db.read, before.id));
  const hash = createHash('sha256').update(file).digest('hex');
  if (hash === before.hash)
    throw new Failure('already_done', 'The picture has this file already.', { hint: 'Choose another file.' });
  const { width, height, renditions } = await convertPicture(file);
  for (const rendition of renditions)
    await deps.files.put(renditionName(hash, rendition.width, rendition.form), rendition.bytes);
  await deps.db.write(async (tx) => {
    requireUnseen(await reach(tx, before.id));
    const other = await findByHash(tx, hash);
    if (other)
      throw new Failure('already_exists', `The library has this file already, as “${other.title}”.`, {
        hint: 'Use that picture.',
      });
    await tx
      .updateTable('picture')
      .set({ hash, width, height, focal_x: 50, focal_y: 50, versions: null, changed_at: now(deps) })
      .where('id', '=', before.id)
      .execute();
    await writeJournal(deps, tx, actor, {
      act: 'picture.replaced',
      subject: { kind: 'picture', id: before.id },
      detail: { hashBefore: before.hash, hash },
    });
  });
  await removeFiles(deps, before);
}

function requireUnseen(reach: Awaited<ReturnType<FindReach>>): void {
  if (reach !== 'published') return;
  throw new Failure('validation_failed', 'Readers have seen this picture, so its file stays.', {
    hint: 'Add the new file as another picture, choose it in the article, and publish that revision, with a correction note if the old picture was wrong.',
  });
}

/** Call it when no row has the files any more: files without a row do no harm, and the same upload restores lost files. */
export async function removeFiles(
  { db, files }: Deps,
  picture: Pick<ListedPicture, 'hash' | 'width' | 'versions'>,
): Promise<void> {
  for (const name of filesOf(picture)) if (!(await isNamed(db.read, name))) await files.remove(name);
}

/** Whether a picture has this rendition, as the same file may be in several. */
async function isNamed(tx: Tx, rendition: string): Promise<boolean> {
  const [hash = ''] = rendition.split('/');
  const row = await tx
    .selectFrom('picture')
    .select('id')
    .where((is) => is.or([is('hash', '=', hash), is('versions', 'like', `%"${hash}"%`)]))
    .limit(1)
    .executeTakeFirst();
  return row !== undefined;
}
