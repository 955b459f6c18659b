import { html } from 'hono/html';
import { testWebhook } from '#changes/webhooks/test-webhook.ts';
import { addWebhook, removeWebhook, rotateSecret, switchOff, switchOn } from '#changes/webhooks/webhooks.ts';
import { renderFormError } from '#html/newsroom/form.ts';
import { aboutField, readFields, readTyped } from '#html/newsroom/kit/form.ts';
import { newsroomPage, redirect } from '#html/newsroom/page.ts';
import type { Context } from '#http/context.ts';
import { siteSnapshot } from '#runtime/site-snapshot.ts';
import { integrationsPage, WEBHOOK_FIELDS } from './integrations-page.ts';
import { webhookPage } from './webhook-page.ts';

/** `POST /newsroom/integrations`. */
export async function postWebhook(c: Context): Promise<Response> {
  const { deps, actor } = c.var;
  const typed = await readTyped(c);
  try {
    const { note, ...webhook } = readFields(WEBHOOK_FIELDS, typed);
    const { id, secret } = await addWebhook(deps, actor, siteSnapshot().publication, { ...webhook, note: note ?? '' });
    return secretPage(c, { id, secret, title: 'Webhook added' });
  } catch (error) {
    return renderFormError(error, (failure, status) =>
      integrationsPage(c, { typed, failure: aboutField(failure, 'address') }, status),
    );
  }
}

/** `POST /newsroom/integrations/{integrationId}/rotate`. */
export async function postRotation(c: Context): Promise<Response> {
  const id = idOf(c);
  try {
    const secret = await rotateSecret(c.var.deps, c.var.actor, id);
    return secretPage(c, { id, secret, title: 'Secret rotated' });
  } catch (error) {
    return renderFormError(error, (failure, status) => webhookPage(c, { typed: {}, failure, status }));
  }
}

/** The only page that shows a secret. */
function secretPage(c: Context, { id, secret, title }: { id: string; secret: string; title: string }) {
  return newsroomPage(c, {
    title,
    styles: ['newsroom-people.css'],
    main: html`<p class="trail"><a href="/newsroom/integrations">Webhooks and keys</a></p>
<h1>${title}</h1>
<div class="done" role="status"><p><strong>Give the receiver this secret. It is shown only once.</strong></p>
<p class="secret"><code>${secret}</code></p></div>
<p class="hint">The receiver uses the secret to check that a message comes from this site. A person who has the secret can forge messages, so send it over a private channel.</p>
<p><a href="/newsroom/integrations/${id}">Go on to the webhook</a></p>`,
  });
}

/** `POST /newsroom/integrations/{integrationId}/test`. */
export async function postTest(c: Context): Promise<Response> {
  await testWebhook(c.var.deps, c.var.actor, siteSnapshot().publication, idOf(c));
  return redirect(`${pageOf(c)}?tested`);
}

/** `POST /newsroom/integrations/{integrationId}/off`. */
export async function postOff(c: Context): Promise<Response> {
  await switchOff(c.var.deps, c.var.actor, idOf(c));
  return redirect(pageOf(c));
}

/** `POST /newsroom/integrations/{integrationId}/on`. */
export async function postOn(c: Context): Promise<Response> {
  await switchOn(c.var.deps, c.var.actor, siteSnapshot().publication, idOf(c));
  return redirect(pageOf(c));
}

/** `POST /newsroom/integrations/{integrationId}/remove`. */
export async function postWebhookRemoval(c: Context): Promise<Response> {
  await removeWebhook(c.var.deps, c.var.actor, idOf(c));
  return redirect('/newsroom/integrations');
}

function idOf(c: Context): string {
  return c.req.param('integrationId') ?? '';
}

function pageOf(c: Context): string {
  return `/newsroom/integrations/${idOf(c)}`;
}
