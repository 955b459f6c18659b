import { html } from 'hono/html';
import type { BriefContent } from '#brief/issues/brief-record.ts';
import type { BriefGateEntry } from '#brief/issues/gate.ts';
import { MOST_TESTERS } from '#brief/issues/test-email.ts';
import type { Failure } from '#core/failure.ts';
import { type Html, longDate } from '#html/html.ts';
import { button, linkButton } from '#html/newsroom/kit/button.ts';
import { field } from '#html/newsroom/kit/field.ts';
import { drawFields, formFields, refusalSummary, type ShownForm, typedOf, wrongOf } from '#html/newsroom/kit/form.ts';
import { pill } from '#html/newsroom/kit/pill.ts';
import type { Toast } from '#html/newsroom/page.ts';
import { zoneOf } from '#html/newsroom/time.ts';
import type { Context } from '#http/context.ts';
import { briefFrame } from './brief-frame.ts';
import { stateWords } from './brief-state.ts';
import { type BriefView, readBriefView } from './brief-view.ts';
import { pauseForm } from './pause-form.ts';
import { sendSection } from './send-section.ts';

// The page that checks a brief and sends it: what to do next in front, then the checks, a test email and the email itself.

/** `GET /newsroom/briefs/{day}/send` */
export async function showBriefSend(c: Context): Promise<Response> {
  return sendPage(c, await readBriefView(c), null);
}

type Refused = { typed: URLSearchParams; failure: Failure; status: number };

export function sendPage(c: Context, view: BriefView, refused: Refused | null): Promise<Response> {
  const { brief, content, canChange, send } = view;
  const isOpen = canChange === 'yes';
  const shown: ShownForm = { typed: refused?.typed ?? new URLSearchParams(), failure: refused?.failure };
  return briefFrame(c, view, {
    part: 'send',
    status: refused?.status ?? 200,
    toast: refused ? null : toastOf(c, view),
    main: html`${refusalSummary(refused?.failure)}
${isOpen ? nextStep(c, view, shown) : ''}
${send ? sendSection(view, send, shown) : brief.state === 'sent' ? html`<p>${stateWords(brief)}</p>` : ''}
${isOpen ? checks(view) : ''}
${isOpen ? testForm(view, shown) : ''}
<details class="sent-email"><summary>The email</summary>${previews(content)}</details>`,
  });
}

const DONE: Record<string, string> = {
  stopped: 'The send is paused, and a new revision is saved. Approve it, then send it.',
  approved: 'This revision is approved.',
  withdrawn: 'The approval is taken back.',
  scheduled: 'The brief is scheduled.',
  held: 'The brief is paused.',
  released: 'The brief is resumed.',
  tested: 'The test email is on its way.',
  again: 'The uncertain deliveries are sent again.',
  'refused-again': 'The brief is sent again to those whose mail server refused it; a few are tried first.',
  left: 'The uncertain deliveries are left as they are.',
};

/** A word after an act, and the form that takes it back while it can be. */
function toastOf(c: Context, { brief, content }: BriefView): Toast | null {
  const done = c.req.query('done') ?? '';
  const text = Object.hasOwn(DONE, done) ? DONE[done] : undefined;
  if (!text) return null;
  const undo = (act: string) =>
    html`<form method="post" action="/newsroom/briefs/${brief.day}/${act}">${button({ text: 'Undo', weight: 'plain' })}</form>`;
  if (done === 'approved' && brief.state !== 'scheduled' && brief.approved?.revision === content.revision)
    return { text, undo: undo('take-back') };
  if (done === 'held' && brief.state === 'held') return { text, undo: undo('release') };
  return { text };
}

/** What the person does next: one act. */
function nextStep(c: Context, view: BriefView, shown: ShownForm): Html {
  return html`<section class="next-step" aria-labelledby="next-title"><h2 id="next-title">What is next</h2>${stepOf(c, view, shown)}</section>`;
}

function stepOf(c: Context, view: BriefView, shown: ShownForm): Html {
  const { brief, content, gate } = view;
  const { state, approved } = brief;
  if (state === 'scheduled') return scheduledStep(c, view, shown);
  if (approved?.revision === content.revision) return state === 'held' ? heldStep(view) : timeStep(c, view, shown);
  const stopping = gate.filter(({ severity, stops }) => severity === 'block' && stops === 'approval');
  const note = approved
    ? `${approved.name} approved revision ${approved.revision}. Revision ${content.revision} was saved since; it is not approved.`
    : `Revision ${content.revision}, saved by ${content.saved.name}, is not approved.`;
  const [first] = stopping;
  if (first)
    return html`<p>${stopping.length === 1 ? 'One check stops' : `${stopping.length} checks stop`} the approval: ${first.message}</p>
<div class="acts" id="approval">${placeLink(brief.day, first, 'primary')}${approved ? takeBack(brief.day) : ''}</div>`;
  return html`<p>${note}${state === 'held' ? html` ${brief.problem}` : ''}</p>
<div class="acts" id="approval"><form method="post" action="/newsroom/briefs/${brief.day}/approve"><input type="hidden" name="revision" value="${content.revision}">${button({ text: `Approve revision ${content.revision}` })}</form>${approved ? takeBack(brief.day) : ''}</div>`;
}

function takeBack(day: string): Html {
  return html`<form method="post" action="/newsroom/briefs/${day}/take-back">${button({ text: 'Take the approval back', weight: 'quiet' })}</form>`;
}

export const TIME_FIELDS = formFields({
  time: { label: 'Time', kind: 'time' },
  zone: { label: 'Time zone', kind: 'zone', hint: 'The day of the brief is the day in this zone.' },
});

function timeForm(c: Context, { brief }: BriefView, shown: ShownForm, act: Html): Html {
  const { day, due, approved } = brief;
  const typed = shown.typed.has('time')
    ? shown.typed
    : typedOf(TIME_FIELDS, { time: due?.wall.slice(11) ?? '06:30', zone: due?.zone ?? zoneOf(c) });
  return html`<form class="entry" method="post" action="/newsroom/briefs/${day}/schedule">
<input type="hidden" name="revision" value="${approved?.revision ?? ''}">
<div class="pair">${drawFields(TIME_FIELDS, { typed, failure: shown.failure })}</div>
<div class="acts">${act}</div></form>`;
}

function timeStep(c: Context, view: BriefView, shown: ShownForm): Html {
  const { brief, gate } = view;
  const stopping = gate.filter(({ severity }) => severity === 'block');
  return html`<p>${brief.approved?.name} approved revision ${brief.approved?.revision}. Choose when it goes out on ${longDate(brief.day)}.</p>
${stopping.length > 0 ? html`<p>${stopping.length === 1 ? 'One check stops' : `${stopping.length} checks stop`} the sending: see below.</p>` : ''}
${timeForm(c, view, shown, button({ text: `Schedule revision ${brief.approved?.revision}` }))}
<div class="acts">${takeBack(brief.day)}</div>`;
}

function scheduledStep(c: Context, view: BriefView, shown: ShownForm): Html {
  const { brief, content } = view;
  const isNewer = brief.approved?.revision !== content.revision;
  const isWrong = shown.failure !== undefined && shown.typed.has('time');
  return html`<p><strong>${stateWords(brief)}</strong> ${isNewer ? `Revision ${content.revision} was saved since. Pause the brief to approve it.` : 'Nothing is left to do.'}</p>
${pauseForm(brief.day, shown)}
<details${isWrong ? html` open` : ''}><summary>Change the time</summary>${timeForm(c, view, shown, button({ text: 'Change the time', weight: 'plain' }))}</details>`;
}

function heldStep({ brief, send }: BriefView): Html {
  if (send) return html`<p>${brief.approved?.name} approved revision ${brief.approved?.revision}. Send it below.</p>`;
  return html`<p>${stateWords(brief)}</p>
<div class="acts"><form method="post" action="/newsroom/briefs/${brief.day}/release">${button({ text: 'Resume the brief' })}</form>${takeBack(brief.day)}</div>`;
}

function checks({ brief, gate }: BriefView): Html {
  if (gate.length === 0)
    return html`<h2 id="gate">Checks</h2><p>${pill('All checks pass', 'ready')} Nothing stops this revision.</p>`;
  const sorted = gate.toSorted((entry, other) => rank(entry) - rank(other));
  return html`<h2 id="gate">Checks</h2>
<ul class="gate">${sorted.map(
    (entry) => html`
<li class="${entry.severity}">${entry.severity === 'warn' ? pill('Warning') : pill(entry.stops === 'approval' ? 'Stops the approval' : 'Stops the sending', 'block')} <span>${entry.message}</span> <span class="step">${entry.step}</span> ${placeLink(brief.day, entry, 'quiet')}</li>`,
  )}
</ul>`;
}

function rank({ severity, stops }: BriefGateEntry): number {
  return severity === 'warn' ? 2 : stops === 'approval' ? 0 : 1;
}

/** The link to the place where a check is mended; the operator mends what has none. */
function placeLink(day: string, { code, at }: BriefGateEntry, weight: 'primary' | 'quiet'): Html | string {
  const compose = `/newsroom/briefs/${day}`;
  const to = (text: string, href: string) => linkButton({ text, href, weight });
  if (code === 'figure_open') return to('Settle the numbers', `${compose}/numbers`);
  if (at === '/newsroom/site') return to('Open Name and look', at);
  if (at.startsWith('/')) return to('Open the order', at);
  if (code === 'no_dkim' || code === 'dns_differs' || code === 'from_freemail')
    return to('Open Sending domain', '/newsroom/mail-domain');
  if (at === 'subscribers') return to('Open Subscribers', '/newsroom/subscribers');
  if (at === 'subject') return to('Write the subject', `${compose}#subject`);
  return at === 'settings' ? '' : to('Change the brief', `${compose}#stories`);
}

function testForm({ brief, content, testers }: BriefView, { typed, failure }: ShownForm): Html {
  const people = field(
    {
      label: `Who gets it, at most ${MOST_TESTERS}`,
      kind: 'boxes',
      options: testers.map(({ id, name }) => ({ value: id, text: name })),
      hint: 'The subject begins with [Test], and the link to unsubscribe leads nowhere.',
      optional: true,
    },
    { name: 'tester', typed, wrong: wrongOf(failure, 'tester') },
  );
  return html`<h2 id="test">Test email</h2>
<form class="entry" method="post" action="/newsroom/briefs/${brief.day}/test">
<input type="hidden" name="revision" value="${content.revision}">
${people}<div class="acts">${button({ text: `Send the test of revision ${content.revision}`, weight: 'plain' })}</div></form>`;
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
