import type { Tx } from '../db/database.ts';
import { now, type Press } from './press.ts';

/** A letter in plain text to one address. `about` names its kind for the log and the outbox page: `invitation`, `schedule.failed`. */
export type Letter = { about: string; to: string; subject: string; text: string };

/** Puts a letter into the outbox, in the transaction of the act it tells of. It is sent once that is committed, and tried again. */
export async function queueMail(press: Press, tx: Tx, { about, to, subject, text }: Letter): Promise<void> {
  const at = now(press);
  await tx
    .insertInto('outbox')
    .values({ id: press.newId(), about, recipient: to, subject, text, created_at: at, due_at: at })
    .execute();
}
