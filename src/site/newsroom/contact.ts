import { html } from 'hono/html';
import type { Failure } from '#core/failure.ts';
import { field, parseForm, refusalNote, renderFormError } from '#html/newsroom/form.ts';
import { newsroomPage, redirect } from '#html/newsroom/page.ts';
import { validateForm } from '#http/body.ts';
import type { Context } from '#http/context.ts';
import { contactSchema } from '#site/site-schema.ts';
import { saveSiteSettings } from '#site/site-settings.ts';

/** `GET /newsroom/contact`: the address that readers write to, and the form that changes it, for editors. */
export async function showContact(c: Context): Promise<Response> {
  return contactPage(c, { contact: c.var.config.publication.contact ?? '' });
}

/** `POST /newsroom/contact`. */
export async function postContact(c: Context): Promise<Response> {
  const { contact: typed = '' } = await parseForm(c);
  try {
    const { contact } = validateForm(contactSchema, { contact: typed }, { contact: 'The address' });
    await saveSiteSettings(c.var.deps, c.var.actor, { contact });
    await c.var.cache.catchUp();
    return redirect('/newsroom/contact?done=1');
  } catch (error) {
    return renderFormError(error, (failure, status) => contactPage(c, { contact: typed, failure, status }));
  }
}

type FormState = { contact: string; failure?: Failure; status?: number };

function contactPage(c: Context, { contact, failure, status = 200 }: FormState): Promise<Response> {
  return newsroomPage(c, {
    title: failure ? 'Address not changed' : 'Address for readers',
    status,
    main: html`<p class="trail"><a href="/newsroom">Board</a></p>
<h1>Address for readers</h1>
<p>Readers, agents and people who report a vulnerability write to this address. <a href="/about">About</a>, <a href="/corrections">Corrections</a> and <a href="/.well-known/security.txt">security.txt</a> show it, and answers to the Field Brief go to it.</p>
${c.req.query('done') && !failure ? html`<p class="done" role="status">Readers see ${contact} now.</p>` : ''}
${refusalNote(failure ?? null)}
<form class="entry" method="post" action="/newsroom/contact">
${contactField(contact)}
<p><button>Show this address</button></p>
</form>`,
  });
}

/** The field for the address, also on the form that creates the first account. */
export function contactField(value: string | undefined) {
  return field({
    name: 'contact',
    label: 'Email address for readers',
    type: 'email',
    value,
    autocomplete: 'off',
    hint: 'Choose one that the newsroom reads every day. Everybody can see it.',
  });
}
