import { html } from 'hono/html';
import { indexBeforeSearch } from '#editorial/write/index-drafts.ts';
import type { Html } from '#html/html.ts';
import { linkButton } from '#html/newsroom/kit/button.ts';
import { emptyState } from '#html/newsroom/kit/empty-state.ts';
import { tabs } from '#html/newsroom/kit/tabs.ts';
import { htmlFragment, newsroomPage } from '#html/newsroom/page.ts';
import { todayOf } from '#html/newsroom/time.ts';
import type { Context } from '#http/context.ts';
import { type Board, type BoardLine, type BoardStage, readBoard } from '#newsroom/articles/read/board.ts';
import { listMembers } from '#people/members.ts';
import { lastSeq } from '#runtime/follow-log.ts';
import { binnedToast } from './bin.ts';
import { ARTICLES, type BoardQuery, boardAddress, isNarrowed, readBoardQuery, STAGE_LABELS } from './board-filter.ts';
import { articleLine, type LineOptions } from './board-lines.ts';
import { bulkForm } from './bulk.ts';
import { bulkToast } from './bulk-undo.ts';
import { findBar } from './find-bar.ts';

/** Articles shown per stage: when the list has all stages, and when it has one. */
const TOGETHER = 12;
const ALONE = 50;

/** `GET /newsroom/articles`: every article this member may see, by stage. */
export async function showBoard(c: Context): Promise<Response> {
  const wanted = await readBoardQuery(c);
  const { stages, list } = await readList(c, wanted);
  const members = await listMembers(c.var.deps.db.read);
  return newsroomPage(c, {
    title: 'Articles',
    toast: bulkToast(c) ?? (await binnedToast(c)),
    scripts: ['board'],
    styles: ['newsroom-board.css'],
    head: {
      title: 'Articles',
      primary: { form: newArticleButton('n') },
      others: [{ text: 'Bin', href: '/newsroom/bin' }],
    },
    main: html`${stages}
${await findBar(c, wanted, members)}
<p class="hint following idle" id="following" role="status"></p>
${list}
${await bulkForm(c, boardAddress(wanted), members)}
${keys()}`,
  });
}

/** `GET /newsroom/lines`: the parts of the page that its script replaces when articles change. */
export async function showLines(c: Context): Promise<Response> {
  const { stages, list } = await readList(c, await readBoardQuery(c));
  return htmlFragment(c, html`${stages}${list}`);
}

/** Reads the journal before the articles: the page is notified of a change in between, and refreshes. */
async function readList(c: Context, wanted: BoardQuery): Promise<{ stages: Html; list: Html }> {
  const { deps, actor } = c.var;
  const today = todayOf(c);
  const happened = await lastSeq(deps.db, 'journal');
  const isAll = !wanted.stage && !wanted.sort && !isNarrowed(wanted);
  const filter = { ...wanted, limit: wanted.stage ? ALONE : TOGETHER, today };
  if (wanted.q !== undefined) await indexBeforeSearch(deps);
  const board =
    wanted.wrong.length > 0 ? NOTHING : await readBoard(deps.db.read, actor, filter, { showsUrgent: isAll });
  return {
    stages: html`<div id="stages">${stageTabs(wanted, board)}</div>`,
    list: html`<div id="board" data-seq="${happened}">
${board.isCut ? html`<p class="hint">These are the last changed of many articles with these words. Add a word.</p>` : ''}
${wanted.wrong.length > 0 ? '' : groups(c, board, wanted, today)}
</div>`,
  };
}

/** Where the query is not understood. */
const NOTHING: Board = { urgent: [], stages: [], isCut: false };

/** *All* and each stage with articles, with the number of its articles. */
function stageTabs(wanted: BoardQuery, { stages, isCut }: Board): Html | string {
  if (wanted.wrong.length > 0) return '';
  const all = stages.reduce((sum, { count }) => sum + count, 0);
  return tabs('Stages', [
    {
      text: 'All',
      href: boardAddress(wanted, { stage: null }),
      count: countWords(all, isCut),
      isCurrent: !wanted.stage,
    },
    ...stages
      .filter(({ stage, count }) => count > 0 || stage === wanted.stage)
      .map(({ stage, count }) => ({
        text: STAGE_LABELS[stage].name,
        href: boardAddress(wanted, { stage }),
        count: countWords(count, isCut),
        isCurrent: stage === wanted.stage,
      })),
  ]);
}

function countWords(count: number, isCut: boolean): number | string {
  return isCut && count > 0 ? `${count}+` : count;
}

/** Opens the editor at once where the script runs; without it, a form. `key` is the key that presses it. */
export function newArticleButton(key?: string): Html {
  return html`<form class="new-article" action="/newsroom/new"><button class="btn primary"${key ? html` aria-keyshortcuts="${key}"` : ''}>New article${key ? html` <kbd aria-hidden="true">${key.toUpperCase()}</kbd>` : ''}</button></form>`;
}

/** Shown by the script when ? is pressed. */
function keys(): Html {
  return html`<dialog id="keys" aria-labelledby="keys-title">
<h2 id="keys-title">Keys of the articles</h2>
<dl class="keys">
<div><dt><kbd>j</kbd></dt><dd>next article</dd></div>
<div><dt><kbd>k</kbd></dt><dd>previous article</dd></div>
<div><dt><kbd>Enter</kbd></dt><dd>open the article</dd></div>
<div><dt><kbd>x</kbd></dt><dd>tick or untick the article</dd></div>
<div><dt><kbd>e</kbd></dt><dd>go to the acts for the ticked articles</dd></div>
<div><dt><kbd>/</kbd></dt><dd>search</dd></div>
<div><dt><kbd>n</kbd></dt><dd>new article</dd></div>
<div><dt><kbd>?</kbd></dt><dd>show these keys</dd></div>
</dl>
<form method="dialog"><button class="plain">Close</button></form>
</dialog>`;
}

/** What is urgent, then the chosen stage or every stage with articles. */
function groups(c: Context, { urgent, stages }: Board, wanted: BoardQuery, today: string): Html {
  const shown = stages.filter(({ stage, count }) => (wanted.stage ? stage === wanted.stage : count > 0));
  if (shown.every(({ count }) => count === 0)) return nothingFound(wanted);
  return html`${urgent.length === 0 ? '' : group(c, { id: 'urgent', name: 'Needs someone today', count: urgent.length, lines: urgent }, { today, tellsStage: true })}
${shown.map((stage) => (stage.lines.length === 0 ? '' : stageGroup(c, stage, wanted, today)))}`;
}

type Group = { id: string; name: string; count: number; lines: readonly BoardLine[]; more?: Html | undefined };

function group(c: Context, { id, name, count, lines, more }: Group, options: LineOptions): Html {
  return html`<section id="${id}" aria-labelledby="${id}-name"><h2 class="group-head" id="${id}-name">${name} <span class="count">${count}</span></h2>
<ul class="lines">${lines.map((line) => articleLine(c, line, options))}
</ul>${more ?? ''}</section>
`;
}

function stageGroup(
  c: Context,
  { stage, count, lines, nextCursor }: BoardStage,
  wanted: BoardQuery,
  today: string,
): Html {
  const { name } = STAGE_LABELS[stage];
  const address = boardAddress(wanted, { stage, cursor: wanted.stage ? nextCursor : null });
  const more = nextCursor
    ? html`<p class="more"><a href="${address}">${wanted.stage ? 'More' : `All ${count}`}: ${name.toLowerCase()}</a></p>`
    : undefined;
  return group(c, { id: `stage-${stage}`, name, count, lines, more }, { today });
}

function nothingFound(wanted: BoardQuery): Html {
  if (isNarrowed(wanted))
    return emptyState({
      title: 'No article matches',
      act: linkButton({ text: 'Show all articles', href: ARTICLES, weight: 'plain' }),
    });
  return emptyState({ title: 'No article is here', text: STAGE_LABELS[wanted.stage ?? 'draft'].none });
}
