import { readShownRevision, type ShownRevision } from '#article/public-revisions.ts';
import type { Tx } from '#db/database.ts';
import { type Evidence, readFirstEvidence } from './figures/evidence.ts';

/** A revision as it was when readers saw it first, with the evidence of its numbers. */
export type RevisionThen = ShownRevision & { evidence: Evidence | null };

/** A public revision of a live article; null when this revision was never live. An article of an archive has no evidence. */
export async function readRevisionThen(tx: Tx, articleId: string, number: number): Promise<RevisionThen | null> {
  const shown = await readShownRevision(tx, articleId, number);
  if (!shown) return null;
  return { ...shown, evidence: shown.article.archive ? null : await readFirstEvidence(tx, articleId, number) };
}
