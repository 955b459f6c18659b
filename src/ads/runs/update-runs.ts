import { sql } from 'kysely';
import { PROGRAM } from '#ads/catalog/units.ts';
import { mailBoth } from '#ads/orders/emails.ts';
import { finishOrder } from '#ads/orders/end-order.ts';
import { tellMissed } from '#ads/orders/missed.ts';
import { type AdDeskSettings, getOrder, lockOrder, transitionOrder } from '#ads/orders/orders.ts';
import { SYSTEM } from '#core/actor.ts';
import { isDbError } from '#db/connection/db-errors.ts';
import type { Tx } from '#db/database.ts';
import { type Deps, inSeconds, now } from '#runtime/deps.ts';
import { writeJournal } from '#runtime/journal.ts';
import { logPlacement } from '#runtime/publication-log.ts';
import { turnHouseAds } from './house-ads.ts';
import { updateWarnings } from './part-warnings.ts';
import { liveArticles } from './runs.ts';
import { recordSiteSends } from './site-sends.ts';

/** The most runs changed in one round. */
const AT_ONCE = 50;

type RunKey = { orderId: string; place: string };

/**
 * Starts the runs booked for today and ends those that ran until yesterday (UTC days). Each change claims its row first, so only
 * one process makes it. Every process renders its pages again within a second. Then the pages are checked: the first page that
 * shows the ad moves the order to “running” and the advertiser gets an email.
 * @throws the first error, after all other steps had their turn; a database error at once
 */
export async function updateRuns(deps: Deps, site: AdDeskSettings): Promise<void> {
  const defects: unknown[] = [];
  const today = now(deps).slice(0, 10);
  const steps = [
    () => recordSiteSends(deps, site),
    ...(await listToStart(deps, today)).map((due) => () => deps.db.write((tx) => startRun(deps, tx, site, due))),
    ...(await listToMiss(deps, today)).map(
      (due) => () => deps.db.write((tx) => closeRun(deps, tx, site, { run: due, as: 'missed', today })),
    ),
    ...(await listToEnd(deps, today)).map(
      (due) => () => deps.db.write((tx) => closeRun(deps, tx, site, { run: due, as: 'ended', today })),
    ),
    () => turnHouseAds(deps),
    () => updateWarnings(deps, site),
  ];
  for (const step of steps) {
    try {
      await step();
    } catch (error) {
      if (isDbError(error)) throw error; // tried again in the next round
      defects.push(error);
    }
  }
  if (defects.length > 0) throw defects[0];
}

/**
 * Runs that can start: with an accepted creative, for a logo with a row of the directory, for an ad in articles with an article. A
 * Field Brief starts with its send.
 */
async function listToStart({ db }: Deps, today: string): Promise<RunKey[]> {
  return startable(db.read)
    .where('starts_on', '<=', today)
    .where('ends_on', '>=', today)
    .orderBy('starts_on')
    .limit(AT_ONCE)
    .execute();
}

function startable(tx: Tx) {
  return tx
    .selectFrom('ad_run')
    .select(['order_id as orderId', 'place'])
    .where('started_at', 'is', null)
    .where('place', '<>', 'field-brief')
    .where((is) =>
      is.or([
        is('place', '=', PROGRAM),
        is.exists(
          is
            .selectFrom('creative')
            .select('creative.id')
            .whereRef('creative.order_id', '=', 'ad_run.order_id')
            .whereRef('creative.kind', '=', 'ad_run.place')
            .where('creative.state', '=', 'accepted'),
        ),
      ]),
    )
    .where((is) =>
      is.or([
        is('place', '<>', 'directory-logo'),
        is.exists(
          is
            .selectFrom('supplier')
            .select('supplier.id')
            .whereRef('supplier.order_id', '=', 'ad_run.order_id')
            .where('supplier.removed_at', 'is', null),
        ),
      ]),
    )
    .where((is) => is.or([is('place', '<>', 'in-article'), is.exists(liveArticles(tx))]));
}

/**
 * Runs that never started and whose days have passed. The day of a Field Brief is the day in the zone of its brief: while this
 * site is going to send it, or sends it, the flight is not missed. A held brief has half a day to be released.
 */
async function listToMiss(deps: Deps, today: string): Promise<RunKey[]> {
  const justHeld = inSeconds(deps, -HELD_SECONDS);
  return deps.db.read
    .selectFrom('ad_run')
    .innerJoin('ad_order', 'ad_order.id', 'ad_run.order_id')
    .select(['order_id as orderId', 'place'])
    .where('ad_run.ends_on', '<', today)
    .where('ad_run.started_at', 'is', null)
    .where('ad_run.missed_at', 'is', null)
    .where('ad_order.state', 'in', ['booked', 'running'])
    .where((is) =>
      is.not(
        is.exists(
          is
            .selectFrom('brief')
            .select('brief.day')
            .where('ad_run.place', '=', 'field-brief')
            .whereRef('brief.day', '=', 'ad_run.starts_on')
            .where((brief) =>
              brief.or([
                brief('brief.state', 'in', ['scheduled', 'sending']),
                brief.and([brief('brief.state', '=', 'held'), brief('brief.due_at', '>', justHeld)]),
                brief.and([brief('brief.state', '=', 'sent'), brief.not(brief.exists(recorded(deps.db.read)))]),
              ]),
            ),
        ),
      ),
    )
    .orderBy('ad_run.ends_on')
    .limit(AT_ONCE)
    .execute();
}

/** Seconds after its time in which a held brief is not missed yet. */
const HELD_SECONDS = 12 * 3600;

/** The record of the send of a brief: when it has none, that comes first. */
function recorded(tx: Tx) {
  return tx
    .selectFrom('field_brief_send')
    .select('field_brief_send.day')
    .whereRef('field_brief_send.day', '=', sql.ref('brief.day'));
}

async function listToEnd({ db }: Deps, today: string): Promise<RunKey[]> {
  return db.read
    .selectFrom('ad_run')
    .select(['order_id as orderId', 'place'])
    .where('ends_on', '<', today)
    .where('started_at', 'is not', null)
    .where('ended_at', 'is', null)
    .orderBy('ends_on')
    .limit(AT_ONCE)
    .execute();
}

async function startRun(deps: Deps, tx: Tx, site: AdDeskSettings, { orderId, place }: RunKey): Promise<void> {
  await lockOrder(tx, orderId);
  const due = await startable(tx).where('order_id', '=', orderId).where('place', '=', place).executeTakeFirst();
  if (!due) return;
  const { numUpdatedRows } = await tx
    .updateTable('ad_run')
    .set({ started_at: now(deps), missed_at: null })
    .where('order_id', '=', orderId)
    .where('place', '=', place)
    .where('started_at', 'is', null)
    .executeTakeFirst();
  if (numUpdatedRows !== 1n) return;
  await logPlacement(deps, tx, 'ads');
  await writeJournal(deps, tx, SYSTEM, {
    act: 'ad.started',
    subject: { kind: 'ad order', id: orderId },
    detail: { place },
  });
  const order = await getOrder(tx, orderId);
  if (order.state !== 'booked') return;
  await transitionOrder(deps, tx, SYSTEM, {
    orderId,
    from: ['booked'],
    to: 'running',
    act: 'ad.running',
    detail: { place },
  });
  const email =
    place === PROGRAM
      ? ({ about: 'ad.program_running', text: PROGRAM_BEGINS } as const)
      : ({
          about: 'ad.running',
          text: `Your ad is shown under its label ${whereShown(site, place)}. ${AFTERWARDS}`,
        } as const);
  await mailBoth(deps, tx, site, { order, ...email });
}

const PROGRAM_BEGINS =
  'Today is the first day of your custom program. You agreed its content with the ad desk; this site does not show it automatically.';

const AFTERWARDS =
  'We do not track readers. The page of your order has a proof of performance, which says on which pages and when it was shown.';

function whereShown({ baseUrl }: AdDeskSettings, place: string): string {
  if (place === 'in-article') return `in each article of ${baseUrl}/`;
  return `on ${baseUrl}${place === 'directory-logo' ? '/suppliers' : '/'}`;
}

/** Ends a run that started, or notes that one never did. */
async function closeRun(
  deps: Deps,
  tx: Tx,
  site: AdDeskSettings,
  { run: { orderId, place }, as, today }: { run: RunKey; as: 'ended' | 'missed'; today: string },
): Promise<void> {
  await lockOrder(tx, orderId);
  const { numUpdatedRows } = await tx
    .updateTable('ad_run')
    .set({ [`${as}_at`]: now(deps) })
    .where('order_id', '=', orderId)
    .where('place', '=', place)
    .where('started_at', as === 'ended' ? 'is not' : 'is', null)
    .where(`${as}_at`, 'is', null)
    .executeTakeFirst();
  if (numUpdatedRows !== 1n) return;
  if (as === 'ended') await logPlacement(deps, tx, 'ads');
  await writeJournal(deps, tx, SYSTEM, {
    act: `ad.${as}`,
    subject: { kind: 'ad order', id: orderId },
    detail: { place },
  });
  if (as === 'missed') await tellMissed(deps, tx, site, { orderId, place });
  await finishOrder(deps, tx, site, { orderId, today });
}
