import { findSentBrief, listSentBriefs } from '#brief/issues/archive.ts';
import type { BesideHome } from '#http/placed-ad.ts';
import type { PageInput } from '#http/placements.ts';
import { renderSignUp } from './subscribe-form.ts';

/** The form that subscribes, between the sections of the home page, with the last brief that was sent. */
export async function besideHome({ publication, read }: PageInput): Promise<BesideHome> {
  const latest = await read('latest brief', async (tx) => {
    const [last] = await listSentBriefs(tx, 1);
    return last ? findSentBrief(tx, last.day) : null;
  });
  const signUp = renderSignUp(publication, latest);
  return signUp ? { signUp } : {};
}
