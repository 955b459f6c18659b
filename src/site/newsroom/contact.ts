import { html } from 'hono/html';
import { renderFormError } from '#html/newsroom/form.ts';
import {
  drawFields,
  formFields,
  readFields,
  readTyped,
  refusalSummary,
  type ShownForm,
  typedOf,
} from '#html/newsroom/kit/form.ts';
import { newsroomPage, redirect } from '#html/newsroom/page.ts';
import type { Context } from '#http/context.ts';
import { siteSnapshot } from '#runtime/site-snapshot.ts';
import { contactSchema } from '#site/site-schema.ts';
import { saveSiteSettings } from '#site/site-settings.ts';

/** `GET /newsroom/contact`: the address that readers write to, and the form that changes it, for editors. */
export async function showContact(c: Context): Promise<Response> {
  return contactPage(c, { typed: typedOf(CONTACT_FIELDS, siteSnapshot().publication) });
}

/** `POST /newsroom/contact`. */
export async function postContact(c: Context): Promise<Response> {
  const typed = await readTyped(c);
  try {
    const { contact } = readFields(CONTACT_FIELDS, typed);
    await saveSiteSettings(c.var.deps, c.var.actor, { contact });
    await c.var.cache.catchUp();
    return redirect('/newsroom/contact?done=1');
  } catch (error) {
    return renderFormError(error, (failure, status) => contactPage(c, { typed, failure }, status));
  }
}

const CONTACT_FIELDS = formFields({
  contact: {
    label: 'Email address for readers',
    subject: 'The address for readers',
    kind: 'email',
    schema: contactSchema.shape.contact,
    hint: 'Choose one that the newsroom reads every day. Everybody can see it.',
  },
});

function contactPage(c: Context, { typed, failure }: ShownForm, status = 200): Promise<Response> {
  return newsroomPage(c, {
    title: failure ? 'Address not changed' : 'Address for readers',
    status,
    main: html`<h1>Address for readers</h1>
<p>Readers, agents and people who report a vulnerability write to this address. <a href="/about">About</a>, <a href="/corrections">Corrections</a> and <a href="/.well-known/security.txt">security.txt</a> show it, and answers to the Field Brief go to it.</p>
${c.req.query('done') && !failure ? html`<p class="done" role="status">Readers see ${typed.get('contact')} now.</p>` : ''}
${refusalSummary(failure)}
<form class="entry" method="post" action="/newsroom/contact">
${drawFields(CONTACT_FIELDS, { typed, failure })}
<p><button>Show this address</button></p>
</form>`,
  });
}
