import { createHash } from 'node:crypto';
import { type PictureFile, type PictureVersions, writeVersions } from '#article/hero.ts';
import { type Actor, nameOf } from '#core/actor.ts';
import { createSemaphore } from '#core/concurrency.ts';
import { Failure } from '#core/failure.ts';
import { imageError } from '#media/images/image-errors.ts';
import { CHILD_LIMITS, type ChildLimits, runInChild } from '#runtime/child-process.ts';
import { type Deps, now } from '#runtime/deps.ts';
import { writeJournal } from '#runtime/journal.ts';
import { PICTURE_FORM_NAMES } from './picture-forms.ts';
import { findByHash, type Picture, type PictureText } from './pictures.ts';
import {
  type ConversionJob,
  type ConversionResult,
  type ConvertedPicture,
  renditionName,
  renditionNames,
} from './renditions.ts';

/** A picture whose smallest size is stored. */
export type FirstSize = PictureFile;

/** The point that stays visible when a picture is cropped, in hundredths of its width and height. */
export type FocalPoint = { x: number; y: number };

/** A converted picture with the hash of the original file. */
export type HashedPicture = ConvertedPicture & { hash: string };

export type AddedPicture = { picture: Picture; isNew: boolean };

/**
 * Adds a picture to the library. The original file is not stored, only its renditions. The same file again returns the picture
 * that exists, with its current text; lost renditions are stored again. `onFirst` is called when the smallest size is stored,
 * before the picture is in the library.
 * @throws forbidden for an agent; unsupported_media_type, payload_too_large, validation_failed; busy, storage_full
 */
export async function addPicture(
  deps: Deps,
  actor: Actor,
  {
    file,
    words,
    bounds = CHILD_LIMITS,
    onFirst = () => {},
  }: { file: Uint8Array; words: PictureText; bounds?: ChildLimits; onFirst?: (first: FirstSize) => void },
): Promise<AddedPicture> {
  if (actor.kind === 'agent') throw notForAgents();
  const hash = createHash('sha256').update(file).digest('hex');
  const known = await findByHash(deps.db.read, hash);
  if (known && (await hasAll(deps, known))) return { picture: known, isNew: false };
  let first: Promise<void> = Promise.resolve();
  const converted = await convertPicture(file, bounds, (part) => {
    first = storeRenditions(deps, hash, part).then(() => onFirst({ hash, width: part.width, height: part.height }));
    first.catch(() => {}); // awaited below
  });
  await first;
  return storePicture(deps, actor, words, { hash, ...converted });
}

/**
 * Stores the renditions of a converted picture and of its file for the dark, then its row. `focus` is the focal point in hundredths,
 * the middle without it. A picture that exists keeps its text, its focal point and its files.
 * @throws storage_full
 */
export async function storePicture(
  deps: Deps,
  actor: Actor,
  words: PictureText,
  { focus, dark, ...file }: HashedPicture & { focus?: FocalPoint; dark?: HashedPicture },
): Promise<AddedPicture> {
  const versions = dark && { dark: await storeFile(deps, dark) };
  const picture = { id: deps.newId(), ...(await storeFile(deps, file)), ...words };
  return insertPicture(deps, actor, picture, { focus, versions });
}

/** Stores the renditions of a file of a picture. @throws storage_full */
export async function storeFile(deps: Deps, { hash, width, height, renditions }: HashedPicture): Promise<PictureFile> {
  await storeRenditions(deps, hash, { renditions });
  return { hash, width, height };
}

async function storeRenditions(
  { files }: Deps,
  hash: string,
  { renditions }: Pick<ConvertedPicture, 'renditions'>,
): Promise<void> {
  for (const rendition of renditions)
    await files.put(renditionName(hash, rendition.width, rendition.form), rendition.bytes);
}

/** Inserts a picture whose files are stored. If another upload of the same file came first, returns that picture. */
async function insertPicture(
  deps: Deps,
  actor: Actor,
  picture: Picture,
  { focus, versions }: { focus: FocalPoint | undefined; versions: PictureVersions | undefined },
): Promise<AddedPicture> {
  const isNew = await deps.db.write(async (tx) => {
    const { numInsertedOrUpdatedRows } = await tx
      .insertInto('picture')
      .values({
        ...picture,
        ...(focus && { focal_x: focus.x, focal_y: focus.y }),
        ...(versions && { versions: writeVersions(versions) }),
        added_at: now(deps),
        added_by_kind: actor.kind,
        added_by_id: actor.id,
        added_by_name: nameOf(actor),
      })
      .onConflict((conflict) => conflict.doNothing())
      .executeTakeFirst();
    if (numInsertedOrUpdatedRows === 0n) return false;
    await writeJournal(deps, tx, actor, {
      act: 'picture.added',
      subject: { kind: 'picture', id: picture.id },
      detail: { hash: picture.hash },
    });
    return true;
  });
  return { picture: isNew ? picture : ((await findByHash(deps.db.read, picture.hash)) ?? picture), isNew };
}

async function hasAll({ files }: Deps, { hash, width }: Picture): Promise<boolean> {
  for (const name of renditionNames(hash, width)) if (!(await files.has(name))) return false;
  return true;
}

function notForAgents(): Failure {
  return new Failure('forbidden', 'Agents cannot add pictures.', {
    hint: 'Describe the picture in editorialPacket.heroBrief. A person can add it in the newsroom.',
  });
}

const CHILD = new URL('./convert-child.ts', import.meta.url);

/** Two pictures are converted at the same time, and six more may wait. */
const uploads = createSemaphore(2, 6);

/**
 * Waits for one of the few upload places. Call it before the file is read, to limit the files in memory. Returns a function
 * that releases the place.
 * @throws busy
 */
export const acquireUpload = uploads.acquire;

/**
 * Makes the renditions of a picture in a child process. `onFirst` gets the smallest one as soon as it is made.
 * @throws unsupported_media_type, payload_too_large, validation_failed with what is wrong with the file
 */
export async function convertPicture(
  file: Uint8Array,
  bounds: ChildLimits = CHILD_LIMITS,
  onFirst?: (first: ConvertedPicture) => void,
): Promise<ConvertedPicture> {
  const done = await runInChild<ConversionJob, ConversionResult, ConvertedPicture>(CHILD, { file }, bounds, onFirst);
  if (!done) throw tooMuch();
  if ('converted' in done) return done.converted;
  throw imageError(done.refused.message, done.refused.hint, done.refused.kind);
}

/** The error for a child process without a result: it exceeded a limit, or the file crashed it. */
function tooMuch(): Failure {
  return imageError(
    'The picture needs too much time or memory.',
    `Export it smaller, as a plain ${PICTURE_FORM_NAMES}.`,
  );
}
