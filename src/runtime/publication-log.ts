import type { Tx } from '../db/database.ts';
import { lockPublications } from '../db/schema/dialect.ts';
import { type Deps, now } from './deps.ts';

/** `recaptioned`: what is said of its picture changed; the article and its times stay as they were. */
export const PUBLICATION_ACTS = ['published', 'corrected', 'recaptioned', 'moved', 'withdrawn'] as const;
export type PublicationAct = (typeof PUBLICATION_ACTS)[number];

export type PublicationEntry = {
  act: PublicationAct;
  articleId: string;
  desk: string;
  slug: string;
  revision: number | null;
};

/** What stands on pages besides articles: the ads that run, and the supplier directory. */
export type PlacementKind = 'ads' | 'suppliers';

/** Adds the numbered line by which every process prints anew what ads, or suppliers, stand on; no article changes by it. */
export async function logPlacement(deps: Deps, tx: Tx, what: PlacementKind): Promise<void> {
  await lockPublications(deps.db.kind, tx);
  await tx
    .insertInto('publication_log')
    .values({ at: now(deps), act: 'placed', article_id: '', desk: '', slug: what, revision: null })
    .execute();
}

/** Adds the numbered line that every newsstand, feed and map follows: nothing else has to be told of a publication. */
export async function logPublication(deps: Deps, tx: Tx, publication: PublicationEntry): Promise<void> {
  const { act, articleId, desk, slug, revision } = publication;
  await lockPublications(deps.db.kind, tx);
  await tx
    .insertInto('publication_log')
    .values({ at: now(deps), act, article_id: articleId, desk, slug, revision })
    .execute();
}
