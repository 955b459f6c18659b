import { html } from 'hono/html';
import { type BriefRecord, listBriefs } from '#brief/issues/brief-record.ts';
import { isBriefDay, openBrief } from '#brief/issues/compose.ts';
import { type IssueCounts, listIssueCounts } from '#brief/sending/report.ts';
import { requireEditorial } from '#core/actor.ts';
import type { Failure } from '#core/failure.ts';
import { type Html, longDate, shortDate } from '#html/html.ts';
import { renderFormError } from '#html/newsroom/form.ts';
import { barChart } from '#html/newsroom/kit/bar-chart.ts';
import { button } from '#html/newsroom/kit/button.ts';
import { drawer } from '#html/newsroom/kit/drawer.ts';
import { emptyState } from '#html/newsroom/kit/empty-state.ts';
import { aboutField, drawFields, formFields, readFields, readTyped, refusalSummary } from '#html/newsroom/kit/form.ts';
import { type ListLine, listLines } from '#html/newsroom/kit/list-line.ts';
import { newsroomPage, redirect } from '#html/newsroom/page.ts';
import type { Context } from '#http/context.ts';
import { now } from '#runtime/deps.ts';
import { briefPill, nextPage, stateWords } from './brief-state.ts';

/** The style sheets of the pages about briefs. */
export const BRIEF_STYLES = ['newsroom-publication.css', 'newsroom-brief.css'];

/** Issues of the chart. */
const CHARTED = 12;

const DAY_FIELDS = formFields({
  day: { label: 'Day of the brief, a Tuesday', kind: 'date' },
});

/** `GET /newsroom/briefs`: every issue with its state, and the act that begins the next one. */
export function showBriefs(c: Context): Promise<Response> {
  return page(c, null);
}

/** `POST /newsroom/briefs`. */
export async function postBrief(c: Context): Promise<Response> {
  const typed = await readTyped(c);
  try {
    const { day } = await openBrief(c.var.deps, c.var.actor, readFields(DAY_FIELDS, typed).day);
    return redirect(`/newsroom/briefs/${day}`);
  } catch (error) {
    return renderFormError(error, (failure, status) => page(c, { failure: aboutField(failure, 'day'), status, typed }));
  }
}

type Refused = { failure: Failure; status: number; typed: URLSearchParams };

async function page(c: Context, refused: Refused | null): Promise<Response> {
  const { deps, actor } = c.var;
  requireEditorial(actor, 'see briefs');
  const briefs = await listBriefs(deps.db.read);
  const counts = await listIssueCounts(deps.db.read, CHARTED);
  const next = nextDay(now(deps).slice(0, 10), new Set(briefs.map(({ day }) => day)));
  const begin = html`<form method="post" action="/newsroom/briefs"><input type="hidden" name="day" value="${next}">${button({ text: `Begin the brief of ${longDate(next)}` })}</form>`;
  return newsroomPage(c, {
    title: 'Field Brief',
    status: refused?.status ?? 200,
    styles: BRIEF_STYLES,
    head: {
      title: 'Field Brief',
      primary: { form: begin },
      others: [{ form: button({ text: 'Another day …', weight: 'quiet', opens: 'other-day' }) }],
    },
    main: html`${refusalSummary(refused?.failure)}
${dayForm(refused, next)}
${
  briefs.length > 0
    ? listLines(
        briefs.map((brief) =>
          toLine(
            brief,
            counts.find(({ day }) => day === brief.day),
          ),
        ),
        'All briefs, latest day first',
      )
    : emptyState({
        title: 'No brief has been begun yet',
        text: 'The Field Brief is the weekly email: what was published, every correction, and one sponsor. The first one starts with everything published in the last week.',
      })
}
${counts.length > 0 ? issueChart(counts) : ''}`,
  });
}

/** The form for another day: it opens over the page, and is on it after it was refused. */
function dayForm(refused: Refused | null, next: string): Html {
  const typed = refused?.typed ?? new URLSearchParams({ day: next });
  const form = html`<form class="entry" method="post" action="/newsroom/briefs">
${drawFields(DAY_FIELDS, { typed, failure: refused?.failure })}<div class="acts">${button({ text: 'Begin the brief', weight: 'plain' })}</div>
</form>`;
  return refused ? form : drawer({ id: 'other-day', title: 'Begin a brief', sections: [{ body: form }] });
}

function toLine(brief: BriefRecord & { subject: string }, counts: IssueCounts | undefined): ListLine {
  const { day, number, subject } = brief;
  return {
    title: subject || 'No subject yet',
    href: nextPage(brief),
    facts: [longDate(day), `No. ${number}`, stateWords(brief), counts ? countWords(counts) : ''],
    side: [briefPill(brief)],
  };
}

function countWords({ accepted, refused }: IssueCounts): string {
  return `${count(accepted)} accepted${refused > 0 ? `, ${count(refused)} refused` : ''}`;
}

function issueChart(counts: readonly IssueCounts[]): Html {
  const [last] = counts;
  return html`<section aria-labelledby="issues-title"><h2 id="issues-title">How the issues arrived</h2>
${barChart({
  title: 'Emails of each issue',
  ...(last && {
    told: `No. ${last.number}: mail servers accepted ${count(last.accepted)} of ${count(last.audience)}.`,
  }),
  of: 'Issue',
  series: ['Accepted', 'Not accepted'],
  points: counts.toReversed().map(({ day, accepted, audience }) => ({
    label: shortDate(day).slice(0, -5),
    values: [accepted, audience - accepted],
  })),
})}
<p class="hint">Accepted by the mail server of the subscriber. Whether people open an email is not counted.</p></section>`;
}

function count(value: number): string {
  return value.toLocaleString('en-US');
}

/** The next Tuesday without a brief, from today on. */
function nextDay(today: string, begun: ReadonlySet<string>): string {
  for (let at = Date.parse(today); ; at += 86_400_000) {
    const day = new Date(at).toISOString().slice(0, 10);
    if (isBriefDay(day) && !begun.has(day)) return day;
  }
}
