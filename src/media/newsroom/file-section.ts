import { html } from 'hono/html';
import { type PictureFile, VERSIONS, type VersionName } from '#article/hero.ts';
import type { PictureReach } from '#article/linked-articles.ts';
import type { Html } from '#html/html.ts';
import { addressAt } from '#media/pages/picture-html.ts';
import { ACCEPTED_TYPES } from '#media/picture-forms.ts';
import type { ListedPicture } from '#media/pictures.ts';

/** The forms of the page of a picture; a sentence says why an act is not possible. */
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

const VERSION_WORDS: Record<VersionName, [title: string, hint: string]> = {
  dark: ['In the dark', 'The same picture for readers whose screens are dark.'],
  small: ['On phones', 'The same picture with fewer and larger parts.'],
  smallDark: ['On phones in the dark', 'Both at once.'],
};

/** The files of a picture for the dark and for phones, each with a form. */
export function versionsSection({ id, versions }: Pick<ListedPicture, 'id' | 'versions'>): Html {
  return html`<section aria-labelledby="versions-title"><h2 id="versions-title">For the dark and for phones</h2>
<p class="hint">Without such a file, readers see this one. A file here has the same words and the same focal point.</p>
${VERSIONS.map((name) => versionForm(id, name, versions[name]))}
</section>`;
}

function versionForm(id: string, name: VersionName, file: PictureFile | undefined): Html {
  const [title, hint] = VERSION_WORDS[name];
  const path = `/newsroom/pictures/${id}/files/${name}`;
  return html`<details${file ? ' open' : ''}><summary>${title}</summary>
${
  file
    ? html`<p><img class="version" src="${addressAt(file, 480, 'jpg')}" width="240" height="${Math.max(1, Math.round((file.height * 240) / file.width))}" alt="The file for readers ${title.toLowerCase()}"></p>
<form class="entry" method="post" action="${path}/remove"><p><button class="btn plain">Take it away<span class="unseen">: ${title.toLowerCase()}</span></button></p></form>
`
    : ''
}<form class="entry" method="post" action="${path}" enctype="multipart/form-data">
<p class="field"><label for="file-${name}">${file ? 'Another file' : 'File'}<span class="unseen">, ${title.toLowerCase()}</span></label>
<input id="file-${name}" name="file" type="file" accept="${ACCEPTED_TYPES}" required aria-describedby="file-${name}-hint">
<span class="hint" id="file-${name}-hint">${hint}</span></p>
<p><button>Save the file<span class="unseen">: ${title.toLowerCase()}</span></button></p></form></details>`;
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
