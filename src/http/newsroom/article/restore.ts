import { restoreRevision } from '../../../article/write/restore-revision.ts';
import type { Ctx } from '../../kit/context.ts';
import { readFields } from '../kit/form.ts';
import { goTo } from '../kit/page.ts';
import { readNumber } from '../publish/publish.ts';

/** `POST /newsroom/articles/{articleId}/restore`: an earlier revision as the newest one; readers see nothing of it. */
export async function postRestore(c: Ctx): Promise<Response> {
  const { revision, base } = await readFields(c);
  const articleId = c.req.param('articleId') ?? '';
  const { id } = await restoreRevision(c.var.press, c.var.actor, articleId, readNumber(revision), readNumber(base));
  return goTo(`/newsroom/articles/${id}?done=restored`);
}
