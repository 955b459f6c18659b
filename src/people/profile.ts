import * as z from 'zod';
import type { Member } from '#core/actor.ts';
import { Failure } from '#core/failure.ts';
import type { Session } from '#core/session.ts';
import { isZone } from '#core/wall-time.ts';
import type { Tx } from '#db/database.ts';
import { isUniqueError } from '#db/schema/dialect.ts';
import type { Deps } from '#runtime/deps.ts';
import { writeJournal } from '#runtime/journal.ts';
import { emailLink, notify, type SiteInfo } from './emails.ts';
import { newMemberSchema } from './members.ts';
import { createLink, endLinks, useLink } from './one-time-links.ts';
import { confirmPassword } from './passwords.ts';

export const profileNameSchema = newMemberSchema.pick({ name: true });
export const newAddressSchema = z.strictObject({ email: newMemberSchema.shape.email, password: z.string() });

/** Changes the person's own name for acts from now on. Earlier acts keep the old name. */
export async function changeName(deps: Deps, editor: Member, name: string): Promise<void> {
  if (name === editor.name) return;
  await deps.db.write(async (tx) => {
    await tx.updateTable('editor').set({ name }).where('id', '=', editor.id).execute();
    await writeJournal(deps, tx, editor, {
      act: 'editor.renamed',
      subject: { kind: 'editor', id: editor.id },
      detail: { from: editor.name, to: name },
    });
  });
}

/**
 * Emails a confirmation link to the new address and a notice to the old one. Nothing changes until the link is used.
 * @throws unauthorized (the password), already_exists, already_done, busy
 */
export async function requestAddressChange(
  deps: Deps,
  { editor, email: old }: Session,
  { email, password }: z.infer<typeof newAddressSchema>,
  site: SiteInfo,
): Promise<void> {
  await confirmPassword(deps, editor, password);
  await deps.db.write(async (tx) => {
    await requireFree(tx, email, old);
    const secret = await createLink(deps, tx, { purpose: 'address', editorId: editor.id, detail: email });
    await emailLink(deps, tx, { kind: 'address', to: email, secret, letterhead: site });
    await notify(deps, tx, editor.id, 'address.asked');
    await writeJournal(deps, tx, editor, { act: 'address.asked', subject: { kind: 'editor', id: editor.id } });
  });
}

/** Changes the person's email address at once, for a server that sends no mail. @throws as requestAddressChange */
export async function changeAddress(
  deps: Deps,
  { editor, email: old }: Session,
  { email, password }: z.infer<typeof newAddressSchema>,
): Promise<void> {
  await confirmPassword(deps, editor, password);
  await deps.db.write(async (tx) => {
    await requireFree(tx, email, old);
    await setAddress(deps, tx, editor, email);
  });
}

/** Changes the email address by the link that was emailed to it, once. @throws not_found, already_exists */
export async function confirmAddressChange(deps: Deps, secret: string): Promise<void> {
  await deps.db.write(async (tx) => {
    const { editor, detail } = await useLink(deps, tx, 'address', secret);
    await setAddress(deps, tx, editor, detail ?? '');
  });
}

async function setAddress(deps: Deps, tx: Tx, editor: Member, email: string): Promise<void> {
  await notify(deps, tx, editor.id, 'address.changed');
  try {
    await tx.updateTable('editor').set({ email }).where('id', '=', editor.id).execute();
  } catch (error) {
    if (isUniqueError(error)) throw taken();
    throw error;
  }
  await endLinks(tx, editor.id);
  await writeJournal(deps, tx, editor, { act: 'address.changed', subject: { kind: 'editor', id: editor.id } });
}

async function requireFree(tx: Tx, email: string, old: string): Promise<void> {
  if (email === old)
    throw new Failure('already_done', 'This is your email address already.', { hint: 'There is nothing to do.' });
  const holder = await tx.selectFrom('editor').select('id').where('email', '=', email).executeTakeFirst();
  if (holder) throw taken();
}

function taken(): Failure {
  return new Failure('already_exists', 'Another person on the team has this email address.', {
    hint: 'Use another address.',
  });
}

/** Sets the zone in which the person sees times; null for the zone of the publication. @throws validation_failed */
export async function setTimeZone(deps: Deps, editor: Member, zone: string | null): Promise<void> {
  if (zone !== null && !isZone(zone))
    throw new Failure('validation_failed', 'There is no such time zone.', {
      hint: 'Choose one of the list, such as Europe/Warsaw.',
    });
  await deps.db.write((tx) => tx.updateTable('editor').set({ time_zone: zone }).where('id', '=', editor.id).execute());
}
