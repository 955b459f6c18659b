import { endSession } from '../../../accounts/sessions.ts';
import type { Context } from '../../kit/context.ts';
import { redirect } from '../kit/page.ts';
import { leave } from './session-cookie.ts';

/** `POST /newsroom/sessions/{sessionId}/end`: one of one's own; ending this very one signs out. */
export async function postEndSession(c: Context): Promise<Response> {
  const { editor, id } = c.var.session;
  const ended = c.req.param('sessionId') ?? '';
  await endSession(c.var.deps, editor, ended);
  return ended === id ? leave(c, '/newsroom/sign-in') : redirect('/newsroom/sessions');
}
