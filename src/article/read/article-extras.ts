import { letInBy } from '../../core/actor.ts';
import { writeCursor } from '../../core/cursor.ts';
import type { Tx } from '../../db/database.ts';
import { type Evidence, readEvidence } from '../figures/evidence.ts';
import { findCorrectedBlocks } from './corrections.ts';
import { listPublished, type PublishedArticle, type PublishedListing } from './published.ts';

/** What the page of a live article shows beside the article. */
export type ArticleExtras = {
  /** The next older ones at the same desk: they stay the same when newer ones are published. */
  earlier: PublishedListing[];
  /** Every correction made to it, latest first. */
  corrections: { number: number; at: string; note: string }[];
  /** Where an agent drafted it: who let that in, and who published; null where the house itself did. */
  drafted: { letInBy: string; editedBy: string | null } | null;
  /** Where in the copy the blocks stand that the latest correction changed. */
  corrected: number[];
  /** How its numbers were settled; null where it was published before they were. */
  evidence: Evidence | null;
};

/** How many articles a page leads on to. */
export const LEADS_ON_TO = 3;

/** What stands beside a live article. */
export async function readExtras(tx: Tx, article: PublishedArticle): Promise<ArticleExtras> {
  const { id, section, publishedAt } = article;
  const older = { section, cursor: writeCursor(publishedAt, id), limit: LEADS_ON_TO };
  const corrections = await tx
    .selectFrom('correction')
    .select(['seq as number', 'at', 'note'])
    .where('article_id', '=', id)
    .orderBy('seq', 'desc')
    .execute();
  return {
    earlier: (await listPublished(tx, older)).articles,
    corrections,
    drafted: await whoDrafted(tx, article),
    corrected: await findCorrectedBlocks(tx, article),
    evidence: await readEvidence(tx, id, article.revision),
  };
}

/** What a feed says of an article besides its own fields. */
export type Provenance = Pick<ArticleExtras, 'drafted' | 'evidence'>;

/** Live articles with who drafted them and how their numbers were settled. */
export function withProvenance(
  tx: Tx,
  articles: readonly PublishedArticle[],
): Promise<(PublishedArticle & Provenance)[]> {
  return Promise.all(
    articles.map(async (article) => ({
      ...article,
      drafted: await whoDrafted(tx, article),
      evidence: await readEvidence(tx, article.id, article.revision),
    })),
  );
}

async function whoDrafted(tx: Tx, { id, revision }: PublishedArticle): Promise<ArticleExtras['drafted']> {
  const first = await tx
    .selectFrom('revision')
    .select('saved_by_name')
    .where('article_id', '=', id)
    .where('number', '=', 0)
    .where('saved_by_kind', '=', 'agent')
    .executeTakeFirst();
  if (!first) return null;
  const published = await tx
    .selectFrom('journal')
    .select(['actor_kind', 'actor_name'])
    .where('subject_kind', '=', 'article')
    .where('subject_id', '=', id)
    .where('act', 'in', ['article.published', 'article.corrected'])
    .where('revision', '=', revision)
    .orderBy('seq', 'desc')
    .limit(1)
    .executeTakeFirst();
  const isEditor = published?.actor_kind === 'editor';
  return { letInBy: letInBy(first.saved_by_name), editedBy: isEditor ? published.actor_name : null };
}
