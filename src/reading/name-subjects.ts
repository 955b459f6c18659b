import { isAmong } from '#db/schema/dialect.ts';
import type { NameSubjects } from '#http/declared.ts';

/** The names of the subjects that its acts have in the journal, by kind. */
export const nameSubjects: NameSubjects = {
  series: (tx, ids) =>
    tx
      .selectFrom('series')
      .select(['id', 'name'])
      .where(isAmong(tx, 'id', ids))
      .execute(),
};
