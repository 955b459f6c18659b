import { addEditor, newEditorSchema } from '../../../accounts/members.ts';
import type { Context } from '../../kit/context.ts';
import { parseForm, renderFormError, validateForm } from '../kit/form.ts';
import { redirect } from '../kit/page.ts';
import { mastheadPage } from './people.ts';

const LABELS = { email: 'The e-mail address', name: 'The name', role: 'The role', password: 'The password' };

/** `POST /newsroom/masthead/people`. */
export async function postPerson(c: Context): Promise<Response> {
  const { name, email, role, password } = await parseForm(c);
  try {
    await addEditor(c.var.deps, c.var.actor, validateForm(newEditorSchema, { name, email, role, password }, LABELS));
  } catch (error) {
    const typed = { ...(name && { name }), ...(email && { email }), ...(role && { role }) };
    return renderFormError(error, (failure, status) => mastheadPage(c, { form: 'person', typed, failure, status }));
  }
  return redirect('/newsroom/masthead');
}
