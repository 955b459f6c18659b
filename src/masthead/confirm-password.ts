import type { Editor } from '../ground/actor.ts';
import { Failure } from '../ground/failure.ts';
import type { Press } from '../ground/press.ts';
import { isPassword } from './password.ts';

/** Asks again for the password of somebody who is signed in. @throws unauthorized, busy */
export async function confirmPassword(press: Press, editor: Editor, password: string): Promise<void> {
  const row = await press.db.read
    .selectFrom('editor')
    .select('password_hash')
    .where('id', '=', editor.id)
    .where('disabled_at', 'is', null)
    .executeTakeFirst();
  if (await isPassword(password, row?.password_hash ?? null)) return;
  throw new Failure('unauthorized', 'This is not your password.', { hint: 'Type the one you sign in with.' });
}
