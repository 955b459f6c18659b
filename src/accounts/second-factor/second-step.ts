import type { Member } from '../../core/actor.ts';
import { Failure } from '../../core/failure.ts';
import type { Tx } from '../../db/database.ts';
import { lockEditor } from '../../db/schema/dialect.ts';
import type { Deps } from '../../runtime/deps.ts';
import { insertSession, type Whence } from '../sessions.ts';
import { useAppCode } from './app-code.ts';
import { type PendingSignIn, pendingSignInEnded, spendTry, usePendingSignIn } from './pending-sign-in.ts';
import { readCode, useCode } from './recovery-codes.ts';

/**
 * Makes half a sign-in whole by a code of the app, or a recovery code. Returns the secret of the session.
 * @throws unauthorized for a wrong or used code, and when the half is over; busy
 */
export async function giveCode(deps: Deps, half: PendingSignIn, typed: string, whence: Whence): Promise<string> {
  await spendTry(deps, half);
  const digits = typed.replace(/\s/g, '');
  const recovery = /^\d*$/.test(digits) ? null : await readCode(deps, half.editor.id, typed);
  return deps.db.write(async (tx) => {
    const isRight = recovery
      ? await useCode(deps, tx, half.editor.id, recovery)
      : await useAppCode(deps, tx, half.editor.id, digits);
    if (!isRight) throw wrongCode();
    return completeHalf(deps, tx, half, whence, recovery ? 'recovery code' : 'app');
  });
}

/** Uses half a sign-in up, in the transaction in which its second factor was accepted. */
export async function completeHalf(
  deps: Deps,
  tx: Tx,
  half: PendingSignIn,
  whence: Whence,
  factor: string,
): Promise<string> {
  await requireStanding(deps, tx, half.editor);
  await usePendingSignIn(deps, tx, half);
  return insertSession(deps, tx, half.editor, whence, factor);
}

/** Holds somebody's row. @throws unauthorized when they were shut out meanwhile */
export async function requireStanding(deps: Deps, tx: Tx, editor: Member): Promise<void> {
  await lockEditor(deps.db.kind, tx, editor.id);
  const row = await tx
    .selectFrom('editor')
    .select('id')
    .where('id', '=', editor.id)
    .where('disabled_at', 'is', null)
    .where('password_hash', 'is not', null)
    .executeTakeFirst();
  if (!row) throw pendingSignInEnded();
}

function wrongCode(): Failure {
  return new Failure('unauthorized', 'This code does not fit, or it was used already.', {
    hint: 'Wait for the next one of the app, or type another recovery code.',
  });
}
