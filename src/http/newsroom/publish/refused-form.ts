import { html } from 'hono/html';
import type { Html } from '../../../render/html/html.ts';
import type { Context } from '../../kit/context.ts';
import { refusalNote, renderFormError } from '../kit/form.ts';
import { newsroomPage } from '../kit/page.ts';
import type { RevisionView } from './revision-view.ts';

/** A form of an article alone on a page, with why it was refused and with what was typed into it. */
export function refusedForm(
  c: Context,
  error: unknown,
  seen: RevisionView,
  title: string,
  form: Html,
): Promise<Response> {
  return renderFormError(error, (failure, status) =>
    newsroomPage(c, {
      title,
      status,
      styles: ['newsroom-publication.css'],
      main: html`<p class="trail"><a href="/newsroom">Board</a> / <a href="/newsroom/articles/${seen.file.id}">Article</a></p>
<h1><small>${seen.file.copy.headline}</small> ${title}</h1>
${refusalNote(failure)}
<div class="publication">${form}</div>`,
    }),
  );
}
