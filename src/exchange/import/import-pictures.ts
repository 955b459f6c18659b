import { IMPORT } from '#core/actor.ts';
import { createSemaphore } from '#core/concurrency.ts';
import { changePictureText } from '#media/describe-picture.ts';
import type { Deps } from '#runtime/deps.ts';
import {
  altOf,
  fetchPicture,
  type PictureFetch,
  readPictureFile,
  type StoredPicture,
  storeFound,
} from './fetch-picture.ts';
import type { FoundPicture, ImportSource } from './import-item.ts';
import type { PreparedArticle } from './prepare-article.ts';

/** What became of the pictures of an article: each is in the library, or it is said why not. */
export type ImportedPictures = ReadonlyMap<FoundPicture, StoredPicture>;

/** Failures of a host in a row after which the import asks it no more. */
const MOST_FAILURES = 3;

/** Pictures that are fetched and converted at the same time. */
const AT_ONCE = 2;

export type PictureImporter = {
  /**
   * Brings the pictures of an article into the library; `hold` is called before each that is not there yet. Null when `signal` stopped
   * it: the pictures that came are found again by their bytes.
   */
  take(article: PreparedArticle, hold: () => Promise<void>, signal?: AbortSignal): Promise<ImportedPictures | null>;
};

/** The alternative text of a later use, if an earlier use had none. No article shows a picture without such a text. */
async function fillAlt(deps: Deps, { alt: given }: FoundPicture, stored: StoredPicture): Promise<StoredPicture> {
  const alt = altOf(given);
  if ('trouble' in stored || stored.alt !== '' || alt === '') return stored;
  stored.alt = alt;
  await changePictureText(deps, IMPORT, stored.id, { given: { alt }, show: async () => ({ shown: 0, held: 0 }) });
  return stored;
}

/** Brings pictures into the library, each address once in a run. Outside of every transaction: it can take seconds. */
export function openPictureImporter(deps: Deps, source: ImportSource, fetching: PictureFetch): PictureImporter {
  const known = new Map<string, Promise<StoredPicture | null>>();
  const turns = createSemaphore(AT_ONCE, Number.POSITIVE_INFINITY);
  const failures = new Map<string, number>();

  async function takeOne(picture: FoundPicture, hold: () => Promise<void>): Promise<StoredPicture> {
    if (picture.file !== undefined) {
      const read = await readPictureFile(source, picture.file);
      return 'trouble' in read ? read : storeFound(deps, picture, read.bytes, fetching.credit);
    }
    const host = URL.parse(picture.address)?.hostname ?? '';
    if ((failures.get(host) ?? 0) >= MOST_FAILURES)
      return { trouble: `${host} failed ${MOST_FAILURES} times in a row, so it was not asked again.` };
    const got = await fetchPicture(picture.address, fetching);
    if ('trouble' in got) {
      if (got.isUnreached) failures.set(host, (failures.get(host) ?? 0) + 1);
      return { trouble: got.trouble };
    }
    failures.delete(host);
    await hold();
    return storeFound(deps, picture, got.bytes, fetching.credit);
  }

  async function takeInTurn(picture: FoundPicture, hold: () => Promise<void>, signal?: AbortSignal) {
    const leave = await turns.acquire();
    try {
      if (signal?.aborted) return null;
      await hold();
      return await takeOne(picture, hold);
    } finally {
      leave();
    }
  }

  return {
    take: async ({ hero, spare, lost }, hold, signal) => {
      const inText = lost.flatMap(({ picture }) => (picture ? [picture] : []));
      const all = new Set([hero, spare, ...inText].filter((picture) => picture !== null));
      const taken = new Map<FoundPicture, Promise<StoredPicture | null>>();
      for (const picture of all) {
        const key = picture.file === undefined ? picture.address : `file:${picture.file}`;
        const stored = known.get(key) ?? takeInTurn(picture, hold, signal);
        known.set(key, stored);
        taken.set(picture, stored);
      }
      await Promise.allSettled(taken.values());
      const stored = new Map<FoundPicture, StoredPicture>();
      for (const [picture, storing] of taken) {
        const done = await storing;
        if (done === null) return null;
        stored.set(picture, await fillAlt(deps, picture, done));
      }
      return stored;
    },
  };
}
