import { html } from 'hono/html';
import type { Html } from '#html/html.ts';

export type Drawer = {
  /** A button with `opens: id` opens it; without a script too. */
  id: string;
  title: string;
  sections: readonly { title?: string; body: Html }[];
  /** The acts at its foot. */
  foot?: readonly Html[];
};

/** A panel over the page, which Escape closes. */
export function drawer({ id, title, sections, foot = [] }: Drawer): Html {
  return html`<div class="drawer" id="${id}" popover role="dialog" aria-labelledby="${id}-title">
<header><h2 id="${id}-title">${title}</h2><button type="button" class="btn quiet" popovertarget="${id}" popovertargetaction="hide" autofocus>Close <kbd aria-hidden="true">Esc</kbd></button></header>
<div class="inner">${sections.map(
    (section) => html`<section>${section.title ? html`<h3>${section.title}</h3>` : ''}${section.body}</section>`,
  )}</div>
${foot.length > 0 ? html`<footer>${foot}</footer>` : ''}</div>`;
}
