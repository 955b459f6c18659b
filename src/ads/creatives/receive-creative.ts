import * as z from 'zod';
import type { AdvertisingCatalog, Creative } from '#ads/catalog/catalog-schema.ts';
import { missingCreatives } from '#ads/orders/decide-order.ts';
import { mailBoth } from '#ads/orders/emails.ts';
import {
  type AdDeskSettings,
  getOrder,
  lockOrder,
  type Order,
  type OrderState,
  transitionOrder,
  wrongState,
} from '#ads/orders/orders.ts';
import { type Actor, type Advertiser, nameOf, requireAdDesk } from '#core/actor.ts';
import { Failure } from '#core/failure.ts';
import { text } from '#core/text.ts';
import type { Tx } from '#db/database.ts';
import { type Deps, now } from '#runtime/deps.ts';
import { writeJournal } from '#runtime/journal.ts';
import { checkAddress, checkBrief, checkMergeTags, readAddress } from './brief-check.ts';
import { type CreativeCheck, checkCreative, storeCreativeFiles } from './creative-check.ts';
import { type Finding, formatFindings, hasNoBlock } from './findings.ts';

export const creativeTextSchema = z.strictObject({
  /** The id of the creative in the catalog. */
  kind: z.string(),
  /** The address of its link. */
  url: z.string().max(4000),
  /** The text for readers who cannot see the image. */
  alt: text({ min: 1, max: 300 }),
  /** The text of a Field Brief ad; empty for other creatives. */
  copy: z.string().max(4000),
});
export type CreativeText = z.infer<typeof creativeTextSchema>;

/** States in which an order takes files. */
export const RECEIVES: readonly OrderState[] = ['inquiry', 'creative in', 'accepted', 'invoiced', 'booked', 'running'];

export type CreativeReceipt = { id: string; state: 'in' | 'refused'; findings: Finding[]; order: Order };

/**
 * Receives a creative from an advertiser, by an editor or by the link of the order. A file that does not fit the catalog is
 * refused: the editor sees why, and emails the advertiser with `emailRefusal`; an advertiser who sends it sees why at once. From a file that fits, only the newly encoded images are stored. When an order has all its
 * creatives, it waits for an editor. A creative for an order that is already accepted must be accepted separately.
 * @throws forbidden (writers and agents), not_found, already_done, validation_failed (no creative of this unit), busy
 */
export async function receiveCreative(
  deps: Deps,
  actor: Actor | Advertiser,
  site: AdDeskSettings,
  {
    catalog,
    orderId,
    words,
    file,
  }: { catalog: AdvertisingCatalog; orderId: string; words: CreativeText; file: Uint8Array },
): Promise<CreativeReceipt> {
  if (actor.kind !== 'advertiser') requireAdDesk(actor, 'take in a creative');
  const { unit, state } = await getOrder(deps.db.read, orderId);
  const creative = requireCreativeOf(catalog, unit, words.kind);
  if (!RECEIVES.includes(state)) throw wrongState(await getOrder(deps.db.read, orderId), RECEIVES);
  const checked = await checkCreative(creative, file, actor.kind === 'advertiser' ? 'anybody' : 'desk');
  return receiveCheckedCreative(deps, actor, site, { catalog, orderId, words, checked });
}

/**
 * Receives a creative that `checkCreative` has already checked.
 * @throws forbidden, not_found, already_done, validation_failed
 */
export async function receiveCheckedCreative(
  deps: Deps,
  actor: Actor | Advertiser,
  site: AdDeskSettings,
  {
    catalog,
    orderId,
    words,
    checked,
  }: { catalog: AdvertisingCatalog; orderId: string; words: CreativeText; checked: CreativeCheck },
): Promise<CreativeReceipt> {
  if (actor.kind !== 'advertiser') requireAdDesk(actor, 'take in a creative');
  const findings = [...checked.findings, ...checkText(catalog, words)];
  const isGood = hasNoBlock(findings) && checked.made !== null;
  if (checked.made && isGood) await storeCreativeFiles(deps, checked.made);
  return deps.db.write(async (tx) => {
    await lockOrder(tx, orderId.toLowerCase());
    const order = await getOrder(tx, orderId);
    if (!RECEIVES.includes(order.state)) throw wrongState(order, RECEIVES);
    const creative = requireCreativeOf(catalog, order.unit, words.kind);
    if (actor.kind === 'advertiser') await requireFewFiles(tx, order, site);
    if (isGood) {
      await requireNew(tx, order, words, checked.sentHash);
      await withdrawWaiting(deps, tx, order, words.kind);
    }
    const id = await insertCreative(deps, tx, actor, {
      order,
      creative,
      words,
      checked: { ...checked, findings },
      isGood,
    });
    await writeJournal(deps, tx, actor, {
      act: isGood ? 'ad.creative_in' : 'ad.creative_refused',
      subject: { kind: 'ad order', id: order.id },
      detail: {
        reference: order.reference,
        kind: words.kind,
        sent: checked.sentHash,
        hash: checked.made?.hash ?? null,
      },
    });
    if (!isGood) return { id, state: 'refused', findings, order };
    await emailReceipt(deps, tx, site, { order, creative, findings });
    const isWhole =
      order.state === 'inquiry' && (await missingCreatives(tx, order, creativeIdsOf(catalog, order.unit))).length === 0;
    const after = isWhole
      ? await transitionOrder(deps, tx, actor, {
          orderId: order.id,
          from: ['inquiry'],
          to: 'creative in',
          act: 'ad.creatives_in',
        })
      : order;
    return { id, state: 'in', findings, order: after };
  });
}

function creativeIdsOf({ units }: AdvertisingCatalog, unit: string): readonly string[] {
  return units.find(({ id }) => id === unit)?.creativeIds ?? [];
}

/** @throws validation_failed when the unit takes no creative of this kind */
function requireCreativeOf(catalog: AdvertisingCatalog, unit: string, kind: string): Creative {
  const needed = creativeIdsOf(catalog, unit);
  const creative = catalog.creatives.find(({ id }) => id === kind && needed.includes(id));
  if (!creative) throw notOfUnit(unit, needed);
  return creative;
}

/** Findings about the text and the address of a creative. */
function checkText({ units }: AdvertisingCatalog, { kind, url, alt, copy }: CreativeText): Finding[] {
  const most = units.find(({ id }) => id === 'field-brief')?.copyMaxWords ?? 40;
  const ofKind = kind === 'field-brief' ? checkBrief({ text: copy, url }, most) : checkAddress(url);
  return [...ofKind, ...checkMergeTags(alt)];
}

async function insertCreative(
  deps: Deps,
  tx: Tx,
  actor: Actor | Advertiser,
  {
    order,
    creative,
    words: { kind, url, alt, copy },
    checked: { sentHash, findings, margin, made },
    isGood,
  }: { order: Order; creative: Creative; words: CreativeText; checked: CreativeCheck; isGood: boolean },
): Promise<string> {
  const id = deps.newId();
  const kept = isGood && made ? made : null;
  await tx
    .insertInto('creative')
    .values({
      id,
      order_id: order.id,
      kind,
      state: isGood ? 'in' : 'refused',
      sent_hash: sentHash,
      hash: kept?.hash ?? null,
      width: kept?.width ?? null,
      height: kept?.height ?? null,
      bytes: kept?.bytes ?? null,
      type: kept?.type ?? null,
      files: JSON.stringify(kept?.files.map(({ name }) => name) ?? []),
      text: kind === 'field-brief' && isGood ? copy.trim() : null,
      url: readAddress(url),
      label: creative.label,
      alt,
      reasons: JSON.stringify(findings),
      warnings: JSON.stringify(margin),
      checked_at: now(deps),
      taken_by_name: nameOf(actor),
      told_at: actor.kind === 'advertiser' && !isGood ? now(deps) : null,
    })
    .execute();
  return id;
}

/** A new file replaces a file of the same kind that no editor has accepted yet. */
async function withdrawWaiting(deps: Deps, tx: Tx, order: Order, kind: string): Promise<void> {
  await tx
    .updateTable('creative')
    .set({ state: 'withdrawn', withdrawn_at: now(deps), withdrawn_reason: 'Another file replaced it.' })
    .where('order_id', '=', order.id)
    .where('kind', '=', kind)
    .where('state', '=', 'in')
    .execute();
}

/** Most files of an order that its link takes; the ad desk takes more. */
const MOST_FILES = 60;

async function requireFewFiles(tx: Tx, { id }: Order, { adDesk }: AdDeskSettings): Promise<void> {
  const files = await tx.selectFrom('creative').select('id').where('order_id', '=', id).limit(MOST_FILES).execute();
  if (files.length < MOST_FILES) return;
  throw new Failure('forbidden', `This order already has ${MOST_FILES} files, which is the most that its link takes.`, {
    hint: `Write to ${adDesk}.`,
  });
}

/** @throws already_done for the same file with the same words a second time */
async function requireNew(
  tx: Tx,
  order: Order,
  { kind, url, alt, copy }: CreativeText,
  sentHash: string,
): Promise<void> {
  const same = await tx
    .selectFrom('creative')
    .select('text')
    .where('order_id', '=', order.id)
    .where('kind', '=', kind)
    .where('sent_hash', '=', sentHash)
    .where('url', '=', readAddress(url))
    .where('alt', '=', alt)
    .where('state', 'in', ['in', 'accepted'])
    .execute();
  if (!same.some((row) => (row.text ?? '') === (kind === 'field-brief' ? copy.trim() : ''))) return;
  throw new Failure('already_done', 'This file was already received with this text.', {
    hint: 'Nothing was changed and no email was sent.',
  });
}

async function emailReceipt(
  deps: Deps,
  tx: Tx,
  site: AdDeskSettings,
  { order, creative: { name }, findings }: { order: Order; creative: Creative; findings: readonly Finding[] },
): Promise<void> {
  await mailBoth(deps, tx, site, {
    order,
    about: 'ad.creative_in',
    name,
    text: `The file you sent for “${name}” fits. An editor will look at it next.${formatFindings(findings)}`,
  });
}

function notOfUnit(unit: string, needed: readonly string[]): Failure {
  return new Failure('validation_failed', `The unit ${unit} has no such creative.`, {
    hint: needed.length === 0 ? 'This unit is sold without creatives.' : `It takes: ${needed.join(', ')}.`,
  });
}
