import { html } from 'hono/html';
import { Failure } from '#core/failure.ts';
import type { Html } from '#html/html.ts';
import { parseForm, renderFormError } from '#html/newsroom/form.ts';
import { button } from '#html/newsroom/kit/button.ts';
import { type Control, field } from '#html/newsroom/kit/field.ts';
import { drawFields, formFields, readFields, readTyped, refusalSummary } from '#html/newsroom/kit/form.ts';
import { newsroomPage, redirect } from '#html/newsroom/page.ts';
import type { Context } from '#http/context.ts';
import { type AuthorOrTag, linkByline, listAuthors, listOwnBylines } from '#people/bylines.ts';
import { setPasswordFor } from '#people/change-password.ts';
import { changeRole, disableMember, enableMember, listMembers, type MemberSummary } from '#people/members.ts';
import { createResetLinkFor } from '#people/reset-password.ts';
import { clearFactors, listFactors, type SecondFactors } from '#people/second-factor/factors.ts';
import { linkPage, siteForMail } from './link-page.ts';
import { INVITATION_FIELDS, memberState, PERSON_FIELDS, ROLE_DESCRIPTIONS } from './people.ts';

const ROLE_FIELD = formFields({ role: INVITATION_FIELDS.role });
const PASSWORD_FIELD = formFields({
  password: {
    ...PERSON_FIELDS.password,
    label: 'New password',
    hint: '12 to 256 characters. It ends their sessions. Tell them the password yourself.',
  },
});

/** A form of the page of a person that failed. */
type Refused = { form: 'role' | 'password'; typed: URLSearchParams; failure: Failure; status: number };

/** `POST /newsroom/team/people/{editorId}/disable`. */
export async function postDisable(c: Context): Promise<Response> {
  const person = await requirePerson(c);
  await disableMember(c.var.deps, c.var.actor, person.email);
  return redirect('/newsroom/team');
}

/** `POST /newsroom/team/people/{editorId}/enable`. */
export async function postEnable(c: Context): Promise<Response> {
  await enableMember(c.var.deps, c.var.actor, c.req.param('editorId') ?? '');
  return redirect('/newsroom/team');
}

/** `POST /newsroom/team/people/{editorId}/password`: a chief sets a new password. */
export async function postGivenPassword(c: Context): Promise<Response> {
  const typed = await readTyped(c);
  const person = await requirePerson(c);
  try {
    const { password } = readFields(PASSWORD_FIELD, typed);
    await setPasswordFor(c.var.deps, c.var.actor, person.id, password);
  } catch (error) {
    return renderFormError(error, (failure, status) =>
      personPage(c, person, { form: 'password', typed, failure, status }),
    );
  }
  return redirect('/newsroom/team');
}

/** `POST /newsroom/team/people/{editorId}/reset`: makes a password reset link. */
export async function postGivenLink(c: Context): Promise<Response> {
  const { id, name } = await requirePerson(c);
  return linkPage(c, 'reset', name, await createResetLinkFor(c.var.deps, c.var.actor, id, siteForMail(c)));
}

/** `POST /newsroom/team/people/{editorId}/role`. */
export async function postRole(c: Context): Promise<Response> {
  const typed = await readTyped(c);
  const person = await requirePerson(c);
  try {
    await changeRole(c.var.deps, c.var.actor, person.id, readFields(ROLE_FIELD, typed).role);
  } catch (error) {
    return renderFormError(error, (failure, status) => personPage(c, person, { form: 'role', typed, failure, status }));
  }
  return redirect(`/newsroom/team/people/${person.id}`);
}

/** `POST /newsroom/team/people/{editorId}/factors`: removes all second factors of the person. */
export async function postClearFactors(c: Context): Promise<Response> {
  await clearFactors(c.var.deps, c.var.actor, c.req.param('editorId') ?? '');
  return redirect(`/newsroom/team/people/${c.req.param('editorId')}`);
}

/** `POST /newsroom/team/people/{editorId}/byline`: the byline with which the person signs by default. */
export async function postByline(c: Context): Promise<Response> {
  const { author = '' } = await parseForm(c);
  const { id } = await requirePerson(c);
  await linkByline(c.var.deps, c.var.actor, id, author === '' ? null : author);
  return redirect(`/newsroom/team/people/${id}`);
}

/** The person in the URL. @throws not_found */
export async function requirePerson(c: Context): Promise<MemberSummary> {
  const people = await listMembers(c.var.deps.db.read);
  const person = people.find((candidate) => candidate.id === c.req.param('editorId'));
  if (person) return person;
  throw new Failure('not_found', 'Nobody of the team has this id.', { hint: 'Reload the list of the team.' });
}

/** `GET /newsroom/team/people/{editorId}`: what a chief can change about a person. */
export async function showPerson(c: Context): Promise<Response> {
  return personPage(c, await requirePerson(c), null);
}

async function personPage(c: Context, person: MemberSummary, refused: Refused | null): Promise<Response> {
  const factors = await listFactors(c.var.deps.db.read, person.id);
  const isYou = person.id === c.var.actor.id;
  const own = await listOwnBylines(c.var.deps.db.read);
  const authors = await listAuthors(c.var.deps.db.read);
  return newsroomPage(c, {
    title: refused ? `Not changed: ${person.name}` : person.name,
    status: refused?.status ?? 200,
    styles: ['newsroom-people.css'],
    head: { title: person.name, trail: [{ text: 'Team', href: '/newsroom/team' }] },
    main: html`<dl class="copy">
<div><dt>Email address</dt><dd>${person.email}</dd></div>
<div><dt>Role</dt><dd>${person.role}: ${ROLE_DESCRIPTIONS[person.role]}</dd></div>
<div><dt>State (UTC)</dt><dd>${memberState(person)}</dd></div>
<div><dt>Two-factor authentication</dt><dd>${factorWords(factors)}</dd></div>
</dl>
${bylineForm(person, authors, own)}
${isYou ? html`<p>This is you. Change your name and password on <a href="/newsroom/profile">your profile</a>. Only another chief can change your role.</p>` : acts(person, factors, c.var.config.mail !== null, refused)}`,
  });
}

function bylineForm({ id, name, role }: MemberSummary, authors: AuthorOrTag[], own: Map<string, string>): Html {
  const taken = new Set([...own].filter(([person]) => person !== id).map(([, author]) => author));
  const free = authors.filter((author) => !taken.has(author.id));
  const control: Control = {
    label: `${name} signs new articles as`,
    kind: 'select',
    none: role === 'writer' ? 'Their own name, from the next new article on' : 'No byline',
    options: free.map((author) => ({ value: author.id, text: author.name })),
    optional: true,
  };
  return html`<section class="act"><h2>Byline</h2>
<form class="entry" method="post" action="/newsroom/team/people/${id}/byline">
${field(control, { name: 'author', typed: new URLSearchParams({ author: own.get(id) ?? '' }) })}
<p><button class="plain">Set the byline</button></p>
</form></section>`;
}

function factorWords({ appSince, passkeys }: SecondFactors): string {
  const count = passkeys.length;
  const keys = count === 0 ? '' : count === 1 ? 'one passkey' : `${count} passkeys`;
  return [appSince ? 'an app' : '', keys].filter(Boolean).join(' and ') || 'None';
}

function acts(person: MemberSummary, factors: SecondFactors, canMail: boolean, refused: Refused | null): Html {
  const { id, name } = person;
  const at = `/newsroom/team/people/${id}`;
  const how = canMail ? 'mailed to them' : 'shown to you to hand over';
  if (person.disabledAt) {
    return act('Enable again', `${at}/enable`, `Enable ${name}`, [
      `${name} can sign in again with the old password. Sessions, links and agent tokens stay ended.`,
    ]);
  }
  const hasFactor = factors.appSince !== null || factors.passkeys.length > 0;
  return html`<section class="act"><h2>Role</h2>
${refusalSummary(refused?.form === 'role' ? refused.failure : null)}
<form class="entry" method="post" action="${at}/role">
${drawFields({ role: { ...ROLE_FIELD.role, label: `${name} is` } }, refused?.form === 'role' ? refused : { typed: new URLSearchParams({ role: person.role }) })}
<p>${button({ text: 'Change the role', weight: 'plain' })}</p>
<p class="hint">Ends their sessions and the access of the agents they approved. They sign in again with the new role.</p>
</form></section>
${
  person.isInvited
    ? act('Invitation', `${at}/invitation`, 'Invite again', [
        `${name} has not chosen a password yet. A new link is ${how}. The earlier link ends.`,
      ])
    : act('New password', `${at}/reset`, 'Make a reset link', [
        `A password reset link is ${how}. It works once, within half an hour.`,
      ])
}
${passwordForm(at, name, refused?.form === 'password' ? refused : null)}
${
  hasFactor
    ? act('Lost second factor', `${at}/factors`, 'Reset two-factor authentication', [
        `Removes the app, the passkeys and the recovery codes of ${name}, ends their sessions, and emails them. Make sure that ${name} really asked for this.`,
      ])
    : ''
}
${act('Disable', `${at}/disable`, `Disable ${name}`, [
  `Ends the sessions and links of ${name} now. Access requests they approved and tokens of their agents fail at the next call. What they wrote stays.`,
])}`;
}

/** For a person who cannot open an email. */
function passwordForm(at: string, name: string, refused: Refused | null): Html {
  return html`<details${refused ? html` open` : ''}><summary>Set a password for ${name} …</summary>
${refusalSummary(refused?.failure)}
<form class="entry" method="post" action="${at}/password">
${drawFields(PASSWORD_FIELD, refused ?? { typed: new URLSearchParams() })}<p>${button({ text: 'Set the password', weight: 'plain' })}</p>
</form></details>`;
}

function act(title: string, action: string, button: string, words: string[]): Html {
  return html`<section class="act"><h2>${title}</h2>
${words.map((paragraph) => html`<p>${paragraph}</p>`)}
<form method="post" action="${action}"><p><button class="plain">${button}</button></p></form></section>`;
}
