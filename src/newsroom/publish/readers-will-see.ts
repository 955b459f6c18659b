import { html } from 'hono/html';
import { deskName } from '#article/desk.ts';
import { articlePath } from '#article/own-page.ts';
import type { Html } from '#html/html.ts';
import type { Context } from '#http/context.ts';
import { addressAt } from '#media/pages/picture-html.ts';
import { bylineOf, heroOf } from '#newsroom/kit/copy-names.ts';
import { publishEffects, type RevisionView } from './revision-view.ts';

/** Width in pixels of the picture in the list. */
const THUMBNAIL = 400;

/** What readers will see of a revision: looked at once more before it is published or scheduled. */
export async function readersWillSee(c: Context, seen: RevisionView, when: string): Promise<Html> {
  const { copy } = seen.file;
  const { baseUrl } = c.var.config.publication;
  const hero = await heroOf(c, copy);
  const { note } = seen.correcting;
  return html`<dl class="copy will-see">
<div><dt>Headline</dt><dd><strong>${copy.headline}</strong></dd></div>
<div><dt>Dek</dt><dd>${copy.dek}</dd></div>
<div><dt>Address</dt><dd>${baseUrl}${articlePath(copy)}</dd></div>
<div><dt>Desk</dt><dd>${deskName(copy.section)}</dd></div>
<div><dt>Byline</dt><dd>${await bylineOf(c, copy)}</dd></div>
<div><dt>Time</dt><dd>${when}</dd></div>
<div><dt>Picture</dt><dd>${hero ? html`<img src="${addressAt(hero, THUMBNAIL, 'jpg')}" alt="${hero.alt}">` : 'none'}</dd></div>
<div><dt>Correction</dt><dd>${note ? html`“${note}”, above the article permanently` : seen.correcting.asks ? 'to be decided below' : 'none'}</dd></div>
</dl>
<p>Publishing it</p>
<ul>${publishEffects(seen).map((effect) => html`<li>${effect}</li>`)}</ul>`;
}
