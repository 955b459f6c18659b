import { html } from 'hono/html';
import { findLink } from '../../../accounts/one-time-links.ts';
import { takeAddress } from '../../../accounts/profile.ts';
import { requireOwnForm } from '../../kit/access.ts';
import type { Context } from '../../kit/context.ts';
import { newsroomPage } from '../kit/page.ts';

/** `GET /newsroom/new-address/{secret}`: the link that was mailed to a new address; looking at it uses nothing up. */
export async function showNewAddress(c: Context): Promise<Response> {
  const { editor, email, detail } = await findLink(c.var.deps, 'address', c.req.param('secret') ?? '');
  return newsroomPage(c, {
    title: 'Is this your address?',
    main: html`<h1>Is this your address?</h1>
<p>${editor.name} wants to sign in to this newsroom with <strong>${detail}</strong> instead of ${email} from now on.</p>
<form class="entry" method="post"><p><button>Yes, use this address</button></p></form>
<p class="hint">If this is not you, close this page: nothing changes.</p>`,
  });
}

/** `POST /newsroom/new-address/{secret}`. */
export async function postNewAddress(c: Context): Promise<Response> {
  requireOwnForm(c);
  await takeAddress(c.var.deps, c.req.param('secret') ?? '');
  return newsroomPage(c, {
    title: 'Your address was changed',
    main: html`<h1>Your address was changed</h1>
<p class="done" role="status">Sign in with the new one from now on. The old one was told.</p>
<p><a href="/newsroom">Go to the newsroom</a></p>`,
  });
}
