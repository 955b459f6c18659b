import type { Tx } from '../db/database.ts';
import { isTrouble } from '../db/trouble.ts';
import type { House } from '../ground/actor.ts';
import { writeJournal } from '../ground/journal.ts';
import { now, type Press } from '../ground/press.ts';
import { logPlacement } from '../ground/publication-log.ts';
import { writeBoth, writeDesk } from './letters.ts';
import { type AdHouse, getOrder, holdOrder, type Order, stepOrder } from './order.ts';

/** Runs looked at in one round. */
const AT_ONCE = 50;

const CLOCK: House = { kind: 'house', id: 'house', name: 'The clock of the ad desk' };

type Due = { orderId: string; place: string };

/**
 * Starts what is booked for today and ends what ran until yesterday, days being those of UTC: each in a transaction that
 * first claims it, so that of any number of processes one does. Every process prints its pages anew within a second.
 * @throws whatever is no refusal, after the others had their turn
 */
export async function keepRuns(press: Press, house: AdHouse): Promise<void> {
  const defects: unknown[] = [];
  const today = now(press).slice(0, 10);
  const turns = [
    ...(await listToStart(press, today)).map((due) => (tx: Tx) => start(press, tx, house, due, today)),
    ...(await listMissed(press, today)).map((due) => (tx: Tx) => miss(press, tx, house, due)),
    ...(await listToEnd(press, today)).map((due) => (tx: Tx) => end(press, tx, house, due, today)),
  ];
  for (const turn of turns) {
    try {
      await press.db.write(turn);
    } catch (error) {
      if (isTrouble(error)) throw error; // tried again in the next round
      defects.push(error);
    }
  }
  if (defects.length > 0) throw defects[0];
}

async function listToStart({ db }: Press, today: string): Promise<Due[]> {
  return db.read
    .selectFrom('ad_run')
    .select(['order_id as orderId', 'place'])
    .where('starts_on', '<=', today)
    .where('ends_on', '>=', today)
    .where('started_at', 'is', null)
    .orderBy('starts_on')
    .limit(AT_ONCE)
    .execute();
}

/** What was to run while nobody served, and is not told of yet. */
async function listMissed({ db }: Press, today: string): Promise<Due[]> {
  return db.read
    .selectFrom('ad_run')
    .innerJoin('ad_order', 'ad_order.id', 'ad_run.order_id')
    .select(['order_id as orderId', 'place'])
    .where('ad_run.ends_on', '<', today)
    .where('ad_run.started_at', 'is', null)
    .where('ad_order.state', '=', 'booked')
    .where('ad_order.trouble', 'is', null)
    .limit(AT_ONCE)
    .execute();
}

async function listToEnd({ db }: Press, today: string): Promise<Due[]> {
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

async function start(press: Press, tx: Tx, house: AdHouse, { orderId, place }: Due, today: string): Promise<void> {
  await holdOrder(tx, orderId);
  if (place !== 'custom-programs' && !(await hasCreative(tx, orderId, place)))
    return noteTrouble(
      press,
      tx,
      house,
      orderId,
      `${place} was to start on ${today}, but no creative of it is accepted.`,
    );
  const { numUpdatedRows } = await tx
    .updateTable('ad_run')
    .set({ started_at: now(press) })
    .where('order_id', '=', orderId)
    .where('place', '=', place)
    .where('started_at', 'is', null)
    .executeTakeFirst();
  if (numUpdatedRows !== 1n) return;
  await logPlacement(press, tx, 'ads');
  const order = await getOrder(tx, orderId);
  await writeJournal(press, tx, CLOCK, {
    act: 'ad.started',
    subject: { kind: 'ad order', id: orderId },
    detail: { place },
  });
  await tx.updateTable('ad_order').set({ trouble: null }).where('id', '=', orderId).execute();
  if (order.state !== 'booked') return;
  await stepOrder(press, tx, CLOCK, orderId, { from: ['booked'], to: 'running', act: 'ad.running' });
  await writeBoth(press, tx, house, order, {
    about: 'ad.running',
    subject: 'Your ad runs',
    text: 'Your ad stands in its place from now on, under its label. We do not track readers; after the run you get a signed proof.',
  });
}

async function end(press: Press, tx: Tx, house: AdHouse, { orderId, place }: Due, today: string): Promise<void> {
  await holdOrder(tx, orderId);
  const { numUpdatedRows } = await tx
    .updateTable('ad_run')
    .set({ ended_at: now(press) })
    .where('order_id', '=', orderId)
    .where('place', '=', place)
    .where('started_at', 'is not', null)
    .where('ended_at', 'is', null)
    .executeTakeFirst();
  if (numUpdatedRows !== 1n) return;
  await logPlacement(press, tx, 'ads');
  await writeJournal(press, tx, CLOCK, {
    act: 'ad.ended',
    subject: { kind: 'ad order', id: orderId },
    detail: { place },
  });
  if (await isStillToRun(tx, orderId, today)) return;
  const order = await stepOrder(press, tx, CLOCK, orderId, { from: ['running'], to: 'ran', act: 'ad.ran' });
  await writeBoth(press, tx, house, order, {
    about: 'ad.ran',
    subject: 'Your run has ended',
    text: 'Your ad has run until its last day and stands nowhere any more. The signed proof of the run follows.',
  });
}

async function miss(press: Press, tx: Tx, house: AdHouse, { orderId, place }: Due): Promise<void> {
  await holdOrder(tx, orderId);
  await noteTrouble(press, tx, house, orderId, `The days of ${place} have passed and it did not run.`);
}

async function hasCreative(tx: Tx, orderId: string, place: string): Promise<boolean> {
  const row = await tx
    .selectFrom('creative')
    .select('id')
    .where('order_id', '=', orderId)
    .where('kind', '=', place)
    .where('state', '=', 'accepted')
    .executeTakeFirst();
  return row !== undefined;
}

/** Whether any part of an order runs, or can still start. */
async function isStillToRun(tx: Tx, orderId: string, today: string): Promise<boolean> {
  const row = await tx
    .selectFrom('ad_run')
    .select('place')
    .where('order_id', '=', orderId)
    .where('ended_at', 'is', null)
    .where((is) => is.or([is('started_at', 'is not', null), is('ends_on', '>=', today)]))
    .limit(1)
    .executeTakeFirst();
  return row !== undefined;
}

/** Written on the order and told by mail, once for as long as it is so. */
async function noteTrouble(press: Press, tx: Tx, house: AdHouse, orderId: string, trouble: string): Promise<void> {
  const { numUpdatedRows } = await tx
    .updateTable('ad_order')
    .set({ trouble })
    .where('id', '=', orderId)
    .where((is) => is.or([is('trouble', 'is', null), is('trouble', '<>', trouble)]))
    .executeTakeFirst();
  if (numUpdatedRows !== 1n) return;
  const order: Order = await getOrder(tx, orderId);
  await writeJournal(press, tx, CLOCK, {
    act: 'ad.not_started',
    subject: { kind: 'ad order', id: orderId },
    detail: { reference: order.reference, trouble },
  });
  const text = `${trouble} While its days last, take a creative in and accept it: it then starts by itself. After that a chief can cancel the order.`;
  await writeDesk(press, tx, house, order, { about: 'ad.not_started', subject: 'An ad does not run', text });
}
