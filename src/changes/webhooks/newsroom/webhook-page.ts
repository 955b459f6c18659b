import { html } from 'hono/html';
import {
  countWaiting,
  getIntegration,
  type Integration,
  type IntegrationDelivery,
  listDeliveries,
} from '#changes/webhooks/integration-record.ts';
import type { Html } from '#html/html.ts';
import { type RefusedForm, refusalNote } from '#html/newsroom/form.ts';
import { button } from '#html/newsroom/kit/button.ts';
import { table } from '#html/newsroom/kit/table.ts';
import { newsroomPage } from '#html/newsroom/page.ts';
import { formatTime } from '#html/newsroom/time.ts';
import type { Context } from '#http/context.ts';
import { hostOf, stateWords } from './integrations-page.ts';

/** Tries that the page lists. */
const LISTED = 40;

/** `GET /newsroom/integrations/{integrationId}`: the state, what a chief can do, and the latest deliveries. */
export function showWebhook(c: Context): Promise<Response> {
  return webhookPage(c, null);
}

export async function webhookPage(c: Context, refused: RefusedForm | null): Promise<Response> {
  const { deps, config } = c.var;
  const webhook = await getIntegration(deps, c.req.param('integrationId') ?? '');
  const tries = await listDeliveries(deps.db.read, webhook.id, LISTED);
  const [latest] = tries;
  const hasTested = c.req.query('tested') !== undefined && latest?.type === 'test';
  return newsroomPage(c, {
    title: hostOf(webhook),
    status: refused?.status ?? 200,
    styles: ['newsroom-people.css'],
    main: html`<p class="trail"><a href="/newsroom/integrations">Webhooks and keys</a></p>
<h1 class="address">${hostOf(webhook)}</h1>
${hasTested && latest ? testNote(latest) : ''}
${details(webhook, await countWaiting(deps.db.read, webhook.afterSeq), config.publication.baseUrl)}
${refusalNote(refused?.failure ?? null)}
${acts(webhook)}
${tries.length === 0 ? html`<section aria-labelledby="tries-title"><h2 id="tries-title">Latest deliveries</h2><p>Nothing was sent yet.</p></section>` : deliveries(tries)}`,
  });
}

function testNote({ status, trouble, took }: IntegrationDelivery): Html {
  if (trouble === null)
    return html`<p class="done" role="status">The receiver took the test: status ${status} after ${took} ms.</p>`;
  return html`<div class="refusal" role="status"><p><strong>The receiver did not take the test. ${trouble}</strong></p><p>The table below has the beginning of the answer, if there was one.</p></div>`;
}

function details(webhook: Integration, waiting: number, baseUrl: string): Html {
  const { address, note, createdAt, afterSeq, oldSecretUntil, publicKey } = webhook;
  return html`<dl class="copy">
<div><dt>State</dt><dd>${stateWords(webhook, baseUrl)}</dd></div>
<div><dt>Address</dt><dd class="address">${address}</dd></div>
${note ? html`<div><dt>What it is for</dt><dd>${note}</dd></div>` : ''}
<div><dt>Added</dt><dd>${formatTime(createdAt)} (UTC)</dd></div>
<div><dt>Got every change up to</dt><dd>${afterSeq}; ${waiting} ${waiting === 1 ? 'change waits' : 'changes wait'}</dd></div>
${oldSecretUntil ? html`<div><dt>The secret before signs, too, until</dt><dd>${formatTime(oldSecretUntil)} (UTC)</dd></div>` : ''}
${publicKey ? html`<div><dt>Public key</dt><dd class="address"><code>${publicKey}</code></dd></div>` : ''}
</dl>`;
}

function acts({ id, off }: Integration): Html {
  const at = `/newsroom/integrations/${id}`;
  return html`<section class="act" aria-labelledby="acts-title">
<h2 id="acts-title">What you can do</h2>
<div class="acts">
<form method="post" action="${at}/test">${button({ text: 'Send a test' })}</form>
${
  off
    ? html`<form method="post" action="${at}/on">${button({ text: 'Enable' })}</form>`
    : html`<form method="post" action="${at}/off">${button({ text: 'Disable', weight: 'plain' })}</form>`
}
</div>
<p class="hint">${off ? 'Once enabled, it gets every change that it missed.' : 'A test that is taken also ends the wait for the next try. While disabled, it gets nothing; once enabled, it gets what it missed.'}</p>
<details><summary>Rotate the secret …</summary>
<form class="entry" method="post" action="${at}/rotate"><p>Makes a new secret and shows it once. The previous secret also signs for 24 hours.</p><p>${button({ text: 'Rotate the secret', weight: 'plain' })}</p></form></details>
<details><summary>Remove …</summary>
<form class="entry" method="post" action="${at}/remove"><p>Removes the webhook with its secret and its deliveries. The receiver gets nothing more.</p><p>${button({ text: 'Remove the webhook', weight: 'danger' })}</p></form></details>
</section>`;
}

function deliveries(tries: readonly IntegrationDelivery[]): Html {
  return html`<section aria-labelledby="tries-title">
<h2 id="tries-title">Latest deliveries</h2>
${table({
  caption: 'The latest deliveries, latest first',
  hasUnseenCaption: true,
  columns: [{ text: 'When (UTC)' }, { text: 'What' }, { text: 'Answer' }, { text: 'Time', isNumber: true }],
  rows: tries.map(({ at, type, changeSeq, status, trouble, answer, took }) => [
    formatTime(at),
    html`<span class="whole">${type}${changeSeq === null ? '' : ` ${changeSeq}`}</span>`,
    html`${trouble === null ? html`taken (${status})` : html`<strong>not taken</strong> ${trouble}`}${answer ? html`<br><span class="hint">${answer}</span>` : ''}`,
    `${took.toLocaleString('en')} ms`,
  ]),
})}
</section>`;
}
