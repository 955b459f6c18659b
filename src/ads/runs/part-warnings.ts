import { unitName } from '#ads/catalog/catalog.ts';
import { PROGRAM } from '#ads/catalog/units.ts';
import { formatDays, mailAdDesk } from '#ads/orders/emails.ts';
import { type AdDeskSettings, getOrder, lockOrder, type OrderState } from '#ads/orders/orders.ts';
import { SYSTEM } from '#core/actor.ts';
import type { Tx } from '#db/database.ts';
import { type Deps, now } from '#runtime/deps.ts';
import { writeJournal } from '#runtime/journal.ts';
import { liveArticles } from './runs.ts';

// A warning belongs to one part of an order: the ad at one place. It is computed from the current state, never set or cleared
// by an act. It ends when its part is in order, whatever happens to the other parts.

/** States of an order whose parts are watched. */
const WATCHED: readonly OrderState[] = ['booked', 'running', 'ran'];

/** A part of an order: `warning` is the current one, `kept` the stored one, `told` the one already emailed to the desk. */
type RunPart = {
  orderId: string;
  place: string;
  startsOn: string;
  warning: string | null;
  kept: string | null;
  told: string | null;
};

/** Computes the warnings of every watched order and stores those that changed. */
export async function updateWarnings(deps: Deps, site: AdDeskSettings): Promise<void> {
  const today = now(deps).slice(0, 10);
  const stale = (await listParts(deps.db.read)).filter((part) => isStale(part, today));
  for (const orderId of new Set(stale.map((part) => part.orderId)))
    await deps.db.write((tx) => updateOrderWarnings(deps, tx, site, orderId));
}

/** Computes the warnings of one order, in the transaction of the change. The desk gets one email about each warning. */
export async function updateOrderWarnings(deps: Deps, tx: Tx, site: AdDeskSettings, orderId: string): Promise<void> {
  await lockOrder(tx, orderId);
  const today = now(deps).slice(0, 10);
  const parts = await listParts(tx, orderId);
  for (const { place, warning, kept, told: emailed, startsOn } of parts) {
    const tell = warning !== null && startsOn <= today && emailed !== warning;
    if (warning === kept && !tell && (warning !== null || emailed === null)) continue;
    await tx
      .updateTable('ad_run')
      .set({ trouble: warning, told: tell ? warning : warning === null ? null : emailed })
      .where('order_id', '=', orderId)
      .where('place', '=', place)
      .execute();
    if (tell) await warnDesk(deps, tx, site, { orderId, place, warning });
  }
  const trouble = parts.flatMap(({ warning }) => warning ?? []).join(' ') || null;
  await tx.updateTable('ad_order').set({ trouble }).where('id', '=', orderId).execute();
}

function isStale({ warning, kept, told: emailed, startsOn }: RunPart, today: string): boolean {
  return warning !== kept || (warning !== null && startsOn <= today && emailed !== warning);
}

async function warnDesk(
  deps: Deps,
  tx: Tx,
  site: AdDeskSettings,
  { orderId, place, warning }: { orderId: string; place: string; warning: string },
): Promise<void> {
  const order = await getOrder(tx, orderId);
  await writeJournal(deps, tx, SYSTEM, {
    act: 'ad.not_started',
    subject: { kind: 'ad order', id: orderId },
    detail: { reference: order.reference, place, trouble: warning },
  });
  await mailAdDesk(deps, tx, site, {
    order,
    about: 'ad.not_started',
    text: `${warning}\n\nThe warning stays on the order until this part is in order. You get this email once.`,
  });
}

async function listParts(tx: Tx, orderId?: string): Promise<RunPart[]> {
  const rows = await tx
    .selectFrom('ad_run')
    .innerJoin('ad_order', 'ad_order.id', 'ad_run.order_id')
    .leftJoin('creative', (on) =>
      on
        .onRef('creative.order_id', '=', 'ad_run.order_id')
        .onRef('creative.kind', '=', 'ad_run.place')
        .on('creative.state', '=', 'accepted'),
    )
    .selectAll('ad_run')
    .select('creative.hash')
    .select((is) =>
      is
        .selectFrom('supplier')
        .select('supplier.name')
        .whereRef('supplier.order_id', '=', 'ad_run.order_id')
        .where('supplier.removed_at', 'is', null)
        .limit(1)
        .as('row_name'),
    )
    .$if(orderId !== undefined, (query) => query.where('ad_run.order_id', '=', orderId ?? ''))
    .$if(orderId === undefined, (query) => query.where('ad_order.state', 'in', WATCHED))
    .orderBy('ad_run.order_id')
    .orderBy('ad_run.place')
    .execute();
  if (rows.length === 0) return [];
  const parts: RunPart[] = [];
  const isArticleLive = (await liveArticles(tx).limit(1).executeTakeFirst()) !== undefined;
  for (const row of rows) {
    const { order_id, place, hash } = row;
    parts.push({
      orderId: order_id,
      place,
      startsOn: row.starts_on,
      kept: row.trouble,
      told: row.told,
      warning: warningOf({
        place,
        days: formatDays({ startsOn: row.starts_on, endsOn: row.ends_on }),
        isMissed: row.missed_at !== null,
        isEnded: row.ended_at !== null,
        hasCreative: hash !== null,
        hasRow: row.row_name !== null,
        isArticleLive,
      }),
    });
  }
  return parts;
}

type PartState = {
  place: string;
  days: string;
  isMissed: boolean;
  isEnded: boolean;
  hasCreative: boolean;
  hasRow: boolean;
  isArticleLive: boolean;
};

/** The warning of a part; its text stays the same while the problem lasts. Null when the part is in order. */
function warningOf(part: PartState): string | null {
  const { place, days } = part;
  const of = `${unitName(place)} (${days})`;
  if (part.isMissed)
    return place === 'field-brief'
      ? `${of}: no send of the Field Brief with this ad was recorded. Move it to another week, or cancel the order with a credit note.`
      : `${of}: its days have passed, and it did not run.`;
  if (part.isEnded || place === PROGRAM) return null;
  if (!part.hasCreative) return `${of}: no creative is accepted, so nothing is shown.`;
  if (place === 'directory-logo' && !part.hasRow)
    return `${of}: no row of the supplier directory names this order, so no logo is shown.`;
  return place === 'in-article' && !part.isArticleLive ? `${of}: no article is published, so no page shows it.` : null;
}
