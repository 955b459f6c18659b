import { html } from 'hono/html';
import { deskName } from '../../../article/model/desk.ts';
import { type BoardLine, type BoardStage, soonBefore } from '../../../article/read/board.ts';
import type { Html } from '../../../render/html/html.ts';
import { formatTime } from '../kit/time.ts';
import { boardAddress, isNarrowed, type Wanted } from './board-filter.ts';
import { STAGE_WORDS } from './stage.ts';

/** The plan table: one group of rows for each stage, with who sees to it, when it is due and what stands in its way. */
export function boardTable(stages: BoardStage[], wanted: Wanted, today: string): Html {
  if (shownOf(stages, wanted).length === 0)
    return html`<p>Nothing here fits. <a href="/newsroom">Show the whole board</a>.</p>`;
  return html`<table class="plan board">
<caption class="unseen">Articles by stage, the last changed first</caption>
<thead><tr><th scope="col">Headline</th><th scope="col">Desk</th><th scope="col">With</th><th scope="col">Due</th><th scope="col" class="number">Latest</th><th scope="col" class="number">Live</th><th scope="col">Changed (UTC)</th><th scope="col">Gate</th></tr></thead>
${shownOf(stages, wanted).map((one) => stageRows(one, wanted, today))}
</table>`;
}

/** Every stage, or the one asked for; of a narrowed board, those that have something. */
function shownOf(stages: BoardStage[], wanted: Wanted): BoardStage[] {
  if (wanted.stage) return stages.filter(({ stage }) => stage === wanted.stage);
  return isNarrowed(wanted) ? stages.filter(({ count }) => count > 0) : stages;
}

function stageRows({ stage, count, lines, nextCursor }: BoardStage, wanted: Wanted, today: string): Html {
  const { name, none } = STAGE_WORDS[stage];
  const words = isNarrowed(wanted) ? 'Nothing here fits.' : none;
  return html`<tbody id="stage-${stage}">
<tr class="group"><th colspan="8" scope="rowgroup">${name} <span class="count">${count}</span></th></tr>
${lines.map((line) => row(line, today))}
${lines.length === 0 ? html`<tr class="none"><td colspan="8">${words}</td></tr>` : ''}
${nextCursor ? html`<tr class="more"><td colspan="8"><a href="${boardAddress(wanted, { stage, cursor: wanted.stage ? nextCursor : null })}">${wanted.stage ? 'More' : `All ${count}`}: ${name.toLowerCase()}</a></td></tr>` : ''}
</tbody>`;
}

function row(line: BoardLine, today: string): Html {
  return html`<tr data-line="${line.id}">
<th scope="row"><a href="/newsroom/articles/${line.id}">${line.headline}</a>${schedule(line)}${lookAgain(line)}</th>
<td>${deskName(line.section)}</td>
<td><span class="label">With</span> ${withWhom(line)}</td>
<td>${due(line, today)}</td>
<td class="number"><span class="label">Latest</span> ${line.revision}</td>
<td class="${line.liveRevision === null ? 'number never' : 'number'}"><span class="label">Live</span> ${line.liveRevision ?? '–'}</td>
<td>${formatTime(line.changedAt)} <span class="by">${line.savedBy.replace(/^Agent let in by /, 'agent of ')}</span></td>
<td>${gateWord(line)}</td>
</tr>`;
}

function lookAgain({ id, lookAgain: count = 0 }: BoardLine): Html | string {
  if (count === 0) return '';
  return html` <a class="by" href="/newsroom/articles/${id}/figures">${count} ${count === 1 ? 'figure' : 'figures'} to look at again</a>`;
}

/** Whose it is needs saying only where the hand that saved it last does not say it. */
function withWhom({ assigneeName, ownerName, savedBy }: BoardLine): Html {
  const of =
    ownerName === null || savedBy === ownerName || savedBy.endsWith(` ${ownerName}`) ? '' : `; of ${ownerName}`;
  return assigneeName === null
    ? html`<span class="by">nobody yet${of}</span>`
    : html`${assigneeName}<span class="by">${of}</span>`;
}

function schedule({ scheduledFor, scheduleTrouble }: BoardLine): Html | string {
  if (scheduleTrouble !== null)
    return html`<span class="note"><b class="mark trouble">not kept</b> ${scheduleTrouble}</span>`;
  return scheduledFor === null ? '' : html`<span class="note">goes out ${formatTime(scheduledFor)} UTC</span>`;
}

/** Late is said in words; what is out already is late no more. */
function due({ dueOn, stage }: BoardLine, today: string): Html | string {
  if (dueOn === null) return '';
  const day = html`<span class="label">Due</span> <time datetime="${dueOn}">${dueOn}</time>`;
  if (stage === 'published' || stage === 'unpublished') return day;
  if (dueOn < today) return html`${day} <b class="mark late">overdue</b>`;
  return dueOn <= soonBefore(today) ? html`${day} <b class="mark">${dueOn === today ? 'today' : 'soon'}</b>` : day;
}

/** A published article that waits for nothing has no gate before it. */
function gateWord({ stage, gateBlocks: blocks, gateWarns: warns }: BoardLine): Html | string {
  if (stage === 'published') return '';
  const label = html`<span class="label">Gate</span>`;
  if (blocks === null || warns === null) return html`${label} not looked at yet`;
  if (blocks > 0) return html`${label} <strong>${blocks} ${blocks === 1 ? 'thing stops' : 'things stop'} it</strong>`;
  return warns > 0 ? html`${label} open, ${warns} ${warns === 1 ? 'warning' : 'warnings'}` : html`${label} open`;
}
