import type { Tx } from '#db/database.ts';

// Turns checks and sightings into time spans. A page showed a creative from the first check that saw it to the last one. For a
// long pause between two checks, the proof claims nothing.

/** A page that showed a creative, and the times of the first and the last sighting, UTC. `path` is relative to the base address. */
export type SeenPage = { path: string; sha256: string; from: string; to: string };
export type TimeSpan = { from: string; to: string };

/** A pause in the checks: from the start of the last check before it to the end of the first check after it, which started at `again`. */
type Pause = TimeSpan & { again: string };

/** A part of a run during which no page was seen with the ad. */
export type Gap = TimeSpan & { because: string };

/** A shorter time, in seconds, is no gap: checks are about a minute apart. */
const SHORTEST_GAP = 180;

/** The pages and times at which an order was seen at a place, and the pauses in the checks. */
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
    .where('at', '<=', until)
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
  return {
    pages: pages.sort((page, other) => (`${page.path} ${page.from}` < `${other.path} ${other.from}` ? -1 : 1)),
    pauses,
  };
}

/** Cuts the pauses out of a span. A single sighting gives a span with equal ends. */
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

/** The gaps in a time span, each with its known reasons. */
export function findGaps(whole: TimeSpan, pages: readonly TimeSpan[], why: GapCauses): Gap[] {
  const gaps: Gap[] = [];
  let from = whole.from;
  const add = (to: string) => {
    if (isLong({ from, to })) gaps.push({ from, to, because: reasonOf({ from, to }, why) });
  };
  for (const page of [...pages].sort((span, other) => (span.from < other.from ? -1 : 1))) {
    if (page.to <= from) continue;
    if (page.from > from) add(page.from);
    from = later(from, page.to);
  }
  if (whole.to > from) add(whole.to);
  return gaps;
}

function reasonOf(gap: TimeSpan, { pauses, absent, startedAt }: GapCauses): string {
  const meets = (span: TimeSpan) => isLong({ from: later(span.from, gap.from), to: earlier(span.to, gap.to) });
  const reasons: string[] = [];
  if (startedAt === null || startedAt > gap.from) reasons.push('the ad had not started yet');
  if (pauses.some(meets)) reasons.push('the service was not running or could not check its pages');
  if (absent.some(meets)) reasons.push('no creative was accepted');
  if (reasons.length === 0) reasons.push('no check found it on a page');
  return reasons.join('; ');
}

function isLong({ from, to }: TimeSpan): boolean {
  return Date.parse(to) - Date.parse(from) > SHORTEST_GAP * 1000;
}

function earlier(time: string, other: string): string {
  return time < other ? time : other;
}

function later(time: string, other: string): string {
  return time > other ? time : other;
}
