import { isAmong } from '#db/schema/dialect.ts';
import type { NameSubjects } from '#http/declared.ts';

/** The names of the subjects that its acts have in the journal, by kind. */
export const nameSubjects: NameSubjects = {
  import: (tx, ids) =>
    tx
      .selectFrom('import_run')
      .select(['id', 'file_name as name'])
      .where(isAmong(tx, 'id', ids))
      .execute(),
};
