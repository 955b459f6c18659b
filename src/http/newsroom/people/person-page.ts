import { html } from 'hono/html';
import type { MastheadLine } from '../../../accounts/members.ts';
import { type Factors, listFactors } from '../../../accounts/second-factor/factors.ts';
import { ROLES } from '../../../core/actor.ts';
import type { Html } from '../../../render/html/html.ts';
import type { Context } from '../../kit/context.ts';
import { newsroomPage } from '../kit/page.ts';
import { MAY, stateOf } from './people.ts';
import { requirePerson } from './person.ts';

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
<div><dt>Role</dt><dd>${person.role}: ${MAY[person.role]}</dd></div>
<div><dt>State (UTC)</dt><dd>${stateOf(person)}</dd></div>
<div><dt>Second factor</dt><dd>${factorWords(factors)}</dd></div>
</dl>
${isYou ? html`<p>This is you. What is yours alone is on <a href="/newsroom/profile">your profile</a>; your role is another chief’s to change.</p>` : acts(person, factors, c.var.config.mail !== null)}`,
  });
}

function factorWords({ appSince, passkeys }: Factors): string {
  const count = passkeys.length;
  const keys = count === 0 ? '' : count === 1 ? 'one passkey' : `${count} passkeys`;
  return [appSince ? 'an app' : '', keys].filter(Boolean).join(' and ') || 'None';
}

function acts(person: MastheadLine, factors: Factors, canMail: boolean): Html {
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
<p><input type="radio" id="role-${role}" name="role" value="${role}"${role === person.role ? html` checked` : ''}> <label for="role-${role}"><strong>${role}</strong> ${MAY[role]}</label></p>`,
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
