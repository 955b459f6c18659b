import * as z from 'zod';
import { type Actor, type Member, ROLES, type Role, requireChief, roleOf, withArticle } from '#core/actor.ts';
import { Failure } from '#core/failure.ts';
import { text } from '#core/text.ts';
import type { Tx } from '#db/database.ts';
import { isUniqueError, lockJournal } from '#db/schema/dialect.ts';
import { type Deps, now } from '#runtime/deps.ts';
import { writeJournal } from '#runtime/journal.ts';
import { memberOf, roleColumns } from './member-row.ts';
import { endLinks } from './one-time-links.ts';
import { hashPassword, requireStrongPassword } from './passwords.ts';

export const newMemberSchema = z.strictObject({
  email: z
    .email({ error: 'must be an email address' })
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
  /** True while the person has no password yet. */
  isInvited: boolean;
};

/**
 * Adds a person to the team.
 * @throws forbidden, validation_failed (the password), already_exists (the email address)
 */
export async function addMember(deps: Deps, actor: Actor, editor: NewMember): Promise<Member> {
  requireChief(actor, 'add people to the team');
  requireStrongPassword(editor.password);
  const passwordHash = await hashPassword(deps, editor.password);
  return deps.db.write((tx) => insertMember(deps, tx, actor, { editor, passwordHash }));
}

export async function insertMember(
  deps: Deps,
  tx: Tx,
  actor: Actor,
  { editor, passwordHash }: { editor: Omit<NewMember, 'password'>; passwordHash: string | null },
): Promise<Member> {
  const { email, name, role } = editor;
  const id = deps.newId();
  try {
    await tx
      .insertInto('editor')
      .values({
        id,
        email,
        name,
        ...roleColumns(role),
        password_hash: passwordHash,
        created_at: now(deps),
        disabled_at: null,
      })
      .execute();
  } catch (error) {
    if (!isUniqueError(error)) throw error;
    throw new Failure('already_exists', 'A person with this email address is on the team already.', {
      hint: 'Look at the team.',
    });
  }
  await writeJournal(deps, tx, actor, {
    act: passwordHash === null ? 'editor.invited' : 'editor.added',
    subject: { kind: 'editor', id },
    detail: { role },
  });
  return memberOf({ id, name, ...roleColumns(role) });
}

/**
 * Disables a person: ends their sessions, links and pending sign-ins. The claims and tokens of agents they approved are
 * checked at each call; they fail from now on and stay ended when the person is enabled again.
 * @throws forbidden, not_found, already_done (also for the last chief)
 */
export async function disableMember(deps: Deps, actor: Actor, email: string): Promise<void> {
  requireChief(actor, 'disable people');
  await deps.db.write(async (tx) => {
    await lockJournal(deps.db.kind, tx); // serializes: when two chiefs disable each other at once, one remains
    const person = await tx
      .selectFrom('editor')
      .selectAll()
      .where('email', '=', email.trim().toLowerCase())
      .executeTakeFirst();
    if (!person)
      throw new Failure('not_found', 'No person on the team has this email address.', {
        hint: 'Look at the team.',
      });
    if (person.disabled_at)
      throw new Failure('already_done', `${person.name} is disabled already.`, { hint: 'There is nothing to do.' });
    await requireOtherChief(tx, person);
    await tx
      .updateTable('editor')
      .set({ disabled_at: now(deps) })
      .where('id', '=', person.id)
      .execute();
    await tx.deleteFrom('session').where('editor_id', '=', person.id).execute();
    await endLinks(tx, person.id);
    await writeJournal(deps, tx, actor, { act: 'editor.disabled', subject: { kind: 'editor', id: person.id } });
  });
}

/** @throws forbidden when the person is the only chief who can sign in */
async function requireOtherChief(
  tx: Tx,
  person: { role: string; password_hash: string | null; disabled_at: string | null },
): Promise<void> {
  const isActing = person.role === 'chief' && person.password_hash !== null && person.disabled_at === null;
  if (!isActing || (await countChiefs(tx)) > 1) return;
  throw new Failure('forbidden', 'This is the last chief. The newsroom needs one.', {
    hint: 'Add another chief first.',
  });
}

/** Everybody on the team, sorted by name. */
export async function listMembers(tx: Tx): Promise<MemberSummary[]> {
  const rows = await tx.selectFrom('editor').selectAll().orderBy('name').orderBy('id').execute();
  return rows.map((row) => ({
    id: row.id,
    email: row.email,
    name: row.name,
    role: roleOf(memberOf(row)),
    createdAt: row.created_at,
    disabledAt: row.disabled_at,
    isInvited: row.password_hash === null,
  }));
}

/** How many chiefs can act. A chief who was only invited cannot. */
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
 * Changes a person's role. Their sessions end, and so does the access of the agents they approved.
 * @throws forbidden (also for the last chief), not_found, already_done
 */
export async function changeRole(deps: Deps, actor: Actor, editorId: string, role: Role): Promise<void> {
  requireChief(actor, 'change roles');
  await deps.db.write(async (tx) => {
    await lockJournal(deps.db.kind, tx); // serializes: when two chiefs demote each other at once, one remains
    const person = await findPerson(tx, editorId);
    const was = roleOf(memberOf(person));
    if (was === role)
      throw new Failure('already_done', `${person.name} is ${withArticle(role)} already.`, {
        hint: 'There is nothing to do.',
      });
    if (role !== 'chief') await requireOtherChief(tx, person);
    await tx
      .updateTable('editor')
      .set({ ...roleColumns(role), standing_since: now(deps) })
      .where('id', '=', editorId)
      .execute();
    await tx.deleteFrom('session').where('editor_id', '=', editorId).execute();
    await tx.deleteFrom('challenge').where('editor_id', '=', editorId).execute();
    await writeJournal(deps, tx, actor, {
      act: 'editor.role changed',
      subject: { kind: 'editor', id: editorId },
      detail: { from: was, to: role },
    });
  });
}

/**
 * Enables a disabled person again, with their old password. Sessions, links, claims and tokens stay ended.
 * @throws forbidden, not_found, already_done
 */
export async function enableMember(deps: Deps, actor: Actor, editorId: string): Promise<void> {
  requireChief(actor, 'enable people');
  await deps.db.write(async (tx) => {
    const person = await findPerson(tx, editorId);
    if (!person.disabled_at)
      throw new Failure('already_done', `${person.name} is not disabled.`, { hint: 'There is nothing to do.' });
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
  const person = await tx.selectFrom('editor').selectAll().where('id', '=', editorId).executeTakeFirst();
  if (person) return person;
  throw new Failure('not_found', 'No person on the team has this id.', { hint: 'Reload the team.' });
}
