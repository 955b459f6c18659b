import { addEditor, newEditorSchema } from '../../../accounts/members.ts';
import type { Ctx } from '../../kit/context.ts';
import { readFields, requireFields, showAgain } from '../kit/form.ts';
import { goTo } from '../kit/page.ts';
import { mastheadPage } from './people.ts';

const LABELS = { email: 'The e-mail address', name: 'The name', role: 'The role', password: 'The password' };

/** `POST /newsroom/masthead/people`. */
export async function postPerson(c: Ctx): Promise<Response> {
  const { name, email, role, password } = await readFields(c);
  try {
    await addEditor(c.var.press, c.var.actor, requireFields(newEditorSchema, { name, email, role, password }, LABELS));
  } catch (error) {
    const typed = { ...(name && { name }), ...(email && { email }), ...(role && { role }) };
    return showAgain(error, (failure, status) => mastheadPage(c, { form: 'person', typed, failure, status }));
  }
  return goTo('/newsroom/masthead');
}
