import { html } from 'hono/html';
import {
  countByWeek,
  countSubscribers,
  type ListedSubscriber,
  listSubscribers,
  type SubscriberWeek,
} from '#brief/subscribers/list-subscribers.ts';
import { SUBSCRIBER_STATES, type SubscriberState } from '#brief/subscribers/subscriber.ts';
import { barsDrawing } from '#evidence/pages/bar-chart.ts';
import type { Html } from '#html/html.ts';
import { newsroomPage } from '#html/newsroom/page.ts';
import { formatTime } from '#html/newsroom/time.ts';
import type { Context } from '#http/context.ts';
import { listForms, type RefusedListForm } from './list-forms.ts';

/** Rows on a page, and weeks of the chart. */
const SHOWN = 100;
const WEEKS = 12;

export const SUBSCRIBER_STYLES = ['newsroom-charts.css', 'newsroom-subscribers.css'];

/** `GET /newsroom/subscribers`: counts, the list, and the forms that add and export. */
export function showSubscribers(c: Context): Promise<Response> {
  return subscribersPage(c, null);
}

export async function subscribersPage(c: Context, refused: RefusedListForm | null): Promise<Response> {
  const { deps, config } = c.var;
  const asked = refused ? { q: '', state: null } : parseQuery(c);
  const after = refused ? null : (c.req.query('after')?.slice(0, 100) ?? null);
  const found = await listSubscribers(deps.db.read, { ...asked, after, limit: SHOWN });
  const counts = await countSubscribers(deps.db.read);
  const next = new URLSearchParams({
    ...(asked.q && { q: asked.q }),
    ...(asked.state && { state: asked.state }),
    after: found.next ?? '',
  });
  return newsroomPage(c, {
    title: refused ? 'Subscribers not added' : 'Subscribers',
    status: refused?.status ?? 200,
    styles: SUBSCRIBER_STYLES,
    main: html`<h1>Subscribers</h1>
<p>People who get the Field Brief. Readers subscribe at <a href="/brief/subscribe">/brief/subscribe</a> and confirm by email.</p>
${config.mail ? '' : html`<div class="refusal"><p><strong>This newsroom sends no email.</strong></p><p>Nobody can subscribe or confirm until <code>SMTP_URL</code> is set.</p></div>`}
${countSection(counts, await countByWeek(deps, WEEKS))}
<section aria-labelledby="list-title">
<h2 id="list-title">The list</h2>
${filterForm(asked)}
${found.subscribers.length === 0 ? html`<p>${asked.q || asked.state || after ? 'No subscriber fits this search.' : 'No subscriber yet.'}</p>` : table(found.subscribers)}
${found.next === null ? '' : html`<p><a href="/newsroom/subscribers?${next}">Earlier subscribers</a></p>`}
</section>
${listForms(refused)}`,
  });
}

function parseQuery(c: Context): { q: string; state: SubscriberState | null } {
  const q = (c.req.query('q') ?? '').replace(/\p{Cc}+/gu, ' ').trim();
  return { q: q.slice(0, 254), state: SUBSCRIBER_STATES.find((one) => one === c.req.query('state')) ?? null };
}

function countSection(counts: Record<SubscriberState, number>, weeks: SubscriberWeek[]): Html {
  const columns = weeks.map(({ week }) => week.slice(5));
  const came = weeks.map((one) => one.came);
  const left = weeks.map((one) => one.left);
  return html`<section aria-labelledby="counts-title">
<h2 id="counts-title">Counts</h2>
<ul class="legend counts">${SUBSCRIBER_STATES.map((state) => html`<li>${counts[state]} ${state}</li>`)}</ul>
<p class="hint">Pending: asked, and did not confirm yet. Suppressed: gets nothing, because emails failed, or because of a complaint or a wish. The list has the reason of each.</p>
<div class="drawings">
${barsDrawing({
  id: 'confirmed',
  title: 'Confirmed subscribers at the end of each week',
  description: `${counts.confirmed} now. The numbers are in the table below.`,
  columns,
  rows: [{ name: 'Confirmed, at the end of each week', values: weeks.map((one) => one.confirmed) }],
  bar: 'solid',
})}
${barsDrawing({
  id: 'changes',
  title: 'Subscribers who confirmed and who left, by week',
  description: 'The numbers are in the table below.',
  columns,
  rows: [
    { name: 'Confirmed in the week', values: came },
    { name: 'Left in the week', values: left },
  ],
  bar: 'line',
})}
</div>
<details><summary>The table behind these drawings</summary>
<table class="plan">
<caption class="unseen">Subscribers by week, latest first; days are in UTC</caption>
<thead><tr><th scope="col">Week of</th><th scope="col" class="number">Confirmed at its end</th><th scope="col" class="number">Confirmed in it</th><th scope="col" class="number">Left in it</th></tr></thead>
<tbody>${weeks.toReversed().map(
    (one) => html`<tr><th scope="row"><time datetime="${one.week}">${one.week}</time></th>
<td class="number"><span class="label">Confirmed at its end</span> ${one.confirmed}</td>
<td class="number"><span class="label">Confirmed in it</span> ${one.came}</td>
<td class="number"><span class="label">Left in it</span> ${one.left}</td></tr>`,
  )}</tbody>
</table></details>
</section>`;
}

function filterForm({ q, state }: { q: string; state: SubscriberState | null }): Html {
  return html`<form class="filter" method="get" action="/newsroom/subscribers" role="search" aria-label="Subscribers">
<p><label for="q">Part of the address</label>
<input id="q" name="q" type="search" value="${q}" autocomplete="off"></p>
<p><label for="state">State</label>
<select id="state" name="state"><option value="">Every state</option>${SUBSCRIBER_STATES.map(
    (one) => html`<option${one === state ? html` selected` : ''}>${one}</option>`,
  )}</select></p>
<p><button>Look it up</button>${q || state ? html` <a href="/newsroom/subscribers">Show all</a>` : ''}</p>
</form>`;
}

function table(subscribers: readonly ListedSubscriber[]): Html {
  return html`<table class="plan subscribers">
<caption class="unseen">Subscribers, latest first</caption>
<thead><tr><th scope="col">Address</th><th scope="col">State</th><th scope="col">Why</th><th scope="col">Added (UTC)</th></tr></thead>
<tbody>${subscribers.map(
    (one) => html`<tr>
<th scope="row"><a href="/newsroom/subscribers/${one.id}">${one.address ?? 'erased'}</a></th>
<td>${one.state}${one.state === 'confirmed' && !one.weekly ? ', paused' : ''}</td>
<td>${one.reason}${one.note ? html`<span class="by">${one.note}</span>` : ''}</td>
<td>${formatTime(one.createdAt)}</td>
</tr>`,
  )}</tbody>
</table>`;
}
