import { hash } from 'node:crypto';
import { copyOf, type RevisionRow } from '../model/article-rows.ts';
import type { Hero } from '../model/hero.ts';
import { fieldsOf } from './fields.ts';
import { inTurns } from './in-turns.ts';
import { type Placed, placeInTurns } from './place-figures.ts';

/** Most articles, and most figures of them together, that are kept; the ones asked for longest ago go first. */
const MOST_KEPT = 500;
const MOST_FIGURES_KEPT = 100_000;

const kept = new Map<string, Placed>();
let figuresKept = 0;

/** The figures of a revision's texts, looked for once: they are known by a hash of these texts. Do not change what is returned. */
export async function placedOnce(revision: RevisionRow, hero: Hero | null): Promise<Placed> {
  const key = keyOf(revision, hero);
  const known = kept.get(key);
  if (known) {
    kept.delete(key);
    kept.set(key, known);
    return known;
  }
  const placed = await inTurns(placeInTurns(fieldsOf(copyOf(revision), hero)));
  keep(key, placed);
  return placed;
}

function keyOf(row: RevisionRow, hero: Hero | null): string {
  const texts = [row.headline, row.dek, row.body_blocks, row.sources, row.editorial_packet, row.correction_note];
  return hash('sha256', [...texts, row.sponsorship_disclosure, hero?.alt, hero?.credit].join('\u0000'));
}

function keep(key: string, placed: Placed): void {
  if (kept.has(key)) return;
  kept.set(key, placed);
  figuresKept += placed.figures.length;
  for (const [oldest, { figures }] of kept) {
    if (kept.size <= MOST_KEPT && figuresKept <= MOST_FIGURES_KEPT) break;
    kept.delete(oldest);
    figuresKept -= figures.length;
  }
}
