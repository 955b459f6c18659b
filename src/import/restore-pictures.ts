import { writeVersions } from '#article/hero.ts';
import { IMPORT, nameOf } from '#core/actor.ts';
import { Failure } from '#core/failure.ts';
import { FORMATS, type PictureFormat, renditionName, widthsOf } from '#media/renditions.ts';
import { type Deps, now } from '#runtime/deps.ts';
import { writeJournal } from '#runtime/journal.ts';
import type { ExportToRestore, RestoredPicture } from './open-export.ts';

/** How the bytes of each form of rendition begin. */
const START_OF: Record<PictureFormat, RegExp> = {
  avif: /^....ftypavif/s,
  webp: /^RIFF....WEBP/s,
  jpg: /^\xff\xd8\xff/,
};

/**
 * Adds the pictures of an export to the library, with all that it says about them. Their files are stored as they are, when each is a
 * picture of the form and the width that its name says. A picture that is here already keeps its words.
 */
export async function restorePictures(deps: Deps, source: ExportToRestore): Promise<void> {
  for (const picture of await source.readList('media')) {
    const known = await deps.db.read
      .selectFrom('picture')
      .select('id')
      .where('hash', '=', picture.hash)
      .executeTakeFirst();
    if (!known && (await storeFiles(deps, source, picture))) await addRow(deps, picture);
  }
}

/** False when a file is missing: the article then goes without the picture, and its report says so. */
async function storeFiles(
  deps: Deps,
  source: ExportToRestore,
  { hash, width, versions, files }: RestoredPicture,
): Promise<boolean> {
  const renditions = [{ hash, width }, ...Object.values(versions)].flatMap((file) =>
    widthsOf(file.width).flatMap((size) => FORMATS.map((form) => ({ hash: file.hash, width: size, form }))),
  );
  const names = renditions.map(
    (rendition) => `media/${renditionName(rendition.hash, rendition.width, rendition.form)}`,
  );
  if (!names.every((name) => files.includes(name))) return false;
  for (const [at, name] of names.entries()) {
    const bytes = await source.readFile(name);
    const wanted = renditions[at];
    if (!wanted || !(await isRendition(bytes, wanted)))
      throw new Failure('validation_failed', `${name} is not the picture that its name says.`, {
        hint: 'Make the export again. What was restored before stays.',
      });
    await deps.files.put(name.slice('media/'.length), bytes);
  }
  return true;
}

async function isRendition(bytes: Buffer, { form, width }: { form: PictureFormat; width: number }): Promise<boolean> {
  if (!START_OF[form].test(bytes.toString('latin1', 0, 12))) return false;
  const { default: sharp } = await import('sharp');
  return sharp(bytes)
    .metadata()
    .then(
      (header) => header.width === width,
      () => false,
    );
}

async function addRow(deps: Deps, picture: RestoredPicture): Promise<void> {
  const { hash, width, height, title, alt, credit, licence, source, ends_on, focal_point: focus, versions } = picture;
  const id = deps.newId();
  await deps.db.write(async (tx) => {
    await tx
      .insertInto('picture')
      .values({
        id,
        hash,
        width,
        height,
        title,
        alt,
        credit,
        licence,
        source,
        ends_on,
        is_ai_made: picture.made_with_ai ? 1 : 0,
        is_diagram: picture.is_diagram ? 1 : 0,
        versions: writeVersions(versions),
        focal_x: focus.x,
        focal_y: focus.y,
        added_at: now(deps),
        added_by_kind: IMPORT.kind,
        added_by_id: IMPORT.id,
        added_by_name: nameOf(IMPORT),
      })
      .execute();
    await writeJournal(deps, tx, IMPORT, { act: 'picture.added', subject: { kind: 'picture', id }, detail: { hash } });
  });
}
