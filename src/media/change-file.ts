import { createHash } from 'node:crypto';
import { type VersionName, writeVersions } from '#article/hero.ts';
import { type Actor, requireEditorial } from '#core/actor.ts';
import { Failure } from '#core/failure.ts';
import type { Deps } from '#runtime/deps.ts';
import { writeJournal } from '#runtime/journal.ts';
import { convertPicture, storeFile } from './add-picture.ts';
import { getPicture, type UpdateCaptions } from './describe-picture.ts';
import { type FindReach, removeFiles } from './remove-picture.ts';

/** A file for the dark or for phones; null removes it. */
type ChangedFile = { name: VersionName; file: Uint8Array | null; reach: FindReach; show: UpdateCaptions };

/**
 * Changes one of the files that a picture has for the dark and for phones. Readers see it at once where the picture is published:
 * its words, its focal point and its articles stay.
 * @throws forbidden, not_found, validation_failed where two people publish and readers have seen the picture; the errors of `convertPicture`
 */
export async function changeFile(deps: Deps, actor: Actor, id: string, change: ChangedFile): Promise<void> {
  requireEditorial(actor, 'change the files of a picture');
  const { name, file, reach, show } = change;
  const { id: pictureId } = await getPicture(deps.db.read, id);
  const made = file && { hash: createHash('sha256').update(file).digest('hex'), ...(await convertPicture(file)) };
  const stored = made && (await storeFile(deps, made));
  const before = await deps.db.write(async (tx) => {
    const picture = await getPicture(tx, pictureId);
    if (deps.policy.reviewBy === 'two' && (await reach(tx, pictureId)) === 'published')
      throw new Failure('validation_failed', 'Two people publish here, and readers have seen this picture.', {
        hint: 'Add the picture again with this file, choose it in the article, and publish that revision.',
      });
    const { [name]: old, ...others } = picture.versions;
    const versions = writeVersions({ ...others, ...(stored && { [name]: stored }) });
    await tx.updateTable('picture').set({ versions }).where('id', '=', pictureId).execute();
    await show(deps, tx, actor, { pictureId, before: picture, now: picture });
    await writeJournal(deps, tx, actor, {
      act: 'picture.file_changed',
      subject: { kind: 'picture', id: pictureId },
      detail: { file: name, hash: stored?.hash ?? null },
    });
    return old;
  });
  if (before) await removeFiles(deps, { ...before, versions: {} });
}
