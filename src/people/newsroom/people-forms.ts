import { parseForm, renderFormError } from '#html/newsroom/form.ts';
import { redirect } from '#html/newsroom/page.ts';
import { validateForm } from '#http/body.ts';
import type { Context } from '#http/context.ts';
import { addAuthorOrTag, nameSchema } from '#people/bylines.ts';
import { invitationSchema, inviteAgain, inviteMember } from '#people/invitations.ts';
import { addMember, newMemberSchema } from '#people/members.ts';
import { linkPage, siteForMail } from './link-page.ts';
import { peoplePage } from './people.ts';
import { requirePerson } from './person.ts';

const LABELS = { email: 'The email address', name: 'The name', role: 'The role', password: 'The password' };

/** `POST /newsroom/masthead/people`. */
export async function postPerson(c: Context): Promise<Response> {
  const { name, email, role, password } = await parseForm(c);
  try {
    await addMember(c.var.deps, c.var.actor, validateForm(newMemberSchema, { name, email, role, password }, LABELS));
  } catch (error) {
    const typed = { ...(name && { name }), ...(email && { email }), ...(role && { role }) };
    return renderFormError(error, (failure, status) => peoplePage(c, { form: 'person', typed, failure, status }));
  }
  return redirect('/newsroom/masthead');
}

/** `POST /newsroom/masthead/authors`: a byline. */
export function postAuthor(c: Context): Promise<Response> {
  return add(c, 'author');
}

/** `POST /newsroom/masthead/tags`. */
export function postTag(c: Context): Promise<Response> {
  return add(c, 'tag');
}

async function add(c: Context, kind: 'author' | 'tag'): Promise<Response> {
  const { name = '' } = await parseForm(c);
  try {
    const named = validateForm(nameSchema, { name }, { name: 'The name' });
    await addAuthorOrTag(c.var.deps, c.var.actor, kind, named.name);
  } catch (error) {
    return renderFormError(error, (failure, status) => peoplePage(c, { form: kind, typed: { name }, failure, status }));
  }
  return redirect(`/newsroom/masthead#${kind}-title`);
}

/** `POST /newsroom/masthead/invitations`. */
export async function postInvitation(c: Context): Promise<Response> {
  const { name, email, role } = await parseForm(c);
  try {
    const person = validateForm(invitationSchema, { name, email, role }, LABELS);
    return await linkPage(
      c,
      'invitation',
      person.name,
      await inviteMember(c.var.deps, c.var.actor, person, siteForMail(c)),
    );
  } catch (error) {
    const typed = { ...(name && { name }), ...(email && { email }), ...(role && { role }) };
    return renderFormError(error, (failure, status) => peoplePage(c, { form: 'invitation', typed, failure, status }));
  }
}

/** `POST /newsroom/masthead/people/{editorId}/invitation`: invites a person again who has not accepted yet. */
export async function postInvitationAgain(c: Context): Promise<Response> {
  const { id, name } = await requirePerson(c);
  return linkPage(c, 'invitation', name, await inviteAgain(c.var.deps, c.var.actor, id, siteForMail(c)));
}
