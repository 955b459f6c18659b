import { html } from 'hono/html';
import type { Html } from '#html/html.ts';
import { button } from '#html/newsroom/kit/button.ts';
import { drawFields, formFields, type ShownForm } from '#html/newsroom/kit/form.ts';

export const PAUSE_FIELDS = formFields({
  because: { label: 'Why it must wait', hint: 'For the editor who resumes it.' },
});

/** The form that pauses a brief: it asks for the reason where it is opened. */
export function pauseForm(day: string, shown: ShownForm, words = 'Pause the brief'): Html {
  const isWrong = shown.failure !== undefined && shown.typed.has('because');
  return html`<details${isWrong ? html` open` : ''}><summary>${words} …</summary>
<form class="entry" method="post" action="/newsroom/briefs/${day}/hold">
${drawFields(PAUSE_FIELDS, shown)}<div class="acts">${button({ text: words, weight: 'plain' })}</div></form></details>`;
}
