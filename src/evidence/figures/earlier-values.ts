import { getRevisionRow, type RevisionRow } from '#article/article-rows.ts';
import type { Tx } from '#db/database.ts';
import { numberOf } from './compute-figure.ts';
import { type PlacedFigure, placeRevisionFigures } from './place-figures.ts';

/**
 * The anchors of the figures in the correction note that state a wrong value: one that the published text states more often
 * than this revision does. "7 crews, not 6": the published text said 6, and this revision says it no more.
 */
export async function findEarlierValues(
  tx: Tx,
  revision: RevisionRow,
  figures: readonly PlacedFigure[],
): Promise<ReadonlySet<string>> {
  const noted = figures.filter(isNoted);
  if (noted.length === 0) return new Set();
  const { live_revision: live } = await tx
    .selectFrom('article')
    .select('live_revision')
    .where('id', '=', revision.article_id)
    .executeTakeFirstOrThrow();
  if (live === null || live === revision.number) return new Set();
  const read = await placeRevisionFigures(tx, await getRevisionRow(tx, revision.article_id, live));
  const published = countValues(read.figures);
  const stated = countValues(figures);
  const isEarlier = ({ text }: PlacedFigure) => (published.get(toValue(text)) ?? 0) > (stated.get(toValue(text)) ?? 0);
  return new Set(noted.filter(isEarlier).map(({ anchor }) => anchor));
}

function isNoted({ field }: PlacedFigure): boolean {
  return field === 'correctionNote';
}

/** How often each value is stated outside the correction note. */
function countValues(figures: readonly PlacedFigure[]): Map<string, number> {
  const counts = new Map<string, number>();
  for (const figure of figures) {
    if (isNoted(figure)) continue;
    const value = toValue(figure.text);
    counts.set(value, (counts.get(value) ?? 0) + 1);
  }
  return counts;
}

/** The number of a figure, or its text when it is not a single number. */
function toValue(text: string): string {
  return String(numberOf(text)?.value ?? text);
}
