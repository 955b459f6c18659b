import { endSession } from '../../../accounts/sessions.ts';
import type { Context } from '../../kit/context.ts';
import { leave } from './session-cookie.ts';

/** `POST /newsroom/sign-out`: the session ends on the server, whatever becomes of the cookie. */
export async function postSignOut(c: Context): Promise<Response> {
  const { editor, id } = c.var.session;
  await endSession(c.var.deps, editor, id);
  return leave(c, '/newsroom/sign-in');
}
