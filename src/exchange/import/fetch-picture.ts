import { posix } from 'node:path';
import { IMPORT } from '#core/actor.ts';
import { Failure } from '#core/failure.ts';
import { addPicture } from '#media/add-picture.ts';
import { changePictureText, describePicture } from '#media/describe-picture.ts';
import { pictureDetailsSchema } from '#media/pictures.ts';
import { CHILD_LIMITS, runInChild } from '#runtime/child-process.ts';
import type { Deps } from '#runtime/deps.ts';
import type { FetchJob, FetchResult } from '#runtime/fetch-child.ts';
import type { LocalPorts } from '#runtime/fetch-page.ts';
import { cleanLine, cutAt } from './found-text.ts';
import type { FoundPicture, ImportSource } from './import-item.ts';

const LARGEST = 20 * 1024 * 1024;
const LIMITS = { hops: 4, milliseconds: 15_000, bytes: LARGEST };
const CHILD = new URL('../../runtime/fetch-child.ts', import.meta.url);
const CHILD_BOUNDS = { memory: 512 * 1024 * 1024, time: 20_000 };

/** An import can wait for a busy machine: 54 s by the clock, which is less than a run is held without a word. */
const CONVERSION = { memory: CHILD_LIMITS.memory, time: 18_000 };

/**
 * How pictures are fetched: the only hosts that are asked, the address of the site that asks, and the credit of a picture that was
 * found without one.
 */
export type PictureFetch = { hosts: readonly string[]; baseUrl: string; credit?: string; rehearsal?: LocalPorts };

/** The bytes of a picture, or why they could not be had. `isUnreached` when its server gave no answer. */
export type PictureBytes = { bytes: Uint8Array } | { trouble: string; isUnreached?: true };

/** A picture of the library, or why it is not there. */
export type StoredPicture = { id: string; title: string; alt: string; credit: string } | { trouble: string };

/** Fetches a picture by https from a host of the plan, in its own process. */
export async function fetchPicture(
  address: string,
  { hosts, baseUrl, rehearsal }: PictureFetch,
): Promise<PictureBytes> {
  const url = URL.parse(address);
  if (url?.protocol !== 'https:') return { trouble: 'It has no https address.' };
  if (!hosts.includes(url.hostname)) return { trouble: `The plan does not allow pictures from ${url.hostname}.` };
  const userAgent = `Mozilla/5.0 (compatible; plumbline; +${baseUrl}/about)`;
  const options = { userAgent, accept: 'image/*', limits: LIMITS, hosts, ...(rehearsal && { rehearsal }) };
  const got = await runInChild<FetchJob, FetchResult>(CHILD, { address, options }, CHILD_BOUNDS);
  if (got === null) return { trouble: 'It took too much time or memory.', isUnreached: true };
  if ('trouble' in got) return { trouble: got.trouble, isUnreached: true };
  if (got.status !== 200) return { trouble: `It answers ${got.status}.` };
  return got.isWhole ? { bytes: got.body } : { trouble: 'It has more than 20 MB.' };
}

/** Reads a picture that lies inside the ZIP or folder. */
export async function readPictureFile(source: ImportSource, file: string): Promise<PictureBytes> {
  const parts: Buffer[] = [];
  let size = 0;
  try {
    for await (const part of (await source.open(file)) as AsyncIterable<Buffer>) {
      size += part.byteLength;
      if (size > LARGEST) return { trouble: 'It has more than 20 MB.' };
      parts.push(part);
    }
  } catch {
    return { trouble: 'Its file cannot be read.' };
  }
  return { bytes: Buffer.concat(parts) };
}

/**
 * Adds a picture to the library with the texts that were found; its bytes say what it is. A picture that is there keeps its texts, and gets
 * an alternative text where it has none.
 * @throws storage_full, db_unavailable
 */
export async function storeFound(
  deps: Deps,
  original: FoundPicture,
  bytes: Uint8Array,
  otherCredit = '',
): Promise<StoredPicture> {
  const { alt, caption, credit, details } = original;
  const words = cleanLine(alt);
  const text = {
    title: cutAt(cleanLine(details?.title ?? '') || words || cleanLine(caption) || nameOf(original), 200, ' '),
    alt: altOf(alt),
    credit: cutAt(cleanLine(credit) || otherCredit, 200, ' '),
  };
  try {
    const { picture, isNew } = await addPicture(deps, IMPORT, { file: bytes, words: text, bounds: CONVERSION });
    const read = isNew && details ? pictureDetailsSchema.safeParse({ ...text, ...details, title: text.title }) : null;
    if (read?.success)
      await describePicture(deps, IMPORT, picture.id, { details: read.data, seen: null, show: NO_ARTICLE });
    if (picture.alt === '' && text.alt !== '')
      await changePictureText(deps, IMPORT, picture.id, { given: { alt: text.alt }, show: NO_ARTICLE });
    return { id: picture.id, title: picture.title, alt: picture.alt || text.alt, credit: picture.credit };
  } catch (error) {
    if (!(error instanceof Failure) || ENDS.includes(error.kind)) throw error;
    return { trouble: error.message };
  }
}

/** An alternative text within the limit of the library. */
export function altOf(given: string): string {
  return cutAt(cleanLine(given), 500, ' ');
}

/** Refusals that have nothing to do with the picture. */
const ENDS: readonly Failure['kind'][] = ['busy', 'storage_full', 'db_unavailable', 'forbidden'];

/** No article shows a picture that has just been added. */
const NO_ARTICLE = async () => ({ shown: 0, held: 0 });

/** The name of the file without its ending; the host where the address has none. */
function nameOf({ address, file }: FoundPicture): string {
  const url = URL.parse(address);
  const name = posix.basename(file ?? url?.pathname ?? '').replace(/\.\w{2,5}$/, '');
  return cleanLine(name) || (url?.hostname ?? 'picture');
}
