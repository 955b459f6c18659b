import { html } from 'hono/html';
import { findGrantedAgent } from '#agents/list-agents.ts';
import { Failure } from '#core/failure.ts';
import { isUuid } from '#core/text.ts';
import type { Html } from '#html/html.ts';
import { actName, splitAct } from '#html/newsroom/act-words.ts';
import { detailWords, journalJson } from '#html/newsroom/journal-labels.ts';
import { button, linkButton } from '#html/newsroom/kit/button.ts';
import { emptyState } from '#html/newsroom/kit/empty-state.ts';
import { type Control, field, type Option } from '#html/newsroom/kit/field.ts';
import { pill } from '#html/newsroom/kit/pill.ts';
import { table as kitTable } from '#html/newsroom/kit/table.ts';
import { newsroomPage } from '#html/newsroom/page.ts';
import { zoneOf } from '#html/newsroom/time.ts';
import type { Context } from '#http/context.ts';
import { listMembers } from '#people/members.ts';
import type { Deps } from '#runtime/deps.ts';
import { type JournalEntry, type JournalFilter, journalAfter, listActs, readJournal } from '#runtime/read-journal.ts';
import { nameSubjects } from './subject-names.ts';

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
    title: 'Activity log',
    styles: ['newsroom-journal.css'],
    head: {
      title: 'Activity log',
      others: [{ text: 'Export as JSON lines', href: journalAddress(filter, '/newsroom/journal.jsonl') }],
    },
    main: html`${await journalFilterForm(c, filter)}
${
  lines.length === 0
    ? nothing(filter)
    : html`${chainNote(lines)}
${table(lines, names)}`
}
${pages(filter, before, nextBefore)}`,
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
    return html`<p class="hint chain">Each entry holds the hash of the previous entry. Entries ${first} to ${last} were checked just now: nobody changed them. <code>plumbline check</code> checks all.</p>`;
  return html`<div class="refusal" role="alert"><p><strong>Entries were changed after they were written: line ${broken.map(({ seq }) => seq).join(', ')}.</strong></p><p>Somebody changed the database itself. Run <code>plumbline check</code> and compare with the last backup.</p></div>`;
}

function table(lines: JournalEntry[], names: Map<string, string>): Html {
  return kitTable({
    caption: 'Entries, latest first',
    hasUnseenCaption: true,
    columns: [{ text: 'Entry' }, { text: 'At (UTC)' }, { text: 'Who' }, { text: 'Did what' }],
    rows: lines.map((line) => [
      html`${line.seq}${line.holds ? '' : html` ${pill('changed', 'block')}`}`,
      html`<time datetime="${line.at}">${line.at.slice(0, 10)} ${line.at.slice(11, 19)}</time>`,
      line.actor.name,
      didWhat(line, names),
    ]),
  });
}

function didWhat(line: JournalEntry, names: Map<string, string>): Html {
  const { act, revision, detail } = line;
  const { before, object, after } = splitAct(act);
  const subject = object && subjectMarkup(line, names.get(`${line.subject.kind} ${line.subject.id}`) || object);
  const more = detailWords(detail);
  return html`${before}${subject}${after}${revision === null ? '' : html`, revision ${revision}`}${more ? html`<br><span class="hint">${more}</span>` : ''}`;
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
    ? emptyState({
        title: 'No entry matches this filter',
        act: linkButton({ text: 'Show all entries', href: '/newsroom/journal' }),
      })
    : emptyState({ title: 'No entry yet' });
}

function pages(filter: JournalFilter, before: number | null, next: number | null): Html | string {
  if (before === null && next === null) return '';
  return html`<p class="neighbours">${before === null ? '' : html`<a href="${journalAddress(filter)}">Latest entries</a>`}${next === null ? '' : html` <a href="${journalAddress(filter, undefined, { before: String(next) })}">Earlier entries</a>`}</p>`;
}

/** @throws bad_request */
function readBefore(word: string | undefined): number | null {
  if (word === undefined) return null;
  if (/^\d{1,15}$/.test(word)) return Number(word);
  throw new Failure('bad_request', 'This URL names no entry of the activity log.', {
    hint: 'Start at the first page of the activity log.',
  });
}

const NAMES = ['person', 'agent', 'act', 'article', 'from', 'to'] as const;

/** The id of an article, alone or in the address of its page. */
const UUID = /[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}/i;

/** The filter in the query string. Invalid values are ignored. */
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
  const people = (await listMembers(deps.db.read)).map(({ id, name }) => ({ value: id, text: name }));
  const acts = (await listActs(deps.db.read)).map((act) => ({ value: act, text: actName(act) }));
  const { agent } = filter;
  const program = agent && agent !== 'any' ? await findGrantedAgent(deps, deps.db.read, agent) : null;
  const agents = [
    { value: 'any', text: 'Any agent' },
    ...(agent && agent !== 'any' ? [{ value: agent, text: program?.program || 'One agent' }] : []),
  ];
  const typed = new URLSearchParams(filter as Record<string, string>);
  const draw = (name: (typeof NAMES)[number], control: Control) =>
    field({ ...control, optional: true }, { name, typed });
  return html`<form class="filter" method="get" action="/newsroom/journal" role="search" aria-label="Activity log">
${draw('person', { label: 'Person', kind: 'select', none: 'Everybody', options: withChosen(people, filter.person, 'A former member') })}
${draw('agent', { label: 'Agents', kind: 'select', none: 'People and agents', options: agents })}
${draw('act', { label: 'Act', kind: 'select', none: 'Every act', options: withChosen(acts, filter.act, filter.act ?? '') })}
${draw('article', { label: 'Address of an article’s page here' })}
${draw('from', { label: 'From the day', kind: 'date' })}
${draw('to', { label: 'To the day', kind: 'date' })}
<p>${button({ text: 'Show' })}${isFiltered(filter) ? html` ${linkButton({ text: 'Show all', href: '/newsroom/journal', weight: 'quiet' })}` : ''}</p>
</form>`;
}

/** The options with the chosen one, which the list may no longer have. */
function withChosen(options: readonly Option[], chosen: string | undefined, name: string): readonly Option[] {
  return !chosen || options.some(({ value }) => value === chosen)
    ? options
    : [...options, { value: chosen, text: name }];
}
