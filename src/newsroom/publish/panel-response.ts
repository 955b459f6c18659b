import { html } from 'hono/html';
import { assetPath } from '#html/assets/assets.ts';
import { htmlFragment, newsroomPage, redirect } from '#html/newsroom/page.ts';
import type { Context } from '#http/context.ts';
import type { Done } from './publish-done.ts';
import { type PanelState, publishPanel } from './publish-panel.ts';
import { type PublishView, readPublishView } from './publish-view.ts';

/** The header with which the script of the drawer asks for its content, and by which it knows the answer. */
const DRAWER = 'X-Drawer';

/** Whether the script of the drawer asks: it gets the content of the drawer in place of a page. */
export function isForDrawer(c: Context): boolean {
  return c.req.header(DRAWER) === 'publish';
}

/** The panel in the drawer, or as a page. */
export async function panelResponse(
  c: Context,
  view: PublishView,
  state: PanelState = {},
  status = 200,
): Promise<Response> {
  const { title, told: notice, body, foot, more } = await publishPanel(c, view, state);
  const { file } = view;
  if (!isForDrawer(c))
    return newsroomPage(c, {
      title,
      status,
      scripts: ['copy', 'kit', 'publish'],
      styles: ['newsroom-publication.css'],
      main: html`<p class="trail"><a href="/newsroom/articles">Articles</a> / <a href="/newsroom/articles/${file.id}">Article</a></p>
<h1>${file.copy.headline}</h1>
<div class="publication publish-page publish-panel"><h2>${title}</h2>${notice}${body}<div class="publish-foot">${foot}</div>${more}</div>`,
    });
  const fragment = html`<link rel="stylesheet" href="${assetPath('newsroom-publication.css')}"><header><h2 id="publish-drawer-title">${title}</h2><button type="button" class="btn quiet" data-close>Close <kbd aria-hidden="true">Esc</kbd></button></header>
<div class="inner publication">${notice}${body}${more}</div>
<footer>${foot}</footer>`;
  return htmlFragment(c, fragment, { status, headers: { [DRAWER]: state.done ? 'done' : 'publish' } });
}

/** After an act: the drawer says what was done; without a script, the page of the article. */
export async function doneResponse(c: Context, articleId: string, done: Done): Promise<Response> {
  if (isForDrawer(c)) return panelResponse(c, await readPublishView(c), { done });
  const zone = done.zone === undefined ? '' : `&zone=${encodeURIComponent(done.zone)}`;
  return redirect(`/newsroom/articles/${articleId}?done=${done.act}${zone}`);
}
