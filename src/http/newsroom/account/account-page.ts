import { html } from 'hono/html';
import type { Html } from '../../../render/html/html.ts';
import type { Context } from '../../kit/context.ts';
import { type NewsroomPage, newsroomPage } from '../kit/page.ts';

const PAGES = {
  '/newsroom/profile': 'Profile',
  '/newsroom/password': 'Password',
  '/newsroom/second-factor': 'Second factor',
  '/newsroom/sessions': 'Sessions',
};

/** A page about oneself, with the way to the others. */
export function accountPage(c: Context, page: NewsroomPage): Promise<Response> {
  const main = html`${wayAround(c.req.path)}
${page.main}`;
  return newsroomPage(c, { ...page, main, styles: [...(page.styles ?? []), 'newsroom-people.css'] });
}

function wayAround(path: string): Html {
  return html`<nav class="account" aria-label="Your account"><ul>${Object.entries(PAGES).map(
    ([at, name]) => html`
<li><a href="${at}"${path === at || path.startsWith(`${at}/`) ? html` aria-current="page"` : ''}>${name}</a></li>`,
  )}
</ul></nav>`;
}
