import { isAmong } from '#db/schema/dialect.ts';
import type { NameSubjects } from '#http/declared.ts';

/** The names of the subjects of these acts in the journal, by kind. */
export const nameSubjects: NameSubjects = {
  article: (tx, ids) =>
    tx
      .selectFrom('article')
      .innerJoin('revision', (on) =>
        on.onRef('revision.article_id', '=', 'article.id').onRef('revision.number', '=', 'article.latest_revision'),
      )
      .select(['article.id', 'revision.headline as name'])
      .where(isAmong(tx, 'article.id', ids))
      .execute(),
};
