import { html } from 'hono/html';
import type { BriefContent, BriefCopy, BriefRecord } from '#brief/issues/brief-record.ts';
import type { BriefGateEntry } from '#brief/issues/gate.ts';
import { MOST_TESTERS } from '#brief/issues/test-email.ts';
import { type Html, longDate } from '#html/html.ts';
import { type RefusedForm, refusalNote } from '#html/newsroom/form.ts';
import { newsroomPage } from '#html/newsroom/page.ts';
import { listZones } from '#html/newsroom/time.ts';
import type { Context } from '#http/context.ts';
import { figuresSection } from './brief-figures.ts';
import { type BriefView, readBriefView } from './brief-view.ts';
import { BRIEF_STYLES, stateLine } from './briefs-page.ts';
import { composeForm } from './compose-form.ts';
import { sendSection } from './send-section.ts';

/** `GET /newsroom/briefs/{day}`. */
export async function showBrief(c: Context): Promise<Response> {
  return briefPage(c, await readBriefView(c));
}

const DONE: Record<string, string> = {
  saved: 'A new revision is saved.',
  stopped: 'The send is stopped, and a new revision is saved. Approve it, then send it.',
  settled: 'The number is settled.',
  opened: 'The number is open again.',
  approved: 'This revision is approved.',
  withdrawn: 'The approval is taken back.',
  scheduled: 'The brief is scheduled.',
  held: 'The brief is held.',
  released: 'The brief is released.',
  tested: 'The test email is on its way.',
  again: 'The uncertain deliveries are sent again.',
  'refused-again': 'The brief is sent again to those whose mail server refused it; a few are tried first.',
  left: 'The uncertain deliveries are left as they are.',
};

/** The page of a brief; after an error with the form as it was sent, `typed` is the brief that the form composed. */
export function briefPage(
  c: Context,
  view: BriefView,
  refused: RefusedForm | null = null,
  typed: BriefCopy | null = null,
): Promise<Response> {
  const { brief, content } = view;
  const done = DONE[c.req.query('done') ?? ''];
  const isOpen = view.canChange === 'yes';
  return newsroomPage(c, {
    title: `Field Brief of ${brief.day}`,
    status: refused?.status ?? 200,
    styles: [...BRIEF_STYLES, 'newsroom-ledger.css'],
    scripts: ['brief'],
    main: html`<p class="trail"><a href="/newsroom/briefs">Field Brief</a></p>
<h1><small>No. ${brief.number}, revision ${content.revision}, saved by ${content.saved.name}</small> ${longDate(brief.day)}</h1>
${view.send && brief.state !== 'sent' ? '' : html`<p>${stateLine(brief)}</p>`}
${refusalNote(refused?.failure ?? null)}
${done && !refused ? html`<p class="done" role="status">${done}</p>` : ''}
${isOpen ? jumps(view) : ''}
${isOpen ? gateSection(view.gate) : brief.state === 'sent' ? html`<p><a href="/brief/${brief.day}">Read it in the archive</a></p>` : ''}
${view.send ? sendSection(view, view.send, refused?.typed ?? {}) : ''}
${isOpen ? html`<h2 id="compose">Compose</h2>${composeForm(view, typed)}` : ''}
${view.canChange === 'by stopping' ? changeSection(view, typed) : ''}
${isOpen ? figuresSection(view, c.req.query('figure'), refused?.typed ?? {}) : ''}
${isOpen ? html`<h2 id="previews">The email</h2>${previews(content)}` : html`<details class="sent-email"><summary>The email</summary>${previews(content)}</details>`}
${isOpen ? actSection(view, refused?.typed ?? {}) : ''}`,
  });
}

/** The steps of a brief, in the order in which they are done. */
function jumps({ brief, figures }: BriefView): Html {
  const open = figures.filter(({ state }) => state !== 'settled').length;
  const steps = [
    ['compose', 'Compose'],
    ['numbers', open > 0 ? `Numbers (${open} open)` : 'Numbers'],
    ['previews', 'The email'],
    ['test', 'Test email'],
    ['approval', 'Approval'],
    ...(brief.begunAt === null ? [['sending', 'Sending']] : []),
  ];
  return html`<nav class="jumps" aria-label="On this page"><ul>${steps.map(([id, words]) => html`<li><a href="#${id}">${words}</a></li>`)}</ul></nav>`;
}

/** The form that composes, in the minutes before the first email. */
function changeSection(view: BriefView, typed: BriefCopy | null): Html {
  return html`<details class="sent-email"${typed ? html` open` : ''}><summary>Change the brief before it goes out</summary>
<p class="hint">When you save, the send stops. The new revision is approved as usual; then it goes to the same subscribers.</p>
${composeForm(view, typed)}</details>`;
}

function gateSection(gate: readonly BriefGateEntry[]): Html {
  if (gate.length === 0) return html`<h2 id="gate">Checks</h2><p>Nothing stops this revision.</p>`;
  const sorted = gate.toSorted((one, other) => rank(one) - rank(other));
  return html`<h2 id="gate">Checks</h2>
<ul class="gate">${sorted.map(
    ({ severity, stops, message, step, at }) => html`
<li class="${severity}"><strong>${severity === 'warn' ? 'Warning' : stops === 'approval' ? 'Stops the approval' : 'Stops the sending'}</strong> <span>${message}</span> <span class="step">${step}</span>${at.startsWith('/') ? html` <a href="${at}">${at === '/newsroom/site' ? 'Open Site settings' : 'Open the order'}</a>` : ''}</li>`,
  )}
</ul>`;
}

function rank({ severity, stops }: BriefGateEntry): number {
  return severity === 'warn' ? 2 : stops === 'approval' ? 0 : 1;
}

/** In pairs, each as wide as a usual window. */
const FRAMES = [
  { width: 600, scheme: 'light' },
  { width: 360, scheme: 'light' },
  { width: 600, scheme: 'dark' },
  { width: 360, scheme: 'dark' },
] as const;

/** The email as mail programs show it, in frames without scripts and without our origin. */
function previews({ day, revision }: BriefContent): Html {
  const address = `/newsroom/briefs/${day}/revisions/${revision}/preview`;
  return html`<div class="previews-side">${FRAMES.map(
    ({ width, scheme }) => html`
<figure class="frame w${width}"><figcaption>${width} px, ${scheme}</figcaption>
<iframe sandbox loading="lazy" src="${address}?scheme=${scheme}" title="The email at ${width} px, ${scheme}" width="${width}" height="720"></iframe></figure>`,
  )}
<figure class="frame w600"><figcaption>Plain text</figcaption>
<iframe sandbox loading="lazy" src="${address}?form=text" title="The email as plain text" width="600" height="720"></iframe></figure>
</div>`;
}

function actSection(view: BriefView, typed: Record<string, string>): Html {
  const { brief, content } = view;
  return html`<div class="publication">
<h2 id="test">Test email</h2>
${testForm(view, typed)}
<h2 id="approval">Approval</h2>
${approval(brief, content)}
${brief.begunAt === null ? html`<h2 id="sending">Sending</h2>${sending(brief, typed)}` : ''}
</div>`;
}

function testForm({ brief, content, testers }: BriefView, typed: Record<string, string>): Html {
  return html`<form method="post" action="/newsroom/briefs/${brief.day}/test">
<input type="hidden" name="revision" value="${content.revision}">
<fieldset><legend>Who gets it, at most ${MOST_TESTERS}</legend>${testers.map(
    ({ id, name }) =>
      html`<p class="pick"><input type="checkbox" id="tester-${id}" name="tester-${id}"${typed[`tester-${id}`] ? html` checked` : ''}><label for="tester-${id}">${name}</label></p>`,
  )}</fieldset>
<p class="hint">The subject begins with [Test], and the link to unsubscribe leads nowhere.</p>
<p><button class="plain">Send the test of revision ${content.revision}</button></p></form>`;
}

function approval({ day, approved, state }: BriefRecord, { revision, saved }: BriefContent): Html {
  const isApproved = approved?.revision === revision;
  return html`${
    approved
      ? html`<p>${approved.name} approved revision ${approved.revision}.${isApproved ? '' : html` Revision ${revision} was saved since; it is not approved.`}</p>`
      : html`<p>Revision ${revision}, saved by ${saved.name}, is not approved.</p>`
  }
${
  isApproved || state === 'scheduled'
    ? ''
    : html`<form method="post" action="/newsroom/briefs/${day}/approve"><input type="hidden" name="revision" value="${revision}"><p><button>Approve revision ${revision}</button></p></form>`
}
${approved && state !== 'scheduled' ? html`<form method="post" action="/newsroom/briefs/${day}/take-back"><p><button class="plain">Take the approval back</button></p></form>` : ''}`;
}

function sending(brief: BriefRecord, typed: Record<string, string>): Html {
  const { day, approved, state, due } = brief;
  if (state === 'held')
    return html`<p>${stateLine(brief)}</p>
<form method="post" action="/newsroom/briefs/${day}/release"><p><button>Release the brief</button></p></form>`;
  if (!approved) return html`<p>A revision has to be approved first.</p>`;
  const time = typed.time ?? due?.wall.slice(11) ?? '06:30';
  return html`${
    state === 'scheduled'
      ? html`<form method="post" action="/newsroom/briefs/${day}/hold">
<p class="field"><label for="because">Why it must wait</label><input id="because" name="because" value="${typed.because ?? ''}" maxlength="300" required autocomplete="off"></p>
<p><button>Hold the brief</button></p></form>`
      : ''
  }
<form class="entry" method="post" action="/newsroom/briefs/${day}/schedule">
<input type="hidden" name="revision" value="${approved.revision}">
<div class="pair">
<p class="field"><label for="time">Time on ${longDate(day)}</label><input id="time" name="time" type="time" value="${time}" required></p>
<p class="field"><label for="zone">Time zone</label><input id="zone" name="zone" value="${typed.zone ?? due?.zone ?? 'UTC'}" list="zones" autocomplete="off" spellcheck="false" required aria-describedby="zone-hint"></p>
</div>
<p class="hint" id="zone-hint">The day of the brief is the day in this zone. A time that clocks skip or show twice is refused.</p>
<datalist id="zones">${listZones().map((name) => html`<option value="${name}">`)}</datalist>
<p><button${state === 'scheduled' ? html` class="plain"` : ''}>${state === 'scheduled' ? 'Change the time' : `Schedule revision ${approved.revision}`}</button></p>
</form>`;
}
