import type { Tx } from '../../db/database.ts';
import { type EvidenceFigure, readEvidence } from '../figures/evidence.ts';
import type { PlacedFigure } from '../figures/place-figures.ts';
import type { RevisionRow } from '../model/article-rows.ts';
import type { GateEntry } from '../model/gate-entry.ts';
import { isNewNote } from '../model/pending-correction.ts';

/** What readers see of an article itself. */
const SEEN: ReadonlySet<string> = new Set([
  'headline',
  'dek',
  'body',
  'heroAlt',
  'heroCaption',
  'sponsorshipDisclosure',
]);
const HERO: ReadonlySet<string> = new Set(['heroAlt', 'heroCaption']);
/** Figures named in the entry. */
const MOST_NAMED = 200;

/**
 * Where a settled figure that readers saw last changes or goes, a new correction note is wanted, whichever revision takes
 * its place. A figure whose sentence was rewritten around it, or which was moved with its sentence, has not changed.
 */
export async function changedWithoutNote(
  tx: Tx,
  last: RevisionRow | null,
  revision: RevisionRow,
  figures: readonly PlacedFigure[],
): Promise<GateEntry[]> {
  if (last === null) return [];
  // Of one and the same revision only the words by its picture can have changed.
  const seen = last.number === revision.number ? HERO : SEEN;
  const evidence = await readEvidence(tx, revision.article_id, last.number);
  const settled = evidence?.figures.filter(({ settlement, field }) => settlement !== null && seen.has(field)) ?? [];
  const changed = changedFigures(settled, figures);
  if (changed.length === 0) return [];
  if (await isNewNote(tx, last, revision)) return [];
  const one = changed.length === 1;
  const message = `Readers were told ${changed.length} figure${one ? '' : 's'} as settled that ${one ? 'is' : 'are'} not in this revision; a correction note has to say what changed.`;
  const named = changed.slice(0, MOST_NAMED).map(({ text }) => text);
  return [{ code: 'figure_changed_needs_note', severity: 'block', path: 'correctionNote', message, changed: named }];
}

/** Which of the settled figures stand in the new copy no more. */
function changedFigures(settled: readonly EvidenceFigure[], figures: readonly PlacedFigure[]): EvidenceFigure[] {
  const left = countBy(figures, ({ anchor }) => anchor);
  const moved = settled.filter(({ anchor }) => !takeOne(left, anchor));
  if (moved.length === 0) return [];
  const kept = new Set(settled.map(({ anchor }) => anchor));
  const others = figures.filter(({ anchor }) => !kept.has(anchor));
  const inSentence = countBy(others, ({ text, sentence }) => `${text} ${sentence.slice(0, 600)}`);
  const gone = moved.filter(({ text, sentence }) => !takeOne(inSentence, `${text} ${sentence}`));
  const inBlock = countBy(others, ({ field, blockId, text }) => `${field} ${blockId} ${text}`);
  return gone.filter(({ field, block, text }) => !takeOne(inBlock, `${field} ${block} ${text}`));
}

function countBy<T>(things: readonly T[], key: (thing: T) => string): Map<string, number> {
  const counts = new Map<string, number>();
  for (const thing of things) counts.set(key(thing), (counts.get(key(thing)) ?? 0) + 1);
  return counts;
}

function takeOne(counts: Map<string, number>, key: string): boolean {
  const left = counts.get(key) ?? 0;
  if (left > 0) counts.set(key, left - 1);
  return left > 0;
}
