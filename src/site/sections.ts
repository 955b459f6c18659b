import * as z from 'zod';
import { reservedSlugs } from '#article/public-resources.ts';
import { type Actor, requireChief } from '#core/actor.ts';
import { Failure } from '#core/failure.ts';
import { issueWords, slug, slugOf, text } from '#core/text.ts';
import type { Tx } from '#db/database.ts';
import type { Deps } from '#runtime/deps.ts';
import { writeJournal } from '#runtime/journal.ts';
import type { JournalAct } from '#runtime/journal-acts.ts';
import { logPlacement } from '#runtime/publication-log.ts';
import {
  DEFAULT_SECTIONS,
  replaceSnapshot,
  retakeSnapshot,
  type Section,
  type Sections,
} from '#runtime/site-snapshot.ts';

// The sections that chiefs chose, as one value in the table of site settings.

const NAME = 'sections';
/** Most open sections: each is in the navigation of every page. */
export const MOST_SECTIONS = 12;

export const sectionSlugSchema = slug.max(40, { error: 'must be at most 40 characters long' });

const line = (max: number) => text({ min: 1, max }).overwrite((value) => value.trim());

/** The words of a section. */
export const sectionSchema = z.strictObject({ name: line(40), about: line(200) });
const LABELS: Record<string, string> = { name: 'The name', about: 'The line about it' };

/** What people tick before an article of a section is published, such as the rights to its pictures. */
export const checklistSchema = z
  .array(line(120))
  .max(12, { error: 'must have at most 12 lines' })
  .refine((points) => new Set(points).size === points.length, { error: 'must not have the same line twice' });

/** The sections that somebody chose, or the five that every magazine begins with. */
export async function readSections(tx: Tx): Promise<Sections> {
  const row = await tx.selectFrom('site_setting').select('value').where('name', '=', NAME).executeTakeFirst();
  return row ? (JSON.parse(row.value) as Sections) : DEFAULT_SECTIONS;
}

/**
 * Adds an open section after the others, and returns it; without a slug it follows the name.
 * @throws forbidden, validation_failed for words or a slug that cannot be, already_exists, or too many sections
 */
export async function addSection(
  deps: Deps,
  actor: Actor,
  given: Omit<Section, 'slug'> & { slug?: string },
): Promise<Section> {
  const words = readWords(given);
  const slug = given.slug || slugOf(words.name);
  await change(
    deps,
    actor,
    { act: 'section.added', slug, detail: { name: words.name } },
    async (tx, { open, retired }) => {
      await requireFreeSlug(tx, { open, retired }, slug);
      if (open.length >= MOST_SECTIONS)
        throw new Failure('validation_failed', `There are ${MOST_SECTIONS} sections, which are the most.`, {
          hint: 'Retire one first.',
        });
      return { open: [...open, { slug, ...words }], retired };
    },
  );
  return { slug, ...words };
}

/**
 * Changes the name and the line of a section, or the name alone; its address stays.
 * @throws forbidden, not_found, validation_failed
 */
export async function changeSection(
  deps: Deps,
  actor: Actor,
  slug: string,
  given: Pick<Section, 'name'> & Partial<Pick<Section, 'about'>>,
): Promise<void> {
  await change(deps, actor, { act: 'section.changed', slug }, async (_, { open, retired }) => {
    const { about } = requireOpen(open, slug);
    const words = readWords({ about, ...given });
    return {
      open: open.map((section) => (section.slug === slug ? { ...section, ...words } : section)),
      retired,
      detail: words,
    };
  });
}

/**
 * Sets what people tick before an article of a section is published; an empty list removes it.
 * @throws forbidden, not_found, validation_failed
 */
export async function changeChecklist(
  deps: Deps,
  actor: Actor,
  slug: string,
  points: readonly string[],
): Promise<void> {
  const read = checklistSchema.safeParse(points);
  if (!read.success) throw new Failure('validation_failed', `The checklist ${issueWords(read.error.issues[0])}.`);
  const checklist = read.data;
  await change(deps, actor, { act: 'section.checklist', slug, detail: { checklist } }, async (_, { open, retired }) => {
    const { checklist: _before, ...section } = requireOpen(open, slug);
    const changed = checklist.length > 0 ? { ...section, checklist } : section;
    return { open: open.map((other) => (other.slug === slug ? changed : other)), retired };
  });
}

/** Moves a section one place up or down. @throws forbidden, not_found, already_done at the end of the list */
export function orderSection(deps: Deps, actor: Actor, slug: string, direction: 'up' | 'down'): Promise<void> {
  return change(deps, actor, { act: 'section.ordered', slug, detail: { direction } }, async (_, { open, retired }) => {
    const section = requireOpen(open, slug);
    const from = open.indexOf(section);
    const to = direction === 'up' ? from - 1 : from + 1;
    if (to < 0 || to >= open.length)
      throw new Failure('already_done', `It is the ${direction === 'up' ? 'first' : 'last'} section already.`, {
        hint: 'No action is needed.',
      });
    const others = open.filter((other) => other !== section);
    return { open: [...others.slice(0, to), section, ...others.slice(to)], retired };
  });
}

/**
 * Retires a section: it takes no new articles, and its page and feeds redirect to those of `movedTo`, or of the whole magazine
 * for null. Its articles stay live where they are.
 * @throws forbidden, not_found, validation_failed for the last section or a target that is not open
 */
export function retireSection(deps: Deps, actor: Actor, slug: string, movedTo: string | null): Promise<void> {
  return change(deps, actor, { act: 'section.retired', slug, detail: { movedTo } }, async (_, { open, retired }) => {
    const section = requireOpen(open, slug);
    const rest = open.filter((other) => other !== section);
    if (rest.length === 0)
      throw new Failure('validation_failed', 'This is the only section, and articles need one.', {
        hint: 'Add another section first.',
      });
    if (movedTo !== null && !rest.some((other) => other.slug === movedTo))
      throw new Failure('validation_failed', `There is no other open section ${movedTo}.`, {
        hint: `Choose ${rest.map((other) => other.slug).join(', ')}, or the home page.`,
      });
    return { open: rest, retired: [...retired, { ...section, movedTo }] };
  });
}

/** Opens a retired section again, as the last one. @throws forbidden, not_found */
export function reopenSection(deps: Deps, actor: Actor, slug: string): Promise<void> {
  return change(deps, actor, { act: 'section.reopened', slug }, async (_, { open, retired }) => {
    const section = retired.find((candidate) => candidate.slug === slug);
    if (!section) throw noSuchSection(slug);
    if (open.length >= MOST_SECTIONS)
      throw new Failure('validation_failed', `There are ${MOST_SECTIONS} sections, which are the most.`, {
        hint: 'Retire one first.',
      });
    const { movedTo: _movedTo, ...words } = section;
    return { open: [...open, words], retired: retired.filter((other) => other !== section) };
  });
}

/**
 * Gives a section another address: a section with the new slug takes its place, and the old one is retired with redirects to it.
 * Articles move with `moveSectionArticles`.
 * @throws forbidden, not_found, validation_failed, already_exists
 */
export function readdressSection(deps: Deps, actor: Actor, slug: string, to: string): Promise<void> {
  return change(deps, actor, { act: 'section.readdressed', slug, detail: { to } }, async (tx, { open, retired }) => {
    const section = requireOpen(open, slug);
    await requireFreeSlug(tx, { open, retired }, to);
    return {
      open: open.map((candidate) => (candidate === section ? { ...section, slug: to } : candidate)),
      retired: [...retired, { ...section, movedTo: to }],
    };
  });
}

type Change = { act: JournalAct; slug: string; detail?: Record<string, unknown> };
/** The sections after a change; `detail` is what the journal says about it, where the change does not say it before. */
type Altered = Sections & Pick<Change, 'detail'>;

/** Stores what `alter` makes of the sections; every process knows it within a second. */
async function change(
  deps: Deps,
  actor: Actor,
  { act, slug, detail: known }: Change,
  alter: (tx: Tx, sections: Sections) => Promise<Altered>,
): Promise<void> {
  requireChief(actor, 'change the sections');
  const next = await deps.db.write(async (tx) => {
    await logPlacement(deps, tx, 'site'); // it locks the log, so that changes come one after the other
    const { detail = known, ...altered } = await alter(tx, await readSections(tx));
    const value = JSON.stringify(altered);
    await tx
      .insertInto('site_setting')
      .values({ name: NAME, value })
      .onConflict((conflict) => conflict.column('name').doUpdateSet({ value }))
      .execute();
    await writeJournal(deps, tx, actor, { act, subject: { kind: 'section', id: slug }, ...(detail && { detail }) });
    return altered;
  });
  replaceSnapshot(deps.site, { ...deps.site.newest, sections: next });
  retakeSnapshot();
}

/** @throws validation_failed */
function readWords({ name, about }: Omit<Section, 'slug'>): Omit<Section, 'slug'> {
  const read = sectionSchema.safeParse({ name, about });
  if (read.success) return read.data;
  const [issue] = read.error.issues;
  throw new Failure('validation_failed', `${LABELS[String(issue?.path[0])] ?? 'A field'} ${issueWords(issue)}.`);
}

/** @throws validation_failed, already_exists */
async function requireFreeSlug(tx: Tx, { open, retired }: Sections, slug: string): Promise<void> {
  const read = sectionSlugSchema.safeParse(slug);
  if (!read.success)
    throw new Failure('validation_failed', `The address ${issueWords(read.error.issues[0])}.`, {
      hint: 'An address such as site-safety works.',
    });
  if (reservedSlugs().has(slug))
    throw new Failure('validation_failed', `/${slug} is an address of the service itself.`, {
      hint: 'Choose another address.',
    });
  if ([...open, ...retired].some((section) => section.slug === slug))
    throw new Failure('already_exists', `There is a section ${slug} already, open or retired.`, {
      hint: 'Choose another address, or open the retired section again.',
    });
  await requireNoPage(tx, slug);
}

async function requireNoPage(tx: Tx, slug: string): Promise<void> {
  const page = await tx
    .selectFrom('address')
    .select('article_id')
    .where('section', '=', 'pages')
    .where('slug', '=', slug)
    .executeTakeFirst();
  if (!page) return;
  throw new Failure('already_exists', `/${slug} is the address of a page.`, { hint: 'Choose another address.' });
}

function requireOpen(open: readonly Section[], slug: string): Section {
  const section = open.find((candidate) => candidate.slug === slug);
  if (!section) throw noSuchSection(slug);
  return section;
}

function noSuchSection(slug: string): Failure {
  return new Failure('not_found', `There is no open section ${slug}.`, {
    hint: 'The page Sections lists them.',
  });
}
