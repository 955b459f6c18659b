import { readWaiting, type Waiting } from '#article/waiting.ts';
import type { Member } from '#core/actor.ts';
import type { Tx } from '#db/database.ts';
import type { Deps } from '#runtime/deps.ts';

// How often a person gets an email about the articles that wait for them. Each person has one row of `setting` after they chose, or after
// the server first looked for waiting articles.

export const EMAIL_MODES = ['at_once', 'daily', 'none'] as const;
export type EmailMode = (typeof EMAIL_MODES)[number];

/**
 * `told` lists what waited at the last check, so that each turn is emailed once; `toldOn` is the day of that check. `seq` is the last entry
 * of the journal whose news was emailed; a state without it gets the news from now on.
 */
export type EmailState = { mode: EmailMode; told: string[]; toldOn: string; seq?: number };

const PREFIX = 'turn_emails ';

/** The mode of a person who has not chosen. */
export const DEFAULT_MODE: EmailMode = 'at_once';

/** How often this person gets emails. */
export async function readEmailMode(tx: Tx, personId: string): Promise<EmailMode> {
  const row = await tx
    .selectFrom('setting')
    .select('value')
    .where('name', '=', PREFIX + personId)
    .executeTakeFirst();
  return row ? (JSON.parse(row.value) as EmailState).mode : DEFAULT_MODE;
}

/**
 * Sets how often this person gets emails. Turns that wait already are not emailed again at once. `today` is the day in their zone.
 * @throws busy
 */
export async function setEmailMode(deps: Deps, person: Member, mode: EmailMode, today: string): Promise<void> {
  await deps.db.write(async (tx) => {
    const keys = keysOf(await readWaiting(tx, person, today));
    const { seq } = await tx
      .selectFrom('journal')
      .select((is) => is.fn.max('seq').as('seq'))
      .executeTakeFirstOrThrow();
    const value = JSON.stringify({ mode, told: keys, toldOn: '', seq: seq ?? 0 } satisfies EmailState);
    await tx
      .insertInto('setting')
      .values({ name: PREFIX + person.id, value })
      .onConflict((conflict) => conflict.column('name').doUpdateSet({ value }))
      .execute();
  });
}

/** The turns of articles, for `told`. */
export function keysOf({ articles }: Pick<Waiting, 'articles'>): string[] {
  return articles.flatMap(({ id, reasons }) => reasons.map((reason) => `${id} ${reason}`)).sort();
}

/** A person who gets emails, with their own time zone and the stored text of their state; null before the first check. */
type Emailed = { person: Member; email: string; timeZone: string | null; stored: string | null };

/** The people who get emails: all who can sign in, without those who want none. */
export async function listEmailed(tx: Tx): Promise<Emailed[]> {
  const rows = await tx.selectFrom('setting').selectAll().where('name', 'like', `${PREFIX}%`).execute();
  const states = new Map(rows.map(({ name, value }) => [name.slice(PREFIX.length), value]));
  const people = await tx
    .selectFrom('editor')
    .select(['id', 'name', 'role', 'email', 'time_zone'])
    .where('disabled_at', 'is', null)
    .where('password_hash', 'is not', null)
    .execute();
  return people.flatMap(({ id, name, role, email, time_zone: timeZone }) => {
    const stored = states.get(id) ?? null;
    if (stored !== null && (JSON.parse(stored) as EmailState).mode === 'none') return [];
    const person = { kind: 'editor', id, name, role: role as Member['role'] } as const;
    return [{ person, email, timeZone, stored }];
  });
}

/** Stores a new state if no other process stored one in between; returns whether it did. */
export async function advanceState(
  tx: Tx,
  personId: string,
  stored: string | null,
  next: EmailState,
): Promise<boolean> {
  const [name, value] = [PREFIX + personId, JSON.stringify(next)];
  if (stored === null) {
    const { numInsertedOrUpdatedRows } = await tx
      .insertInto('setting')
      .values({ name, value })
      .onConflict((conflict) => conflict.doNothing())
      .executeTakeFirst();
    return numInsertedOrUpdatedRows === 1n;
  }
  const { numUpdatedRows } = await tx
    .updateTable('setting')
    .set({ value })
    .where('name', '=', name)
    .where('value', '=', stored)
    .executeTakeFirst();
  return numUpdatedRows === 1n;
}
