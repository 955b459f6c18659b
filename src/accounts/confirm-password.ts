import type { Member } from '../core/actor.ts';
import { Failure } from '../core/failure.ts';
import type { Deps } from '../runtime/deps.ts';
import { isPassword } from './passwords.ts';

/** Asks again for the password of somebody who is signed in, and returns its hash as it is stored. @throws unauthorized, busy */
export async function confirmPassword(deps: Deps, editor: Member, password: string): Promise<string> {
  const row = await deps.db.read
    .selectFrom('editor')
    .select('password_hash')
    .where('id', '=', editor.id)
    .where('disabled_at', 'is', null)
    .executeTakeFirst();
  const stored = row?.password_hash ?? null;
  if ((await isPassword(password, stored)) && stored !== null) return stored;
  throw new Failure('unauthorized', 'This is not your password.', { hint: 'Type the one you sign in with.' });
}
