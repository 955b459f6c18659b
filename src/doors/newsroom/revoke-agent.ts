import { revokeToken } from '../../agent/let-in.ts';
import type { Ctx } from '../env.ts';
import { goTo } from './page.ts';

/** `POST /newsroom/agents/{tokenId}/revoke`. */
export async function postRevoke(c: Ctx): Promise<Response> {
  await revokeToken(c.var.press, c.var.session.editor, c.req.param('tokenId') ?? '');
  return goTo('/newsroom/agents');
}
