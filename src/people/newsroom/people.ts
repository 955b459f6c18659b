import { html } from 'hono/html';
import { ROLES, type Role } from '#core/actor.ts';
import type { Failure } from '#core/failure.ts';
import type { Html } from '#html/html.ts';
import { button } from '#html/newsroom/kit/button.ts';
import { drawFields, formFields, refusalSummary } from '#html/newsroom/kit/form.ts';
import { type ListLine, listLines } from '#html/newsroom/kit/list-line.ts';
import { face, pill } from '#html/newsroom/kit/pill.ts';
import { newsroomPage } from '#html/newsroom/page.ts';
import { formatTime } from '#html/newsroom/time.ts';
import type { Context } from '#http/context.ts';
import { listMembers, type MemberSummary, newMemberSchema } from '#people/members.ts';

/** A form of this page that failed: which one, its fields, and the failure. */
export type PeopleFormError = {
  form: 'person' | 'invitation';
  typed: URLSearchParams;
  failure: Failure;
  status: number;
};

export const ROLE_DESCRIPTIONS: Record<Role, string> = {
  chief: 'does everything, and manages this page',
  editor: 'publishes, corrects, approves agents',
  writer: 'files drafts, and revises their own and those assigned to them',
  'ad sales': 'sells ads: orders, invoices and advertisers; sees no article, accepts no ad, publishes nothing',
};

const { shape } = newMemberSchema;
export const INVITATION_FIELDS = formFields({
  name: { label: 'Name', subject: 'The name', schema: shape.name },
  email: { label: 'Email address', subject: 'The email address', kind: 'email', schema: shape.email },
  role: {
    label: 'Role',
    subject: 'The role',
    kind: 'choice',
    schema: shape.role,
    options: ROLES.map((role) => ({ value: role, text: role, hint: ROLE_DESCRIPTIONS[role] })),
  },
});
export const PERSON_FIELDS = formFields({
  ...INVITATION_FIELDS,
  password: {
    label: 'First password',
    subject: 'The password',
    kind: 'password',
    schema: shape.password,
    autocomplete: 'new-password',
    hint: '12 to 256 characters. Tell them the password yourself. They can change it under Password in their account.',
  },
});
const BEGINS = new URLSearchParams({ role: 'writer' });

/** `GET /newsroom/team`: the people of the team. */
export function showPeople(c: Context): Promise<Response> {
  return peoplePage(c, null);
}

export async function peoplePage(c: Context, refused: PeopleFormError | null): Promise<Response> {
  const people = await listMembers(c.var.deps.db.read);
  return newsroomPage(c, {
    title: refused ? 'Not added to the team' : 'Team',
    status: refused?.status ?? 200,
    head: {
      title: 'Team',
      primary: { text: 'Invite a person', href: '#invite' },
      others: [{ text: 'Emails sent', href: '/newsroom/team/outbox' }],
    },
    main: html`${listLines(
      people.map((person) => personLine(person, person.id === c.var.actor.id)),
      'People',
    )}
${invitationForm(refused, c.var.config.mail !== null)}
${personForm(refused)}`,
  });
}

function personLine(person: MemberSummary, isReader: boolean): ListLine {
  return {
    title: html`${person.name}${isReader ? html` <span class="mark">you</span>` : ''}`,
    ...(!isReader && { href: `/newsroom/team/people/${person.id}` }),
    facts: [person.email, memberState(person)],
    side: [
      ...(person.disabledAt ? [pill('disabled', 'block')] : person.isInvited ? [pill('invited')] : []),
      pill(person.role),
      face(person.name),
    ],
  };
}

export function memberState(person: MemberSummary): Html {
  if (person.disabledAt) return html`Disabled ${formatTime(person.disabledAt)}`;
  return person.isInvited
    ? html`Invited ${formatTime(person.createdAt)}, has not accepted yet`
    : html`Since ${formatTime(person.createdAt)}`;
}

function invitationForm(refused: PeopleFormError | null, canMail: boolean): Html {
  const mine = refused?.form === 'invitation' ? refused : null;
  return html`<h2>Invite a person</h2>
<p class="hint">${canMail ? 'We email them a one-time link' : 'You get a one-time link to hand to them'}. They choose a password with it, within three days.</p>
${refusalSummary(mine?.failure, 'invited-')}
<form class="entry" id="invite" method="post" action="/newsroom/team/invitations">
${drawFields(INVITATION_FIELDS, mine ?? { typed: BEGINS }, { ids: 'invited-' })}<p>${button({ text: 'Invite' })}</p>
</form>`;
}

function personForm(refused: PeopleFormError | null): Html {
  const mine = refused?.form === 'person' ? refused : null;
  return html`<details${mine ? html` open` : ''}><summary>Add a person with a password you choose …</summary>
${refusalSummary(mine?.failure)}
<form class="entry" method="post" action="/newsroom/team/people">
${drawFields(PERSON_FIELDS, mine ?? { typed: BEGINS })}<p>${button({ text: 'Add to the team', weight: 'plain' })}</p>
</form></details>`;
}
