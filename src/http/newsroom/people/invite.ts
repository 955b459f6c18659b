import { invitationSchema, invite, inviteAgain } from '../../../accounts/invitations.ts';
import type { Ctx } from '../../kit/context.ts';
import { readFields, requireFields, showAgain } from '../kit/form.ts';
import { letterheadOf } from '../kit/letterhead.ts';
import { linkPage } from './link-page.ts';
import { mastheadPage } from './people.ts';
import { requirePerson } from './person.ts';

const LABELS = { email: 'The e-mail address', name: 'The name', role: 'The role' };

/** `POST /newsroom/masthead/invitations`. */
export async function postInvitation(c: Ctx): Promise<Response> {
  const { name, email, role } = await readFields(c);
  try {
    const person = requireFields(invitationSchema, { name, email, role }, LABELS);
    return await linkPage(
      c,
      'invitation',
      person.name,
      await invite(c.var.press, c.var.actor, person, letterheadOf(c)),
    );
  } catch (error) {
    const typed = { ...(name && { name }), ...(email && { email }), ...(role && { role }) };
    return showAgain(error, (failure, status) => mastheadPage(c, { form: 'invitation', typed, failure, status }));
  }
}

/** `POST /newsroom/masthead/people/{editorId}/invitation`: once more, to somebody who has not come yet. */
export async function postInvitationAgain(c: Ctx): Promise<Response> {
  const { id, name } = await requirePerson(c);
  return linkPage(c, 'invitation', name, await inviteAgain(c.var.press, c.var.actor, id, letterheadOf(c)));
}
