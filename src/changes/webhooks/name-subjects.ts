import { isAmong } from '#db/schema/dialect.ts';
import type { NameSubjects } from '#http/declared.ts';

/** The names of the subjects that its acts have in the journal, by kind. */
export const nameSubjects: NameSubjects = {
  webhook: async (tx, ids) => {
    const rows = await tx
      .selectFrom('integration')
      .select(['id', 'address'])
      .where(isAmong(tx, 'id', ids))
      .execute();
    return rows.map(({ id, address }) => ({ id, name: new URL(address).host }));
  },
};
