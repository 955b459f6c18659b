import { html } from 'hono/html';
import { type BriefRecord, listBriefs } from '#brief/issues/brief-record.ts';
import { isBriefDay, openBrief } from '#brief/issues/compose.ts';
import { requireEditorial } from '#core/actor.ts';
import type { Failure } from '#core/failure.ts';
import { type Html, longDate } from '#html/html.ts';
import { parseForm, refusalNote, renderFormError } from '#html/newsroom/form.ts';
import { newsroomPage, redirect } from '#html/newsroom/page.ts';
import { formatTime } from '#html/newsroom/time.ts';
import type { Context } from '#http/context.ts';
import { now } from '#runtime/deps.ts';

/** The style sheets of the pages about briefs. */
export const BRIEF_STYLES = ['newsroom-publication.css', 'newsroom-brief.css'];

/** `GET /newsroom/briefs`: every brief with its state, and the form that begins the next one. */
export function showBriefs(c: Context): Promise<Response> {
  return page(c, null, 200, {});
}

/** `POST /newsroom/briefs`. */
export async function postBrief(c: Context): Promise<Response> {
  const fields = await parseForm(c);
  try {
    const { day } = await openBrief(c.var.deps, c.var.actor, fields.day ?? '');
    return redirect(`/newsroom/briefs/${day}`);
  } catch (error) {
    return renderFormError(error, (failure, status) => page(c, failure, status, fields));
  }
}

async function page(
  c: Context,
  failure: Failure | null,
  status: number,
  typed: Record<string, string>,
): Promise<Response> {
  const { deps, actor } = c.var;
  requireEditorial(actor, 'see briefs');
  const briefs = await listBriefs(deps.db.read);
  const next = nextDay(now(deps).slice(0, 10), new Set(briefs.map(({ day }) => day)));
  return newsroomPage(c, {
    title: 'Field Brief',
    status,
    styles: BRIEF_STYLES,
    main: html`<h1>Field Brief</h1>
<p class="hint">The weekly email: what was published, every correction, and one sponsor. An editor composes it, one exact revision is approved, and it is sent on a Tuesday.</p>
${refusalNote(failure)}
<form class="entry inline" method="post" action="/newsroom/briefs">
<p class="field"><label for="day">Day of the brief, a Tuesday</label><input id="day" name="day" type="date" value="${typed.day ?? next}" required></p>
<p><button>Begin the brief</button></p>
</form>
${briefs.length > 0 ? table(briefs) : html`<p>No brief has been begun yet. Begin the first one: it starts with everything published in the last week.</p>`}`,
  });
}

function table(briefs: readonly (BriefRecord & { subject: string })[]): Html {
  return html`<h2>All briefs</h2>
<table class="plan"><caption class="unseen">All briefs, latest day first</caption>
<thead><tr><th scope="col">Day</th><th scope="col">No.</th><th scope="col">Subject</th><th scope="col">State</th></tr></thead>
<tbody>${briefs.map(
    (brief) =>
      html`<tr><th scope="row"><a href="/newsroom/briefs/${brief.day}">${longDate(brief.day)}</a></th><td>${brief.number}</td><td>${brief.subject || html`<span class="hint">No subject yet</span>`}</td><td>${stateLine(brief)}</td></tr>`,
  )}</tbody></table>`;
}

/** The state of a brief in words. */
export function stateLine({ state, approved, due, problem, sentAt, latestRevision }: BriefRecord): Html {
  switch (state) {
    case 'draft':
      if (!approved) return html`<b class="mark">draft</b> Revision ${latestRevision} waits for approval.`;
      return html`<b class="mark">approved</b> ${approved.name} approved revision ${approved.revision}.`;
    case 'scheduled':
      return html`<b class="mark">scheduled</b> Revision ${approved?.revision} goes out at ${due?.wall.slice(11)} ${due?.zone}${due ? html` (${formatTime(due.at)} UTC)` : ''}.`;
    case 'held':
      return html`<b class="mark">held</b> Nothing is sent until an editor releases it. ${problem}`;
    case 'sending':
      return html`<b class="mark">sending</b> Revision ${approved?.revision} is going out.`;
    case 'sent':
      return html`<b class="mark">sent</b> Revision ${approved?.revision} was sent${sentAt ? html` at ${formatTime(sentAt)} UTC` : ''}.`;
  }
}

/** The next Tuesday without a brief, from today on. */
function nextDay(today: string, begun: ReadonlySet<string>): string {
  for (let at = Date.parse(today); ; at += 86_400_000) {
    const day = new Date(at).toISOString().slice(0, 10);
    if (isBriefDay(day) && !begun.has(day)) return day;
  }
}
