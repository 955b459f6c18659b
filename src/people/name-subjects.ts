import { isAmong } from '#db/schema/dialect.ts';
import type { NameSubjects } from '#http/declared.ts';

/** The names of the subjects of these acts in the journal, by kind. */
export const nameSubjects: NameSubjects = {
  editor: (tx, ids) =>
    tx
      .selectFrom('editor')
      .select(['id', 'name'])
      .where(isAmong(tx, 'id', ids))
      .execute(),
};
