/** A time from `from` up to `to`, as UTC ISO times. */
export type TimeSpan = { from: string; to: string };

/** A part of a time span in which the ad was on no page, and every known reason. */
export type Gap = TimeSpan & { because: string };

/** A shorter time, in seconds, is no gap: the server starts and ends ads about once a minute. */
const SHORTEST_GAP = 180;

/** The times that two lists of spans share, earliest first. */
export function intersect(spans: readonly TimeSpan[], others: readonly TimeSpan[]): TimeSpan[] {
  return spans
    .flatMap((span) =>
      others.map((other) => ({
        from: earlier(span.from, other.from) === span.from ? other.from : span.from,
        to: earlier(span.to, other.to),
      })),
    )
    .filter(({ from, to }) => from < to)
    .sort((span, other) => (span.from < other.from ? -1 : 1));
}

/** The parts of a time span that no other one covers, earliest first. */
export function without(whole: TimeSpan, spans: readonly TimeSpan[]): TimeSpan[] {
  const parts: TimeSpan[] = [];
  let { from } = whole;
  for (const span of intersect([whole], spans)) {
    if (span.from > from) parts.push({ from, to: span.from });
    if (span.to > from) from = span.to;
  }
  return from < whole.to ? [...parts, { from, to: whole.to }] : parts;
}

/** The gaps of a time span between `covered`. `causes` has the times in which each reason held. */
export function gapsOf(
  whole: TimeSpan,
  covered: readonly TimeSpan[],
  causes: Record<string, readonly TimeSpan[]>,
): Gap[] {
  const held = Object.entries(causes);
  return without(whole, covered)
    .filter(isLong)
    .map((gap) => {
      const reasons = held.filter(([, spans]) => intersect([gap], spans).some(isLong)).map(([reason]) => reason);
      return { ...gap, because: reasons.join('; ') };
    });
}

function isLong({ from, to }: TimeSpan): boolean {
  return Date.parse(to) - Date.parse(from) > SHORTEST_GAP * 1000;
}

export function earlier(time: string, other: string): string {
  return time < other ? time : other;
}
