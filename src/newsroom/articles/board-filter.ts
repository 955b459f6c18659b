import { html } from 'hono/html';
import { deskName, openDesks } from '#article/desk.ts';
import { STAGES, type Stage } from '#article/stage.ts';
import { isEditorial } from '#core/actor.ts';
import { isUuid } from '#core/text.ts';
import { type BoardFilter, DUE_STATES, GATE_STATES, SORTS } from '#editorial/turns/narrow-board.ts';
import type { Html } from '#html/html.ts';
import type { Context } from '#http/context.ts';
import { listMembers } from '#people/members.ts';

/** The filter that the board's address asks for. */
export type BoardQuery = Omit<BoardFilter, 'limit' | 'today'>;
/** The query parameters of the board, in the order they appear in its address. */
type Field = 'q' | 'stage' | 'desk' | 'person' | 'agent' | 'gate' | 'due' | 'sort' | 'cursor';

/** Reads the filter from the address. Ignores values that are not valid. */
export function parseBoardQuery(c: Context): BoardQuery {
  const stage = STAGES.find((one) => one === c.req.query('stage'));
  const section = c.req
    .query('desk')
    ?.replace(/[^a-z0-9-]/g, '')
    .slice(0, 200);
  const q = c.req
    .query('q')
    ?.replace(/\p{Cc}+/gu, ' ')
    .trim()
    .slice(0, 200);
  const person = c.req.query('person');
  const agent = c.req.query('agent');
  const gate = GATE_STATES.find((one) => one === c.req.query('gate'));
  const due = DUE_STATES.find((one) => one === c.req.query('due'));
  const sort = SORTS.find((one) => one === c.req.query('sort'));
  const cursor = c.req.query('cursor');
  return {
    ...(q && { q }),
    ...(stage && { stage }),
    ...(section && { section }),
    ...(person && isUuid(person) && { personId: person.toLowerCase() }),
    ...(agent && (agent === 'any' || isUuid(agent)) && { agent: agent.toLowerCase() }),
    ...(gate && { gate }),
    ...(due && { due }),
    ...(sort && { sort }),
    ...(stage && cursor && { cursor }),
  };
}

/** The address of the board with this filter and some changes to it; null removes a parameter. */
export function boardAddress(wanted: BoardQuery, change: Partial<Record<Field, string | null>> = {}): string {
  const { q, stage, section: desk, personId: person, agent, gate, due, sort } = wanted;
  const fields = Object.entries({ q, stage, desk, person, agent, gate, due, sort, ...change });
  const query = new URLSearchParams(fields.filter((field): field is [string, string] => Boolean(field[1])));
  return query.size > 0 ? `/newsroom?${query}` : '/newsroom';
}

/** Whether the filter has anything other than a stage and an order. */
export function isNarrowed({ stage: _stage, sort: _sort, ...rest }: BoardQuery): boolean {
  return Object.keys(rest).length > 0;
}

type Option = { value: string; name: string };

/** The filter form; it keeps the stage that is chosen. */
export async function filterForm(c: Context, wanted: BoardQuery): Promise<Html> {
  const people = (await listMembers(c.var.deps.db.read)).filter((one) => one.disabledAt === null);
  const { editor } = c.var.session;
  const named = people.map((one) => ({ value: one.id, name: one.id === editor.id ? `${one.name} (you)` : one.name }));
  const programs = people
    .filter((one) => one.role === 'editor' || one.role === 'chief')
    .map((one) => ({ value: one.id, name: `Approved by ${one.name}` }));
  const { q, stage, section, personId, agent, gate, due, sort } = wanted;
  return html`<form class="filter" method="get" action="/newsroom" role="search" aria-label="Board">
<p class="look-up"><label for="q">Words in the copy or the notes</label>
<input id="q" name="q" type="search" value="${q ?? ''}" autocomplete="off" aria-keyshortcuts="/"></p>
${stage ? html`<input type="hidden" name="stage" value="${stage}">` : ''}
<details class="narrow"${[section, personId, agent, gate, due, sort].some(Boolean) ? html` open` : ''}><summary>Filter and order</summary>
${choice({ name: 'desk', label: 'Desk', all: 'All' }, withOwn(deskOptions(), section, deskName(section ?? '')), section)}
${isEditorial(editor) ? choice({ name: 'person', label: 'Owner or assignee', all: 'Anyone' }, withOwn(named, personId), personId) : ''}
${choice({ name: 'agent', label: 'Agents', all: 'People and agents' }, [{ value: 'any', name: 'Any agent' }, ...withOwn(programs, agent, 'One agent')], agent)}
${choice({ name: 'gate', label: 'Ready to publish', all: 'Any' }, GATE_OPTIONS, gate)}
${choice({ name: 'due', label: 'Due', all: 'Any day' }, DUE_OPTIONS, due)}
${choice({ name: 'sort', label: 'Order', all: 'Last changed first' }, SORT_OPTIONS, sort)}</details>
<p><button>Show</button>${isNarrowed(wanted) || stage || sort ? html` <a href="/newsroom">Show all</a>` : ''}</p>
</form>`;
}

const GATE_OPTIONS: Option[] = [
  { value: 'open', name: 'Ready' },
  { value: 'warned', name: 'Ready, with things to consider' },
  { value: 'blocked', name: 'Things to fix' },
];
const DUE_OPTIONS: Option[] = [
  { value: 'overdue', name: 'Overdue' },
  { value: 'soon', name: 'Due soon' },
  { value: 'none', name: 'No day set' },
];

const SORT_OPTIONS: Option[] = [
  { value: 'headline', name: 'By headline' },
  { value: 'byline', name: 'By byline' },
  { value: 'desk', name: 'By desk' },
  { value: 'due', name: 'By due day' },
];

function deskOptions(): Option[] {
  return openDesks().map(({ slug, name }) => ({ value: slug, name }));
}

/** Adds the value in the address to the options when they do not contain it. */
function withOwn(options: Option[], value: string | undefined, name = value): Option[] {
  if (!value || value === 'any' || options.some((one) => one.value === value)) return options;
  return [...options, { value, name: name === value && isUuid(value) ? 'A former member' : (name ?? value) }];
}

/** The name of a select, its label, and the words of its empty choice. */
type Labels = { name: string; label: string; all: string };

function choice({ name, label, all }: Labels, options: Option[], chosen?: string): Html {
  return html`<p><label for="${name}">${label}</label>
<select id="${name}" name="${name}"><option value="">${all}</option>${options.map(
    (one) => html`<option value="${one.value}"${one.value === chosen ? html` selected` : ''}>${one.name}</option>`,
  )}</select></p>`;
}

/** The stages with their counts; each is a link that shows this stage alone. */
export function stageList(wanted: BoardQuery, counts: { stage: keyof typeof STAGE_LABELS; count: number }[]): Html {
  return html`<nav class="stages" aria-label="Stages"><ul>${counts.map(
    ({ stage, count }) =>
      html`<li><a href="${boardAddress(wanted, { stage: wanted.stage === stage ? null : stage })}"${wanted.stage === stage ? html` aria-current="true"` : ''}><b>${count}</b> ${STAGE_LABELS[stage].name}</a></li>`,
  )}</ul></nav>`;
}

/** Each stage as a heading on the board, and the sentence shown when no article is in it. */
export const STAGE_LABELS: Record<Stage, { name: string; none: string }> = {
  draft: { name: 'Drafts', none: 'No drafts. A draft appears here when a person or an agent creates it.' },
  in_review: { name: 'In review', none: 'No article is waiting for a review.' },
  changes_requested: { name: 'Changes requested', none: 'No article has requested changes.' },
  approved: { name: 'Approved', none: 'No approved article is waiting to be published.' },
  scheduled: { name: 'Scheduled', none: 'Nothing is scheduled.' },
  changed: { name: 'Newer copy waiting', none: 'No published article has newer copy waiting.' },
  published: { name: 'Published', none: 'Nothing is published. Open a draft and publish a revision of it.' },
  unpublished: { name: 'Unpublished', none: 'No article has been unpublished.' },
};
