import type { Selectable } from 'kysely';
import { creativeName } from '#ads/catalog/catalog.ts';
import { acceptCreatives, requireAllTicked } from '#ads/orders/decide-order.ts';
import { mailBoth } from '#ads/orders/emails.ts';
import {
  type AdDeskSettings,
  getOrder,
  lockOrder,
  type Order,
  type OrderState,
  wrongState,
} from '#ads/orders/orders.ts';
import { updateOrderWarnings } from '#ads/runs/part-warnings.ts';
import { type Actor, requireAdDesk, requireEditorial } from '#core/actor.ts';
import { Failure } from '#core/failure.ts';
import { isUuid } from '#core/text.ts';
import type { Tx } from '#db/database.ts';
import type { Tables } from '#db/schema/tables.ts';
import { type Deps, now } from '#runtime/deps.ts';
import { writeJournal } from '#runtime/journal.ts';
import { logPlacement } from '#runtime/publication-log.ts';
import { type AdType, adFileName } from './ad-files.ts';
import type { PixelBox } from './creative-check.ts';
import type { Finding } from './findings.ts';

/** A creative as the ad desk sees it; `made` is null for a refused one. */
export type StoredCreative = {
  id: string;
  kind: string;
  state: 'in' | 'refused' | 'accepted' | 'withdrawn';
  sentHash: string;
  made: { hash: string; type: AdType; width: number; height: number; bytes: number } | null;
  copy: string | null;
  url: string | null;
  label: string;
  alt: string;
  findings: Finding[];
  margin: PixelBox[];
  checkedAt: string;
  takenBy: string;
  decidedAt: string | null;
  decidedBy: string | null;
  withdrawnAt: string | null;
  withdrawnReason: string | null;
  /** When the advertiser got the email that it is refused. */
  toldAt: string | null;
};

/** The creatives of an order, latest first. */
export async function listCreatives(tx: Tx, orderId: string): Promise<StoredCreative[]> {
  const rows = await tx
    .selectFrom('creative')
    .selectAll()
    .where('order_id', '=', orderId)
    .orderBy('checked_at', 'desc')
    .orderBy('id', 'desc')
    .limit(100)
    .execute();
  return rows.map(toStoredCreative);
}

const ACCEPTED_BEFORE: readonly OrderState[] = ['accepted', 'invoiced', 'booked', 'running'];

/**
 * Accepts the creatives that arrived after the order was accepted. The creatives they replace are no longer shown.
 * @throws forbidden (writers and agents), not_found, already_done, validation_failed (a line not ticked)
 */
export async function acceptReplacement(
  deps: Deps,
  actor: Actor,
  site: AdDeskSettings,
  { orderId, ticked }: { orderId: string; ticked: readonly string[] },
): Promise<Order> {
  requireEditorial(actor, 'accept an ad');
  requireAllTicked(ticked);
  return deps.db.write(async (tx) => {
    await lockOrder(tx, orderId.toLowerCase());
    const order = await getOrder(tx, orderId);
    if (!ACCEPTED_BEFORE.includes(order.state)) throw wrongState(order, ACCEPTED_BEFORE);
    const waiting = (await listCreatives(tx, order.id)).filter(({ state }) => state === 'in');
    if (waiting.length === 0)
      throw new Failure('already_done', 'No creative of this order waits for acceptance.', {
        hint: 'No action is needed.',
      });
    await acceptCreatives(deps, tx, actor, order);
    if (order.state === 'booked' || order.state === 'running') await recordPlacementChange(deps, tx, site, order);
    const kinds = waiting.map(({ kind }) => kind);
    await writeJournal(deps, tx, actor, {
      act: 'ad.creative_accepted',
      subject: { kind: 'ad order', id: order.id },
      detail: { reference: order.reference, kinds, checklist: ticked },
    });
    await mailBoth(deps, tx, site, {
      order,
      about: 'ad.creative_accepted',
      text: `An editor has accepted what you sent: ${kinds.map(creativeName).join(', ')}.`,
    });
    return order;
  });
}

/**
 * Withdraws a creative, with a reason. It disappears from every page within a second, and its place stays empty.
 * @throws forbidden (writers and agents), not_found, already_done, validation_failed (no reason)
 */
export async function withdrawCreative(
  deps: Deps,
  actor: Actor,
  site: AdDeskSettings,
  { orderId, creativeId, reason }: { orderId: string; creativeId: string; reason: string },
): Promise<Order> {
  requireAdDesk(actor, 'withdraw a creative');
  if (reason === '')
    throw new Failure('validation_failed', 'A withdrawal needs a reason.', {
      hint: 'Write a reason and send the form again.',
    });
  return deps.db.write(async (tx) => {
    await lockOrder(tx, orderId.toLowerCase());
    const order = await getOrder(tx, orderId);
    const { numUpdatedRows } = await tx
      .updateTable('creative')
      .set({ state: 'withdrawn', withdrawn_at: now(deps), withdrawn_reason: reason })
      .where('id', '=', creativeId)
      .where('order_id', '=', order.id)
      .where('state', 'in', ['in', 'accepted'])
      .executeTakeFirst();
    if (numUpdatedRows !== 1n)
      throw new Failure('already_done', 'This creative is already refused or withdrawn.', {
        hint: 'No action is needed.',
      });
    if (order.state === 'creative in') await returnToInquiry(tx, order);
    if (order.state === 'booked' || order.state === 'running') await recordPlacementChange(deps, tx, site, order);
    await writeJournal(deps, tx, actor, {
      act: 'ad.creative_withdrawn',
      subject: { kind: 'ad order', id: order.id },
      detail: { reference: order.reference, creative: creativeId, reason },
    });
    await mailBoth(deps, tx, site, {
      order,
      about: 'ad.creative_withdrawn',
      text: `A file of your ad is withdrawn and no longer shown. The reason: ${reason}\nPlease send another file.`,
    });
    return getOrder(tx, order.id);
  });
}

async function returnToInquiry(tx: Tx, { id }: Order): Promise<void> {
  await tx.updateTable('ad_order').set({ state: 'inquiry' }).where('id', '=', id).execute();
}

/** The pages change, and so may the warnings of the order. */
async function recordPlacementChange(deps: Deps, tx: Tx, site: AdDeskSettings, { id }: Order): Promise<void> {
  await logPlacement(deps, tx, 'ads');
  await updateOrderWarnings(deps, tx, site, id);
}

function toStoredCreative(row: Selectable<Tables['creative']>): StoredCreative {
  const { hash, width, height, bytes, type } = row;
  return {
    id: row.id,
    kind: row.kind,
    state: row.state as StoredCreative['state'],
    sentHash: row.sent_hash ?? '',
    made:
      hash === null ? null : { hash, type: type as AdType, width: width ?? 0, height: height ?? 0, bytes: bytes ?? 0 },
    copy: row.text,
    url: row.url,
    label: row.label,
    alt: row.alt,
    findings: JSON.parse(row.reasons),
    margin: JSON.parse(row.warnings),
    checkedAt: row.checked_at,
    takenBy: row.taken_by_name,
    decidedAt: row.decided_at,
    decidedBy: row.decided_by_name,
    withdrawnAt: row.withdrawn_at,
    withdrawnReason: row.withdrawn_reason,
    toldAt: row.told_at,
  };
}

/**
 * Whether readers may get the image with this hash: `public` while an accepted creative uses it, `withdrawn` when none does any
 * longer, `unknown` when none ever did. One image can belong to several orders. A house ad uses its image until it is removed.
 */
export async function readPictureState(tx: Tx, hash: string): Promise<'public' | 'withdrawn' | 'unknown'> {
  const rows = await tx
    .selectFrom('creative')
    .select('state')
    .distinct()
    .where('hash', '=', hash)
    .where('state', 'in', ['accepted', 'withdrawn'])
    .execute();
  const house = await tx.selectFrom('house_ad').select('removed_at').where('hash', '=', hash).execute();
  if (rows.length === 0 && house.length === 0) return 'unknown';
  const isUsed = rows.some(({ state }) => state === 'accepted') || house.some((ad) => ad.removed_at === null);
  return isUsed ? 'public' : 'withdrawn';
}

/**
 * The image of a creative for the ad desk, in any state of the creative: its name in the file store, and its type.
 * @throws forbidden (writers and agents), not_found
 */
export async function findCreativePicture(
  tx: Tx,
  actor: Actor,
  orderId: string,
  creativeId: string,
): Promise<{ file: string; type: AdType }> {
  requireAdDesk(actor, 'see creatives');
  const row = isUuid(creativeId)
    ? await tx
        .selectFrom('creative')
        .select(['hash', 'width', 'type'])
        .where('id', '=', creativeId.toLowerCase())
        .where('order_id', '=', orderId.toLowerCase())
        .executeTakeFirst()
    : undefined;
  if (row?.hash && row.width && (row.type === 'image/png' || row.type === 'image/jpeg'))
    return { file: adFileName(row.hash, row.width, row.type), type: row.type };
  throw new Failure('not_found', 'There is no such picture.', { hint: 'Look at the order again.' });
}
