import { html } from 'hono/html';
import { findGrantedAgent } from '#agents/list-agents.ts';
import { Failure } from '#core/failure.ts';
import { isUuid } from '#core/text.ts';
import type { Html } from '#html/html.ts';
import { actName, splitAct } from '#html/newsroom/act-words.ts';
import { detailWords, journalJson } from '#html/newsroom/journal-labels.ts';
import { newsroomPage } from '#html/newsroom/page.ts';
import { zoneOf } from '#html/newsroom/time.ts';
import type { Context } from '#http/context.ts';
import { listMembers } from '#people/members.ts';
import type { Deps } from '#runtime/deps.ts';
import { type JournalEntry, type JournalFilter, journalAfter, listActs, readJournal } from '#runtime/read-journal.ts';
import { nameSubjects } from '#runtime/subject-names.ts';

/** Entries on a page, and entries of the export in memory at once. */
const SHOWN = 50;
const AT_ONCE = 500;

/** `GET /newsroom/journal`: who did what to what, latest first. */
export async function showJournal(c: Context): Promise<Response> {
  const { read } = c.var.deps.db;
  const filter = readJournalFilter(c);
  const before = readBefore(c.req.query('before'));
  const inZone = { ...filter, zone: zoneOf(c) };
  const { lines, nextBefore } = await readJournal(read, inZone, { limit: SHOWN, ...(before !== null && { before }) });
  const names = await nameSubjects(
    read,
    lines.map(({ subject }) => subject),
  );
  return newsroomPage(c, {
    title: 'Journal',
    styles: ['newsroom-journal.css'],
    main: html`<h1>Journal</h1>
<p>Who did what, and when. Entries cannot be changed: each one holds the hash of the entry before it.</p>
${await journalFilterForm(c, filter)}
${
  lines.length === 0
    ? nothing(filter)
    : html`${chainNote(lines)}
${table(lines, names)}`
}
${pages(filter, before, nextBefore)}
<p><a href="${journalAddress(filter, '/newsroom/journal.jsonl')}" download>Export ${isFiltered(filter) ? 'all pages of this list' : 'the whole journal'} as JSON lines</a></p>`,
  });
}

/** `GET /newsroom/journal.jsonl`: the same entries as JSON lines, oldest first, streamed. */
export function exportJournal(c: Context): Response {
  const headers = {
    'Content-Type': 'application/jsonl; charset=utf-8',
    'Content-Disposition': 'attachment; filename="journal.jsonl"',
    'Cache-Control': 'no-store',
    'X-Content-Type-Options': 'nosniff',
  };
  if (c.req.method === 'HEAD') return new Response(null, { headers });
  return new Response(linesOf(c.var.deps, { ...readJournalFilter(c), zone: zoneOf(c) }), { headers });
}

/** Reads the next entries only when the client has taken the last ones, so that memory stays bounded. */
function linesOf({ db }: Deps, filter: JournalFilter): ReadableStream<Uint8Array> {
  const words = new TextEncoder();
  let after = 0;
  return new ReadableStream<Uint8Array>(
    {
      pull: async (out) => {
        const lines = await journalAfter(db.read, filter, { limit: AT_ONCE, after });
        after = lines.at(-1)?.seq ?? after;
        if (lines.length > 0) out.enqueue(words.encode(lines.map((line) => `${journalJson(line)}\n`).join('')));
        if (lines.length < AT_ONCE) out.close();
      },
    },
    { highWaterMark: 0 },
  );
}

function chainNote(lines: JournalEntry[]): Html {
  const broken = lines.filter((line) => !line.holds);
  const [first, last] = [lines.at(-1)?.seq, lines[0]?.seq];
  if (broken.length === 0)
    return html`<p class="hint chain">Nobody has changed the ${lines.length} entries shown, ${first} to ${last}, since they were written; this was checked just now. <code>plumbline check</code> checks all entries.</p>`;
  return html`<div class="refusal" role="alert"><p><strong>Entries were changed after they were written: line ${broken.map(({ seq }) => seq).join(', ')}.</strong></p><p>Somebody changed the database itself. Run <code>plumbline check</code> and compare with the last backup.</p></div>`;
}

function table(lines: JournalEntry[], names: Map<string, string>): Html {
  return html`<table class="plan journal">
<caption class="unseen">Journal entries, latest first</caption>
<thead><tr><th scope="col" class="number">Line</th><th scope="col">At (UTC)</th><th scope="col">Who</th><th scope="col">Did what</th></tr></thead>
<tbody>${lines.map((line) => row(line, names))}</tbody>
</table>`;
}

function row(line: JournalEntry, names: Map<string, string>): Html {
  const { seq, at, act, revision, detail, holds } = line;
  const { before, object, after } = splitAct(act);
  const subject = object && subjectMarkup(line, names.get(`${line.subject.kind} ${line.subject.id}`) || object);
  const more = detailWords(detail);
  return html`<tr${holds ? '' : html` class="broken"`}>
<td class="number"><span class="label">Line</span> ${seq}${holds ? '' : html` <strong>broken</strong>`}</td>
<td><time datetime="${at}">${at.slice(0, 10)} ${at.slice(11, 19)}</time></td>
<td>${line.actor.name}</td>
<th scope="row">${before}${subject}${after}${revision === null ? '' : html`, revision ${revision}`}${more ? html`<br><span class="hint">${more}</span>` : ''}</th>
</tr>`;
}

function subjectMarkup({ act, subject: { kind, id }, revision }: JournalEntry, name: string): Html | string {
  switch (kind) {
    case 'article':
      return html`<a href="/newsroom/articles/${id}${revision === null ? '' : `/revisions/${revision}`}">${name}</a>`;
    case 'picture':
      return html`<a href="/newsroom/pictures/${id}">${name}</a>`;
    case 'claim':
      return act === 'claim.opened' || act === 'claim.denied'
        ? name
        : html`<a href="/newsroom/agents/${id}">${name}</a>`;
    default:
      return name;
  }
}

function nothing(filter: JournalFilter): Html {
  return isFiltered(filter)
    ? html`<p>No entry matches this filter. <a href="/newsroom/journal">Show all</a>.</p>`
    : html`<p>There are no entries yet.</p>`;
}

function pages(filter: JournalFilter, before: number | null, next: number | null): Html | string {
  if (before === null && next === null) return '';
  return html`<p class="neighbours">${before === null ? '' : html`<a href="${journalAddress(filter)}">Latest entries</a>`}${next === null ? '' : html` <a href="${journalAddress(filter, undefined, { before: String(next) })}">Earlier entries</a>`}</p>`;
}

/** @throws bad_request */
function readBefore(word: string | undefined): number | null {
  if (word === undefined) return null;
  if (/^\d{1,15}$/.test(word)) return Number(word);
  throw new Failure('bad_request', 'This URL names no journal entry.', {
    hint: 'Start at the first page of the journal.',
  });
}

const NAMES = ['person', 'agent', 'act', 'article', 'from', 'to'] as const;

/** The filter in the query string. Invalid values are ignored. */
/** The id of an article, alone or in the address of its page. */
const UUID = /[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}/i;

function readJournalFilter(c: Context): JournalFilter {
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
  const article = c.req.query('article')?.match(UUID)?.[0].toLowerCase();
  const asked = { person: id('person'), agent, act, article, from: day('from'), to: day('to') };
  return Object.fromEntries(Object.entries(asked).filter(([, value]) => value !== undefined));
}

/** The URL of the journal with a filter. */
function journalAddress(filter: JournalFilter, path = '/newsroom/journal', more: Record<string, string> = {}) {
  const query = new URLSearchParams({ ...filter, ...more });
  return query.size > 0 ? `${path}?${query}` : path;
}

function isFiltered(filter: JournalFilter): boolean {
  return NAMES.some((name) => filter[name] !== undefined);
}

/** The filter form. */
async function journalFilterForm(c: Context, filter: JournalFilter): Promise<Html> {
  const { deps } = c.var;
  const people = (await listMembers(deps.db.read)).map(({ id, name }) => ({ value: id, name }));
  const acts = (await listActs(deps.db.read)).map((act) => ({ value: act, name: actName(act) }));
  const { agent } = filter;
  const program = agent && agent !== 'any' ? await findGrantedAgent(deps, deps.db.read, agent) : null;
  const agents = [
    { value: 'any', name: 'Any agent' },
    ...(agent && agent !== 'any' ? [{ value: agent, name: program?.program || 'One agent' }] : []),
  ];
  return html`<form class="filter" method="get" action="/newsroom/journal" role="search" aria-label="Journal">
${choice({ name: 'person', label: 'Person', all: 'Everybody' }, people, filter.person)}
${choice({ name: 'agent', label: 'Agents', all: 'People and agents' }, agents, agent)}
${choice({ name: 'act', label: 'Act', all: 'Every act' }, acts, filter.act)}
<p><label for="article">Address of an article’s page here</label><input id="article" name="article" value="${filter.article ?? ''}" autocomplete="off" spellcheck="false"></p>
<p><label for="from">From the day</label><input id="from" name="from" type="date" value="${filter.from ?? ''}"></p>
<p><label for="to">To the day</label><input id="to" name="to" type="date" value="${filter.to ?? ''}"></p>
<p><button>Show</button>${isFiltered(filter) ? html` <a href="/newsroom/journal">Show all</a>` : ''}</p>
</form>`;
}

type Option = { value: string; name: string };

/** The name of a select, its label, and the words of its empty choice. */
type Labels = { name: string; label: string; all: string };

function choice({ name, label, all }: Labels, options: Option[], chosen: string | undefined): Html {
  const known = !chosen || options.some(({ value }) => value === chosen);
  const shown = known ? options : [...options, { value: chosen, name: name === 'act' ? chosen : 'A former member' }];
  return html`<p><label for="${name}">${label}</label>
<select id="${name}" name="${name}"><option value="">${all}</option>${shown.map(
    (one) => html`<option value="${one.value}"${one.value === chosen ? html` selected` : ''}>${one.name}</option>`,
  )}</select></p>`;
}
