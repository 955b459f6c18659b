import { PAGES_SECTION } from '#article/own-page.ts';
import type { Tx } from '#db/database.ts';
import type { OwnPage } from '#runtime/site-snapshot.ts';

/** The live custom pages, in the order of their first publication. */
export async function readOwnPages(tx: Tx): Promise<OwnPage[]> {
  const rows = await tx
    .selectFrom('article')
    .innerJoin('revision', (on) =>
      on.onRef('revision.article_id', '=', 'article.id').onRef('revision.number', '=', 'article.live_revision'),
    )
    .select(['live_slug', 'revision.headline', 'revision.dek'])
    .where('live_revision', 'is not', null)
    .where('live_section', '=', PAGES_SECTION)
    .orderBy('published_at')
    .orderBy('article.id')
    .execute();
  return rows.map(({ live_slug, headline, dek }) => ({ slug: live_slug ?? '', title: headline, summary: dek }));
}

/** A custom page as the newsroom lists it. */
export type OwnPageLine = { id: string; slug: string; headline: string; isLive: boolean; hasNewer: boolean };

/** The pages that are not in the bin, by their address. */
export async function listOwnPages(tx: Tx): Promise<OwnPageLine[]> {
  const rows = await tx
    .selectFrom('article')
    .innerJoin('revision', (on) =>
      on.onRef('revision.article_id', '=', 'article.id').onRef('revision.number', '=', 'article.latest_revision'),
    )
    .select(['article.id', 'article.slug', 'revision.headline', 'live_revision', 'latest_revision'])
    .where('article.section', '=', PAGES_SECTION)
    .where('binned_at', 'is', null)
    .orderBy('article.slug')
    .execute();
  return rows.map(({ id, slug, headline, live_revision, latest_revision }) => ({
    id,
    slug,
    headline,
    isLive: live_revision !== null,
    hasNewer: live_revision !== null && live_revision !== latest_revision,
  }));
}
