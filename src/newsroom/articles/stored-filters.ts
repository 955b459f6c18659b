import * as z from 'zod';
import type { Member } from '#core/actor.ts';
import { Failure } from '#core/failure.ts';
import { text } from '#core/text.ts';
import type { Tx } from '#db/database.ts';
import { lockMember } from '#db/schema/dialect.ts';
import type { Deps } from '#runtime/deps.ts';

// Filters of the board that a person saved under a name. One row of `setting` for each person who saved one.

export const savedFilterSchema = z.strictObject({
  name: text({ min: 1, max: 60 }),
  /** The query of the board's address. */
  query: z.string().min(1).max(1000),
});
export type SavedFilter = z.infer<typeof savedFilterSchema>;

/** Most filters of one person. */
export const MOST_FILTERS = 20;

const PREFIX = 'board_filters ';

/** The filters of a person, in the order of their names. */
export async function listFilters(tx: Tx, person: Member): Promise<SavedFilter[]> {
  const row = await tx
    .selectFrom('setting')
    .select('value')
    .where('name', '=', PREFIX + person.id)
    .executeTakeFirst();
  return row ? (JSON.parse(row.value) as SavedFilter[]) : [];
}

/** Saves a filter; one with the same name is replaced. @throws validation_failed for too many, busy */
export async function saveFilter(deps: Deps, person: Member, filter: SavedFilter): Promise<void> {
  await change(deps, person, (filters) => {
    const others = filters.filter(({ name }) => name !== filter.name);
    if (others.length >= MOST_FILTERS)
      throw new Failure('validation_failed', `You have ${MOST_FILTERS} saved filters, which is the maximum.`, {
        hint: 'Remove one first.',
      });
    return [...others, filter].sort((saved, other) => saved.name.localeCompare(other.name, 'en'));
  });
}

/** Removes a filter; without such a filter it does nothing. @throws busy */
export async function removeFilter(deps: Deps, person: Member, name: string): Promise<void> {
  await change(deps, person, (filters) => filters.filter((filter) => filter.name !== name));
}

async function change(deps: Deps, person: Member, alter: (filters: SavedFilter[]) => SavedFilter[]): Promise<void> {
  await deps.db.write(async (tx) => {
    await lockMember(deps.db.kind, tx, person.id);
    const value = JSON.stringify(alter(await listFilters(tx, person)));
    await tx
      .insertInto('setting')
      .values({ name: PREFIX + person.id, value })
      .onConflict((conflict) => conflict.column('name').doUpdateSet({ value }))
      .execute();
  });
}
