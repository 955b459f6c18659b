import { z } from 'zod';
import { type Actor, requireEditorial } from '../core/actor.ts';
import type { Tx } from '../db/database.ts';
import type { Deps } from '../runtime/deps.ts';
import { writeJournal } from '../runtime/journal.ts';
import { logPlacement } from '../runtime/publication-log.ts';

/** The name of the setting. */
const CONTACT = 'contact';

export const contactSchema = z.strictObject({
  contact: z
    .email({ error: 'must be an email address' })
    .max(254)
    .overwrite((value) => value.trim()),
});

/** The email address that readers write to; `given` (from the environment) until somebody has entered one. */
export async function readContact(tx: Tx, given: string | null): Promise<string | null> {
  const row = await tx.selectFrom('setting').select('value').where('name', '=', CONTACT).executeTakeFirst();
  return row?.value ?? given;
}

/** Changes the address; pages that show it are rendered again. @throws forbidden */
export async function changeContact(deps: Deps, actor: Actor, contact: string): Promise<void> {
  requireEditorial(actor, 'change the address that readers write to');
  await deps.db.write((tx) => storeContact(deps, tx, actor, contact));
}

/** The same as a part of another act. */
export async function storeContact(deps: Deps, tx: Tx, actor: Actor, contact: string): Promise<void> {
  const before = await readContact(tx, null);
  if (before === contact) return;
  await tx
    .insertInto('setting')
    .values({ name: CONTACT, value: contact })
    .onConflict((conflict) => conflict.column('name').doUpdateSet({ value: contact }))
    .execute();
  await logPlacement(deps, tx, 'contact');
  const subject = { kind: 'setting', id: CONTACT };
  await writeJournal(deps, tx, actor, { act: 'contact.changed', subject, detail: { from: before, to: contact } });
}
