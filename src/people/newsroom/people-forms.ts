import { renderFormError } from '#html/newsroom/form.ts';
import { readFields, readTyped } from '#html/newsroom/kit/form.ts';
import { redirect } from '#html/newsroom/page.ts';
import type { Context } from '#http/context.ts';
import { inviteAgain, inviteMember } from '#people/invitations.ts';
import { addMember } from '#people/members.ts';
import { linkPage, siteForMail } from './link-page.ts';
import { INVITATION_FIELDS, PERSON_FIELDS, peoplePage } from './people.ts';
import { requirePerson } from './person.ts';

/** `POST /newsroom/team/people`. */
export async function postPerson(c: Context): Promise<Response> {
  const typed = await readTyped(c);
  try {
    await addMember(c.var.deps, c.var.actor, readFields(PERSON_FIELDS, typed));
  } catch (error) {
    return renderFormError(error, (failure, status) => peoplePage(c, { form: 'person', typed, failure, status }));
  }
  return redirect('/newsroom/team');
}

/** `POST /newsroom/team/invitations`. */
export async function postInvitation(c: Context): Promise<Response> {
  const typed = await readTyped(c);
  try {
    const person = readFields(INVITATION_FIELDS, typed);
    return await linkPage(
      c,
      'invitation',
      person.name,
      await inviteMember(c.var.deps, c.var.actor, person, siteForMail(c)),
    );
  } catch (error) {
    return renderFormError(error, (failure, status) => peoplePage(c, { form: 'invitation', typed, failure, status }));
  }
}

/** `POST /newsroom/team/people/{editorId}/invitation`: invites a person again who has not accepted yet. */
export async function postInvitationAgain(c: Context): Promise<Response> {
  const { id, name } = await requirePerson(c);
  return linkPage(c, 'invitation', name, await inviteAgain(c.var.deps, c.var.actor, id, siteForMail(c)));
}
