import { html } from 'hono/html';
import { openSections } from '#article/section.ts';
import { isEditorial } from '#core/actor.ts';
import type { Sort } from '#editorial/turns/narrow-board.ts';
import type { Html } from '#html/html.ts';
import { button } from '#html/newsroom/kit/button.ts';
import { field, type Option } from '#html/newsroom/kit/field.ts';
import type { Context } from '#http/context.ts';
import type { MemberSummary } from '#people/members.ts';
import { type Facet, wordsIn } from './article-query.ts';
import { ARTICLES, type BoardQuery, isNarrowed, READY } from './board-filter.ts';
import { savedViews } from './saved-filters.ts';

/** The search field, the form that chooses in its place, and the saved views. */
export async function findBar(c: Context, wanted: BoardQuery, members: readonly MemberSummary[]): Promise<Html> {
  const { text, wrong, stage, sort } = wanted;
  return html`<div class="find">
<form class="find-form" action="${ARTICLES}" role="search" aria-label="Articles">${kept({ stage, sort })}
<label class="unseen" for="q">Search the articles</label>
<input id="q" name="q" type="search" value="${text}" placeholder="Words, section:${openSections()[0]?.slug ?? ''}, by:me, open numbers …" autocomplete="off" spellcheck="false" maxlength="300" aria-keyshortcuts="/"${wrong.length > 0 ? html` aria-invalid="true" aria-describedby="q-wrong"` : ''}>
<button class="btn plain">Search</button></form>
${filterForm(c, wanted, members)}
${await savedViews(c, wanted, members)}
${isNarrowed(wanted) || stage || sort ? html`<a class="btn quiet" href="${ARTICLES}">Show all</a>` : ''}
</div>
${wrong.length > 0 ? html`<div class="wrong" id="q-wrong" role="alert">${wrong.map((sentence) => html`<p>${sentence}</p>`)}</div>` : ''}`;
}

/** What a form keeps of the address. */
function kept(fields: Readonly<Record<string, string | undefined>>): Html {
  return html`${Object.entries(fields).map(([name, value]) =>
    value ? html`<input type="hidden" name="${name}" value="${value}">` : '',
  )}`;
}

const READY_OPTIONS: readonly Option[] = [
  { value: READY.open, text: 'Ready' },
  { value: READY.warned, text: 'Ready, with things to consider' },
  { value: READY.blocked, text: 'Things to fix' },
];
const DUE_OPTIONS: readonly Option[] = [
  { value: 'overdue', text: 'Overdue' },
  { value: 'today', text: 'Today' },
  { value: 'soon', text: 'In the next 2 days' },
  { value: 'week', text: 'In the next 7 days' },
  { value: 'none', text: 'No day set' },
];
const SORTS: readonly { value: Sort; text: string }[] = [
  { value: 'headline', text: 'By headline' },
  { value: 'byline', text: 'By byline' },
  { value: 'section', text: 'By section' },
  { value: 'due', text: 'By due day' },
];

/** The folded form: the server writes its choices into the search field. */
function filterForm(c: Context, wanted: BoardQuery, members: readonly MemberSummary[]): Html {
  const { text, stage, sort, parsed } = wanted;
  const { editor } = c.var.session;
  const people = members.filter((person) => person.disabledAt === null);
  const names = people.filter(({ id }) => id !== editor.id).map(({ name }) => ({ value: name, text: name }));
  const programs = people
    .filter((person) => person.role === 'editor' || person.role === 'chief')
    .map(({ name }) => ({ value: name, text: `Approved by ${name}` }));
  const sections = openSections().map(({ slug, name }) => ({ value: slug, text: name }));
  const select = (name: Facet, label: string, none: string, options: readonly Option[]) => {
    const chosen = parsed.facets.get(name)?.at(-1);
    return choice({ name, label, none }, options, chosen);
  };
  const count = [...parsed.facets.keys()].length + (parsed.hasOpenNumbers ? 1 : 0);
  return html`<details class="fold-out" name="find"><summary class="btn plain">Filter${count > 0 ? html` <span class="n">${count}</span>` : ''}</summary>
<form class="panel" action="${ARTICLES}" aria-label="Filter">${kept({ q: wordsIn(text), stage })}
${select('section', 'Section', 'All', sections)}
${isEditorial(editor) ? select('by', 'Owner, assignee or byline', 'Anyone', [{ value: 'me', text: `${editor.name} (you)` }, ...names]) : ''}
${select('due', 'Due', 'Any day', DUE_OPTIONS)}
${select('ready', 'Ready to publish', 'Any', READY_OPTIONS)}
${choice({ name: 'numbers', label: 'Numbers', none: 'Any' }, [{ value: 'open', text: 'With open numbers' }], parsed.hasOpenNumbers ? 'open' : undefined)}
${select('agent', 'Agents', 'People and agents', [{ value: 'any', text: 'Any agent' }, ...programs])}
${choice({ name: 'sort', label: 'Order', none: 'Last changed first' }, SORTS, sort)}
<p class="acts">${button({ text: 'Show' })}</p></form></details>`;
}

type Choice = { name: string; label: string; none: string };

/** A select; a value that was typed and is not among the options is one more. */
function choice({ name, label, none }: Choice, options: readonly Option[], typed?: string): Html {
  const chosen = options.find(({ value }) => value.toLowerCase() === typed?.toLowerCase())?.value ?? typed;
  const own = chosen && !options.some(({ value }) => value === chosen) ? [{ value: chosen, text: chosen }] : [];
  return field(
    { label, kind: 'select', optional: true, none, options: [...options, ...own] },
    { name, id: `filter-${name}`, typed: new URLSearchParams(chosen ? { [name]: chosen } : {}) },
  );
}
