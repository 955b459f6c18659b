import { Failure } from '#core/failure.ts';
import type { Context } from '#http/context.ts';
import { declared } from '#http/declared.ts';

/** Below this many subscribers the page names no number. */
const LEAST_NAMED = 100;

/**
 * How many people get the newsletters that an advertiser books, rounded down to two digits; null for too few, and while the
 * database is unavailable. The database keeps the number until the next commit.
 */
export async function readAudienceFigure(c: Context): Promise<number | null> {
  try {
    const counts = await c.var.deps.db.readCached('audience of ads', async (tx) => {
      const newsletters = await Promise.all(declared().newsletters.map((load) => load()));
      return Promise.all(newsletters.map(({ countReaders }) => countReaders(tx)));
    });
    return namedFigure(counts.reduce((sum, count) => sum + count, 0));
  } catch (error) {
    if (error instanceof Failure && error.kind === 'db_unavailable') return null;
    throw error;
  }
}

/** 4,182 is 4,100: a number on a rate card must not be smaller than it says the day after. */
export function namedFigure(count: number): number | null {
  if (count < LEAST_NAMED) return null;
  const unit = 10 ** (String(count).length - 2);
  return Math.floor(count / unit) * unit;
}

/** Who reads, and how many get the Field Brief. */
export function audienceWords(audience: string, readers: number | null): string {
  const count =
    readers === null
      ? ''
      : ` At least ${readers.toLocaleString('en')} confirmed subscribers get the Field Brief by email.`;
  return `Read by: ${audience}${count}`;
}
