import { html } from 'hono/html';
import { readBoard } from '../../../article/read/board.ts';
import { HTML } from '../../../cache/public-response.ts';
import { type Html, printHtml } from '../../../render/html/html.ts';
import { now } from '../../../runtime/deps.ts';
import { lastJournalSeq } from '../../../runtime/follow-journal.ts';
import type { Context } from '../../kit/context.ts';
import { newsroomPage } from '../kit/page.ts';
import { filterForm, readWanted, stageList, type Wanted } from './board-filter.ts';
import { boardTable } from './board-table.ts';

/** Lines of each stage where the board shows all of them, and of a stage shown alone. */
const TOGETHER = 12;
const ALONE = 50;

/** `GET /newsroom`: every article the reader may see, by stage. */
export async function showBoard(c: Context): Promise<Response> {
  const wanted = readWanted(c);
  return newsroomPage(c, {
    title: 'Board',
    scripts: ['board'],
    styles: ['newsroom-board.css'],
    main: html`<div class="head"><h1>Board</h1>
<form class="new-article" action="/newsroom/new"><button>New article</button></form></div>
${await filterForm(c, wanted)}
<p class="hint following" id="following" role="status"></p>
${await lines(c, wanted)}
${keys()}`,
  });
}

/** `GET /newsroom/lines`: what of the board changes while somebody looks at it; its script asks for it. */
export async function showLines(c: Context): Promise<Response> {
  const markup = await lines(c, readWanted(c));
  return new Response(await printHtml(markup), {
    headers: {
      'Content-Type': HTML,
      'Cache-Control': 'no-store',
      'Content-Security-Policy': "default-src 'none'; frame-ancestors 'none'",
      'X-Robots-Tag': 'noindex',
    },
  });
}

/** The journal is read before the articles: what happens in between is told to the page, which then looks again. */
async function lines(c: Context, wanted: Wanted): Promise<Html> {
  const { deps, actor } = c.var;
  const today = now(deps).slice(0, 10);
  const happened = await lastJournalSeq(deps);
  const limit = wanted.stage ? ALONE : TOGETHER;
  const { stages, isCut } = await readBoard(deps.db.read, actor, { ...wanted, limit, today });
  return html`<div id="board" data-seq="${happened}">
${stageList(wanted, stages)}
${isCut ? html`<p class="hint">Only the articles saved last were looked through for these words.</p>` : ''}
${boardTable(stages, wanted, today)}
</div>`;
}

/** Shown by the script when ? is pressed. */
function keys(): Html {
  return html`<dialog id="keys" aria-labelledby="keys-title">
<h2 id="keys-title">Keys of the board</h2>
<dl class="keys">
<div><dt><kbd>j</kbd></dt><dd>next line</dd></div>
<div><dt><kbd>k</kbd></dt><dd>line before</dd></div>
<div><dt><kbd>Enter</kbd></dt><dd>open the line</dd></div>
<div><dt><kbd>/</kbd></dt><dd>look for words</dd></div>
<div><dt><kbd>?</kbd></dt><dd>these keys</dd></div>
</dl>
<form method="dialog"><button class="plain">Close</button></form>
</dialog>`;
}
