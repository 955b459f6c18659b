import { restoreRevision } from '../../../article/write/save-revision.ts';
import type { Context } from '../../kit/context.ts';
import { parseForm } from '../kit/form.ts';
import { redirect } from '../kit/page.ts';
import { parseRevisionNumber } from '../kit/params.ts';

/** `POST /newsroom/articles/{articleId}/restore`: an earlier revision as the newest one; readers see nothing of it. */
export async function postRestore(c: Context): Promise<Response> {
  const { revision, base } = await parseForm(c);
  const articleId = c.req.param('articleId') ?? '';
  const { id } = await restoreRevision(
    c.var.deps,
    c.var.actor,
    articleId,
    parseRevisionNumber(revision),
    parseRevisionNumber(base),
  );
  return redirect(`/newsroom/articles/${id}?done=restored`);
}
