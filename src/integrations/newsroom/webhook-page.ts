import { html } from 'hono/html';
import type { Html } from '#html/html.ts';
import { type RefusedForm, refusalNote } from '#html/newsroom/form.ts';
import { newsroomPage } from '#html/newsroom/page.ts';
import { formatTime } from '#html/newsroom/time.ts';
import type { Context } from '#http/context.ts';
import {
  countWaiting,
  getIntegration,
  type Integration,
  type IntegrationDelivery,
  listDeliveries,
} from '#integrations/integration-record.ts';
import { DRAWN, deliveriesDrawing } from './deliveries-chart.ts';
import { hostOf, stateWords } from './integrations-page.ts';

/** `GET /newsroom/integrations/{integrationId}`: the state, what a chief can do, and the latest deliveries. */
export function showWebhook(c: Context): Promise<Response> {
  return webhookPage(c, null);
}

export async function webhookPage(c: Context, refused: RefusedForm | null): Promise<Response> {
  const { deps, config } = c.var;
  const one = await getIntegration(deps, c.req.param('integrationId') ?? '');
  const tries = await listDeliveries(deps.db.read, one.id, DRAWN);
  const [latest] = tries;
  const hasTested = c.req.query('tested') !== undefined && latest?.type === 'test';
  return newsroomPage(c, {
    title: hostOf(one),
    status: refused?.status ?? 200,
    styles: ['newsroom-charts.css', 'newsroom-people.css', 'newsroom-integrations.css'],
    main: html`<p class="trail"><a href="/newsroom/integrations">Integrations</a></p>
<h1 class="address">${hostOf(one)}</h1>
${hasTested && latest ? testNote(latest) : ''}
${details(one, await countWaiting(deps.db.read, one.afterSeq), config.publication.baseUrl)}
${refusalNote(refused?.failure ?? null)}
${acts(one, refused?.typed ?? {})}
${tries.length === 0 ? html`<section aria-labelledby="tries-title"><h2 id="tries-title">Latest deliveries</h2><p>Nothing was sent yet.</p></section>` : deliveries(tries)}`,
  });
}

function testNote({ status, trouble, took }: IntegrationDelivery): Html {
  if (trouble === null)
    return html`<p class="done" role="status">The test was taken: status ${status} after ${took} ms.</p>`;
  return html`<div class="refusal" role="status"><p><strong>The test was not taken. ${trouble}</strong></p><p>The table below has the beginning of the answer, if there was one.</p></div>`;
}

function details(one: Integration, waiting: number, baseUrl: string): Html {
  const { address, note, createdAt, afterSeq, oldSecretUntil, publicKey } = one;
  return html`<dl class="copy">
<div><dt>State</dt><dd>${stateWords(one, baseUrl)}</dd></div>
<div><dt>Address</dt><dd class="address">${address}</dd></div>
${note ? html`<div><dt>What it is for</dt><dd>${note}</dd></div>` : ''}
<div><dt>Added</dt><dd>${formatTime(createdAt)} (UTC)</dd></div>
<div><dt>Got every change up to</dt><dd>${afterSeq}; ${waiting} ${waiting === 1 ? 'change waits' : 'changes wait'}</dd></div>
${oldSecretUntil ? html`<div><dt>The secret before signs, too, until</dt><dd>${formatTime(oldSecretUntil)} (UTC)</dd></div>` : ''}
${publicKey ? html`<div><dt>Public key</dt><dd class="address"><code>${publicKey}</code></dd></div>` : ''}
</dl>`;
}

function acts({ id, kind, off, afterSeq }: Integration, typed: Record<string, string>): Html {
  const at = `/newsroom/integrations/${id}`;
  const isWebhook = kind === 'webhook';
  return html`<section class="act" aria-labelledby="acts-title">
<h2 id="acts-title">What you can do</h2>
<div class="buttons">
${isWebhook ? html`<form method="post" action="${at}/test"><button>Send a test</button></form>` : ''}
${
  off
    ? html`<form method="post" action="${at}/on"><button>Switch on</button></form>`
    : html`<form method="post" action="${at}/off"><button class="plain">Switch off</button></form>`
}
</div>
<p class="hint">${off ? 'Switched on, it gets every change that it did not get.' : isWebhook ? 'A test that is taken also ends the wait for the next try. Switched off, it gets nothing until it is switched on, and then what it missed.' : 'Switched off, it gets nothing until it is switched on, and then what it missed.'}</p>
<details${typed.from === undefined ? '' : html` open`}><summary>Send changes again …</summary>
<form class="entry" method="post" action="${at}/replay">
<p class="field"><label for="from">From the change with number</label>
<input id="from" name="from" inputmode="numeric" pattern="[0-9]*" value="${typed.from ?? Math.max(1, afterSeq)}" autocomplete="off" required aria-describedby="from-hint">
<span class="hint" id="from-hint">The <code>seq</code> of <a href="/changes">/changes</a>. Every change from it on is sent again with the same id as before.</span></p>
<p><button>Send again</button></p></form></details>
${
  isWebhook
    ? html`<details><summary>Rotate the secret …</summary>
<form class="entry" method="post" action="${at}/rotate"><p>Makes a new secret and shows it once. The one before signs, too, for 24 hours.</p><p><button>Rotate the secret</button></p></form></details>
<details><summary>Remove …</summary>
<form class="entry" method="post" action="${at}/remove"><p>Removes the webhook with its secret and its deliveries. The receiver gets nothing more.</p><p><button>Remove the webhook</button></p></form></details>`
    : ''
}
</section>`;
}

function deliveries(tries: readonly IntegrationDelivery[]): Html {
  const drawn = tries.toReversed().map(({ at, took, trouble }) => ({ at, took, isTaken: trouble === null }));
  return html`<section aria-labelledby="tries-title">
<h2 id="tries-title">Latest deliveries</h2>
<p class="hint">Time until the answer. Filled bars were taken; open bars with a cross were not.</p>
<div class="drawings">${deliveriesDrawing(drawn)}</div>
<table class="plan tries">
<caption class="unseen">The latest deliveries, latest first</caption>
<thead><tr><th scope="col">When (UTC)</th><th scope="col">What</th><th scope="col">Answer</th><th scope="col" class="number">Time</th></tr></thead>
<tbody>${tries.map(
    ({ at, type, changeSeq, status, trouble, answer, took }) => html`<tr>
<th scope="row">${formatTime(at)}</th>
<td>${type}${changeSeq === null ? '' : html` ${changeSeq}`}</td>
<td>${trouble === null ? html`taken (${status})` : html`<strong>not taken</strong> ${trouble}`}${answer ? html`<span class="by">${answer}</span>` : ''}</td>
<td class="number"><span class="label">Time</span> ${took} ms</td>
</tr>`,
  )}</tbody>
</table>
</section>`;
}
