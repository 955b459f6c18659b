import { html } from 'hono/html';
import type { PictureReach } from '#article/linked-articles.ts';
import type { Html } from '#html/html.ts';
import { ACCEPTED_TYPES } from '#media/picture-forms.ts';

/** The forms of the page of a picture; what is not possible says why. */
export function fileSection(id: string, reach: PictureReach): Html {
  return html`<section aria-labelledby="file-title"><h2 id="file-title">The file</h2>
${
  reach === 'published'
    ? html`<p class="hint">Readers have seen this picture, so its file stays. If it was wrong, add the right one as another picture, choose it in the article, and publish that revision with a correction note.</p>`
    : replaceForm(id)
}
${reach === 'unused' ? deleteForm(id) : reach === 'used' ? html`<p class="hint">An article has this picture, so it cannot be deleted.</p>` : ''}
</section>`;
}

function replaceForm(id: string): Html {
  return html`<details><summary>Replace the file</summary>
<form class="entry" method="post" action="/newsroom/pictures/${id}/file" enctype="multipart/form-data">
<p class="field"><label for="file">New file</label>
<input id="file" name="file" type="file" accept="${ACCEPTED_TYPES}" required aria-describedby="file-hint">
<span class="hint" id="file-hint">Texts and articles stay. An approval of a revision with this picture no longer counts.</span></p>
<p><button>Replace the file</button></p></form></details>`;
}

function deleteForm(id: string): Html {
  return html`<details><summary>Delete the picture</summary>
<form class="entry" method="post" action="/newsroom/pictures/${id}/delete">
<p>No article has it. It cannot be brought back.</p>
<p><button>Delete the picture</button></p></form></details>`;
}
