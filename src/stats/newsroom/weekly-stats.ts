import { html } from 'hono/html';
import { deskName, openDesks } from '#article/desk.ts';
import { dayStart } from '#core/wall-time.ts';
import { type BarsDrawing, barsDrawing, sharesDrawing } from '#evidence/pages/bar-chart.ts';
import type { Html } from '#html/html.ts';
import { newsroomPage } from '#html/newsroom/page.ts';
import { todayOf, zoneOf } from '#html/newsroom/time.ts';
import type { Context } from '#http/context.ts';
import { type AgentStats, type DeskWeek, readAgentStats, readWeeklyStats, weekOf } from '#stats/weekly-stats.ts';

/** Weeks shown, including the current one. */
const WEEKS = 12;
const WEEK = 7 * 86_400_000;

type What = 'drafts' | 'published' | 'corrected';
const WHATS: { what: What; name: string; bar: BarsDrawing['bar'] }[] = [
  { what: 'drafts', name: 'New drafts', bar: 'line' },
  { what: 'published', name: 'Published', bar: 'solid' },
  { what: 'corrected', name: 'Corrected', bar: 'accent' },
];

/** `GET /newsroom/weeks`: drafts, publications and corrections by week and desk, and what was published of the agents' work. */
export async function showWeeks(c: Context): Promise<Response> {
  const { deps, actor } = c.var;
  const zone = zoneOf(c);
  const last = weekOf(todayOf(c));
  const weeks = Array.from({ length: WEEKS }, (_, at) =>
    new Date(Date.parse(last) - (WEEKS - 1 - at) * WEEK).toISOString().slice(0, 10),
  );
  const from = weeks[0] ?? last;
  const lines = await readWeeklyStats(deps.db.read, actor, from, zone);
  const programs = await readAgentStats(deps.db.read, actor, dayStart(from, zone));
  return newsroomPage(c, {
    title: 'Statistics',
    styles: ['newsroom-charts.css'],
    main: html`<h1>Statistics of the last ${WEEKS} weeks</h1>
<p>Since <time datetime="${from}">${from}</time>, a Monday, to now. Each week is named by its Monday.</p>
<div class="drawings">${WHATS.map((one) => weekDrawing(one, weeks, lines))}</div>
${weekTable(lines)}
${programPart(programs)}`,
  });
}

function weekDrawing({ what, name, bar }: (typeof WHATS)[number], weeks: string[], lines: DeskWeek[]): Html {
  const desks = [...new Set([...openDesks().map((desk) => desk.slug), ...lines.map((line) => line.desk)])];
  const numberAt = (week: string, desk: string) =>
    lines.find((line) => line.week === week && line.desk === desk)?.[what] ?? 0;
  const rows = desks.map((desk) => ({ name: deskName(desk), values: weeks.map((week) => numberAt(week, desk)) }));
  const sum = rows.flatMap((row) => row.values).reduce((one, other) => one + other, 0);
  return html`<section aria-labelledby="${what}-title">
<h2 id="${what}-title">${name} <span class="sum">${sum}</span></h2>
${barsDrawing({
  id: what,
  title: `${name}, by week and desk`,
  description: `${sum} in ${WEEKS} weeks. The numbers are in the table below.`,
  columns: weeks.map((week) => week.slice(5)),
  rows,
  bar,
})}
</section>`;
}

function weekTable(lines: DeskWeek[]): Html {
  return html`<details>
<summary>The table behind these drawings</summary>
${
  lines.length === 0
    ? html`<p>Nothing was drafted, published or corrected in these weeks.</p>`
    : html`<table class="plan">
<caption class="unseen">New drafts, published and corrected, by week and desk</caption>
<thead><tr><th scope="col">Week of</th><th scope="col">Desk</th>${WHATS.map(({ name }) => html`<th scope="col" class="number">${name}</th>`)}</tr></thead>
<tbody>${lines
        .toReversed()
        .map(
          (line) =>
            html`<tr><th scope="row"><time datetime="${line.week}">${line.week}</time></th><td>${deskName(line.desk)}</td>${WHATS.map(
              ({ what, name }) => html`<td class="number"><span class="label">${name}</span> ${line[what]}</td>`,
            )}</tr>`,
        )}</tbody>
</table>`
}
</details>`;
}

function programPart(programs: AgentStats[]): Html {
  const nameOf = ({ program, letInBy }: AgentStats) => `${program || 'No name given'}, approved by ${letInBy}`;
  return html`<section aria-labelledby="agents-title">
<h2 id="agents-title">Articles written by agents</h2>
${
  programs.length === 0
    ? html`<p>No agent has written anything in these weeks. Give one access at <a href="/agent/claim">Let an agent in</a>.</p>`
    : html`<p>Articles for which each agent wrote a revision. Filled: a revision by the agent was published. Outlined: not published.</p>
<div class="drawings">${sharesDrawing({
        id: 'agents',
        title: 'Articles by each agent that were published',
        description: programs.map((one) => `${nameOf(one)}: ${one.accepted} of ${one.articles}`).join('; '),
        rows: programs.map((one) => ({ name: nameOf(one), solid: one.accepted, open: one.articles - one.accepted })),
      })}</div>
<details>
<summary>The table behind this drawing</summary>
<table class="plan">
<caption class="unseen">Articles written by agents</caption>
<thead><tr><th scope="col">Agent</th><th scope="col">Approved by</th><th scope="col" class="number">Articles</th><th scope="col" class="number">Published</th><th scope="col" class="number">Never published</th><th scope="col" class="number">Changes requested</th></tr></thead>
<tbody>${programs.map(
        (one) => html`<tr><th scope="row">${one.program || 'No name given'}</th><td>${one.letInBy}</td>
<td class="number"><span class="label">Articles</span> ${one.articles}</td>
<td class="number"><span class="label">Published</span> ${one.accepted}</td>
<td class="number"><span class="label">Never published</span> ${one.articles - one.accepted}</td>
<td class="number"><span class="label">Changes requested</span> ${one.changesRequested}</td></tr>`,
      )}</tbody>
</table>
</details>`
}
</section>`;
}
