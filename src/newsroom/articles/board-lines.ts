import { html } from 'hono/html';
import { isPlaceholder } from '#article/placeholders.ts';
import { sectionName } from '#article/section.ts';
import { soonBefore } from '#article/waiting.ts';
import type { Html } from '#html/html.ts';
import { type ListLine, listLine } from '#html/newsroom/kit/list-line.ts';
import { face, pill } from '#html/newsroom/kit/pill.ts';
import { dayWords, formatRecent, formatTime } from '#html/newsroom/time.ts';
import type { Context } from '#http/context.ts';
import type { BoardLine } from '#newsroom/articles/read/board.ts';
import { STAGE_LABELS } from './board-filter.ts';
import { BULK_FORM } from './bulk.ts';

/** The line of an article: its headline, a line of facts, and its state, due day and assignee. */
export function articleLine(c: Context, line: BoardLine, { today, tellsStage = false }: LineOptions): Html {
  const { id, typed, assigneeName } = line;
  const headline = typed?.headline || line.headline;
  const drawn: ListLine = {
    title: headline,
    href: isNew(line) && typed ? `/newsroom/articles/${id}/edit` : `/newsroom/articles/${id}`,
    facts: [...(tellsStage ? [STAGE_LABELS[line.stage].name] : []), ...factsOf(c, line)],
    side: [stateOf(line), dueDay(line, today), assignee(assigneeName)],
    tick: { name: 'id', value: id, label: `Tick ${headline}`, form: BULK_FORM },
    key: id,
  };
  return listLine(drawn);
}

export type LineOptions = { today: string /** Where no heading says the stage. */; tellsStage?: boolean };

/** Whether nobody has saved a headline yet. */
function isNew({ headline }: BoardLine): boolean {
  return isPlaceholder('headline', headline);
}

function factsOf(c: Context, line: BoardLine): (Html | string)[] {
  const { id, section, byline, orderedWords, typed, lookAgain = 0, scheduledFor, scheduleTrouble } = line;
  return [
    scheduleTrouble === null ? '' : html`<strong>Not published as planned: ${scheduleTrouble}</strong>`,
    scheduledFor === null ? '' : html`scheduled for ${formatTime(scheduledFor)} UTC`,
    sectionName(section),
    byline ?? '',
    orderedWords === null ? '' : `${orderedWords.toLocaleString('en')} words asked for`,
    typed && isNew(line) ? '' : revisionFact(c, line),
    typed
      ? html`only you see it: ${typed.words} ${typed.words === 1 ? 'word' : 'words'}, ${formatRecent(c, typed.savedAt)}, not saved as a revision`
      : '',
    lookAgain === 0
      ? ''
      : html`<a href="/newsroom/articles/${id}/figures">${lookAgain} ${lookAgain === 1 ? 'number' : 'numbers'} to check again</a>`,
    ownerFact(line),
  ];
}

/** `revision 3, revision 2 is live, today 13:00 by the agent of Sol Kerf`. */
function revisionFact(c: Context, { revision, liveRevision, changedAt, savedBy }: BoardLine): Html {
  const live =
    liveRevision === null ? '' : liveRevision === revision ? ', which is live' : `, revision ${liveRevision} is live`;
  return html`revision ${revision}${live}, ${formatRecent(c, changedAt)} by ${savedBy.replace(/^Agent let in by /, 'the agent of ')}`;
}

/** Shown where nobody is assigned and the name of the last saver does not show whose article it is. */
function ownerFact({ assigneeName, ownerName, savedBy, stage }: BoardLine): string {
  if (assigneeName !== null || ownerName === null || stage === 'published' || stage === 'unpublished') return '';
  return savedBy === ownerName || savedBy.endsWith(` ${ownerName}`) ? '' : `of ${ownerName}`;
}

/** What prevents the publication of the article. */
function stateOf(line: BoardLine): Html {
  const { stage, openNumbers, gateBlocks: blocks, gateWarns: warns } = line;
  if (line.scheduleTrouble !== null) return pill('Not published', 'block');
  if (stage === 'scheduled') return pill('Scheduled');
  if (stage === 'published' || stage === 'unpublished') return pill(STAGE_LABELS[stage].name);
  if (line.typed && isNew(line)) return pill('Draft');
  if (blocks === null || warns === null) return pill('Not checked yet');
  if (openNumbers) return pill(html`<b>${openNumbers}</b> ${openNumbers === 1 ? 'number' : 'numbers'} open`, 'block');
  if (blocks > 0) return pill(html`<b>${blocks}</b> ${blocks === 1 ? 'thing' : 'things'} to fix`, 'block');
  return pill(warns > 0 ? `Ready, ${warns} to consider` : 'Ready to publish', 'ready');
}

/** The due day; marked while the article is not published. */
function dueDay({ dueOn, stage }: BoardLine, today: string): Html {
  if (dueOn === null) return html`<span class="due"></span>`; // keeps its column
  const isDone = stage === 'published' || stage === 'unpublished';
  const mark =
    isDone || dueOn > soonBefore(today) ? '' : dueOn < today ? 'overdue' : dueOn === today ? 'today' : 'soon';
  const words = html`<time datetime="${dueOn}" title="Due on ${dueOn}">${dayWords(dueOn, today)}</time>`;
  return html`<span class="due"><span class="unseen">Due </span>${mark === 'today' ? html`<b class="late"><time datetime="${dueOn}">today</time></b>` : mark === '' ? words : html`<b class="${mark === 'overdue' ? 'late' : 'mark'}">${mark}</b> ${words}`}</span>`;
}

function assignee(name: string | null): Html {
  return name === null
    ? html`<span class="nobody"><span class="unseen">Assigned to nobody</span></span>`
    : html`<span class="unseen">Assigned to </span>${face(name)}`;
}
