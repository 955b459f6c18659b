import { Failure } from '../../ground/failure.ts';
import { givePassword } from '../../masthead/change-password.ts';
import { disableEditor, listEditors } from '../../masthead/editor.ts';
import type { Ctx } from '../env.ts';
import { readFields } from './form.ts';
import { goTo } from './page.ts';

/** `POST /newsroom/masthead/people/{editorId}/disable`. */
export async function postDisable(c: Ctx): Promise<Response> {
  const person = (await listEditors(c.var.press.db.read)).find((one) => one.id === c.req.param('editorId'));
  if (!person)
    throw new Failure('not_found', 'Nobody of the masthead has this id.', { hint: 'Look at the list again.' });
  await disableEditor(c.var.press, c.var.actor, person.email);
  return goTo('/newsroom/masthead');
}

/** `POST /newsroom/masthead/people/{editorId}/password`: for somebody who has forgotten theirs. */
export async function postGivenPassword(c: Ctx): Promise<Response> {
  const { password = '' } = await readFields(c);
  await givePassword(c.var.press, c.var.actor, c.req.param('editorId') ?? '', password);
  return goTo('/newsroom/masthead');
}
