import { html } from 'hono/html';
import { isEditorial } from '#core/actor.ts';
import type { Failure } from '#core/failure.ts';
import type { FormFields, PanelProps } from '#editorial/newsroom/figure-forms.ts';
import type { ArchivedCopies } from '#evidence/archived-copies.ts';
import type { Html } from '#html/html.ts';
import { type Control, field } from '#html/newsroom/kit/field.ts';
import { markHidden } from '#html/newsroom/marked.ts';

/** The archived copies of the sources of an article, and the form about one that was refused. */
export type ArchivedForms = Pick<PanelProps, 'file' | 'view' | 'actor'> & {
  copies: ArchivedCopies;
  typed: FormFields;
  failure: Failure | null;
};

/** The archived copy of the source at this position, with the form by which an editor stores or removes its address. */
export function archivedForm(
  { file, view, actor, copies, typed, failure }: ArchivedForms,
  url: string,
  at: number,
): Html {
  const stored = copies.get(url);
  const shown = stored
    ? html`<p>Archived copy: <a href="${stored}" rel="noreferrer">${markHidden(stored)}</a></p>`
    : '';
  if (!isEditorial(actor)) return html`${shown}`;
  const isRefused = failure !== null && typed.archived !== undefined && typed.source === url;
  const value = isRefused ? (typed.archived ?? '') : (stored ?? '');
  const control: Control = {
    label: `Address of an archived copy of source ${at + 1}`,
    kind: 'url',
    optional: true,
    hint: html`For example in a web archive. Readers see it beside the numbers of this source, with the next publication. Empty it to remove it.`,
  };
  const props = {
    ...{
      name: 'archived',
      id: isRefused ? 'archived' : `archived-${at}`,
      typed: new URLSearchParams({ archived: value }),
    },
    wrong: isRefused ? failure.message : undefined,
  };
  return html`${shown}<details${isRefused ? html` open` : ''}><summary>${stored ? 'Change the archived copy' : 'Add an archived copy'}<span class="unseen"> of source ${at + 1}</span> …</summary>
<form method="post" action="/newsroom/articles/${file.articleId}/figures/archived"><input type="hidden" name="revision" value="${file.revision}"><input type="hidden" name="view" value="${view}"><input type="hidden" name="source" value="${url}">
${field(control, props)}
<p><button class="plain">Store the archived copy<span class="unseen"> of source ${at + 1}</span></button></p></form></details>`;
}
