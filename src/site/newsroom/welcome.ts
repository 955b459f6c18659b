import { html } from 'hono/html';
import { Failure } from '#core/failure.ts';
import { field, parseForm, refusalNote, renderFormError } from '#html/newsroom/form.ts';
import { newsroomPage } from '#html/newsroom/page.ts';
import { requireOwnForm } from '#http/access.ts';
import { validateForm } from '#http/body.ts';
import type { Context } from '#http/context.ts';
import { isFirstChiefLink, useFirstChiefLink } from '#people/first-chief.ts';
import { newMemberSchema } from '#people/members.ts';
import { signInAs } from '#people/newsroom/account/session-cookie.ts';
import { contactSchema } from '#site/site-schema.ts';
import { storeSiteSettings } from '#site/site-settings.ts';
import { contactField } from './contact.ts';

const firstSchema = newMemberSchema.omit({ role: true }).extend(contactSchema.shape);
const LABELS = {
  email: 'The email address',
  name: 'The name',
  password: 'The password',
  contact: 'The address for readers',
};

/** `GET /newsroom/welcome/{secret}`: the one-time link that the server prints at its first start. */
export async function showWelcome(c: Context): Promise<Response> {
  await requireFirstLink(c);
  return welcomePage(c, { contact: c.var.config.publication.contact ?? '' });
}

/** `POST /newsroom/welcome/{secret}`: creates the first chief and signs them in. */
export async function postWelcome(c: Context): Promise<Response> {
  requireOwnForm(c);
  await requireFirstLink(c);
  const { email, name, password, contact } = await parseForm(c);
  try {
    const { contact: readersWriteTo, ...chief } = validateForm(firstSchema, { email, name, password, contact }, LABELS);
    const member = await useFirstChiefLink(c.var.deps, c.req.param('secret') ?? '', chief, (tx, created) =>
      storeSiteSettings(c.var.deps, tx, created, { contact: readersWriteTo }),
    );
    return await signInAs(c, member, '/newsroom');
  } catch (error) {
    return renderFormError(error, (failure, status) => welcomePage(c, { email, name, contact, failure, status }));
  }
}

/** @throws not_found */
async function requireFirstLink(c: Context): Promise<void> {
  if (await isFirstChiefLink(c.var.deps, c.req.param('secret') ?? '')) return;
  throw new Failure('not_found', 'This link was used already or has expired.', {
    hint: 'If there is no chief editor yet, restart the server for a new link. Otherwise sign in.',
  });
}

type WelcomeForm = {
  email?: string | undefined;
  name?: string | undefined;
  contact?: string | undefined;
  failure?: Failure;
  status?: number;
};

function welcomePage(c: Context, { email, name, contact, failure, status = 200 }: WelcomeForm): Promise<Response> {
  return newsroomPage(c, {
    title: failure ? 'Not done yet' : 'Welcome',
    status,
    main: html`<h1>Create the chief editor’s account</h1>
<p>This link works once. It creates the first account on the masthead. That person adds the others.</p>
${refusalNote(failure ?? null)}
<form class="entry" method="post">
${field({ name: 'email', label: 'Email address', type: 'email', value: email, autocomplete: 'username', hint: 'You sign in with it.' })}
${field({ name: 'name', label: 'Name', value: name, autocomplete: 'name', hint: 'Shown next to what you publish and the agents you approve.' })}
${field({ name: 'password', label: 'Password', type: 'password', autocomplete: 'new-password', hint: '12 to 256 characters. Use four or five unrelated words.' })}
${contactField(contact)}
<p><button>Create my account</button></p>
</form>`,
  });
}
