import { parseForm } from '#html/newsroom/form.ts';
import { rememberFold } from '#html/newsroom/frame/fold.ts';
import { redirect } from '#html/newsroom/page.ts';
import type { Context } from '#http/context.ts';

/** `POST /newsroom/fold`: folds the side bar of this browser to icons, or unfolds it, and goes back to the page. */
export async function postFold(c: Context): Promise<Response> {
  const { folded, back = '' } = await parseForm(c);
  const response = redirect(/^\/(?:newsroom|agent)(?:\/[\w-]+)*$/.test(back) ? back : '/newsroom');
  return rememberFold(c, response, folded === '1');
}
