import { html } from 'hono/html';
import { DESKS } from '../../article/desk.ts';
import { STATUSES } from '../../article/filed.ts';
import { countStops, type FileFilter, type ListedPage, listArticles } from '../../article/on-file.ts';
import type { Html } from '../../editions/html.ts';
import type { Ctx } from '../env.ts';
import { type BoardGroup, boardTable } from './board-table.ts';
import { newsroomPage } from './page.ts';
import { STAGES } from './stage.ts';

/** Lines of each stage where the board shows all of them, and of a stage shown alone. */
const TOGETHER = 12;
const ALONE = 50;

type Wanted = Omit<FileFilter, 'limit'>;

/** `GET /newsroom`: every article the reader may see, by stage. */
export async function showBoard(c: Ctx): Promise<Response> {
  const wanted = readWanted(c);
  const groups = await Promise.all(
    STAGES.filter(({ status }) => !wanted.status || status === wanted.status).map(async (stage) => ({
      stage,
      page: await listArticles(c.var.press.db.read, c.var.actor, {
        ...wanted,
        status: stage.status,
        limit: wanted.status ? ALONE : TOGETHER,
      }),
    })),
  );
  const stops = await countStops(
    c.var.press.db.read,
    groups.flatMap(({ page }) => waiting(page)),
    { ...c.var.press.policy, by: c.var.actor },
  );
  const narrowed = wanted.q !== undefined || wanted.section !== undefined || wanted.cursor !== undefined;
  return newsroomPage(c, {
    title: 'Board',
    main: html`<h1>Board</h1>
${filterForm(wanted)}
${boardTable(
  groups.map(
    ({ stage, page }): BoardGroup => ({
      stage,
      lines: page.articles,
      none: narrowed ? 'Nothing here fits.' : stage.none,
      more: page.nextCursor ? moreOf(wanted, stage.status, page.nextCursor) : null,
    }),
  ),
  stops,
)}`,
  });
}

/** What is asked for in the address; what cannot be meant is left out. */
function readWanted(c: Ctx): Wanted {
  const status = STATUSES.find((one) => one === c.req.query('status'));
  const section = c.req
    .query('desk')
    ?.replace(/[^a-z0-9-]/g, '')
    .slice(0, 200);
  const q = c.req
    .query('q')
    ?.replace(/\p{Cc}+/gu, ' ')
    .trim()
    .slice(0, 200);
  const cursor = c.req.query('cursor');
  return {
    ...(status && { status }),
    ...(section && { section }),
    ...(q && { q }),
    ...(status && cursor && { cursor }),
  };
}

/** A published article that waits for nothing has no gate to count. */
function waiting(page: ListedPage): string[] {
  return page.articles.filter((line) => line.status !== 'published').map((line) => line.id);
}

/** The address of the rest of a stage: its own page where the board shows all stages. */
function moreOf({ section, q, status: alone }: Wanted, status: string, cursor: string): string {
  const query = new URLSearchParams({
    status,
    ...(section && { desk: section }),
    ...(q && { q }),
    ...(alone && { cursor }),
  });
  return `/newsroom?${query}`;
}

function filterForm({ status, section, q }: Wanted): Html {
  const known = DESKS.map((desk) => ({ value: desk.slug as string, name: desk.name }));
  const desks =
    section && !known.some(({ value }) => value === section) ? [...known, { value: section, name: section }] : known;
  const stages = STAGES.map((stage) => ({ value: stage.status as string, name: stage.name }));
  return html`<form class="filter" method="get" action="/newsroom" role="search">
${choice('status', 'Stage', 'All stages', stages, status)}
${choice('desk', 'Desk', 'All desks', desks, section)}
<p><label for="q">Words in headline or dek</label>
<input id="q" name="q" type="search" value="${q ?? ''}" autocomplete="off"></p>
<p><button>Show</button>${status || section || q ? html` <a href="/newsroom">Show all</a>` : ''}</p>
</form>`;
}

function choice(
  name: string,
  label: string,
  all: string,
  options: { value: string; name: string }[],
  chosen?: string,
): Html {
  return html`<p><label for="${name}">${label}</label>
<select id="${name}" name="${name}"><option value="">${all}</option>${options.map(
    (one) => html`<option value="${one.value}"${one.value === chosen ? html` selected` : ''}>${one.name}</option>`,
  )}</select></p>`;
}
