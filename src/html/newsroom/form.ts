import { html } from 'hono/html';
import { Failure } from '#core/failure.ts';
import type { Html } from '#html/html.ts';
import { readForm } from '#http/body.ts';
import type { Context } from '#http/context.ts';
import { statusOfFailure } from '#http/errors.ts';

/** The fields of a form by name, white space around them taken off, passwords as they are. @throws bad_request, as readForm */
export async function parseForm(c: Context): Promise<Record<string, string>> {
  const fields = [...(await readForm(c.req.raw))];
  if (fields.some(([, value]) => value.includes('\0')))
    throw new Failure('bad_request', 'A field contains a NUL character.', { hint: 'Type the text again.' });
  return Object.fromEntries(fields.map(([name, value]) => [name, isPassword(name) ? value : value.trim()]));
}

function isPassword(name: string): boolean {
  return /password/i.test(name);
}

/** A form that was refused: what was typed, and the error. */
export type RefusedForm = { typed: Record<string, string>; failure: Failure; status: number };

/** Shows a form again with why it was refused; anything but a refusal goes on up. */
export function renderFormError(error: unknown, show: (failure: Failure, status: number) => Promise<Response>) {
  if (!(error instanceof Failure) || error.kind === 'rate_limited' || error.kind === 'busy') throw error;
  return show(error, error.kind === 'unauthorized' ? 422 : statusOfFailure(error));
}

/** Why a form was refused, above it. */
export function refusalNote(failure: Failure | null): Html | string {
  if (!failure) return '';
  return html`<div class="refusal" role="alert"><p><strong>${failure.message}</strong></p><p>${failure.detail.hint ?? ''}</p></div>`;
}

export type FormField = {
  name: string;
  label: string;
  type?: 'text' | 'email' | 'password';
  value?: string | undefined;
  autocomplete: string;
  hint?: string;
};

/** A labelled field that has to be filled in. */
export function field({ name, label, type = 'text', value = '', autocomplete, hint }: FormField): Html {
  return html`<p class="field"><label for="${name}">${label}</label>
<input id="${name}" name="${name}" type="${type}" value="${type === 'password' ? '' : value}" autocomplete="${autocomplete}" required${hint ? html` aria-describedby="${name}-hint"` : ''}>
${hint ? html`<span class="hint" id="${name}-hint">${hint}</span>` : ''}</p>`;
}
