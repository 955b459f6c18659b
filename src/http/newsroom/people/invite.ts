import { invitationSchema, invite, inviteAgain } from '../../../accounts/invitations.ts';
import type { Context } from '../../kit/context.ts';
import { parseForm, renderFormError, validateForm } from '../kit/form.ts';
import { letterheadOf } from '../kit/letterhead.ts';
import { linkPage } from './link-page.ts';
import { mastheadPage } from './people.ts';
import { requirePerson } from './person.ts';

const LABELS = { email: 'The e-mail address', name: 'The name', role: 'The role' };

/** `POST /newsroom/masthead/invitations`. */
export async function postInvitation(c: Context): Promise<Response> {
  const { name, email, role } = await parseForm(c);
  try {
    const person = validateForm(invitationSchema, { name, email, role }, LABELS);
    return await linkPage(c, 'invitation', person.name, await invite(c.var.deps, c.var.actor, person, letterheadOf(c)));
  } catch (error) {
    const typed = { ...(name && { name }), ...(email && { email }), ...(role && { role }) };
    return renderFormError(error, (failure, status) => mastheadPage(c, { form: 'invitation', typed, failure, status }));
  }
}

/** `POST /newsroom/masthead/people/{editorId}/invitation`: once more, to somebody who has not come yet. */
export async function postInvitationAgain(c: Context): Promise<Response> {
  const { id, name } = await requirePerson(c);
  return linkPage(c, 'invitation', name, await inviteAgain(c.var.deps, c.var.actor, id, letterheadOf(c)));
}
