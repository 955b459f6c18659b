import type { Member } from '../../core/actor.ts';
import type { Tx } from '../../db/database.ts';
import type { Deps } from '../../runtime/deps.ts';
import { readWaiting, type Waiting } from '../read/waiting.ts';

// How often a person gets an email about the articles that wait for them. One row of `setting` for each person who chose.

export const EMAIL_MODES = ['at_once', 'daily', 'none'] as const;
export type EmailMode = (typeof EMAIL_MODES)[number];

/** `told` lists what waited when it was last looked at, so that each turn is emailed once; `toldOn` is the day of that look. */
export type EmailState = { mode: EmailMode; told: string[]; toldOn: string };

const PREFIX = 'turn_emails ';

/** How often this person gets emails; never until they choose. */
export async function readEmailMode(tx: Tx, personId: string): Promise<EmailMode> {
  const row = await tx
    .selectFrom('setting')
    .select('value')
    .where('name', '=', PREFIX + personId)
    .executeTakeFirst();
  return row ? (JSON.parse(row.value) as EmailState).mode : 'none';
}

/**
 * Sets how often this person gets emails. What waits already is not emailed at once again. `today` is the day in their zone.
 * @throws busy
 */
export async function setEmailMode(deps: Deps, person: Member, mode: EmailMode, today: string): Promise<void> {
  await deps.db.write(async (tx) => {
    const told = keysOf(await readWaiting(tx, person, today));
    const value = JSON.stringify({ mode, told, toldOn: '' } satisfies EmailState);
    await tx
      .insertInto('setting')
      .values({ name: PREFIX + person.id, value })
      .onConflict((conflict) => conflict.column('name').doUpdateSet({ value }))
      .execute();
  });
}

/** A turn of an article, for `told`. */
export function keysOf({ articles }: Pick<Waiting, 'articles'>): string[] {
  return articles.flatMap(({ id, reasons }) => reasons.map((reason) => `${id} ${reason}`)).sort();
}

/** A person who gets emails, with their own time zone and the stored text of their state. */
type Emailed = { person: Member; email: string; timeZone: string | null; stored: string };

/** The people who get emails. */
export async function listEmailed(tx: Tx): Promise<Emailed[]> {
  const rows = await tx.selectFrom('setting').selectAll().where('name', 'like', `${PREFIX}%`).execute();
  const wanted = rows.filter(({ value }) => (JSON.parse(value) as EmailState).mode !== 'none');
  if (wanted.length === 0) return [];
  const people = await tx
    .selectFrom('editor')
    .select(['id', 'name', 'role', 'email', 'time_zone'])
    .where('disabled_at', 'is', null)
    .execute();
  return people.flatMap(({ id, name, role, email, time_zone: timeZone }) => {
    const row = wanted.find((one) => one.name === PREFIX + id);
    const person = { kind: 'editor', id, name, role: role as Member['role'] } as const;
    return row ? [{ person, email, timeZone, stored: row.value }] : [];
  });
}

/** Stores a new state if no other process stored one in between; returns whether it did. */
export async function advanceState(tx: Tx, personId: string, stored: string, next: EmailState): Promise<boolean> {
  const { numUpdatedRows } = await tx
    .updateTable('setting')
    .set({ value: JSON.stringify(next) })
    .where('name', '=', PREFIX + personId)
    .where('value', '=', stored)
    .executeTakeFirst();
  return numUpdatedRows === 1n;
}
