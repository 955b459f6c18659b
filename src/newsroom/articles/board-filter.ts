import { PAGES_SECTION } from '#article/own-page.ts';
import { currentSections, openSections, sectionName } from '#article/section.ts';
import { STAGES, type Stage } from '#article/stage.ts';
import type { Member } from '#core/actor.ts';
import { isUuid } from '#core/text.ts';
import type { Tx } from '#db/database.ts';
import { isDay } from '#editorial/review/assign.ts';
import { type BoardFilter, DUE_STATES, GATE_STATES, type GateState, SORTS } from '#editorial/turns/narrow-board.ts';
import type { Context } from '#http/context.ts';
import { listMembers, type MemberSummary } from '#people/members.ts';
import {
  cleanQuery,
  type Facet,
  hasName,
  OPEN_NUMBERS,
  type ParsedQuery,
  parseQuery,
  withFacet,
} from './article-query.ts';

/** The address of the list of articles. */
export const ARTICLES = '/newsroom/articles';

/** What the address of the list asks for. */
export type BoardQuery = Omit<BoardFilter, 'limit' | 'today'> & {
  /** What the search field has: words and facets. */
  text: string;
  parsed: ParsedQuery;
  /** What is wrong with it, as sentences. Nothing is listed then. */
  wrong: readonly string[];
};
/** The query parameters of the list, in the order they appear in its address. */
type Field = 'q' | 'stage' | 'sort' | 'cursor';

/** Reads the address. An unknown stage or order is ignored; what is wrong in the search field is reported. */
export async function readBoardQuery(c: Context): Promise<BoardQuery> {
  const text = await textOf(c);
  const parsed = parseQuery(text);
  const { filter, wrong } = await resolve(c.var.deps.db.read, c.var.session.editor, parsed);
  const stage = STAGES.find((candidate) => candidate === c.req.query('stage'));
  const sort = SORTS.find((candidate) => candidate === c.req.query('sort'));
  const cursor = c.req.query('cursor');
  return {
    text,
    parsed,
    wrong: [...parsed.wrong, ...wrong],
    ...filter,
    ...(stage && { stage }),
    ...(sort && { sort }),
    ...(stage && cursor && { cursor }),
  };
}

/** How the gate's states are typed. */
export const READY: Record<GateState, string> = { open: 'yes', warned: 'warnings', blocked: 'no' };

/** The text of the search field of this address. */
async function textOf(c: Context): Promise<string> {
  const params = new URL(c.req.url).searchParams;
  const isNamed = isUuid(params.get('person') ?? '') || isUuid(params.get('agent') ?? '');
  return queryText(params, isNamed ? await listMembers(c.var.deps.db.read) : []);
}

/**
 * What was typed, and what was chosen in the form or by an address of earlier, which had a parameter for each filter. `members` name
 * the people that an earlier address has by id.
 */
export function queryText(params: URLSearchParams, members: readonly MemberSummary[]): string {
  const chosen = (name: string) => cleanQuery(params.get(name) ?? '');
  const named = (name: string) => (isUuid(chosen(name)) ? nameOf(members, chosen(name)) : '');
  const facets: [Facet, string][] = [
    ['section', chosen('section')],
    ['by', chosen('by')],
    ['by', named('person')],
    ['due', chosen('due')],
    ['ready', READY[chosen('gate') as GateState] ?? chosen('ready')],
    ['agent', named('agent') || chosen('agent')],
  ];
  let text = chosen('q');
  for (const [facet, value] of facets) if (value !== '') text = withFacet(text, facet, value);
  return chosen('numbers') === 'open' ? `${text} ${OPEN_NUMBERS}`.trim() : text;
}

/** The name of a member where it says who is meant, otherwise the id. */
function nameOf(members: readonly MemberSummary[], id: string): string {
  const name = members.find((member) => member.id === id.toLowerCase())?.name;
  return name !== undefined && members.filter((member) => hasName(member.name, name)).length === 1 ? name : id;
}

/** Finds the sections, people and days that the facets name. */
// biome-ignore lint/complexity/noExcessiveCognitiveComplexity: one line for each facet
async function resolve(
  tx: Tx,
  editor: Member,
  { words, facets, hasOpenNumbers }: ParsedQuery,
): Promise<{ filter: Partial<BoardFilter>; wrong: string[] }> {
  const filter: Partial<BoardFilter> = {
    ...(words && { q: words }),
    ...(hasOpenNumbers && { hasOpenNumbers: true as const }),
  };
  const wrong: string[] = [];
  const namesPeople = facets.has('by') || facets.has('agent');
  const members = namesPeople ? await listMembers(tx) : [];
  for (const [facet, values] of facets) {
    if (facet === 'section') filter.sections = await sectionsNamed(tx, values, wrong);
    if (facet === 'by') filter.by = await peopleNamed(tx, { members, editor, values, wrong });
    if (facet === 'agent') filter.agents = values.flatMap((value) => agentsOf(members, value, wrong));
    if (facet === 'ready') Object.assign(filter, gateOf(values.at(-1) ?? '', wrong));
    if (facet === 'due') Object.assign(filter, dueOf(values.at(-1) ?? '', wrong));
  }
  return { filter, wrong };
}

/** A draft can have a section that the site does not have: its slug finds it. */
async function sectionsNamed(tx: Tx, values: readonly string[], wrong: string[]): Promise<string[]> {
  const pages = { slug: PAGES_SECTION, name: sectionName(PAGES_SECTION) };
  const all = [...currentSections().open, ...currentSections().retired, pages];
  const slugs: string[] = [];
  for (const value of values) {
    const slug = value.toLowerCase();
    const named = all.filter((section) => section.slug === slug);
    const matches = named.length > 0 ? named : all.filter(({ name }) => hasName(name, value));
    if (matches.length > 0) slugs.push(...matches.map((section) => section.slug));
    else if (await tx.selectFrom('article').select('id').where('section', '=', slug).limit(1).executeTakeFirst())
      slugs.push(slug);
    else {
      const open = openSections().map((section) => section.slug);
      wrong.push(`There is no section “${value}”. The sections are ${open.join(', ')}.`);
    }
  }
  return slugs;
}

type Asked = { members: readonly MemberSummary[]; editor: Member; values: readonly string[]; wrong: string[] };

async function peopleNamed(tx: Tx, { members, editor, values, wrong }: Asked): Promise<NonNullable<BoardFilter['by']>> {
  const bylines = await tx.selectFrom('author').select(['id', 'name', 'editor_id']).execute();
  const by = { people: [] as string[], authors: [] as string[] };
  for (const value of values) {
    const id = value.toLowerCase() === 'me' ? editor.id : isUuid(value) ? value.toLowerCase() : null;
    const people = id === null ? members.filter(({ name }) => hasName(name, value)).map((member) => member.id) : [id];
    const authors = bylines.filter(({ name, editor_id: person }) =>
      id === null ? hasName(name, value) : person === id,
    );
    if (people.length + authors.length === 0)
      wrong.push(`Nobody here has the name “${value}”. For yourself, type by:me.`);
    by.people.push(...people);
    by.authors.push(...authors.map((author) => author.id));
  }
  return by;
}

function agentsOf(members: readonly MemberSummary[], value: string, wrong: string[]): string[] {
  if (value.toLowerCase() === 'any' || isUuid(value)) return [value.toLowerCase()];
  const ids = members.filter(({ name }) => hasName(name, value)).map(({ id }) => id);
  if (ids.length === 0) wrong.push(`“agent:” takes “any”, or the name of the editor who approved the agent.`);
  return ids;
}

function gateOf(value: string, wrong: string[]): Partial<BoardFilter> {
  const gate = GATE_STATES.find((candidate) => READY[candidate] === value.toLowerCase());
  if (gate) return { gate };
  wrong.push('“ready:” takes yes, warnings or no.');
  return {};
}

function dueOf(value: string, wrong: string[]): Partial<BoardFilter> {
  const due = DUE_STATES.find((candidate) => candidate === value.toLowerCase());
  if (due) return { due };
  if (isDay(value)) return { due: { day: value } };
  wrong.push(`“due:” takes ${DUE_STATES.join(', ')}, or a day such as 2026-12-31.`);
  return {};
}

/** The address of the list with this query and some changes to it; null removes a parameter. */
export function boardAddress(
  { text: q, stage, sort }: Pick<BoardQuery, 'text' | 'stage' | 'sort'>,
  change: Partial<Record<Field, string | null>> = {},
): string {
  const fields = Object.entries({ q, stage, sort, ...change });
  const query = new URLSearchParams(fields.filter((field): field is [string, string] => Boolean(field[1])));
  return query.size > 0 ? `${ARTICLES}?${query}` : ARTICLES;
}

/** Whether the list is filtered by more than a stage. */
export function isNarrowed({ text }: Pick<BoardQuery, 'text'>): boolean {
  return text !== '';
}

/** Each stage as a tab and as a heading, and the sentence shown when no article is in it. */
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
