import { html } from 'hono/html';
import { listTags } from '#article/tags.ts';
import { ROLES, type Role } from '#core/actor.ts';
import type { Failure } from '#core/failure.ts';
import type { Html } from '#html/html.ts';
import { field, refusalNote } from '#html/newsroom/form.ts';
import { newsroomPage } from '#html/newsroom/page.ts';
import { formatTime } from '#html/newsroom/time.ts';
import type { Context } from '#http/context.ts';
import { type AuthorOrTag, listAuthors } from '#people/bylines.ts';
import { listMembers, type MemberSummary } from '#people/members.ts';

/** A form of this page that failed: which one, its fields, and the failure. */
export type PeopleFormError = {
  form: 'person' | 'invitation' | 'author' | 'tag';
  typed: Record<string, string>;
  failure: Failure;
  status: number;
};

export const ROLE_DESCRIPTIONS: Record<Role, string> = {
  chief: 'does everything, and manages this page',
  editor: 'publishes, corrects, approves agents',
  writer: 'files drafts, and revises their own and those assigned to them',
  'ad sales': 'sells ads: orders, invoices and advertisers; sees no article, accepts no ad, publishes nothing',
};

/** `GET /newsroom/masthead`: the people, the bylines, the tags. */
export function showPeople(c: Context): Promise<Response> {
  return peoplePage(c, null);
}

export async function peoplePage(c: Context, refused: PeopleFormError | null): Promise<Response> {
  const { read } = c.var.deps.db;
  const people = await listMembers(read);
  const authors = await listAuthors(read);
  const tags = await listTags(read);
  return newsroomPage(c, {
    title: refused ? 'Not added to the masthead' : 'Masthead',
    status: refused?.status ?? 200,
    styles: ['newsroom-people.css'],
    main: html`<h1>Masthead</h1>
<p class="hint">The <a href="/newsroom/masthead/outbox">outbox</a> shows whether the newsroom’s emails were sent. Readers write to the <a href="/newsroom/contact">address for readers</a>.</p>
<section aria-labelledby="people-title">
<h2 id="people-title">People</h2>
<table class="plan people">
<thead><tr><th scope="col">Name</th><th scope="col">Email address</th><th scope="col">Role</th><th scope="col">State (UTC)</th><th scope="col">Act</th></tr></thead>
<tbody>${people.map((one) => personRow(one, one.id === c.var.actor.id))}</tbody>
</table>
${invitationForm(refused, c.var.config.mail !== null)}
${personForm(refused)}
</section>
${namedSection({ form: 'author', title: 'Bylines', about: 'The author’s name shown with an article.', list: authors, refused })}
${namedSection({ form: 'tag', title: 'Tags', about: 'Topics of an article, in addition to its desk. A draft refers to them by their ids.', list: tags, refused })}`,
  });
}

function personRow(one: MemberSummary, isReader: boolean): Html {
  return html`<tr>
<th scope="row">${one.name}${isReader ? html` <span class="mark">you</span>` : ''}</th>
<td>${one.email}</td>
<td>${one.role}</td>
<td>${memberState(one)}</td>
<td>${isReader ? '' : acts(one)}</td>
</tr>`;
}

export function memberState(one: MemberSummary): Html {
  if (one.disabledAt) return html`Disabled ${formatTime(one.disabledAt)}`;
  return one.isInvited
    ? html`Invited ${formatTime(one.createdAt)}, has not accepted yet`
    : html`Since ${formatTime(one.createdAt)}`;
}

function acts(one: MemberSummary): Html {
  const words = one.disabledAt ? 'Enable again' : 'Role, link, two-factor authentication';
  const link = html`<a href="/newsroom/masthead/people/${one.id}" aria-label="${words}: ${one.name}">${words}</a>`;
  return one.disabledAt ? link : html`${link}${personActs(one)}`;
}

function personActs({ id, name }: MemberSummary): Html {
  const password = `password-${id}`;
  return html`<details><summary>Disable<span class="unseen"> ${name}</span> …</summary>
<p>Ends the sessions of ${name} now. Access requests they approved and tokens of their agents fail at the next call. What they wrote stays.</p>
<form method="post" action="/newsroom/masthead/people/${id}/disable"><button class="plain">Disable ${name}</button></form></details>
<details><summary>New password<span class="unseen"> for ${name}</span> …</summary>
<form method="post" action="/newsroom/masthead/people/${id}/password">
<p class="field"><label for="${password}">New password for ${name}</label>
<input id="${password}" name="password" type="password" autocomplete="new-password" required></p>
<button class="plain">Set this password for ${name}</button></form>
<p class="hint">Ends their sessions. Tell them the password yourself. They can change it under Password in their account.</p></details>`;
}

function invitationForm(refused: PeopleFormError | null, canMail: boolean): Html {
  const mine = refused?.form === 'invitation' ? refused : null;
  const typed = mine?.typed ?? {};
  return html`<h3>Invite a person</h3>
<p>${canMail ? 'We email them a one-time link' : 'You get a one-time link to hand to them'}. They choose a password with it, within three days.</p>
${refusalNote(mine?.failure ?? null)}
<form class="entry" method="post" action="/newsroom/masthead/invitations">
${named({ form: 'invited', name: 'name', label: 'Name', type: 'text', value: typed.name })}
${named({ form: 'invited', name: 'email', label: 'Email address', type: 'email', value: typed.email })}
${roles('invited', typed.role)}
<p><button>Invite</button></p>
</form>`;
}

/** A field whose id is unique among the forms of the page. */
function named({
  form,
  name,
  label,
  type,
  value = '',
}: {
  form: string;
  name: string;
  label: string;
  type: string;
  value?: string | undefined;
}): Html {
  return html`<p class="field"><label for="${form}-${name}">${label}</label>
<input id="${form}-${name}" name="${name}" type="${type}" value="${value}" autocomplete="off" required></p>`;
}

function roles(form: string, chosen = 'writer'): Html {
  return html`<fieldset><legend>Role</legend>${ROLES.map(
    (role) => html`
<p><input type="radio" id="${form}-${role.replace(' ', '-')}" name="role" value="${role}"${role === chosen ? html` checked` : ''}> <label for="${form}-${role.replace(' ', '-')}"><strong>${role}</strong> ${ROLE_DESCRIPTIONS[role]}</label></p>`,
  )}</fieldset>`;
}

function personForm(refused: PeopleFormError | null): Html {
  const mine = refused?.form === 'person' ? refused : null;
  const typed = mine?.typed ?? {};
  return html`<details${mine ? html` open` : ''}><summary>Add a person with a password you choose …</summary>
${refusalNote(mine?.failure ?? null)}
<form class="entry" method="post" action="/newsroom/masthead/people">
${field({ name: 'name', label: 'Name', value: typed.name, autocomplete: 'off' })}
${field({ name: 'email', label: 'Email address', type: 'email', value: typed.email, autocomplete: 'off' })}
${roles('role', typed.role)}
${field({ name: 'password', label: 'First password', type: 'password', autocomplete: 'new-password', hint: '12 to 256 characters. Tell them the password yourself. They can change it under Password in their account.' })}
<p><button>Add to the masthead</button></p>
</form></details>`;
}

function namedSection({
  form,
  title,
  about,
  list,
  refused,
}: {
  form: 'author' | 'tag';
  title: string;
  about: string;
  list: AuthorOrTag[];
  refused: PeopleFormError | null;
}): Html {
  const mine = refused?.form === form ? refused : null;
  return html`<section aria-labelledby="${form}-title">
<h2 id="${form}-title">${title}</h2>
<p>${about}</p>
${list.length === 0 ? html`<p>None yet. Add the first below.</p>` : namedTable(form, list)}
${refusalNote(mine?.failure ?? null)}
<form class="entry inline" method="post" action="/newsroom/masthead/${form}s">
<p class="field"><label for="${form}-name">Name of the new ${form === 'author' ? 'byline' : 'tag'}</label>
<input id="${form}-name" name="name" value="${mine?.typed.name ?? ''}" autocomplete="off" required></p>
<p><button>Add the ${form === 'author' ? 'byline' : 'tag'}</button></p>
</form>
</section>`;
}

/** Links lead to the portrait and the biography of a byline, and to the name of a tag. */
function namedTable(form: 'author' | 'tag', list: AuthorOrTag[]): Html {
  const at = form === 'author' ? '/newsroom/bylines' : '/newsroom/tags';
  return html`<table class="plan named">
<thead><tr><th scope="col">Name</th><th scope="col">Id</th></tr></thead>
<tbody>${list.map((one) => html`<tr><th scope="row"><a href="${at}/${one.id}">${one.name}</a></th><td><code>${one.id}</code></td></tr>`)}</tbody>
</table>`;
}
