import type { Tx } from '../../db/database.ts';

// From looks and sightings to times. A page showed a creative from the time it was first seen to the last look that saw it;
// where too much time lies between two looks, nothing is claimed for the time between.

/** A page below the base address that showed a creative, from when to when it was seen. Times are UTC. */
export type SeenPage = { path: string; sha256: string; from: string; to: string };
export type TimeSpan = { from: string; to: string };

/** From the begin of the last look before a pause to the end of the first one after it, which began at `again`. */
type Pause = TimeSpan & { again: string };

/** A stretch of a run in which no page was seen with the ad. */
export type Gap = TimeSpan & { because: string };

/** Seconds below which a stretch is no gap: looks are about a minute apart. */
const SHORTEST_GAP = 180;

/** Where and when an order was seen at a place, and when the service did not look meanwhile. */
export async function readSightings(
  tx: Tx,
  orderId: string,
  place: string,
  until: string,
): Promise<{ pages: SeenPage[]; pauses: Pause[] }> {
  const rows = await tx
    .selectFrom('ad_sighting')
    .select(['path', 'sha256', 'act', 'at', 'last_at'])
    .where('order_id', '=', orderId)
    .where('place', '=', place)
    .orderBy('seq')
    .execute();
  const first = rows[0]?.at;
  if (first === undefined) return { pages: [], pauses: [] };
  const lastLook = await tx
    .selectFrom('ad_look')
    .select('began_at')
    .where('ended_at', '<', until)
    .orderBy('seq', 'desc')
    .limit(1)
    .executeTakeFirst();
  const pauses = (
    await tx
      .selectFrom('ad_look')
      .select(['paused_since', 'began_at', 'ended_at'])
      .where('paused_since', 'is not', null)
      .where('ended_at', '>', first)
      .where('paused_since', '<', until)
      .orderBy('seq')
      .execute()
  ).map(({ paused_since, began_at, ended_at }) => ({
    from: paused_since ?? began_at,
    again: earlier(began_at, until),
    to: earlier(ended_at, until),
  }));
  const looked = lastLook?.began_at ?? first;
  if (isLong({ from: looked, to: until })) pauses.push({ from: looked, again: until, to: until });
  const open = new Map<string, SeenPage>();
  const whole: SeenPage[] = [];
  for (const { path, sha256, act, at, last_at } of rows) {
    const key = `${sha256} ${path}`;
    const begun = open.get(key);
    if (act === 'seen' && !begun) open.set(key, { path, sha256, from: at, to: at });
    if (act === 'gone' && begun) {
      whole.push({ ...begun, to: later(begun.from, last_at ?? at) });
      open.delete(key);
    }
  }
  for (const page of open.values()) whole.push({ ...page, to: later(page.from, lastLook?.began_at ?? page.from) });
  const pages = whole.flatMap((page) => withoutPauses(page, pauses));
  return { pages: pages.sort((one, other) => (one.path + one.from < other.path + other.from ? -1 : 1)), pauses };
}

/** What is left of a span where nobody looked in some of it. What a single look saw is an instant. */
function withoutPauses<Span extends TimeSpan>(span: Span, pauses: readonly Pause[]): Span[] {
  const parts: Span[] = [];
  let rest: Span | null = span;
  for (const { from, again, to } of pauses) {
    if (rest === null || again <= rest.from || from >= rest.to) continue;
    parts.push({ ...rest, to: later(rest.from, from) });
    rest = rest.to >= again ? { ...rest, from: to, to: later(rest.to, to) } : null;
  }
  if (rest) parts.push(rest);
  return parts;
}

type GapCauses = { pauses: readonly TimeSpan[]; absent: readonly TimeSpan[]; startedAt: string | null };

/** The stretches of a time in which no page was seen, each with the reason as far as it is known. */
export function findGaps(whole: TimeSpan, pages: readonly TimeSpan[], why: GapCauses): Gap[] {
  const gaps: Gap[] = [];
  let from = whole.from;
  const add = (to: string) => {
    if (isLong({ from, to })) gaps.push({ from, to, because: reasonOf({ from, to }, why) });
  };
  for (const page of [...pages].sort((one, other) => (one.from < other.from ? -1 : 1))) {
    if (page.to <= from) continue;
    if (page.from > from) add(page.from);
    from = later(from, page.to);
  }
  if (whole.to > from) add(whole.to);
  return gaps;
}

function reasonOf(gap: TimeSpan, { pauses, absent, startedAt }: GapCauses): string {
  const meets = (one: TimeSpan) => isLong({ from: later(one.from, gap.from), to: earlier(one.to, gap.to) });
  const reasons: string[] = [];
  if (startedAt === null || startedAt > gap.from) reasons.push('the ad was not switched on yet');
  if (pauses.some(meets)) reasons.push('the service was not running or could not look at its pages');
  if (absent.some(meets)) reasons.push('no creative was accepted');
  if (reasons.length === 0) reasons.push('no look saw it on a page');
  return reasons.join('; ');
}

function isLong({ from, to }: TimeSpan): boolean {
  return Date.parse(to) - Date.parse(from) > SHORTEST_GAP * 1000;
}

function earlier(one: string, other: string): string {
  return one < other ? one : other;
}

function later(one: string, other: string): string {
  return one > other ? one : other;
}
