import { differingRecords } from '#brief/domain/check-dns.ts';
import { hasDkimKey } from '#brief/domain/dkim-key.ts';
import type { Tx } from '#db/database.ts';
import type { BriefAudience, BriefGateSite } from './gate.ts';

/** The settings that the gate of a brief looks at. */
export type BriefSettings = {
  publication: { baseUrl: string; postalAddress: string | null };
  brief: { from: string; dkim: 'own' | 'relay' };
};

/** What the gate needs to know of a site with these settings; `measure` prints the email. */
export function briefSiteOf({ publication, brief }: BriefSettings, measure: BriefGateSite['measure']): BriefGateSite {
  const { baseUrl, postalAddress } = publication;
  return {
    baseUrl,
    postalAddress,
    ...brief,
    measure,
    audience: readAudience,
    hasKey: hasDkimKey,
    dnsDiffers: differingRecords,
  };
}

/** Confirmed subscribers who want the weekly email, and those of them who had confirmed a week ago. */
async function readAudience(tx: Tx, now: string): Promise<BriefAudience> {
  const weekAgo = new Date(Date.parse(now) - WEEK).toISOString();
  const row = await tx
    .selectFrom('subscriber')
    .select((is) => [
      is.fn.countAll().as('recipients'),
      is.fn.count(is.case().when('confirmed_at', '<=', weekAgo).then(1).end()).as('weekAgo'),
    ])
    .where('state', '=', 'confirmed')
    .where('weekly', '=', 1)
    .executeTakeFirst();
  return { recipients: Number(row?.recipients ?? 0), weekAgo: Number(row?.weekAgo ?? 0) };
}

const WEEK = 7 * 86_400_000;
