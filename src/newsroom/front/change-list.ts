import { parseForm, type RefusedForm, renderFormError } from '#html/newsroom/form.ts';
import { redirect } from '#html/newsroom/page.ts';
import type { Context } from '#http/context.ts';

/** The page of a list that editors order by hand: its path, and the page again with a refused form. */
export type OrderedListPage = { path: string; show: (c: Context, refused: RefusedForm) => Promise<Response> };

/** Changes such a list by the fields of a form and shows the page again, which says `done` of the article. */
export async function changeList(
  c: Context,
  { path, show }: OrderedListPage,
  done: string,
  act: (fields: Record<string, string>) => Promise<void>,
): Promise<Response> {
  const typed = await parseForm(c);
  try {
    await act(typed);
  } catch (error) {
    return renderFormError(error, (failure, status) => show(c, { typed, failure, status }));
  }
  const { article = '', direction = '' } = typed;
  return redirect(`${path}?${new URLSearchParams({ done, article, direction })}`);
}
