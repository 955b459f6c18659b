import { z } from 'zod';
import { givePassword } from '../../../accounts/change-password.ts';
import { changeRole, enableEditor, disableEditor, listEditors, type MastheadLine } from '../../../accounts/members.ts';
import { openResetFor } from '../../../accounts/reset-password.ts';
import { clearFactors } from '../../../accounts/second-factor/factors.ts';
import { ROLES } from '../../../core/actor.ts';
import { Failure } from '../../../core/failure.ts';
import type { Context } from '../../kit/context.ts';
import { parseForm, validateForm } from '../kit/form.ts';
import { letterheadOf } from '../kit/letterhead.ts';
import { redirect } from '../kit/page.ts';
import { linkPage } from './link-page.ts';

const roleSchema = z.strictObject({ role: z.enum(ROLES) });

/** `POST /newsroom/masthead/people/{editorId}/disable`. */
export async function postDisable(c: Context): Promise<Response> {
  const person = await requirePerson(c);
  await disableEditor(c.var.deps, c.var.actor, person.email);
  return redirect('/newsroom/masthead');
}

/** `POST /newsroom/masthead/people/{editorId}/enable`. */
export async function postEnable(c: Context): Promise<Response> {
  await enableEditor(c.var.deps, c.var.actor, c.req.param('editorId') ?? '');
  return redirect('/newsroom/masthead');
}

/** `POST /newsroom/masthead/people/{editorId}/password`: for somebody who has forgotten theirs. */
export async function postGivenPassword(c: Context): Promise<Response> {
  const { password = '' } = await parseForm(c);
  await givePassword(c.var.deps, c.var.actor, c.req.param('editorId') ?? '', password);
  return redirect('/newsroom/masthead');
}

/** `POST /newsroom/masthead/people/{editorId}/reset`: a link by which they choose a new password themselves. */
export async function postGivenLink(c: Context): Promise<Response> {
  const { id, name } = await requirePerson(c);
  return linkPage(c, 'reset', name, await openResetFor(c.var.deps, c.var.actor, id, letterheadOf(c)));
}

/** `POST /newsroom/masthead/people/{editorId}/role`. */
export async function postRole(c: Context): Promise<Response> {
  const { role } = validateForm(roleSchema, { role: (await parseForm(c)).role }, { role: 'The role' });
  await changeRole(c.var.deps, c.var.actor, c.req.param('editorId') ?? '', role);
  return redirect(`/newsroom/masthead/people/${c.req.param('editorId')}`);
}

/** `POST /newsroom/masthead/people/{editorId}/factors`: takes the second factors from somebody who has lost theirs. */
export async function postClearFactors(c: Context): Promise<Response> {
  await clearFactors(c.var.deps, c.var.actor, c.req.param('editorId') ?? '');
  return redirect(`/newsroom/masthead/people/${c.req.param('editorId')}`);
}

/** The person an address names. @throws not_found */
export async function requirePerson(c: Context): Promise<MastheadLine> {
  const people = await listEditors(c.var.deps.db.read);
  const person = people.find((one) => one.id === c.req.param('editorId'));
  if (person) return person;
  throw new Failure('not_found', 'Nobody of the masthead has this id.', { hint: 'Look at the list again.' });
}
