import { html } from 'hono/html';
import { archiveHtml } from '#article/archive-words.ts';
import { openSections } from '#article/section.ts';
import type { Failure } from '#core/failure.ts';
import { LONGEST_SLUG } from '#core/text.ts';
import type { Html } from '#html/html.ts';
import { field } from '#html/newsroom/kit/field.ts';
import { wrongOf } from '#html/newsroom/kit/form.ts';
import type { RevisionView } from './revision-view.ts';

// The less frequent acts: restore and preview links on the pages of an article; move, unpublish and the archive in the publish drawer.

export function otherForms(seen: RevisionView): Html {
  const { file, number } = seen;
  return html`${number === file.revision ? '' : restoreForm(seen)}
<p><a href="/newsroom/articles/${file.id}/previews?revision=${number}">Preview links for people without an account</a></p>`;
}

/** What can be done with an article that readers see, each in a closed details element. */
export function liveForms(seen: RevisionView): Html | string {
  if (seen.file.liveRevision === null) return '';
  return html`<section class="part">${seen.file.archive ? archiveDetails(seen) : ''}${seen.file.liveRevision === seen.file.revision ? moveDetails(seen) : ''}${unpublishDetails(seen)}</section>`;
}

function restoreForm({ file, number }: RevisionView): Html {
  return html`<form method="post" action="/newsroom/articles/${file.id}/restore">
<input type="hidden" name="revision" value="${number}"><input type="hidden" name="base" value="${file.revision}">
<p><button class="plain">Restore this text as revision ${file.revision + 1}</button></p>
<p class="hint">It becomes a new revision with the present address. Readers do not see it until it is published.</p>
</form>`;
}

function archiveDetails(seen: RevisionView): Html {
  const { file } = seen;
  return html`<p>Readers see the mark of an archive: ${archiveHtml(file.archive)} Corrections keep it.</p>
<details><summary>Take it out of the archive …</summary>
${
  file.liveRevision === file.revision
    ? archiveForm(seen)
    : html`<p>Revision ${file.revision} is waiting. Publish it first, with the mark.</p>`
}
</details>`;
}

/** The form that removes the mark of an archive. */
export function archiveForm({ file }: RevisionView): Html {
  return html`<p>Settle every number first. This saves revision ${file.revision + 1} with the same text and publishes it without the mark: its numbers are then settled by this magazine, and it can be on the home page.</p>
<form method="post" action="/newsroom/articles/${file.id}/leave-archive">
<input type="hidden" name="base" value="${file.revision}">
<p><button class="plain">Take it out of the archive</button></p>
</form>`;
}

function moveDetails(seen: RevisionView): Html {
  return html`<details><summary>Move it to another address …</summary>
${moveForm(seen)}
</details>`;
}

/** The form that changes the section or the slug of a live article, without changing its text. */
export function moveForm(
  { file }: RevisionView,
  typed: Record<string, string> = {},
  failure: Failure | null = null,
): Html {
  const { section = file.liveSection ?? '', slug = file.liveSlug ?? '' } = typed;
  return html`<p>Saves revision ${file.revision + 1} with the same text and publishes it immediately. The old address redirects permanently.</p>
<form method="post" action="/newsroom/articles/${file.id}/move">
<input type="hidden" name="base" value="${file.revision}">
<p class="field"><label for="move-section">Section</label>
<select id="move-section" name="section">${openSections().map((open) => html`<option value="${open.slug}"${open.slug === section ? html` selected` : ''}>${open.name}</option>`)}</select></p>
${field({ label: 'Slug', most: LONGEST_SLUG }, { name: 'slug', id: 'move-slug', typed: new URLSearchParams({ slug }), wrong: wrongOf(failure, 'slug') })}
<p><button class="plain">Move it</button></p>
</form>`;
}

const UNPUBLISH_FIELDS = {
  because: {
    label: 'Reason',
    rows: 2,
    most: 1000,
    isRequired: true,
    hint: 'Stored in the journal and shown on this page; readers do not see it.',
  },
  notice: {
    label: 'Notice for readers, if you want one',
    rows: 4,
    most: 600,
    isRequired: false,
    hint: '20 to 600 characters. It stays at the address of the article until it is published again. Say why readers do not find the article any more.',
  },
} as const;

function unpublishField(name: keyof typeof UNPUBLISH_FIELDS, typed: string, failure: Failure | null): Html {
  const { label, rows, most, isRequired, hint } = UNPUBLISH_FIELDS[name];
  const wrong = wrongOf(failure, name);
  return html`<div class="field"><label for="${name}">${label}</label>
<textarea id="${name}" name="${name}" rows="${rows}" maxlength="${most}"${isRequired ? html` required` : ''}${wrong ? html` aria-invalid="true"` : ''} aria-describedby="${wrong ? `${name}-wrong ` : ''}${name}-hint">${typed}</textarea>
${wrong ? html`<span class="wrong" id="${name}-wrong">${wrong}</span>` : ''}<span class="hint" id="${name}-hint">${hint}</span></div>`;
}

function unpublishDetails(seen: RevisionView): Html {
  return html`<details><summary>Unpublish …</summary>
${unpublishForm(seen)}
</details>`;
}

/** The form that unpublishes a live article; it requires a reason. */
export function unpublishForm(
  { file }: RevisionView,
  { because = '', notice = '' }: Record<string, string> = {},
  failure: Failure | null = null,
): Html {
  return html`<p>Readers can no longer read it at its address, in any format. All revisions are kept; publishing one makes the article public again.</p>
<form method="post" action="/newsroom/articles/${file.id}/unpublish">
${unpublishField('because', because, failure)}
${unpublishField('notice', notice, failure)}
<p><button class="plain">Unpublish revision ${file.liveRevision}</button></p>
</form>`;
}
