import { tickPoint } from '#editorial/review/checklist.ts';
import { parseForm } from '#html/newsroom/form.ts';
import { htmlFragment, redirect } from '#html/newsroom/page.ts';
import { articleIdOf, parseRevisionNumber } from '#html/newsroom/params.ts';
import type { Context } from '#http/context.ts';
import { checkList } from './checks.ts';
import { readPublishView, readTypedView } from './publish-view.ts';

/**
 * `POST /newsroom/articles/{articleId}/checklist`: ticks a point of the checklist, or opens it again. A script gets the list of checks
 * as it is now; without one, the page that publishes comes back.
 */
export async function postPoint(c: Context): Promise<Response> {
  const { tick, untick, copy, revision, place } = await parseForm(c);
  const articleId = articleIdOf(c);
  await tickPoint(c.var.deps, c.var.actor, articleId, { point: tick ?? untick ?? '', isDone: tick !== undefined });
  const isMine = copy === 'mine';
  if (c.req.header('X-Part') === 'checks') {
    const view = isMine ? await readTypedView(c) : await readPublishView(c, parseRevisionNumber(revision));
    return htmlFragment(c, await checkList(c, view, place === 'panel' ? 'panel' : 'drawer'));
  }
  const shown = isMine ? 'copy=mine' : `revision=${parseRevisionNumber(revision)}`;
  return redirect(`/newsroom/articles/${articleId}/publish?${shown}`);
}
