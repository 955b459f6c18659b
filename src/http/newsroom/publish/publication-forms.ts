import { html } from 'hono/html';
import { DESKS } from '../../../article/model/desk.ts';
import { LONGEST_SLUG } from '../../../core/text.ts';
import type { Html } from '../../../render/html/html.ts';
import type { RevisionView } from './revision-view.ts';

// What is done more rarely than publishing; each form is folded up under its name.

/** Restore, preview links, move and unpublish. */
export function otherActs(seen: RevisionView, mayPublish: boolean): Html {
  const { file, number } = seen;
  return html`${number === file.revision ? '' : restoreForm(seen)}
<p><a href="/newsroom/articles/${file.id}/previews?revision=${number}">Preview links for people without an account</a></p>
${mayPublish && file.liveRevision !== null ? html`${moveDetails(seen)}${withdrawal(seen)}` : ''}`;
}

function restoreForm({ file, number }: RevisionView): Html {
  return html`<form method="post" action="/newsroom/articles/${file.id}/restore">
<input type="hidden" name="revision" value="${number}"><input type="hidden" name="base" value="${file.revision}">
<p><button class="plain">Restore these words as revision ${file.revision + 1}</button></p>
<p class="hint">A new revision at the present address; readers see nothing of it until it is published.</p>
</form>`;
}

function moveDetails(seen: RevisionView): Html {
  const { file } = seen;
  return html`<details><summary>Move it to another address …</summary>
${
  file.liveRevision === file.revision
    ? moveForm(seen)
    : html`<p>Revision ${file.revision} is waiting. Give that one the new address and publish it, or restore the live one first.</p>`
}
</details>`;
}

/** The form that moves a live article, its words unchanged. */
export function moveForm({ file }: RevisionView, typed: Record<string, string> = {}): Html {
  const { section = file.liveSection ?? '', slug = file.liveSlug ?? '' } = typed;
  return html`<p>Saves revision ${file.revision + 1} with the same words and publishes it at once. The old address redirects for good.</p>
<form method="post" action="/newsroom/articles/${file.id}/move">
<input type="hidden" name="base" value="${file.revision}">
<p class="field"><label for="move-section">Desk</label>
<select id="move-section" name="section">${DESKS.map((desk) => html`<option value="${desk.slug}"${desk.slug === section ? html` selected` : ''}>${desk.name}</option>`)}</select></p>
<p class="field"><label for="move-slug">Slug</label>
<input id="move-slug" name="slug" value="${slug}" maxlength="${LONGEST_SLUG}" autocomplete="off" spellcheck="false" required></p>
<p><button class="plain">Move it</button></p>
</form>`;
}

function withdrawal(seen: RevisionView): Html {
  return html`<details><summary>Take it back from readers …</summary>
${withdrawalForm(seen)}
</details>`;
}

/** The form that takes a live article back from readers, for a reason. */
export function withdrawalForm({ file }: RevisionView, because = ''): Html {
  return html`<p>Its address answers 404 at once, in every form. All revisions stay; publishing one shows it again.</p>
<form method="post" action="/newsroom/articles/${file.id}/unpublish">
<p class="field"><label for="because">Reason</label>
<textarea id="because" name="because" rows="2" maxlength="1000" required aria-describedby="because-hint">${because}</textarea>
<span class="hint" id="because-hint">Kept in the journal and shown on this page; readers do not see it.</span></p>
<p><button class="plain">Unpublish revision ${file.liveRevision}</button></p>
</form>`;
}
