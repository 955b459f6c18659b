import { html } from 'hono/html';
import { parseForm, renderFormError } from '#html/newsroom/form.ts';
import { newsroomPage, redirect } from '#html/newsroom/page.ts';
import { validateForm } from '#http/body.ts';
import type { Context } from '#http/context.ts';
import { testWebhook } from '#integrations/test-webhook.ts';
import {
  addWebhook,
  removeWebhook,
  replayChanges,
  rotateSecret,
  switchOff,
  switchOn,
  webhookSchema,
} from '#integrations/webhooks.ts';
import { integrationsPage } from './integrations-page.ts';
import { webhookPage } from './webhook-page.ts';

const LABELS = { address: 'The address', note: 'What it is for' };

/** `POST /newsroom/integrations`. */
export async function postWebhook(c: Context): Promise<Response> {
  const { deps, actor, config } = c.var;
  const { address = '', note = '', hasKey = '' } = await parseForm(c);
  try {
    const webhook = validateForm(webhookSchema, { address, note, hasKey: hasKey === 'yes' }, LABELS);
    const { id, secret } = await addWebhook(deps, actor, config.publication, webhook);
    return secretPage(c, { id, secret, title: 'Webhook added' });
  } catch (error) {
    const typed = { address, note, hasKey };
    return renderFormError(error, (failure, status) => integrationsPage(c, { typed, failure, status }));
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
    main: html`<p class="trail"><a href="/newsroom/integrations">Integrations</a></p>
<h1>${title}</h1>
<div class="done" role="status"><p><strong>Give the receiver this secret. It is shown only once.</strong></p>
<p class="secret"><code>${secret}</code></p></div>
<p class="hint">The receiver checks with it that a message comes from this site. Who has it can make such messages: send it over a private channel.</p>
<p><a href="/newsroom/integrations/${id}">Go on to the webhook</a></p>`,
  });
}

/** `POST /newsroom/integrations/{integrationId}/test`. */
export async function postTest(c: Context): Promise<Response> {
  await testWebhook(c.var.deps, c.var.actor, c.var.config.publication, idOf(c));
  return redirect(`${pageOf(c)}?tested`);
}

/** `POST /newsroom/integrations/{integrationId}/replay`. */
export async function postReplay(c: Context): Promise<Response> {
  const { from = '' } = await parseForm(c);
  try {
    await replayChanges(c.var.deps, c.var.actor, idOf(c), /^\d{1,15}$/.test(from) ? Number(from) : 0);
    return redirect(pageOf(c));
  } catch (error) {
    return renderFormError(error, (failure, status) => webhookPage(c, { typed: { from }, failure, status }));
  }
}

/** `POST /newsroom/integrations/{integrationId}/off`. */
export async function postOff(c: Context): Promise<Response> {
  await switchOff(c.var.deps, c.var.actor, idOf(c));
  return redirect(pageOf(c));
}

/** `POST /newsroom/integrations/{integrationId}/on`. */
export async function postOn(c: Context): Promise<Response> {
  await switchOn(c.var.deps, c.var.actor, c.var.config.publication, idOf(c));
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
