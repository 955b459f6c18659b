import { IMPORT } from '../../core/actor.ts';
import { runInChild } from '../../core/child-process.ts';
import { Failure } from '../../core/failure.ts';
import type { FetchJob, FetchResult } from '../../core/fetch-child.ts';
import type { LocalPorts } from '../../core/fetch-page.ts';
import { acquireUpload, addPicture } from '../../pictures/add-picture.ts';
import type { Deps } from '../../runtime/deps.ts';
import type { FoundPicture } from '../import-item.ts';
import { cleanLine, cutAt } from './prepare-article.ts';

const LIMITS = { hops: 4, milliseconds: 15_000, bytes: 20 * 1024 * 1024 };
const CHILD = new URL('../../core/fetch-child.ts', import.meta.url);
const CHILD_BOUNDS = { memory: 512 * 1024 * 1024, time: 20_000 };

/** How pictures are fetched: the only hosts that are asked, and the address of the site that asks. */
export type PictureFetch = { hosts: readonly string[]; baseUrl: string; rehearsal?: LocalPorts };

/** Fetches a picture and adds it to the library. Returns its id, or why it is not there. */
export async function fetchPicture(
  deps: Deps,
  { address, alt, caption, credit }: FoundPicture,
  { hosts, baseUrl, rehearsal }: PictureFetch,
): Promise<{ id: string } | { trouble: string }> {
  const host = URL.parse(address)?.hostname;
  if (!host || !hosts.includes(host)) return { trouble: `The plan does not allow pictures from ${host ?? 'there'}.` };
  const userAgent = `Mozilla/5.0 (compatible; plumbline; +${baseUrl}/about)`;
  const options = { userAgent, accept: 'image/*', limits: LIMITS, hosts, ...(rehearsal && { rehearsal }) };
  const got = await runInChild<FetchJob, FetchResult>(CHILD, { address, options }, CHILD_BOUNDS);
  if (got === null) return { trouble: 'It took too much time or memory.' };
  if ('trouble' in got) return { trouble: got.trouble };
  if (got.status !== 200) return { trouble: `It answers ${got.status}.` };
  if (!got.isWhole) return { trouble: 'It has more than 20 MB.' };
  const words = cleanLine(alt);
  const leave = await acquireUpload();
  try {
    const text = {
      title: cutAt(words || cleanLine(caption) || host, 200, ' '),
      alt: cutAt(words, 500, ' '),
      credit: cutAt(cleanLine(credit), 200, ' '),
    };
    return { id: (await addPicture(deps, IMPORT, got.body, text)).picture.id };
  } catch (error) {
    if (!(error instanceof Failure) || ['busy', 'storage_full', 'db_unavailable'].includes(error.kind)) throw error;
    return { trouble: error.message };
  } finally {
    leave();
  }
}
