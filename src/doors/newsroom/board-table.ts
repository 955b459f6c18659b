import { html } from 'hono/html';
import { deskName } from '../../article/desk.ts';
import type { Listed } from '../../article/on-file.ts';
import type { Html } from '../../editions/html.ts';
import type { STAGES } from './stage.ts';
import { when } from './when.ts';

export type BoardGroup = { stage: (typeof STAGES)[number]; lines: Listed[]; none: string; more: string | null };

/** The plan table: one group of rows for each stage, what stops publication counted in the last column. */
export function boardTable(groups: BoardGroup[], stops: ReadonlyMap<string, number>): Html {
  return html`<table class="plan board">
<caption class="unseen">Articles by stage, the last saved first</caption>
<thead><tr><th scope="col">Headline</th><th scope="col">Desk</th><th scope="col" class="number">Latest</th><th scope="col" class="number">Live</th><th scope="col">Saved (UTC)</th><th scope="col">Gate</th></tr></thead>
${groups.map((group) => stageRows(group, stops))}
</table>`;
}

function stageRows({ stage, lines, none, more }: BoardGroup, stops: ReadonlyMap<string, number>): Html {
  return html`<tbody>
<tr class="group"><th colspan="6" scope="rowgroup">${stage.name}</th></tr>
${lines.map((line) => row(line, stops.get(line.id)))}
${lines.length === 0 ? html`<tr class="none"><td colspan="6">${none}</td></tr>` : ''}
${more ? html`<tr class="more"><td colspan="6"><a href="${more}">More: ${stage.name.toLowerCase()}</a></td></tr>` : ''}
</tbody>`;
}

function row(line: Listed, stops: number | undefined): Html {
  return html`<tr>
<th scope="row"><a href="/newsroom/articles/${line.id}">${line.headline}</a></th>
<td>${deskName(line.section)}</td>
<td class="number"><span class="label">Latest</span> ${line.revision}</td>
<td class="number"><span class="label">Live</span> ${line.liveRevision ?? '–'}</td>
<td>${when(line.updatedAt)} <span class="by">${line.savedBy}</span></td>
<td>${stops === undefined ? '' : html`<span class="label">Gate</span> ${gateWord(stops)}`}</td>
</tr>`;
}

function gateWord(stops: number): Html {
  if (stops === 0) return html`open`;
  return html`<strong>${stops} ${stops === 1 ? 'thing stops' : 'things stop'} it</strong>`;
}
