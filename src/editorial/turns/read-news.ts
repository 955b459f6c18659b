import type { Member } from '#core/actor.ts';
import type { Tx } from '#db/database.ts';

// What others did with the articles of a person. Some news asks for a next step.

const NEWS = {
  'review.approved': 'approved',
  'article.published': 'published',
  'article.corrected': 'corrected',
  'article.unpublished': 'unpublished',
} as const;
type NewsAct = keyof typeof NEWS;

export type ArticleNews = {
  seq: number;
  what: (typeof NEWS)[NewsAct];
  by: string;
  revision: number | null;
  id: string;
  headline: string;
  /** Where readers find it. */
  path: string | null;
};

/** Most entries in one email; the page of the article has the rest. */
const MOST = 50;

/**
 * The acts of others after journal entry `after` and up to `last`, on articles that this person owns, is assigned to, or sent to review.
 * Publications of an import are not news.
 */
export async function readNews(
  tx: Tx,
  { id: personId }: Member,
  { after, last }: { after: number; last: number },
): Promise<ArticleNews[]> {
  if (after >= last) return [];
  const rows = await tx
    .selectFrom('journal')
    .innerJoin('article', 'article.id', 'journal.subject_id')
    .innerJoin('revision', (on) =>
      on.onRef('revision.article_id', '=', 'article.id').onRef('revision.number', '=', 'article.latest_revision'),
    )
    .select(['journal.seq', 'journal.act', 'journal.actor_name as by', 'journal.revision', 'article.id'])
    .select(['revision.headline', 'article.live_section', 'article.live_slug'])
    .where('journal.seq', '>', after)
    .where('journal.seq', '<=', last)
    .where('journal.subject_kind', '=', 'article')
    .where('journal.act', 'in', Object.keys(NEWS))
    .where('journal.actor_id', '<>', personId)
    .where((is) => is.or([is('journal.detail', 'is', null), is('journal.detail', 'not like', '%"firstPublishedAt":%')]))
    .where((is) =>
      is.or([
        is('article.owner_id', '=', personId),
        is('article.assignee_id', '=', personId),
        is.exists(
          is
            .selectFrom('review')
            .select('review.seq')
            .whereRef('review.article_id', '=', 'article.id')
            .where('review.state', '=', 'in_review')
            .where('review.by_id', '=', personId),
        ),
      ]),
    )
    .orderBy('journal.seq')
    .limit(MOST)
    .execute();
  return rows.map(({ act, live_section: section, live_slug: slug, ...row }) => ({
    ...row,
    what: NEWS[act as NewsAct],
    path: section === null || slug === null ? null : `/${section}/${slug}`,
  }));
}

export type NumbersAgain = { id: string; headline: string; count: number };

/** Settled numbers whose source is gone or changed, in the articles that this person looks after. */
export async function readNumbersAgain(tx: Tx, { id: personId }: Member): Promise<NumbersAgain[]> {
  const rows = await tx
    .selectFrom('article')
    .innerJoin('revision', (on) =>
      on.onRef('revision.article_id', '=', 'article.id').onRef('revision.number', '=', 'article.latest_revision'),
    )
    .innerJoin('settlement', 'settlement.article_id', 'article.id')
    .where('settlement.look_again', 'is not', null)
    .where('settlement.replaced_at', 'is', null)
    .where('article.binned_at', 'is', null)
    .where((is) => is(is.fn.coalesce('article.assignee_id', 'article.owner_id'), '=', personId))
    .select((is) => ['article.id', 'revision.headline', is.fn.countAll().as('count')])
    .groupBy(['article.id', 'revision.headline'])
    .orderBy('article.id')
    .limit(MOST)
    .execute();
  return rows.map(({ id, headline, count }) => ({ id, headline, count: Number(count) }));
}
