import { parseForm, type RefusedForm, renderFormError } from '#html/newsroom/form.ts';
import { redirect } from '#html/newsroom/page.ts';
import type { Context } from '#http/context.ts';

/** The page of a list that editors order by hand: its path, and the page again with a refused form. */
export type OrderedListPage = { path: string; show: (c: Context, refused: RefusedForm) => Promise<Response> };

/** What the next page has to know to take an act back. */
export type Before = Record<string, string>;

/** Changes such a list by the fields of a form and shows the page again, which says `done` of the article. */
export async function changeList(
  c: Context,
  { path, show }: OrderedListPage,
  done: string,
  act: (fields: Record<string, string>) => Promise<Before | undefined>,
): Promise<Response> {
  const typed = await parseForm(c);
  let before: Before | undefined;
  try {
    before = await act(typed);
  } catch (error) {
    return renderFormError(error, (failure, status) => show(c, { typed, failure, status }));
  }
  const { article = '', direction = '' } = typed;
  return redirect(`${path}?${new URLSearchParams({ done, article, direction, ...before })}`);
}

/** The place that a form names, from 0. */
export function placeIn(fields: Record<string, string>): number | undefined {
  return /^\d{1,3}$/.test(fields.place ?? '') ? Number(fields.place) : undefined;
}
