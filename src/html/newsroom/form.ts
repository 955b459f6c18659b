import { Failure } from '#core/failure.ts';
import type { Html } from '#html/html.ts';
import { readForm } from '#http/body.ts';
import type { Context } from '#http/context.ts';
import { statusOfFailure } from '#http/errors.ts';
import { field as drawField } from './kit/field.ts';
import { refusalSummary, wrongOf } from './kit/form.ts';

/** The fields of a form by name, trimmed except for passwords. @throws bad_request, as readForm */
export async function parseForm(c: Context): Promise<Record<string, string>> {
  return formFieldsOf(await readForm(c.req.raw));
}

/** The fields of a form that was read already, as `parseForm` gives them. @throws bad_request */
export function formFieldsOf(typed: URLSearchParams): Record<string, string> {
  const fields = [...typed];
  if (fields.some(([, value]) => value.includes('\0')))
    throw new Failure('bad_request', 'A field contains a NUL character.', { hint: 'Type the text again.' });
  return Object.fromEntries(fields.map(([name, value]) => [name, isPassword(name) ? value : value.trim()]));
}

function isPassword(name: string): boolean {
  return /password/i.test(name);
}

/** A refused form: its typed values, and the error. */
export type RefusedForm = { typed: Record<string, string>; failure: Failure; status: number };

/** Shows a refused form again with the reason; throws any other error. */
export function renderFormError(error: unknown, show: (failure: Failure, status: number) => Promise<Response>) {
  if (!(error instanceof Failure) || error.kind === 'rate_limited' || error.kind === 'busy') throw error;
  return show(error, error.kind === 'unauthorized' ? 422 : statusOfFailure(error));
}

/** The note above a refused form with the reason. A form of the kit marks its wrong fields too. */
export function refusalNote(failure: Failure | null): Html | string {
  return refusalSummary(failure);
}

export type FormField = {
  name: string;
  label: string;
  type?: 'text' | 'email' | 'password';
  value?: string | undefined;
  autocomplete: string;
  hint?: string;
  /** Why the form was refused: it may name this field. */
  failure?: Failure | null | undefined;
};

/** A required field of a form that has no declaration. */
export function field({ name, label, type = 'text', value = '', autocomplete, hint, failure }: FormField): Html {
  const control = { label, kind: type, autocomplete, ...(hint && { hint }) };
  return drawField(control, { name, typed: new URLSearchParams({ [name]: value }), wrong: wrongOf(failure, name) });
}
