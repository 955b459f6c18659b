import { unpublish } from '../../article/unpublish.ts';
import type { Ctx } from '../env.ts';
import { goTo } from './page.ts';

/** `POST /newsroom/articles/{articleId}/unpublish`. */
export async function postUnpublish(c: Ctx): Promise<Response> {
  const { id } = await unpublish(c.var.press, c.var.actor, c.req.param('articleId') ?? '');
  return goTo(`/newsroom/articles/${id}?done=unpublished`);
}
