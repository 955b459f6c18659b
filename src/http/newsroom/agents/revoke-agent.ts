import { revokeGrant } from '../../../agents/revoke.ts';
import type { Ctx } from '../../kit/context.ts';
import { goTo } from '../kit/page.ts';

/** `POST /newsroom/agents/{claimId}/revoke`. */
export async function postRevoke(c: Ctx): Promise<Response> {
  await revokeGrant(c.var.press, c.var.session.editor, c.req.param('claimId') ?? '');
  return goTo('/newsroom/agents');
}
