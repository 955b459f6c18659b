import { revokeGrant } from '../../../agents/revoke.ts';
import type { Context } from '../../kit/context.ts';
import { redirect } from '../kit/page.ts';

/** `POST /newsroom/agents/{claimId}/revoke`. */
export async function postRevoke(c: Context): Promise<Response> {
  await revokeGrant(c.var.deps, c.var.session.editor, c.req.param('claimId') ?? '');
  return redirect('/newsroom/agents');
}
