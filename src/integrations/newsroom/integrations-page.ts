import { html } from 'hono/html';
import type { Html } from '#html/html.ts';
import { type RefusedForm, refusalNote } from '#html/newsroom/form.ts';
import { newsroomPage } from '#html/newsroom/page.ts';
import { formatTime } from '#html/newsroom/time.ts';
import type { Context } from '#http/context.ts';
import { countWaiting, type Integration, listIntegrations } from '#integrations/integration-record.ts';
import { LONGEST_ADDRESS } from '#integrations/webhook-address.ts';

/** An address with the number of changes that it did not get yet. */
type Listed = { integration: Integration; waiting: number };

/** `GET /newsroom/integrations`: the webhooks with their state, and the form that adds one. */
export function showIntegrations(c: Context): Promise<Response> {
  return integrationsPage(c, null);
}

export async function integrationsPage(c: Context, refused: RefusedForm | null): Promise<Response> {
  const { deps, config } = c.var;
  const listed: Listed[] = [];
  for (const integration of await listIntegrations(deps))
    listed.push({ integration, waiting: await countWaiting(deps.db.read, integration.afterSeq) });
  const webhooks = listed.filter(({ integration }) => integration.kind === 'webhook');
  return newsroomPage(c, {
    title: refused ? 'Webhook not added' : 'Integrations',
    status: refused?.status ?? 200,
    styles: ['newsroom-integrations.css'],
    main: html`<h1>Integrations</h1>
<p>Other sites that learn within a second what was published, corrected, moved and withdrawn. Sites that would rather ask follow <a href="/changes">/changes</a>.</p>
<section aria-labelledby="webhooks-title">
<h2 id="webhooks-title">Webhooks</h2>
${webhooks.length === 0 ? html`<p>No webhook yet. Add the first below.</p>` : table(webhooks, config.publication.baseUrl)}
</section>
${serviceSection(c, listed)}
${addForm(refused)}`,
  });
}

function table(webhooks: readonly Listed[], baseUrl: string): Html {
  return html`<table class="plan">
<caption class="unseen">Webhooks, in the order they were added</caption>
<thead><tr><th scope="col">Address</th><th scope="col">State</th><th scope="col" class="number">Changes that wait</th></tr></thead>
<tbody>${webhooks.map(
    ({ integration, waiting }) => html`<tr>
<th scope="row"><a href="/newsroom/integrations/${integration.id}">${hostOf(integration)}</a><span class="by">${integration.note}</span></th>
<td>${stateWords(integration, baseUrl)}</td>
<td class="number"><span class="label">Changes that wait</span> ${waiting}</td>
</tr>`,
  )}</tbody>
</table>`;
}

const SERVICES = [
  { kind: 'websub', name: 'WebSub', setting: 'WEBSUB_HUB', about: 'tells a hub about new feeds' },
  { kind: 'indexnow', name: 'IndexNow', setting: 'INDEXNOW_KEY', about: 'tells search engines about addresses' },
] as const;

/** The services that settings turn on. */
function serviceSection(c: Context, listed: readonly Listed[]): Html {
  const { publication, indexNow } = c.var.config;
  const isSet = { websub: publication.websubHub !== null, indexnow: indexNow !== null };
  return html`<section aria-labelledby="services-title">
<h2 id="services-title">Hub and search engines</h2>
<dl class="copy">${SERVICES.map(({ kind, name, setting, about }) => {
    const found = listed.find(({ integration }) => integration.id === kind);
    const state = !isSet[kind]
      ? html`Not set up. The setting <code>${setting}</code> turns it on`
      : found
        ? html`<a href="/newsroom/integrations/${kind}">${hostOf(found.integration)}</a>: ${stateWords(found.integration, publication.baseUrl)}`
        : html`Begins when the server runs`;
    return html`<div><dt>${name}</dt><dd>${state}; it ${about}.</dd></div>`;
  })}</dl>
</section>`;
}

/** Pages show the host: the rest of an address is often a secret. */
export function hostOf({ address }: Pick<Integration, 'address'>): string {
  return new URL(address).host;
}

const OFF_WORDS = {
  chief: 'Switched off',
  gone: 'Switched off because it answered 410,',
  failed: 'Switched off after five days of failures,',
};

/** The state of an address in one sentence. */
export function stateWords({ off, baseUrl, failingSince, trouble, dueAt }: Integration, ownUrl: string): Html {
  if (off) return html`${OFF_WORDS[off.because]} ${formatTime(off.at)}`;
  if (baseUrl !== ownUrl) return html`Waits: it was added when BASE_URL was ${baseUrl}`;
  if (failingSince === null) return html`On`;
  return html`<strong>Fails</strong> since ${formatTime(failingSince)}: ${trouble} Next try ${formatTime(dueAt)}`;
}

function addForm(refused: RefusedForm | null): Html {
  const { address = '', note = '', hasKey } = refused?.typed ?? {};
  return html`<section aria-labelledby="add-title">
<h2 id="add-title">Add a webhook</h2>
<p>It gets every change from then on as a signed message (<a href="https://www.standardwebhooks.com/">Standard Webhooks</a>).</p>
${refusalNote(refused?.failure ?? null)}
<form class="entry" method="post" action="/newsroom/integrations">
<p class="field"><label for="address">Address of the receiver</label>
<input id="address" name="address" type="url" value="${address}" maxlength="${LONGEST_ADDRESS}" autocomplete="off" required placeholder="https://" aria-describedby="address-hint">
<span class="hint" id="address-hint">A public https address, whole: no redirect is followed.</span></p>
<p class="field"><label for="note">What it is for</label>
<input id="note" name="note" value="${note}" maxlength="200" autocomplete="off"></p>
<p><input type="checkbox" id="has-key" name="hasKey" value="yes"${hasKey ? html` checked` : ''}> <label for="has-key">Also sign with an Ed25519 key</label></p>
<p class="hint">For a receiver that checks messages with a public key and holds no secret.</p>
<p><button>Add the webhook</button></p>
</form>
</section>`;
}
