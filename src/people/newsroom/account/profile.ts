import { html } from 'hono/html';
import { roleOf } from '#core/actor.ts';
import type { Failure } from '#core/failure.ts';
import type { Html } from '#html/html.ts';
import { field, parseForm, refusalNote, renderFormError } from '#html/newsroom/form.ts';
import { newsroomPage, redirect } from '#html/newsroom/page.ts';
import { listZones, todayOf } from '#html/newsroom/time.ts';
import { requireOwnForm } from '#http/access.ts';
import { validateForm } from '#http/body.ts';
import type { Context } from '#http/context.ts';
import { listOwnBylines } from '#people/bylines.ts';
import { type EmailMode, readEmailMode, setEmailMode } from '#people/email-preference.ts';
import { siteForMail } from '#people/newsroom/link-page.ts';
import { findLink } from '#people/one-time-links.ts';
import {
  changeAddress,
  changeName,
  confirmAddressChange,
  newAddressSchema,
  profileNameSchema,
  requestAddressChange,
  setTimeZone,
} from '#people/profile.ts';
import { accountPage } from './account-page.ts';
import { emailsField, readEmailsField } from './emails-field.ts';

const LABELS = { name: 'The name', email: 'The email address', password: 'The password' };
const DONE: Record<string, string> = {
  name: 'Your name was changed. Earlier entries keep your old name.',
  emails: 'Your choice was saved.',
  zone: 'Times are shown in this zone from now on.',
  asked: 'We sent a link to the new address. Nothing changes until you open it. It works once, within a day.',
  address: 'Your email address was changed. Use the new address to sign in.',
};

/** `GET /newsroom/profile`. */
export function showProfile(c: Context): Promise<Response> {
  return profilePage(c, {});
}

/** `POST /newsroom/profile/name`. */
export async function postName(c: Context): Promise<Response> {
  const { name } = await parseForm(c);
  try {
    const read = validateForm(profileNameSchema, { name }, LABELS);
    await changeName(c.var.deps, c.var.session.editor, read.name);
  } catch (error) {
    return renderFormError(error, (failure, status) => profilePage(c, { form: 'name', typed: name, failure, status }));
  }
  return redirect('/newsroom/profile?done=name');
}

/** `POST /newsroom/profile/address`: emails a confirmation link first, if the server sends email. */
export async function postAddress(c: Context): Promise<Response> {
  const { deps, session, limits } = c.var;
  const { email, password = '' } = await parseForm(c);
  const site = siteForMail(c);
  await limits.spend('signIn', `session ${session.id}`);
  try {
    const asked = validateForm(newAddressSchema, { email, password }, LABELS);
    if (site) await limits.spend('letter', `account ${session.email}`);
    if (site) await requestAddressChange(deps, session, asked, site);
    else await changeAddress(deps, session, asked);
  } catch (error) {
    return renderFormError(error, (failure, status) =>
      profilePage(c, { form: 'address', typed: email, failure, status }),
    );
  }
  return redirect(`/newsroom/profile?done=${site ? 'asked' : 'address'}`);
}

/** `POST /newsroom/profile/emails`: how often this person gets emails about articles that wait for them. */
export async function postEmails(c: Context): Promise<Response> {
  const { emails } = await parseForm(c);
  await setEmailMode(c.var.deps, c.var.session.editor, readEmailsField(emails), todayOf(c));
  return redirect('/newsroom/profile?done=emails');
}

/** `POST /newsroom/profile/zone`: the zone in which the person sees times; empty for that of the publication. */
export async function postZone(c: Context): Promise<Response> {
  const { zone = '' } = await parseForm(c);
  try {
    await setTimeZone(c.var.deps, c.var.session.editor, zone === '' ? null : zone);
  } catch (error) {
    return renderFormError(error, (failure, status) => profilePage(c, { form: 'zone', typed: zone, failure, status }));
  }
  return redirect('/newsroom/profile?done=zone');
}

function zoneForm(c: Context, typed: string): Html {
  return html`<form class="entry" method="post" action="/newsroom/profile/zone">
<p class="field"><label for="zone">Zone</label>
<input id="zone" name="zone" value="${typed}" list="zones" autocomplete="off" spellcheck="false" placeholder="${c.var.config.publication.timeZone}" aria-describedby="zone-hint">
<span class="hint" id="zone-hint">Leave it empty for the zone of the publication, ${c.var.config.publication.timeZone}. Due days and the calendar follow it too. Exports and the API stay in UTC.</span></p>
<datalist id="zones">${listZones().map((name) => html`<option value="${name}">`)}</datalist>
<p><button>Save</button></p>
</form>`;
}

function emailsForm(mode: EmailMode): Html {
  return html`<h2>Emails about your turn</h2>
<form class="entry" method="post" action="/newsroom/profile/emails">
${emailsField(mode)}
<p><button>Save</button></p>
</form>`;
}

type ProfileForm = {
  form?: 'name' | 'address' | 'zone';
  typed?: string | undefined;
  failure?: Failure;
  status?: number;
};

async function profilePage(c: Context, { form, typed, failure, status = 200 }: ProfileForm): Promise<Response> {
  const { editor, email } = c.var.session;
  const done = DONE[c.req.query('done') ?? ''];
  const emails = c.var.config.mail ? emailsForm(await readEmailMode(c.var.deps.db.read, editor.id)) : '';
  const byline = (await listOwnBylines(c.var.deps.db.read)).get(editor.id);
  const note = (of: ProfileForm['form']) => refusalNote(form === of ? (failure ?? null) : null);
  return accountPage(c, {
    title: failure ? 'Not changed' : 'Your profile',
    status,
    main: html`<h1>Your profile</h1>
${done && !failure ? html`<p class="done" role="status">${done}</p>` : ''}
<dl class="copy">
<div><dt>Name</dt><dd>${editor.name}</dd></div>
<div><dt>Email address</dt><dd>${email}</dd></div>
<div><dt>Role</dt><dd>${roleOf(editor)}; a chief can change it</dd></div>
</dl>
${byline ? html`<p><a href="/newsroom/bylines/${byline}">Portrait and biography on the page of your byline</a></p>` : ''}
${emails}
<h2 id="time-zone">Time zone</h2>
${note('zone')}
${zoneForm(c, (form === 'zone' ? typed : c.var.session.timeZone) ?? '')}
<h2>Another name</h2>
${note('name')}
<form class="entry" method="post" action="/newsroom/profile/name">
${field({ name: 'name', label: 'Name', value: form === 'name' ? typed : editor.name, autocomplete: 'name', hint: 'Shown next to what you publish and the agents you approve.' })}
<p><button>Change the name</button></p>
</form>
<h2>Another email address</h2>
${note('address')}
<form class="entry" method="post" action="/newsroom/profile/address">
${field({ name: 'email', label: 'New email address', type: 'email', value: form === 'address' ? typed : '', autocomplete: 'email', hint: c.var.config.mail ? 'We email a confirmation link to the new address and a notice to the current one.' : 'You then sign in with the new address.' })}
${field({ name: 'password', label: 'Your password', type: 'password', autocomplete: 'current-password' })}
<p><button>${c.var.config.mail ? 'Send a confirmation link' : 'Change the address'}</button></p>
</form>`,
  });
}

/** `GET /newsroom/new-address/{secret}`: asks for confirmation without using the emailed link. */
export async function showNewAddress(c: Context): Promise<Response> {
  const { editor, email, detail } = await findLink(c.var.deps, 'address', c.req.param('secret') ?? '');
  return newsroomPage(c, {
    title: 'Confirm your email address',
    main: html`<h1>Confirm your email address</h1>
<p>${editor.name} wants to sign in to this newsroom with <strong>${detail}</strong> instead of ${email}.</p>
<form class="entry" method="post"><p><button>Yes, use this address</button></p></form>
<p class="hint">If this is not you, close this page: nothing changes.</p>`,
  });
}

/** `POST /newsroom/new-address/{secret}`. */
export async function postNewAddress(c: Context): Promise<Response> {
  requireOwnForm(c);
  await confirmAddressChange(c.var.deps, c.req.param('secret') ?? '');
  return newsroomPage(c, {
    title: 'Your address was changed',
    main: html`<h1>Your address was changed</h1>
<p class="done" role="status">Use the new address to sign in. We emailed the old address.</p>
<p><a href="/newsroom">Go to the newsroom</a></p>`,
  });
}
