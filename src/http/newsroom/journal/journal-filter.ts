import { html } from 'hono/html';
import { listEditors } from '../../../accounts/members.ts';
import { findGrantedAgent } from '../../../agents/list-agents.ts';
import { isUuid } from '../../../core/text.ts';
import type { Html } from '../../../render/html/html.ts';
import { type JournalFilter, listActs } from '../../../runtime/read-journal.ts';
import type { Context } from '../../kit/context.ts';
import { actName } from './journal-labels.ts';

const NAMES = ['person', 'agent', 'act', 'article', 'from', 'to'] as const;

/** What the address asks for; what cannot be meant is left out. */
export function readJournalFilter(c: Context): JournalFilter {
  const id = (name: string) => {
    const value = c.req.query(name)?.trim();
    return value && isUuid(value) ? value.toLowerCase() : undefined;
  };
  const day = (name: string) => {
    const value = c.req.query(name) ?? '';
    return /^\d{4}-\d\d-\d\d$/.test(value) ? value : undefined;
  };
  const agent = c.req.query('agent') === 'any' ? 'any' : id('agent');
  const act = c.req.query('act')?.match(/^[a-z_]+\.[a-z_ ]+$/)?.[0];
  const asked = { person: id('person'), agent, act, article: id('article'), from: day('from'), to: day('to') };
  return Object.fromEntries(Object.entries(asked).filter(([, value]) => value !== undefined));
}

/** An address of the journal for a filter. */
export function journalAddress(filter: JournalFilter, path = '/newsroom/journal', more: Record<string, string> = {}) {
  const query = new URLSearchParams({ ...filter, ...more });
  return query.size > 0 ? `${path}?${query}` : path;
}

export function isFiltered(filter: JournalFilter): boolean {
  return NAMES.some((name) => filter[name] !== undefined);
}

/** The form that narrows the journal. */
export async function journalFilterForm(c: Context, filter: JournalFilter): Promise<Html> {
  const { deps } = c.var;
  const people = (await listEditors(deps.db.read)).map(({ id, name }) => ({ value: id, name }));
  const acts = (await listActs(deps.db.read)).map((act) => ({ value: act, name: actName(act) }));
  const { agent } = filter;
  const program = agent && agent !== 'any' ? await findGrantedAgent(deps, deps.db.read, agent) : null;
  const agents = [
    { value: 'any', name: 'Any agent' },
    ...(agent && agent !== 'any' ? [{ value: agent, name: program?.program || 'One program' }] : []),
  ];
  return html`<form class="filter" method="get" action="/newsroom/journal" role="search" aria-label="Journal">
${choice('person', 'Person', 'Anybody', people, filter.person)}
${choice('agent', 'Agents', 'People and agents', agents, agent)}
${choice('act', 'Act', 'Every act', acts, filter.act)}
<p><label for="article">Article, by its id</label><input id="article" name="article" value="${filter.article ?? ''}" autocomplete="off" spellcheck="false"></p>
<p><label for="from">From the day (UTC)</label><input id="from" name="from" type="date" value="${filter.from ?? ''}"></p>
<p><label for="to">To the day</label><input id="to" name="to" type="date" value="${filter.to ?? ''}"></p>
<p><button>Show</button>${isFiltered(filter) ? html` <a href="/newsroom/journal">Show all</a>` : ''}</p>
</form>`;
}

type Option = { value: string; name: string };

function choice(name: string, label: string, all: string, options: Option[], chosen: string | undefined): Html {
  const known = !chosen || options.some(({ value }) => value === chosen);
  const shown = known
    ? options
    : [...options, { value: chosen, name: name === 'act' ? chosen : 'Somebody who has left' }];
  return html`<p><label for="${name}">${label}</label>
<select id="${name}" name="${name}"><option value="">${all}</option>${shown.map(
    (one) => html`<option value="${one.value}"${one.value === chosen ? html` selected` : ''}>${one.name}</option>`,
  )}</select></p>`;
}
