import type { PublishedListing } from '#article/published.ts';
import type { Tx } from '#db/database.ts';
import { type EvidenceFigure, readEvidence } from '#evidence/figures/evidence.ts';
import { settledOf } from '#evidence/settlement-labels.ts';
import { plainText } from '#html/inline.ts';

/** A settled number of a story with the words of its source, shown large beside the stories. */
export type ShownNumber = {
  /** As the article states it: `25 feet`. */
  text: string;
  /** The sentence of the article that states it. */
  sentence: string;
  quote: string;
  source: { title: string; url: string; publisher: string | null };
  section: string;
  slug: string;
};

type StoryWithNumbers = Pick<PublishedListing, 'id' | 'revision' | 'section' | 'slug'>;

/** How many of the newest stories are searched for a number. */
const SEARCHED = 12;
/** Longest sentence and quotation, in characters, that fit beside a lead story. */
const LONGEST = 200;

/** Finds a number with a quotation from its source, in the newest story that has such a number; null when no story has one. */
export async function findNumber(tx: Tx, newest: readonly StoryWithNumbers[]): Promise<ShownNumber | null> {
  for (const { id, revision, section, slug } of newest.slice(0, SEARCHED)) {
    const evidence = await readEvidence(tx, id, revision);
    const shown = evidence?.figures.flatMap((figure) => toShown(figure) ?? [])[0];
    if (shown) return { ...shown, section, slug };
  }
  return null;
}

function toShown({ text, field, settlement, sentence, quote, source }: EvidenceFigure) {
  if (field !== 'body' || settlement !== 'sourced' || !quote || !source) return null;
  const words = plainText(sentence);
  if (words.length > LONGEST || quote.length > LONGEST) return null;
  return { text, sentence: words, quote, source: { ...source, publisher: source.publisher ?? null } };
}

/** How many numbers of a live revision are settled; 0 where none were found or it has no evidence. */
export async function countSettled(tx: Tx, { id, revision }: PublishedListing): Promise<number> {
  const evidence = await readEvidence(tx, id, revision);
  return evidence ? settledOf(evidence.counts).settled : 0;
}
