import type { Context } from '#http/context.ts';
import { declared } from '#http/declared.ts';
import type { BesideHome, PlacedAd } from '#http/placed-ad.ts';
import type { PageInput } from '#http/placements.ts';
import { siteSnapshot } from '#runtime/site-snapshot.ts';

// What other capabilities show on pages of readers; of two that show something at one place, the first one counts.

export async function adInArticle(c: Context): Promise<PlacedAd | null> {
  const page = pageInput(c);
  for (const load of declared().placements) {
    const ad = await (await load()).adInArticle?.(page);
    if (ad) return ad;
  }
  return null;
}

export async function besideHome(c: Context): Promise<BesideHome> {
  const page = pageInput(c);
  let beside: BesideHome = {};
  for (const load of declared().placements) beside = { ...(await (await load()).besideHome?.(page)), ...beside };
  return beside;
}

export async function sponsorOfIssue(c: Context, issue: string): Promise<string | null> {
  const page = pageInput(c);
  for (const load of declared().placements) {
    const sponsor = await (await load()).sponsorOfIssue?.(page, issue);
    if (sponsor) return sponsor;
  }
  return null;
}

function pageInput(c: Context): PageInput {
  return { publication: siteSnapshot().publication, read: c.var.deps.db.readCached };
}
