import { html } from 'hono/html';
import { Failure } from '#core/failure.ts';
import type { Html } from '#html/html.ts';
import { EMAIL_MODES, type EmailMode } from '#people/email-preference.ts';

const LABELS: Record<EmailMode, string> = {
  at_once: 'At once, for each new thing',
  daily: 'Once a day, in the morning',
  none: 'Never',
};

/** How often a person gets emails about articles that wait for them: in the profile, and when they accept an invitation. */
export function emailsField(mode: EmailMode): Html {
  return html`<p class="field"><label for="emails">Email me what waits for me</label>
<select id="emails" name="emails" aria-describedby="emails-hint">${EMAIL_MODES.map((one) => html`<option value="${one}"${one === mode ? html` selected` : ''}>${LABELS[one]}</option>`)}</select>
<span class="hint" id="emails-hint">The same articles as on the board under “Waiting for you”, with the note or the reply and a link.</span></p>`;
}

/** @throws validation_failed */
export function readEmailsField(emails: string | undefined): EmailMode {
  const mode = EMAIL_MODES.find((one) => one === emails);
  if (!mode) throw new Failure('validation_failed', 'Choose one of the three.', { hint: 'Nothing was changed.' });
  return mode;
}
