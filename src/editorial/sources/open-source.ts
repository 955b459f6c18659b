import { createSemaphore } from '#core/concurrency.ts';
import type { ClaimedNumber } from '#evidence/lookup/find-number.ts';
import type { SoughtWording } from '#evidence/wordings/search-wordings.ts';
import { runInChild } from '#runtime/child-process.ts';
import type { FetchOptions, LocalPorts } from '#runtime/fetch-page.ts';
import type { LookupJob, LookupResult } from './open-child.ts';

const CHILD = new URL('./open-child.ts', import.meta.url);
/** One process reads a PDF of 300 pages in 3 s and 200 MB. */
const CHILD_LIMITS = { memory: 384 * 1024 * 1024, time: 8000 };
/** The limits of a fetch, enough for a report with pictures. */
const FETCH_LIMITS = { hops: 5, milliseconds: 15_000, bytes: 12 * 1024 * 1024 };
/** Two sources are opened at a time, and 20 more may wait. */
const OPENED = createSemaphore(2, 20);

/** The largest file that a person may give in place of the address, in bytes. */
export const MOST_GIVEN = FETCH_LIMITS.bytes;

/** A replacement for the address of a source, given by a person: a file, or the words of a passage. */
export type GivenSource = { bytes: Buffer; type: string; name: string };

declare module '#http/services.ts' {
  interface Services {
    /** Opens the sources of articles, each in its own process. */
    sourceOpener: SourceOpener;
  }
}

export type SourceOpener = {
  /** Opens an address, or its replacement, and looks numbers, quotations and names up in it. @throws busy */
  lookUp: (
    source: string | GivenSource,
    claims: readonly ClaimedNumber[],
    wordings?: readonly SoughtWording[],
  ) => Promise<LookupResult>;
};

const NOT_READ = 'It takes too long to read. Paste the passage that has the number instead.';

/** `userAgent` names this site to the hosts of sources. Only tests pass `rehearsal`. */
export function createSourceOpener(userAgent: string, rehearsal?: LocalPorts): SourceOpener {
  const options: FetchOptions = {
    userAgent,
    accept: 'text/html, application/pdf, text/plain;q=0.9, */*;q=0.5',
    limits: FETCH_LIMITS,
    ...(rehearsal && { rehearsal }),
  };
  return {
    lookUp: async (source, claims, wordings = []) => {
      const release = await OPENED.acquire();
      try {
        const given = typeof source === 'string' ? { address: source, options } : source;
        const result = await runInChild<LookupJob, LookupResult>(CHILD, { given, claims, wordings }, CHILD_LIMITS);
        return result ?? { trouble: NOT_READ };
      } finally {
        release();
      }
    },
  };
}
