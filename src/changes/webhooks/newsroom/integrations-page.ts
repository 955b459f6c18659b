import { html } from 'hono/html';
import { countWaiting, type Integration, listIntegrations } from '#changes/webhooks/integration-record.ts';
import { LONGEST_ADDRESS } from '#changes/webhooks/webhook-address.ts';
import { webhookSchema } from '#changes/webhooks/webhooks.ts';
import type { Html } from '#html/html.ts';
import { button } from '#html/newsroom/kit/button.ts';
import { drawFields, formFields, refusalSummary, type ShownForm } from '#html/newsroom/kit/form.ts';
import { listLines } from '#html/newsroom/kit/list-line.ts';
import { pill } from '#html/newsroom/kit/pill.ts';
import { newsroomPage } from '#html/newsroom/page.ts';
import { formatTime } from '#html/newsroom/time.ts';
import type { Context } from '#http/context.ts';

/** An address with the number of changes that it did not get yet. */
type Listed = { integration: Integration; waiting: number };

export const WEBHOOK_FIELDS = formFields({
  address: {
    label: 'Address of the receiver',
    subject: 'The address',
    kind: 'url',
    schema: webhookSchema.shape.address,
    most: LONGEST_ADDRESS,
    placeholder: 'https://',
    hint: 'A public https address, whole: no redirect is followed.',
  },
  note: { label: 'What it is for', schema: webhookSchema.shape.note, most: 200, optional: true },
  hasKey: {
    label: 'Also sign with an Ed25519 key',
    kind: 'switch',
    hint: 'For a receiver that checks messages with a public key and holds no secret.',
  },
});

/** `GET /newsroom/integrations`: the webhooks with their state, and the form that adds one. */
export function showIntegrations(c: Context): Promise<Response> {
  return integrationsPage(c, { typed: new URLSearchParams() });
}

export async function integrationsPage(c: Context, form: ShownForm, status = 200): Promise<Response> {
  const { deps, config } = c.var;
  const webhooks: Listed[] = [];
  for (const integration of await listIntegrations(deps))
    webhooks.push({ integration, waiting: await countWaiting(deps.db.read, integration.afterSeq) });
  return newsroomPage(c, {
    title: form.failure ? 'Webhook not added' : 'Webhooks and keys',
    status,
    main: html`<h1>Webhooks and keys</h1>
<p>Other sites learn here within a second what was published, corrected, moved and withdrawn. A site that prefers to ask reads <a href="/changes">/changes</a>.</p>
<section aria-labelledby="webhooks-title">
<h2 id="webhooks-title">Webhooks</h2>
${webhooks.length === 0 ? html`<p>No webhook yet. Add the first below.</p>` : lines(webhooks, config.publication.baseUrl)}
</section>
${addForm(form)}`,
  });
}

function lines(webhooks: readonly Listed[], baseUrl: string): Html {
  return listLines(
    webhooks.map(({ integration, waiting }) => ({
      title: hostOf(integration),
      href: `/newsroom/integrations/${integration.id}`,
      facts: [integration.note, stateWords(integration, baseUrl)],
      side: waiting > 0 ? [pill(`${waiting} ${waiting === 1 ? 'change waits' : 'changes wait'}`)] : [],
    })),
    'Webhooks, in the order they were added',
  );
}

/** Pages show the host: the rest of an address is often a secret. */
export function hostOf({ address }: Pick<Integration, 'address'>): string {
  return new URL(address).host;
}

const OFF_WORDS = {
  chief: 'Disabled',
  gone: 'Disabled because it answered 410,',
  failed: 'Disabled after five days of failures,',
};

/** The state of an address in one sentence. */
export function stateWords({ off, baseUrl, failingSince, trouble, dueAt }: Integration, ownUrl: string): Html {
  if (off) return html`${OFF_WORDS[off.because]} ${formatTime(off.at)}`;
  if (baseUrl !== ownUrl) return html`Waits: it was added when BASE_URL was ${baseUrl}`;
  if (failingSince === null) return html`On`;
  return html`<strong>Fails</strong> since ${formatTime(failingSince)}: ${trouble} Next try ${formatTime(dueAt)}`;
}

function addForm(form: ShownForm): Html {
  return html`<section aria-labelledby="add-title">
<h2 id="add-title">Add a webhook</h2>
<p>It gets every change from then on as a signed message (<a href="https://www.standardwebhooks.com/">Standard Webhooks</a>).</p>
${refusalSummary(form.failure)}
<form class="entry" method="post" action="/newsroom/integrations">
${drawFields(WEBHOOK_FIELDS, form)}
<p>${button({ text: 'Add the webhook' })}</p>
</form>
</section>`;
}
