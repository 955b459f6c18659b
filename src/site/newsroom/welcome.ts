import { html } from 'hono/html';
import { Failure } from '#core/failure.ts';
import { renderFormError } from '#html/newsroom/form.ts';
import {
  drawFields,
  formFields,
  readFields,
  readTyped,
  refusalSummary,
  type ShownForm,
} from '#html/newsroom/kit/form.ts';
import { newsroomPage } from '#html/newsroom/page.ts';
import { requireOwnForm } from '#http/access.ts';
import type { Context } from '#http/context.ts';
import { isFirstChiefLink, useFirstChiefLink } from '#people/first-chief.ts';
import { newMemberSchema } from '#people/members.ts';
import { signInAs } from '#people/newsroom/account/session-cookie.ts';

const { shape } = newMemberSchema;
const FIELDS = formFields({
  email: {
    label: 'Email address',
    subject: 'The email address',
    kind: 'email',
    schema: shape.email,
    autocomplete: 'username',
    hint: 'You sign in with it. Only the team sees it.',
  },
  name: {
    label: 'Name',
    subject: 'The name',
    schema: shape.name,
    autocomplete: 'name',
    hint: 'Shown next to what you publish and the agents you approve.',
  },
  password: {
    label: 'Password',
    subject: 'The password',
    kind: 'password',
    schema: shape.password,
    autocomplete: 'new-password',
    hint: '12 to 256 characters. Use four or five unrelated words.',
  },
});

/** `GET /newsroom/welcome/{secret}`: the one-time link that the server prints at its first start. */
export async function showWelcome(c: Context): Promise<Response> {
  await requireFirstLink(c);
  return welcomePage(c, { typed: new URLSearchParams() });
}

/** `POST /newsroom/welcome/{secret}`: creates the first chief and signs them in. */
export async function postWelcome(c: Context): Promise<Response> {
  requireOwnForm(c);
  await requireFirstLink(c);
  const typed = await readTyped(c);
  try {
    const member = await useFirstChiefLink(c.var.deps, c.req.param('secret') ?? '', readFields(FIELDS, typed));
    return await signInAs(c, member, '/newsroom');
  } catch (error) {
    return renderFormError(error, (failure, status) => welcomePage(c, { typed, failure }, status));
  }
}

/** @throws not_found */
async function requireFirstLink(c: Context): Promise<void> {
  if (await isFirstChiefLink(c.var.deps, c.req.param('secret') ?? '')) return;
  throw new Failure('not_found', 'This link was used already or has expired.', {
    hint: 'If there is no chief editor yet, restart the server for a new link. Otherwise sign in.',
  });
}

function welcomePage(c: Context, { typed, failure }: ShownForm, status = 200): Promise<Response> {
  return newsroomPage(c, {
    title: failure ? 'Not done yet' : 'Welcome',
    status,
    main: html`<h1>Create the chief editor’s account</h1>
<p>This link works once. It creates the first account of the team. The chief editor adds the others.</p>
${refusalSummary(failure)}
<form class="entry" method="post">
${drawFields(FIELDS, { typed, failure })}<p><button>Create my account</button></p>
</form>`,
  });
}
