import { isAmong } from '#db/schema/dialect.ts';
import type { NameSubjects } from '#http/declared.ts';

/** The names of the subjects of these acts in the journal, by kind. */
export const nameSubjects: NameSubjects = {
  picture: (tx, ids) =>
    tx
      .selectFrom('picture')
      .select(['id', 'title as name'])
      .where(isAmong(tx, 'id', ids))
      .execute(),
};
