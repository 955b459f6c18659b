import type { Selectable } from 'kysely';
import { addDays } from '#ads/catalog/ad-calendar.ts';
import { PROGRAM } from '#ads/catalog/units.ts';
import type { AdDeskSettings, Order } from '#ads/orders/orders.ts';
import type { Tx } from '#db/database.ts';
import type { Tables } from '#db/schema/tables.ts';
import { PAGE_PLACES } from './runs.ts';
import { listScreenshots, type Screenshot } from './screenshots.ts';
import { findGaps, type Gap, readSightings, type SeenPage, type TimeSpan } from './seen-spans.ts';
import { listSendsOf, readSiteDeliveries, type Send, type SiteDeliveries, wasAcceptedByNobody } from './sends.ts';

/** Where and when an ad was seen, and nothing about the readers. Times and days are UTC. */
export type ProofDocument = {
  proofOf: 'a run of advertising';
  publication: string;
  baseUrl: string;
  madeAt: string;
  order: { reference: string; advertiser: string; unit: string; startsOn: string; endsOn: string; state: string };
  method: string;
  parts: ProofPart[];
  readers: string;
};

/** The result of a part: `seen` on pages, `sent`, `missed`, `not yet`, or `outside` when the ad is not on this site. */
export type Outcome = 'seen' | 'sent' | 'missed' | 'not yet' | 'outside';

export type ProvedSend = Omit<Send, 'orderId'> & { deliveries: SiteDeliveries | null };

export type ProofPart = {
  place: string;
  startsOn: string;
  endsOn: string;
  outcome: Outcome;
  statement: string;
  /** The creatives that were seen or sent, by the SHA-256 of their widest file. */
  creatives: { sha256: string; url: string | null }[];
  pages: SeenPage[];
  gaps: Gap[];
  /** `deliveries`: what this site recorded when it sent the brief; null when it was sent elsewhere. */
  sends: ProvedSend[];
  screenshots: Omit<Screenshot, 'file' | 'place'>[];
  /** Why there is no screenshot; null when there is one. */
  withoutScreenshots: string | null;
};

const METHOD =
  'While an ad runs, the service requests each page that should show it about once a minute, and searches the page for the address of the picture, which contains the SHA-256 of its file. It reads the page that the server sends to readers; caches beyond may keep a page for a minute longer. The proof lists each page from the first check that found the picture to the last one. A time of more than three minutes between two checks, or without the picture on any page, is listed as a gap. That a Field Brief was sent is known from the record of this site, which counts the emails that mail servers accepted, rounded down to 10; the ad desk records by hand only what was sent elsewhere.';

/** Collects the evidence of an order's run. `hasBrowser`: whether the service has a browser for screenshots. */
export async function buildProofDocument(
  tx: Tx,
  site: AdDeskSettings,
  order: Order,
  { madeAt, hasBrowser }: { madeAt: string; hasBrowser: boolean },
): Promise<ProofDocument> {
  const { reference, advertiser, unit, startsOn, endsOn, state } = order;
  const runs = await tx.selectFrom('ad_run').selectAll().where('order_id', '=', order.id).orderBy('place').execute();
  const creatives = await tx
    .selectFrom('creative')
    .select(['kind', 'hash', 'url', 'decided_at', 'withdrawn_at'])
    .where('order_id', '=', order.id)
    .where('decided_at', 'is not', null)
    .orderBy('decided_at')
    .execute();
  const sends: Send[] = [];
  for (const send of await listSendsOf(tx, order.id))
    if (send.creativeHash !== null && !(await wasAcceptedByNobody(tx, send.day))) sends.push(send);
  const shots = await listScreenshots(tx, order.id);
  const parts: ProofPart[] = [];
  for (const run of runs) {
    const { place } = run;
    const until = earlier(run.ended_at ?? madeAt, madeAt); // a wrong clock may have written a later end
    const { pages, pauses } = await readSightings(tx, order.id, place, until);
    const sent = place === 'field-brief' ? sends : [];
    const outcome = outcomeOf(run, pages.length > 0, sent.length > 0);
    const own = creatives.filter(({ kind }) => kind === place);
    const whole = {
      from: `${run.starts_on}T00:00:00.000Z`,
      to: earlier(until, `${addDays(run.ends_on, 1)}T00:00:00.000Z`),
    };
    const absent = absentOf(own, whole);
    const screenshots = shots.filter((shot) => shot.place === place);
    const shown = new Set([...pages.map(({ sha256 }) => sha256), ...sent.map(({ creativeHash }) => creativeHash)]);
    parts.push({
      place,
      startsOn: run.starts_on,
      endsOn: run.ends_on,
      outcome,
      statement: STATEMENTS[outcome],
      creatives: own.flatMap(({ hash, url }) => (hash !== null && shown.has(hash) ? [{ sha256: hash, url }] : [])),
      pages,
      gaps: outcome === 'seen' ? findGaps(whole, pages, { pauses, absent, startedAt: run.started_at }) : [],
      sends: await Promise.all(sent.map((send) => proveSend(tx, send))),
      screenshots: screenshots.map(({ path, creative, takenAt, sha256 }) => ({ path, creative, takenAt, sha256 })),
      withoutScreenshots: screenshots.length > 0 ? null : whyNone(place, run.shot_trouble, hasBrowser),
    });
  }
  return {
    proofOf: 'a run of advertising',
    publication: site.name,
    baseUrl: site.baseUrl,
    madeAt,
    order: { reference, advertiser, unit, startsOn, endsOn, state },
    method: METHOD,
    parts,
    readers: 'No reader was tracked, and this proof counts none.',
  };
}

async function proveSend(tx: Tx, { orderId: _, ...send }: Send): Promise<ProvedSend> {
  return { ...send, deliveries: await readSiteDeliveries(tx, send.day) };
}

const STATEMENTS: Record<Outcome, string> = {
  seen: 'Seen on the listed pages at the listed times.',
  sent: 'Sent, as the listed sends record it.',
  missed: 'There is no evidence that this part ran.',
  'not yet': 'There is no evidence of this part yet.',
  outside: 'Agreed with the ad desk. This site does not show custom programs, so the proof names no place.',
};

type Run = Pick<Selectable<Tables['ad_run']>, 'place' | 'started_at' | 'ended_at' | 'missed_at'>;

function outcomeOf(run: Run, isSeen: boolean, isSent: boolean): Outcome {
  if (run.place === PROGRAM) return run.started_at === null ? 'not yet' : 'outside';
  if (isSent) return 'sent';
  if (isSeen) return 'seen';
  return run.missed_at !== null || run.ended_at !== null ? 'missed' : 'not yet';
}

type Accepted = { decided_at: string | null; withdrawn_at: string | null };

/** The times without an accepted creative. */
function absentOf(creatives: readonly Accepted[], whole: TimeSpan): TimeSpan[] {
  const absent: TimeSpan[] = [];
  let from = whole.from;
  for (const { decided_at, withdrawn_at } of creatives) {
    if (decided_at !== null && decided_at > from) absent.push({ from, to: decided_at });
    const to = withdrawn_at ?? whole.to;
    if (to > from) from = to;
  }
  if (from < whole.to) absent.push({ from, to: whole.to });
  return absent;
}

function whyNone(place: string, trouble: string | null, hasBrowser: boolean): string {
  if (place === PROGRAM) return 'A custom program has no screenshots.';
  if (!PAGE_PLACES.includes(place)) return 'A Field Brief has no screenshots: it is sent by email.';
  if (trouble !== null) return `No screenshot: the browser failed at ${trouble.slice(0, 19).replace('T', ' ')}.`;
  if (!hasBrowser) return 'No screenshot: no browser is set up on the server.';
  return 'No screenshot yet.';
}

function earlier(time: string, other: string): string {
  return time < other ? time : other;
}
