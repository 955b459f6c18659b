import { html } from 'hono/html';
import { z } from 'zod';
import { setPasswordFor } from '../../../accounts/change-password.ts';
import { changeRole, disableMember, enableMember, listMembers, type MemberSummary } from '../../../accounts/members.ts';
import { createResetLinkFor } from '../../../accounts/reset-password.ts';
import { clearFactors, listFactors, type SecondFactors } from '../../../accounts/second-factor/factors.ts';
import { ROLES } from '../../../core/actor.ts';
import { Failure } from '../../../core/failure.ts';
import type { Html } from '../../../render/html/html.ts';
import { validateForm } from '../../kit/body.ts';
import type { Context } from '../../kit/context.ts';
import { parseForm } from '../kit/form.ts';
import { newsroomPage, redirect } from '../kit/page.ts';
import { linkPage, siteForMail } from './link-page.ts';
import { memberState, ROLE_DESCRIPTIONS } from './people.ts';

const roleSchema = z.strictObject({ role: z.enum(ROLES) });

/** `POST /newsroom/masthead/people/{editorId}/disable`. */
export async function postDisable(c: Context): Promise<Response> {
  const person = await requirePerson(c);
  await disableMember(c.var.deps, c.var.actor, person.email);
  return redirect('/newsroom/masthead');
}

/** `POST /newsroom/masthead/people/{editorId}/enable`. */
export async function postEnable(c: Context): Promise<Response> {
  await enableMember(c.var.deps, c.var.actor, c.req.param('editorId') ?? '');
  return redirect('/newsroom/masthead');
}

/** `POST /newsroom/masthead/people/{editorId}/password`: for somebody who has forgotten theirs. */
export async function postGivenPassword(c: Context): Promise<Response> {
  const { password = '' } = await parseForm(c);
  await setPasswordFor(c.var.deps, c.var.actor, c.req.param('editorId') ?? '', password);
  return redirect('/newsroom/masthead');
}

/** `POST /newsroom/masthead/people/{editorId}/reset`: a link by which they choose a new password themselves. */
export async function postGivenLink(c: Context): Promise<Response> {
  const { id, name } = await requirePerson(c);
  return linkPage(c, 'reset', name, await createResetLinkFor(c.var.deps, c.var.actor, id, siteForMail(c)));
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
export async function requirePerson(c: Context): Promise<MemberSummary> {
  const people = await listMembers(c.var.deps.db.read);
  const person = people.find((one) => one.id === c.req.param('editorId'));
  if (person) return person;
  throw new Failure('not_found', 'Nobody of the masthead has this id.', { hint: 'Look at the list again.' });
}

/** `GET /newsroom/masthead/people/{editorId}`: what a chief can change about somebody. */
export async function showPerson(c: Context): Promise<Response> {
  const person = await requirePerson(c);
  const factors = await listFactors(c.var.deps.db.read, person.id);
  const isYou = person.id === c.var.actor.id;
  return newsroomPage(c, {
    title: person.name,
    styles: ['newsroom-people.css'],
    main: html`<p class="trail"><a href="/newsroom/masthead">Masthead</a></p>
<h1>${person.name}</h1>
<dl class="copy">
<div><dt>E-mail address</dt><dd>${person.email}</dd></div>
<div><dt>Role</dt><dd>${person.role}: ${ROLE_DESCRIPTIONS[person.role]}</dd></div>
<div><dt>State (UTC)</dt><dd>${memberState(person)}</dd></div>
<div><dt>Second factor</dt><dd>${factorWords(factors)}</dd></div>
</dl>
${isYou ? html`<p>This is you. What is yours alone is on <a href="/newsroom/profile">your profile</a>; your role is another chief’s to change.</p>` : acts(person, factors, c.var.config.mail !== null)}`,
  });
}

function factorWords({ appSince, passkeys }: SecondFactors): string {
  const count = passkeys.length;
  const keys = count === 0 ? '' : count === 1 ? 'one passkey' : `${count} passkeys`;
  return [appSince ? 'an app' : '', keys].filter(Boolean).join(' and ') || 'None';
}

function acts(person: MemberSummary, factors: SecondFactors, canMail: boolean): Html {
  const { id, name } = person;
  const at = `/newsroom/masthead/people/${id}`;
  const how = canMail ? 'mailed to them' : 'shown to you, to hand over';
  if (person.disabledAt) {
    return act('Enable again', `${at}/enable`, `Enable ${name}`, [
      `${name} signs in again with the password they had. No session, link or token of a program comes back.`,
    ]);
  }
  const hasFactor = factors.appSince !== null || factors.passkeys.length > 0;
  return html`<section class="act"><h2>Role</h2>
<form class="entry" method="post" action="${at}/role">
<fieldset><legend>${name} is</legend>${ROLES.map(
    (role) => html`
<p><input type="radio" id="role-${role}" name="role" value="${role}"${role === person.role ? html` checked` : ''}> <label for="role-${role}"><strong>${role}</strong> ${ROLE_DESCRIPTIONS[role]}</label></p>`,
  )}</fieldset>
<p><button>Change the role</button></p>
<p class="hint">Ends their sessions and what programs they let in hold; they sign in again as what they are then.</p>
</form></section>
${
  person.isInvited
    ? act('Invitation', `${at}/invitation`, 'Invite once more', [
        `${name} has not chosen a password yet. A new link is ${how}; the former one ends.`,
      ])
    : act('New password', `${at}/reset`, 'Make a link', [
        `A link by which ${name} chooses a new password is ${how}. It works once, within half an hour.`,
      ])
}
${
  hasFactor
    ? act('Lost second factor', `${at}/factors`, 'Clear the second factors', [
        `Takes the app, the passkeys and the recovery codes from ${name}, ends their sessions, and tells them by mail. Be sure that it is ${name} who asks.`,
      ])
    : ''
}
${act('Disable', `${at}/disable`, `Disable ${name}`, [
  `Ends the sessions and links of ${name} now. Codes they approved and tokens of programs they let in fail at their next call. What they wrote stays.`,
])}`;
}

function act(title: string, action: string, button: string, words: string[]): Html {
  return html`<section class="act"><h2>${title}</h2>
${words.map((one) => html`<p>${one}</p>`)}
<form method="post" action="${action}"><p><button class="plain">${button}</button></p></form></section>`;
}
