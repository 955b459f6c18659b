import { html } from 'hono/html';
import type { BriefRecord } from '#brief/issues/brief-record.ts';
import type { SendReport } from '#brief/sending/report.ts';
import type { Html } from '#html/html.ts';
import { button, linkButton } from '#html/newsroom/kit/button.ts';
import type { ShownForm } from '#html/newsroom/kit/form.ts';
import { table } from '#html/newsroom/kit/table.ts';
import { formatTime, inZone } from '#html/newsroom/time.ts';
import type { BriefView } from './brief-view.ts';
import { pauseForm } from './pause-form.ts';
import { meaningOf } from './reply-codes.ts';

/** A group of deliveries as the report names it. */
type Group = { label: string; count: number; means: string; shade: string };

/** The send of a brief: progress, stop or release, answers of the mail server, and uncertain deliveries. The script renews the report. */
export function sendSection(view: BriefView, send: SendReport, shown: ShownForm): Html {
  const { brief, at } = view;
  const isLive = brief.state === 'sending' || (brief.state === 'sent' && unfinishedOf(send) > 0);
  const done = send.audience - unfinishedOf(send);
  return html`<h2 id="send">The send</h2>
<div id="send-report" data-tenths="${Math.floor((done / Math.max(send.audience, 1)) * 10)}"${isLive ? html` data-live` : ''}>${report(brief, send, at)}</div>
<p class="unseen" role="status" id="send-told"></p>
<div class="publication">${acts(view, send, shown)}${refused(brief, send)}${uncertain(brief, send)}</div>`;
}

function report(brief: BriefRecord, send: SendReport, at: string): Html {
  const groups = groupsOf(send);
  return html`<p class="progress">${summary(brief, send, at)}</p>
${bar(groups, send)}
<div class="deliveries">${table({
    caption: 'Emails by what became of them',
    hasUnseenCaption: true,
    columns: [{ text: 'Emails' }, { text: 'Count', isNumber: true }, { text: 'What it means' }],
    rows: groups.map(({ label, count, means, shade }) => [html`${swatch(shade)}${label}`, count, means]),
  })}</div>
${answers(send)}`;
}

/** The progress of the send, in a sentence or two. */
// biome-ignore lint/complexity/noExcessiveCognitiveComplexity: one sentence for each state of a send, read from top to bottom
function summary({ state, problem, due }: BriefRecord, send: SendReport, at: string): Html {
  const { audience, beginsAt, counts } = send;
  const left = unfinishedOf(send);
  const done = html`${audience - left} of ${emails(audience)} ${audience - left === 1 ? 'is' : 'are'} done.`;
  const trouble = send.trouble ? html` <strong>${send.trouble}</strong>` : '';
  if (state === 'sent' && left === 0) return html`The send is over. ${done}${trouble}`;
  if (state === 'held')
    return html`<strong>${problem}</strong> ${
      left === audience
        ? html`Nobody has got this brief yet. Its ${people(audience)} stay the same.`
        : html`${done} ${left === 0 ? '' : `The other ${left} ${left === 1 ? 'waits' : 'wait'} for an editor.`}`
    }`;
  if (counts.waiting === audience && at < beginsAt)
    return html`${people(audience)} will get this brief. The first email goes out at ${inZone(beginsAt, due?.zone ?? 'UTC').slice(11)} ${due?.zone ?? 'UTC'} (${formatTime(beginsAt)} UTC), ${minutesFrom(at, beginsAt)}. Nobody has got it yet, and you can still pause it.`;
  return html`${done} This page follows the send.${trouble}`;
}

/** In the order of the bar; the groups that empty in the course of the send are named only while they have emails. */
function groupsOf({ counts }: SendReport): Group[] {
  const passing: Group[] = [
    {
      label: 'On their way',
      count: counts.taken + counts.offered,
      shade: '0.22',
      means: 'They are being handed over at this moment.',
    },
    {
      label: 'Waiting',
      count: counts.waiting,
      shade: '0.1',
      means: 'They wait for their turn, or for another try.',
    },
  ];
  return [
    {
      label: 'Accepted',
      count: counts.accepted,
      shade: '0.9',
      means: 'The mail server has taken them.',
    },
    {
      label: 'Refused',
      count: counts.refused,
      shade: '0.65',
      means: 'The mail server said no. They are not tried again automatically.',
    },
    {
      label: 'Uncertain',
      count: counts.uncertain,
      shade: '0.5',
      means: 'They were handed over, and the connection broke before the answer.',
    },
    {
      label: 'Skipped',
      count: counts.skipped,
      shade: '0.35',
      means: 'The subscribers left, or were taken off the list, after the send had begun.',
    },
    ...passing.filter(({ count }) => count > 0),
  ];
}

/** One bar of all emails, in the order of the table, which has the numbers. */
function bar(groups: readonly Group[], { audience }: SendReport): Html {
  const total = groups.map(({ label, count }) => `${count} ${label.toLowerCase()}`).join(', ');
  let x = 0;
  return html`<svg class="send-bar" viewBox="0 0 600 24" preserveAspectRatio="none" role="img" aria-label="${total}">${groups.map(
    ({ count, shade }) => {
      const width = audience === 0 ? 0 : (count / audience) * 600;
      const from = x;
      x += width;
      return html`<rect x="${from.toFixed(1)}" y="0" width="${width.toFixed(1)}" height="24" fill="currentColor" fill-opacity="${shade}"/>`;
    },
  )}</svg>`;
}

function swatch(shade: string): Html {
  return html`<svg class="swatch" viewBox="0 0 12 12" width="12" height="12" aria-hidden="true"><rect x="0.5" y="0.5" width="11" height="11" fill="currentColor" fill-opacity="${shade}" stroke="currentColor"/></svg>`;
}

function answers({ codes }: SendReport): Html | string {
  if (codes.length === 0) return '';
  return html`<div class="answers">${table({
    caption: 'Why emails were refused or put off',
    columns: [
      { text: 'Answer of the mail server' },
      { text: 'Emails', isNumber: true },
      { text: 'What it means' },
      { text: 'What happens' },
    ],
    rows: codes.map(({ code, state, count }) => [
      html`<code>${code}</code>`,
      count,
      meaningOf(code),
      state === 'waiting' ? 'Tried again later' : 'Not tried again',
    ]),
  })}</div>`;
}

function acts({ brief, at, canChange }: BriefView, send: SendReport, shown: ShownForm): Html | string {
  const { day, state, approved, latestRevision } = brief;
  if (state === 'sending') {
    const isAhead = canChange === 'by stopping';
    return html`<p class="hint">${at < send.beginsAt ? 'When you pause it, nobody gets the brief' : 'When you pause it, emails that are on their way arrive. Nobody else gets the brief'} until an editor resumes it.</p>
${pauseForm(day, shown, 'Pause the send')}
${isAhead ? html`<p>${linkButton({ text: 'Change the brief before it goes out', href: `/newsroom/briefs/${day}` })}</p>` : ''}`;
  }
  if (state !== 'held') return '';
  if (canChange === 'yes' && approved?.revision !== latestRevision) return '';
  if (unfinishedOf(send) === 0 && send.counts.accepted + send.counts.uncertain === 0) return '';
  const words = canChange === 'yes' ? `Send it to ${people(send.audience)}` : `Send the other ${unfinishedOf(send)}`;
  return html`${canChange === 'yes' ? html`<p class="hint">You can still change it. Subscribers who left the list since then get nothing.</p>` : ''}
<form method="post" action="/newsroom/briefs/${day}/release">${button({ text: words })}</form>`;
}

/** The button that sends a held or sent brief again to those whose mail server refused it. */
function refused({ day, state }: BriefRecord, { retriable }: SendReport): Html | string {
  if (retriable === 0 || (state !== 'held' && state !== 'sent')) return '';
  return html`<h3 id="refused">Refused, and the address may exist</h3>
<p>Nobody of them got the brief. When the reason is gone, send it again: a few emails are tried first, and when most of those are refused too, the others wait.</p>
<form method="post" action="/newsroom/briefs/${day}/refused">${button({ text: `Send again to ${people(retriable)}`, weight: 'plain' })}</form>`;
}

function uncertain({ day }: BriefRecord, { uncertain: all, counts }: SendReport): Html | string {
  if (all.length === 0) return '';
  const decide = (act: string, text: string) =>
    html`<form method="post" action="/newsroom/briefs/${day}/uncertain">${button({ text, weight: 'plain', name: 'act', value: act })}</form>`;
  return html`<h3 id="uncertain">Did these arrive?</h3>
<p>${all.length === 1 ? 'This email was' : 'These emails were'} handed over, and the connection broke before the mail server answered. ${all.length === 1 ? 'It' : 'They'} may have arrived: if you send again, some people may get the brief twice.</p>
<ul class="addresses">${all.map(({ address }) => html`<li>${address ?? 'An erased address'}</li>`)}</ul>
${counts.uncertain > all.length ? html`<p class="hint">The first ${all.length} of ${counts.uncertain}.</p>` : ''}
<div class="acts">${decide('again', all.length === 1 ? 'Send it again' : 'Send them again')}${decide('leave', all.length === 1 ? 'Leave it' : 'Leave them')}</div>`;
}

/** Deliveries of which the end is not known yet. */
function unfinishedOf({ counts }: SendReport): number {
  return counts.waiting + counts.taken + counts.offered;
}

function emails(count: number): string {
  return count === 1 ? '1 email' : `${count} emails`;
}

function people(count: number): string {
  return count === 1 ? '1 subscriber' : `${count} subscribers`;
}

function minutesFrom(from: string, to: string): string {
  const minutes = Math.ceil((Date.parse(to) - Date.parse(from)) / 60_000);
  return minutes === 1 ? 'in a minute' : `in ${minutes} minutes`;
}
