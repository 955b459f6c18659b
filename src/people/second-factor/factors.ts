import { type Actor, requireChief } from '#core/actor.ts';
import { Failure } from '#core/failure.ts';
import type { Session } from '#core/session.ts';
import type { Tx } from '#db/database.ts';
import { notify } from '#people/emails.ts';
import { endLinks } from '#people/one-time-links.ts';
import { type Deps, now } from '#runtime/deps.ts';
import { writeJournal } from '#runtime/journal.ts';
import { hasFactor } from './pending-sign-in.ts';

export type PasskeySummary = { id: string; name: string; createdAt: string; usedAt: string | null };
/** The second factors of a person. `appSince` is when an app was set up; null without an app. */
export type SecondFactors = { appSince: string | null; passkeys: PasskeySummary[]; codesLeft: number };

/** The second factors somebody has. */
export async function listFactors(tx: Tx, editorId: string): Promise<SecondFactors> {
  const app = await tx.selectFrom('totp').select('confirmed_at').where('editor_id', '=', editorId).executeTakeFirst();
  const passkeys = await tx
    .selectFrom('passkey')
    .select(['id', 'name', 'created_at as createdAt', 'used_at as usedAt'])
    .where('editor_id', '=', editorId)
    .orderBy('created_at')
    .orderBy('id')
    .execute();
  const { count } = await tx
    .selectFrom('recovery_code')
    .select((select) => select.fn.countAll().as('count'))
    .where('editor_id', '=', editorId)
    .where('used_at', 'is', null)
    .executeTakeFirstOrThrow();
  return { appSince: app?.confirmed_at ?? null, passkeys, codesLeft: Number(count) };
}

/** Records that a factor was added or removed: other sessions end, this one stays, and the person gets an email. */
export async function recordFactorChange(
  deps: Deps,
  tx: Tx,
  {
    id,
    editor,
    notice,
    kind,
  }: { notice: 'factor.added' | 'factor.removed' | 'codes.renewed'; kind: 'app' | 'passkey' | 'recovery codes' } & Pick<
    Session,
    'id' | 'editor'
  >,
): Promise<void> {
  const at = (await hasFactor(tx, editor.id)) ? now(deps) : null;
  if (at === null) await tx.deleteFrom('recovery_code').where('editor_id', '=', editor.id).execute();
  await tx.updateTable('session').set({ second_factor_at: at }).where('id', '=', id).execute();
  await tx.deleteFrom('session').where('editor_id', '=', editor.id).where('id', '<>', id).execute();
  await endLinks(tx, editor.id);
  await notify(deps, tx, editor.id, notice);
  await writeJournal(deps, tx, editor, { act: notice, subject: { kind: 'editor', id: editor.id }, detail: { kind } });
}

/**
 * Removes every second factor of a person who lost theirs, and ends their sessions.
 * @throws forbidden (not a chief, or their own), not_found, already_done (the person has no second factor)
 */
export async function clearFactors(deps: Deps, actor: Actor, editorId: string): Promise<void> {
  requireChief(actor, 'reset the two-factor authentication of others');
  if (actor.id === editorId)
    throw new Failure('forbidden', 'This is your own account.', {
      hint: 'Remove your own factors under Two-factor authentication.',
    });
  await deps.db.write(async (tx) => {
    const editor = await tx.selectFrom('editor').select('id').where('id', '=', editorId).executeTakeFirst();
    if (!editor) throw new Failure('not_found', 'No person on the team has this id.', { hint: 'Reload the team.' });
    if (!(await hasFactor(tx, editorId)))
      throw new Failure('already_done', 'This person has no second factor.', { hint: 'There is nothing to do.' });
    for (const table of ['totp', 'passkey', 'recovery_code', 'session'] as const)
      await tx.deleteFrom(table).where('editor_id', '=', editorId).execute();
    await endLinks(tx, editorId);
    await notify(deps, tx, editorId, 'factor.cleared');
    await writeJournal(deps, tx, actor, { act: 'factor.cleared', subject: { kind: 'editor', id: editorId } });
  });
}
