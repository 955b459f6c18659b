import { type NewsroomPage, newsroomPage } from '#html/newsroom/page.ts';
import type { Context } from '#http/context.ts';

/** A page about the person's own account. */
export function accountPage(c: Context, page: NewsroomPage): Promise<Response> {
  return newsroomPage(c, { ...page, styles: [...(page.styles ?? []), 'newsroom-people.css'] });
}
