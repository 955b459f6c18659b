import { html } from 'hono/html';
import type { Html } from '#html/html.ts';
import { type NewsroomPage, newsroomPage } from '#html/newsroom/page.ts';
import type { Context } from '#http/context.ts';

const PAGES = {
  '/newsroom/profile': 'Profile',
  '/newsroom/password': 'Password',
  '/newsroom/second-factor': 'Two-factor authentication',
  '/newsroom/sessions': 'Sessions',
};

/** A page about the person's own account, with links to the other account pages. */
export function accountPage(c: Context, page: NewsroomPage): Promise<Response> {
  const main = html`${accountNav(c.req.path)}
${page.main}`;
  return newsroomPage(c, { ...page, main, styles: [...(page.styles ?? []), 'newsroom-people.css'] });
}

function accountNav(path: string): Html {
  return html`<nav class="account" aria-label="Your account"><ul>${Object.entries(PAGES).map(
    ([at, name]) => html`
<li><a href="${at}"${path === at || path.startsWith(`${at}/`) ? html` aria-current="page"` : ''}>${name}</a></li>`,
  )}
</ul></nav>`;
}
