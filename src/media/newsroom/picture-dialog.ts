import { html } from 'hono/html';
import type { Html } from '#html/html.ts';

/** The dialog to choose a picture of the library; its script fills the list. */
export function pictureDialog(): Html {
  return html`<dialog id="picture-dialog" aria-labelledby="picture-dialog-title"><h2 id="picture-dialog-title">Choose a picture</h2>
<p class="field"><label for="picture-words">Search titles, descriptions and credits</label>
<input id="picture-words" type="search" autocomplete="off"></p>
<p class="hint" id="picture-count" role="status"></p>
<ul class="picture-grid" id="picture-list"></ul>
<p class="acts"><button type="button" class="plain" id="picture-more" hidden>More pictures</button> <button type="button" class="plain" id="picture-close">Close</button></p></dialog>`;
}
