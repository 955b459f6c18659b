import { z } from 'zod';
import { type Actor, type Member, ROLES, type Role, requireChief } from '../core/actor.ts';
import { Failure } from '../core/failure.ts';
import { text } from '../core/text.ts';
import type { Tx } from '../db/database.ts';
import { isUniqueError, lockJournal } from '../db/schema/dialect.ts';
import { type Deps, now } from '../runtime/deps.ts';
import { writeJournal } from '../runtime/journal.ts';
import { endLinks } from './one-time-links.ts';
import { hashPassword, requireStrongPassword } from './passwords.ts';

export const newMemberSchema = z.strictObject({
  email: z
    .email({ error: 'must be an e-mail address' })
    .max(254)
    .overwrite((value) => value.trim().toLowerCase()),
  name: text({ min: 1, max: 120 }),
  role: z.enum(ROLES),
  password: z.string(),
});
export type NewMember = z.infer<typeof newMemberSchema>;

export type MemberSummary = {
  id: string;
  email: string;
  name: string;
  role: Role;
  createdAt: string;
  disabledAt: string | null;
  /** Whether they have no password yet. */
  isInvited: boolean;
};

/**
 * Adds somebody to the masthead.
 * @throws forbidden, validation_failed (the password), already_exists (the e-mail address)
 */
export async function addMember(deps: Deps, actor: Actor, editor: NewMember): Promise<Member> {
  requireChief(actor, 'add people to the masthead');
  requireStrongPassword(editor.password);
  const passwordHash = await hashPassword(editor.password);
  return deps.db.write((tx) => insertMember(deps, tx, actor, editor, passwordHash));
}

export async function insertMember(
  deps: Deps,
  tx: Tx,
  actor: Actor,
  editor: Omit<NewMember, 'password'>,
  passwordHash: string | null,
): Promise<Member> {
  const { email, name, role } = editor;
  const id = deps.newId();
  try {
    await tx
      .insertInto('editor')
      .values({ id, email, name, role, password_hash: passwordHash, created_at: now(deps), disabled_at: null })
      .execute();
  } catch (error) {
    if (!isUniqueError(error)) throw error;
    throw new Failure('already_exists', 'Somebody with this e-mail address is on the masthead already.', {
      hint: 'See the list of editors.',
    });
  }
  await writeJournal(deps, tx, actor, {
    act: passwordHash === null ? 'editor.invited' : 'editor.added',
    subject: { kind: 'editor', id },
    detail: { role },
  });
  return { kind: 'editor', id, name, role };
}

/**
 * Shuts somebody out: ends their sessions, links and half sign-ins; the claims and tokens of the agents they let in ask how
 * they stand at each call, and do not come back with them.
 * @throws forbidden, not_found, already_done (also for the last chief)
 */
export async function disableMember(deps: Deps, actor: Actor, email: string): Promise<void> {
  requireChief(actor, 'disable people');
  await deps.db.write(async (tx) => {
    await lockJournal(deps.db.kind, tx); // of two chiefs who disable each other at once, one stays
    const found = await tx
      .selectFrom('editor')
      .selectAll()
      .where('email', '=', email.trim().toLowerCase())
      .executeTakeFirst();
    if (!found)
      throw new Failure('not_found', 'Nobody on the masthead has this e-mail address.', {
        hint: 'See the list of editors.',
      });
    if (found.disabled_at)
      throw new Failure('already_done', `${found.name} is disabled already.`, { hint: 'Nothing has to be done.' });
    await requireOtherChief(tx, found);
    await tx
      .updateTable('editor')
      .set({ disabled_at: now(deps) })
      .where('id', '=', found.id)
      .execute();
    await tx.deleteFrom('session').where('editor_id', '=', found.id).execute();
    await endLinks(tx, found.id);
    await writeJournal(deps, tx, actor, { act: 'editor.disabled', subject: { kind: 'editor', id: found.id } });
  });
}

/** @throws forbidden for the only chief who can act */
export async function requireOtherChief(
  tx: Tx,
  person: { role: string; password_hash: string | null; disabled_at: string | null },
): Promise<void> {
  const isActing = person.role === 'chief' && person.password_hash !== null && person.disabled_at === null;
  if (!isActing || (await countChiefs(tx)) > 1) return;
  throw new Failure('forbidden', 'This is the last chief; the house needs one.', { hint: 'Add another chief first.' });
}

/** Everybody on the masthead, by name. */
export async function listMembers(tx: Tx): Promise<MemberSummary[]> {
  const rows = await tx.selectFrom('editor').selectAll().orderBy('name').orderBy('id').execute();
  return rows.map((row) => ({
    id: row.id,
    email: row.email,
    name: row.name,
    role: row.role as Role,
    createdAt: row.created_at,
    disabledAt: row.disabled_at,
    isInvited: row.password_hash === null,
  }));
}

/** How many chiefs can act: who was only invited cannot. */
export async function countChiefs(tx: Tx): Promise<number> {
  const row = await tx
    .selectFrom('editor')
    .select((select) => select.fn.countAll().as('count'))
    .where('role', '=', 'chief')
    .where('disabled_at', 'is', null)
    .where('password_hash', 'is not', null)
    .executeTakeFirstOrThrow();
  return Number(row.count);
}

/**
 * Gives somebody another role. Their sessions end, and what programs they let in held; they sign in again as what they are.
 * @throws forbidden (also for the last chief), not_found, already_done
 */
export async function changeRole(deps: Deps, actor: Actor, editorId: string, role: Role): Promise<void> {
  requireChief(actor, 'change roles');
  await deps.db.write(async (tx) => {
    await lockJournal(deps.db.kind, tx); // of two chiefs who lower each other at once, one stays
    const found = await findPerson(tx, editorId);
    if (found.role === role)
      throw new Failure('already_done', `${found.name} is ${role} already.`, { hint: 'Nothing has to be done.' });
    if (role !== 'chief') await requireOtherChief(tx, found);
    await tx
      .updateTable('editor')
      .set({ role, standing_since: now(deps) })
      .where('id', '=', editorId)
      .execute();
    await tx.deleteFrom('session').where('editor_id', '=', editorId).execute();
    await tx.deleteFrom('challenge').where('editor_id', '=', editorId).execute();
    await writeJournal(deps, tx, actor, {
      act: 'editor.role changed',
      subject: { kind: 'editor', id: editorId },
      detail: { from: found.role, to: role },
    });
  });
}

/**
 * Lets somebody back in who was disabled, with the password they had; no session, link, claim or token comes back.
 * @throws forbidden, not_found, already_done
 */
export async function enableMember(deps: Deps, actor: Actor, editorId: string): Promise<void> {
  requireChief(actor, 'enable people');
  await deps.db.write(async (tx) => {
    const found = await findPerson(tx, editorId);
    if (!found.disabled_at)
      throw new Failure('already_done', `${found.name} is not disabled.`, { hint: 'Nothing has to be done.' });
    await tx
      .updateTable('editor')
      .set({ disabled_at: null, standing_since: now(deps) })
      .where('id', '=', editorId)
      .execute();
    await endLinks(tx, editorId);
    await writeJournal(deps, tx, actor, { act: 'editor.enabled', subject: { kind: 'editor', id: editorId } });
  });
}

async function findPerson(tx: Tx, editorId: string) {
  const found = await tx.selectFrom('editor').selectAll().where('id', '=', editorId).executeTakeFirst();
  if (found) return found;
  throw new Failure('not_found', 'Nobody of the masthead has this id.', { hint: 'Look at the list again.' });
}
