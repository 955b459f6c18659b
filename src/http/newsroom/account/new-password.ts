import { html } from 'hono/html';
import { Failure } from '../../../core/failure.ts';
import type { Html } from '../../../render/html/html.ts';
import { field } from '../kit/form.ts';

/** The fields of a form that asks for a new password; the hidden one is for keepers of passwords. */
export function newPasswordFields(email: string): Html {
  return html`<input type="hidden" name="email" value="${email}" autocomplete="username">
${field({ name: 'newPassword', label: 'New password', type: 'password', autocomplete: 'new-password', hint: '12 to 256 characters. Four or five unrelated words do well.' })}
${field({ name: 'repeatedPassword', label: 'New password, once more', type: 'password', autocomplete: 'new-password' })}`;
}

/** The new password of such a form. @throws validation_failed unless it was typed twice */
export function requireRepeated({ newPassword = '', repeatedPassword = '' }: Record<string, string>): string {
  if (newPassword === repeatedPassword) return newPassword;
  throw new Failure('validation_failed', 'The two new passwords are not the same.', {
    hint: 'Nothing was changed. Type the new one twice.',
  });
}
