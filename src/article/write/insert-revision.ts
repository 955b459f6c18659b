import { type Actor, nameOf } from '../../core/actor.ts';
import type { Tx } from '../../db/database.ts';
import { type Deps, now } from '../../runtime/deps.ts';
import type { RevisionRow } from '../model/article-rows.ts';
import type { Copy } from '../model/copy.ts';
import { requireRoomForText } from './text-quota.ts';

/** Stores copy as one immutable, numbered snapshot. @throws rate_limited for a grant that stored too much today */
export async function insertRevision(
  deps: Deps,
  tx: Tx,
  actor: Actor,
  articleId: string,
  number: number,
  copy: Copy,
): Promise<RevisionRow> {
  const row: RevisionRow = {
    article_id: articleId,
    number,
    desk: copy.section,
    slug: copy.slug,
    headline: copy.headline,
    dek: copy.dek,
    body_blocks: JSON.stringify(copy.bodyBlocks),
    sources: JSON.stringify(copy.sources ?? []),
    author_id: copy.authorId ?? null,
    correction_note: copy.correctionNote ?? null,
    hero_asset_id: copy.heroAssetId ?? null,
    sponsorship_disclosure: copy.sponsorshipDisclosure ?? null,
    tag_ids: JSON.stringify(copy.tagIds ?? []),
    editorial_packet: copy.editorialPacket ? JSON.stringify(copy.editorialPacket) : null,
    saved_at: now(deps),
    saved_by_kind: actor.kind,
    saved_by_id: actor.id,
    saved_by_name: nameOf(actor),
    claim_id: actor.kind === 'agent' ? actor.claimId : null,
  };
  await requireRoomForText(deps, tx, row);
  await tx.insertInto('revision').values(row).execute();
  return row;
}
