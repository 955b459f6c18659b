import { html } from 'hono/html';
import { deskName } from '#article/desk.ts';
import { readWaiting, soonBefore } from '#article/waiting.ts';
import type { Sort } from '#editorial/turns/narrow-board.ts';
import { indexBeforeSearch } from '#editorial/write/index-drafts.ts';
import type { Html } from '#html/html.ts';
import { htmlFragment, newsroomPage } from '#html/newsroom/page.ts';
import { formatRecent, formatTime, todayOf } from '#html/newsroom/time.ts';
import type { Context } from '#http/context.ts';
import { type BoardLine, type BoardStage, readBoard } from '#newsroom/articles/read/board.ts';
import { gateWords } from '#newsroom/publish/gate-list.ts';
import { lastSeq } from '#runtime/follow-log.ts';
import { firstSteps } from '#site/newsroom/first-steps.ts';
import {
  type BoardQuery,
  boardAddress,
  filterForm,
  isNarrowed,
  parseBoardQuery,
  STAGE_LABELS,
  stageList,
} from './board-filter.ts';
import { BULK_FORM, bulkForm } from './bulk.ts';
import { savedFilters } from './saved-filters.ts';
import { waitingSection } from './waiting-list.ts';

/** Articles shown per stage: when the board shows all stages, and when it shows one. */
const TOGETHER = 12;
const ALONE = 50;

/** `GET /newsroom`: every article this member may see, by stage. */
export async function showBoard(c: Context): Promise<Response> {
  const wanted = parseBoardQuery(c);
  return newsroomPage(c, {
    title: 'Board',
    scripts: ['board'],
    styles: ['newsroom-board.css'],
    main: html`<div class="head"><h1>Board</h1>
<form class="new-article" action="/newsroom/new"><button>New article</button></form>
<p><a href="/newsroom/bin">Bin</a></p></div>
${await firstSteps(c)}
${await filterForm(c, wanted)}
${await savedFilters(c, wanted)}
<p class="hint following" id="following" role="status"></p>
${await lines(c, wanted)}
${await bulkForm(c, boardAddress(wanted))}
${keys()}`,
  });
}

/** `GET /newsroom/lines`: the part of the board that its script replaces when articles change. */
export async function showLines(c: Context): Promise<Response> {
  return htmlFragment(c, await lines(c, parseBoardQuery(c)));
}

/** Reads the journal before the articles: the page is notified of a change in between, and refreshes. */
async function lines(c: Context, wanted: BoardQuery): Promise<Html> {
  const { deps, actor } = c.var;
  const today = todayOf(c);
  const happened = await lastSeq(deps.db, 'journal');
  const limit = wanted.stage ? ALONE : TOGETHER;
  if (wanted.q !== undefined) await indexBeforeSearch(deps);
  const { stages, isCut } = await readBoard(deps.db.read, actor, { ...wanted, limit, today });
  const isFirstPage = !isNarrowed(wanted) && !wanted.stage;
  return html`<div id="board" data-seq="${happened}">
${isFirstPage ? waitingSection(await readWaiting(deps.db.read, actor, today), actor.id) : ''}
${stageList(wanted, stages)}
${isCut ? html`<p class="hint">More articles have these words than are counted here. Add a word.</p>` : ''}
${boardTable(c, stages, wanted, today)}
</div>`;
}

/** Shown by the script when ? is pressed. */
function keys(): Html {
  return html`<dialog id="keys" aria-labelledby="keys-title">
<h2 id="keys-title">Keys of the board</h2>
<dl class="keys">
<div><dt><kbd>j</kbd></dt><dd>next article</dd></div>
<div><dt><kbd>k</kbd></dt><dd>previous article</dd></div>
<div><dt><kbd>Enter</kbd></dt><dd>open the article</dd></div>
<div><dt><kbd>x</kbd></dt><dd>tick or untick the article</dd></div>
<div><dt><kbd>e</kbd></dt><dd>go to the acts for the ticked articles</dd></div>
<div><dt><kbd>/</kbd></dt><dd>search</dd></div>
<div><dt><kbd>?</kbd></dt><dd>show these keys</dd></div>
</dl>
<form method="dialog"><button class="plain">Close</button></form>
</dialog>`;
}

/** The board table: one group of rows per stage, each row with assignee, due day and gate. */
function boardTable(c: Context, stages: BoardStage[], wanted: BoardQuery, today: string): Html {
  if (shownOf(stages, wanted).length === 0) {
    return isNarrowed(wanted)
      ? html`<p>No article matches. <a href="/newsroom">Show the whole board</a>.</p>`
      : html`<p>${STAGE_LABELS.draft.none}</p>`;
  }
  return html`<table class="plan board">
<caption class="unseen">Articles by stage</caption>
<thead><tr><td></td>${sortHead(wanted, 'headline', 'Headline')}${sortHead(wanted, 'byline', 'Byline')}${sortHead(wanted, 'desk', 'Desk')}<th scope="col">Assigned to</th>${sortHead(wanted, 'due', 'Due')}<th scope="col" class="number">Revision</th><th scope="col" class="number">Live</th>${sortHead(wanted, null, 'Changed')}<th scope="col">Ready?</th></tr></thead>
${shownOf(stages, wanted).map((one) => stageRows(c, one, wanted, today))}
</table>
${emptyStages(stages, wanted)}`;
}

/** The head of a column that the lines can be sorted by; null is the last change. */
function sortHead(wanted: BoardQuery, sort: Sort | null, name: string): Html {
  const isChosen = (wanted.sort ?? null) === sort;
  const order = isChosen ? html` aria-sort="${sort === null ? 'descending' : 'ascending'}"` : '';
  return html`<th scope="col"${order}><a href="${boardAddress(wanted, { sort })}">${name}</a></th>`;
}

/** The chosen stage, or every stage with articles. */
function shownOf(stages: BoardStage[], wanted: BoardQuery): BoardStage[] {
  return stages.filter(({ stage, count }) => (wanted.stage ? stage === wanted.stage : count > 0));
}

/** One line for all stages without articles. */
function emptyStages(stages: BoardStage[], wanted: BoardQuery): Html | string {
  const empty = stages.filter(({ count }) => count === 0);
  if (wanted.stage || isNarrowed(wanted) || empty.length === 0) return '';
  const names = empty.map(({ stage }) => STAGE_LABELS[stage].name.toLowerCase());
  return html`<p class="hint">No articles: ${names.join(', ')}.</p>`;
}

function stageRows(c: Context, one: BoardStage, wanted: BoardQuery, today: string): Html {
  const { stage, count, lines, nextCursor } = one;
  const { name, none } = STAGE_LABELS[stage];
  const words = isNarrowed(wanted) ? 'No article matches.' : none;
  return html`<tbody id="stage-${stage}">
<tr class="group"><th colspan="10" scope="rowgroup">${name} <span class="count">${count}</span></th></tr>
${lines.map((line) => row(c, line, today))}
${lines.length === 0 ? html`<tr class="none"><td colspan="10">${words}</td></tr>` : ''}
${nextCursor ? html`<tr class="more"><td colspan="10"><a href="${boardAddress(wanted, { stage, cursor: wanted.stage ? nextCursor : null })}">${wanted.stage ? 'More' : `All ${count}`}: ${name.toLowerCase()}</a></td></tr>` : ''}
</tbody>`;
}

function row(c: Context, line: BoardLine, today: string): Html {
  return html`<tr data-line="${line.id}">
<td class="pick"><label><input type="checkbox" name="id" value="${line.id}" form="${BULK_FORM}" autocomplete="off"><span class="unseen">Tick ${line.typedHeadline ?? line.headline}</span></label></td>
<th scope="row"><a href="/newsroom/articles/${line.id}">${line.typedHeadline ?? line.headline}</a>${line.typedHeadline ? html` <span class="note">only you see it: it is not saved as a revision</span>` : ''}${schedule(line)}${lookAgain(line)}</th>
<td>${line.byline === null ? '' : html`<span class="label">By</span> ${line.byline}`}</td>
<td>${deskName(line.section)}</td>
<td><span class="label">Assigned to</span> ${withWhom(line)}</td>
<td>${due(line, today)}</td>
<td class="number"><span class="label">Revision</span> ${line.revision}</td>
<td class="${line.liveRevision === null ? 'number never' : 'number'}"><span class="label">Live</span> ${line.liveRevision === null ? '–' : line.liveRevision}</td>
<td>${formatRecent(c, line.changedAt)} <span class="by">${line.savedBy.replace(/^Agent let in by /, 'agent of ')}</span></td>
<td>${gateWord(line)}</td>
</tr>`;
}

function lookAgain({ id, lookAgain: count = 0 }: BoardLine): Html | string {
  if (count === 0) return '';
  return html` <a class="by" href="/newsroom/articles/${id}/figures">${count} ${count === 1 ? 'number' : 'numbers'} to check again</a>`;
}

/** Names the assignee; names the owner only when the last saver's name does not already show it. */
function withWhom({ assigneeName, ownerName, savedBy }: BoardLine): Html {
  const of =
    ownerName === null || savedBy === ownerName || savedBy.endsWith(` ${ownerName}`) ? '' : `; of ${ownerName}`;
  return assigneeName === null
    ? html`<span class="by">nobody${of}</span>`
    : html`${assigneeName}<span class="by">${of}</span>`;
}

function schedule({ scheduledFor, scheduleTrouble }: BoardLine): Html | string {
  if (scheduleTrouble !== null)
    return html`<span class="note"><b class="mark trouble">not published as planned</b> ${scheduleTrouble}</span>`;
  return scheduledFor === null ? '' : html`<span class="note">goes out ${formatTime(scheduledFor)} UTC</span>`;
}

/** The due day, marked as overdue or soon unless the article was published. */
function due({ dueOn, stage }: BoardLine, today: string): Html | string {
  if (dueOn === null) return '';
  const day = html`<span class="label">Due</span> <time datetime="${dueOn}">${dueOn}</time>`;
  if (stage === 'published' || stage === 'unpublished') return day;
  if (dueOn < today) return html`${day} <b class="mark late">overdue</b>`;
  return dueOn <= soonBefore(today) ? html`${day} <b class="mark">${dueOn === today ? 'today' : 'soon'}</b>` : day;
}

/** The state of the gate; empty for a published article without newer copy. */
function gateWord({ stage, gateBlocks: blocks, gateWarns: warns }: BoardLine): Html | string {
  if (stage === 'published') return '';
  const label = html`<span class="label">Ready?</span>`;
  if (blocks === null || warns === null) return html`${label} not checked yet`;
  if (blocks > 0) return html`${label} <strong>${gateWords(blocks, 0)}</strong>`;
  return html`${label} ready${warns > 0 ? `, ${gateWords(0, warns)}` : ''}`;
}
