import { html } from 'hono/html';
import type { BriefRecord } from '../../../brief/issues/brief-record.ts';
import { DELIVERY_STATES, type DeliveryCounts, type DeliveryState } from '../../../brief/sending/delivery.ts';
import type { SendReport } from '../../../brief/sending/report.ts';
import type { Html } from '../../../render/html/html.ts';
import { formatTime } from '../kit/time.ts';

/** What becomes of a delivery in each state, in words. */
const WORDS: Record<DeliveryState, string> = {
  waiting: 'Wait for their turn, or for another try',
  taken: 'Are being composed',
  offered: 'Are being handed over',
  accepted: 'Accepted by the mail server',
  refused: 'Refused',
  skipped: 'Skipped: the subscriber left in the meantime',
  uncertain: 'Uncertain: handed over, and no answer came',
};

/** How dark each state is in the bar. */
const SHADES: Record<DeliveryState, string> = {
  ...{
    accepted: '0.85',
    refused: '0.6',
    uncertain: '0.45',
    skipped: '0.3',
    offered: '0.2',
    taken: '0.2',
    waiting: '0.1',
  },
};

/** The send of a brief: progress, hold or release, reply codes, and uncertain deliveries. The script renews the first part. */
export function sendSection(brief: BriefRecord, send: SendReport, typed: Record<string, string>): Html {
  return html`<h2 id="send">The send</h2>
<div id="send-report"${brief.state === 'sending' ? html` data-live` : ''}>${report(brief, send)}</div>
<div class="publication">${acts(brief, typed)}${uncertain(brief, send)}</div>`;
}

function report({ state }: BriefRecord, { audience, beginsAt, endedAt, trouble, counts, codes }: SendReport): Html {
  const done = audience - counts.waiting - counts.taken - counts.offered;
  return html`<p role="status">${done} of ${audience} deliveries have ended.${state === 'sending' && done === 0 ? html` The first email goes out at ${formatTime(beginsAt)} UTC.` : ''}${endedAt ? html` The send ended at ${formatTime(endedAt)} UTC.` : ''}${trouble ? html` <strong>${trouble}</strong>` : ''}</p>
${bar(counts, audience)}
<table class="plan"><caption class="unseen">Deliveries by state</caption>
<thead><tr><th scope="col">State</th><th scope="col">Deliveries</th><th scope="col">Means</th></tr></thead>
<tbody>${DELIVERY_STATES.map((one) => html`<tr><th scope="row">${one}</th><td>${counts[one]}</td><td>${WORDS[one]}</td></tr>`)}</tbody></table>
${codes.length > 0 ? html`<p>Answers of the mail server: ${codes.map(({ code, state: of, count }, at) => html`${at > 0 ? ', ' : ''}<code>${code}</code> × ${count} (${of === 'waiting' ? 'tried again' : of})`)}.</p>` : ''}`;
}

/** One bar of all deliveries, by state. The table below has the numbers. */
function bar(counts: DeliveryCounts, audience: number): Html {
  const order = ['accepted', 'refused', 'uncertain', 'skipped', 'offered', 'taken', 'waiting'] as const;
  let x = 0;
  return html`<svg class="drawing" viewBox="0 0 600 24" width="600" height="24" role="img" aria-label="${counts.accepted} of ${audience} accepted, ${counts.refused} refused">${order.map(
    (state) => {
      const width = audience === 0 ? 0 : (counts[state] / audience) * 600;
      const from = x;
      x += width;
      return html`<rect x="${from.toFixed(1)}" y="0" width="${width.toFixed(1)}" height="24" fill="currentColor" fill-opacity="${SHADES[state]}"/>`;
    },
  )}</svg>`;
}

function acts({ day, state, problem }: BriefRecord, typed: Record<string, string>): Html | string {
  if (state === 'sending')
    return html`<form method="post" action="/newsroom/briefs/${day}/hold">
<p class="field"><label for="because">Why it must stop</label><input id="because" name="because" value="${typed.because ?? ''}" maxlength="300" required autocomplete="off"></p>
<p><button>Stop the send</button></p></form>
<p class="hint">Emails on their way are finished. Everybody else gets nothing until an editor releases the brief.</p>`;
  if (state !== 'held') return '';
  return html`<p>${problem}</p>
<form method="post" action="/newsroom/briefs/${day}/release"><p><button>Send the rest</button></p></form>`;
}

function uncertain({ day }: BriefRecord, { uncertain: all }: SendReport): Html | string {
  if (all.length === 0) return '';
  const button = (act: string, words: string, kind: string) =>
    html`<form method="post" action="/newsroom/briefs/${day}/uncertain"><input type="hidden" name="act" value="${act}"><p><button class="${kind}">${words}</button></p></form>`;
  return html`<h3 id="uncertain">Uncertain deliveries</h3>
<p>These emails were handed over, and the mail server's answer was lost. They may have arrived. If you send them again, some people may get the brief twice.</p>
<ul>${all.map(({ address }) => html`<li>${address ?? 'An erased address'}</li>`)}</ul>
${button('again', 'Send them again', 'plain')}${button('leave', 'Leave them', 'plain')}`;
}
