import { html } from 'hono/html';
import { roleOf } from '#core/actor.ts';
import type { Failure } from '#core/failure.ts';
import type { Html } from '#html/html.ts';
import { renderFormError } from '#html/newsroom/form.ts';
import { button } from '#html/newsroom/kit/button.ts';
import {
  aboutField,
  drawFields,
  type Fields,
  formFields,
  readFields,
  readTyped,
  refusalSummary,
} from '#html/newsroom/kit/form.ts';
import { newsroomPage, redirect } from '#html/newsroom/page.ts';
import { todayOf } from '#html/newsroom/time.ts';
import { requireOwnForm } from '#http/access.ts';
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
import { siteSnapshot } from '#runtime/site-snapshot.ts';
import { accountPage } from './account-page.ts';
import { emailsField, readEmailsField } from './emails-field.ts';

const NAME_FIELDS = formFields({
  name: {
    label: 'Name',
    subject: 'The name',
    schema: profileNameSchema.shape.name,
    autocomplete: 'name',
    hint: 'Shown next to what you publish and the agents you approve.',
  },
});
const ADDRESS_FIELDS = formFields({
  email: {
    label: 'New email address',
    subject: 'The email address',
    kind: 'email',
    schema: newAddressSchema.shape.email,
    autocomplete: 'email',
  },
  password: {
    label: 'Your password',
    subject: 'The password',
    kind: 'password',
    schema: newAddressSchema.shape.password,
    autocomplete: 'current-password',
  },
});
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
  const typed = await readTyped(c);
  try {
    const read = readFields(NAME_FIELDS, typed);
    await changeName(c.var.deps, c.var.session.editor, read.name);
  } catch (error) {
    return renderFormError(error, (failure, status) =>
      profilePage(c, { form: 'name', typed, failure: aboutField(failure, 'name'), status }),
    );
  }
  return redirect('/newsroom/profile?done=name');
}

/** `POST /newsroom/profile/address`: emails a confirmation link first, if the server sends email. */
export async function postAddress(c: Context): Promise<Response> {
  const { deps, session, limits } = c.var;
  const typed = await readTyped(c);
  const site = siteForMail(c);
  await limits.spend('signIn', `session ${session.id}`);
  try {
    const asked = readFields(ADDRESS_FIELDS, typed);
    if (site) await limits.spend('letter', `account ${session.email}`);
    if (site) await requestAddressChange(deps, session, asked, site);
    else await changeAddress(deps, session, asked);
  } catch (error) {
    return renderFormError(error, (failure, status) =>
      profilePage(c, {
        form: 'address',
        typed,
        failure: aboutField(failure, failure.kind === 'unauthorized' ? 'password' : 'email'),
        status,
      }),
    );
  }
  return redirect(`/newsroom/profile?done=${site ? 'asked' : 'address'}`);
}

/** `POST /newsroom/profile/emails`: how often this person gets emails about articles that wait for them. */
export async function postEmails(c: Context): Promise<Response> {
  const typed = await readTyped(c);
  try {
    await setEmailMode(c.var.deps, c.var.session.editor, readEmailsField(typed.get('emails')), todayOf(c));
  } catch (error) {
    return renderFormError(error, (failure, status) => profilePage(c, { form: 'emails', typed, failure, status }));
  }
  return redirect('/newsroom/profile?done=emails');
}

/** `POST /newsroom/profile/zone`: the zone in which the person sees times; empty for that of the publication. */
export async function postZone(c: Context): Promise<Response> {
  const typed = await readTyped(c);
  try {
    const { zone = null } = readFields(zoneFields(), typed) as { zone?: string | null };
    await setTimeZone(c.var.deps, c.var.session.editor, zone);
  } catch (error) {
    return renderFormError(error, (failure, status) =>
      profilePage(c, { form: 'zone', typed, failure: aboutField(failure, 'zone'), status }),
    );
  }
  return redirect('/newsroom/profile?done=zone');
}

function zoneFields(): Fields {
  const { timeZone } = siteSnapshot().publication;
  return {
    zone: {
      label: 'Zone',
      kind: 'zone',
      none: `The zone of the publication, ${timeZone}`,
      hint: 'Due days and the calendar follow it too. Exports and the API stay in UTC.',
      optional: true,
    },
  };
}

function emailsForm(mode: EmailMode, failure: Failure | null): Html {
  return html`<h2>Emails about your turn</h2>
${refusalSummary(failure)}
<form class="entry" method="post" action="/newsroom/profile/emails">
${emailsField(mode, failure)}<p>${button({ text: 'Save', weight: 'plain' })}</p>
</form>`;
}

type ProfileForm = {
  form?: 'name' | 'address' | 'zone' | 'emails';
  typed?: URLSearchParams;
  failure?: Failure;
  status?: number;
};

async function profilePage(c: Context, { form, typed, failure, status = 200 }: ProfileForm): Promise<Response> {
  const { editor, email } = c.var.session;
  const done = DONE[c.req.query('done') ?? ''];
  const emails = c.var.config.mail
    ? emailsForm(await readEmailMode(c.var.deps.db.read, editor.id), (form === 'emails' ? failure : null) ?? null)
    : '';
  const byline = (await listOwnBylines(c.var.deps.db.read)).get(editor.id);
  const note = (of: ProfileForm['form']) => refusalSummary(form === of ? failure : null);
  const shown = (of: ProfileForm['form'], stored: Record<string, string>) =>
    form === of && typed ? { typed, failure } : { typed: new URLSearchParams(stored) };
  return accountPage(c, {
    title: failure ? 'Not changed' : 'Your profile',
    status,
    head: {
      title: 'Your profile',
      others: byline ? [{ text: 'Portrait and biography', href: `/newsroom/bylines/${byline}` }] : [],
    },
    toast: done && !failure ? { text: done } : null,
    main: html`<dl class="copy">
<div><dt>Email address</dt><dd>${email}</dd></div>
<div><dt>Role</dt><dd>${roleOf(editor)}; a chief can change it</dd></div>
</dl>
${emails}
<h2 id="time-zone">Time zone</h2>
${note('zone')}
<form class="entry" method="post" action="/newsroom/profile/zone">
${drawFields(zoneFields(), shown('zone', { zone: c.var.session.timeZone ?? '' }))}
<p>${button({ text: 'Save', weight: 'plain' })}</p>
</form>
<h2>Your name</h2>
${note('name')}
<form class="entry" method="post" action="/newsroom/profile/name">
${drawFields(NAME_FIELDS, shown('name', { name: editor.name }))}<p>${button({ text: 'Change the name', weight: 'plain' })}</p>
</form>
<h2>Your email address</h2>
${note('address')}
<form class="entry" method="post" action="/newsroom/profile/address">
${drawFields(ADDRESS_FIELDS, shown('address', {}))}
<p class="hint">${c.var.config.mail ? 'We email a confirmation link to the new address and a notice to the current one.' : 'You then sign in with the new address.'}</p>
<p>${button({ text: c.var.config.mail ? 'Send a confirmation link' : 'Change the address', weight: 'plain' })}</p>
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
