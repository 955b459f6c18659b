import { parseArgs } from 'node:util';
import type { Environment } from '#config/env.ts';
import { CLI } from '#core/actor.ts';
import { countByDesk, moveDeskArticles } from '#editorial/publish/move-desk.ts';
import { createOwnPage } from '#editorial/write/create-own-page.ts';
import { formatTable, onlyArgument, withDeps } from '#runtime/command-line/command.ts';
import { listOwnPages } from '#site/own-pages.ts';
import {
  addSection,
  changeChecklist,
  changeSection,
  orderSection,
  readdressSection,
  readSections,
  reopenSection,
  retireSection,
} from '#site/sections.ts';

// The sections and the custom pages. Running servers show each change within a second.

/** `sections list` */
export async function listSections(_args: string[], environment: Environment): Promise<void> {
  await withDeps(environment, async ({ db }) => {
    const { open, retired } = await readSections(db.read);
    const counts = await countByDesk(db.read);
    const count = (slug: string) => String(counts.get(slug) ?? 0);
    const rows = [
      ...open.map(({ slug, name, about }) => [slug, 'open', count(slug), name, about]),
      ...retired.map(({ slug, name, movedTo }) => [slug, 'retired', count(slug), name, `leads to /${movedTo ?? ''}`]),
    ];
    console.log(formatTable([['SECTION', 'STATE', 'ARTICLES', 'NAME', 'ABOUT'], ...rows]));
  });
}

const WORDS = { about: { type: 'string' }, address: { type: 'string' } } as const;

/** `sections add` */
export async function addOne(args: string[], environment: Environment): Promise<void> {
  const { values, positionals } = parseArgs({ args, allowPositionals: true, options: WORDS });
  const name = onlyArgument(positionals, 'name');
  const { about, address } = values;
  if (about === undefined) throw new Error('Give --about TEXT, a line about the section.');
  await withDeps(environment, async (deps) => {
    const { slug } = await addSection(deps, CLI, { name, about, ...(address !== undefined && { slug: address }) });
    console.log(`Added the section /${slug}, as the last one. Running servers show it now.`);
  });
}

/** `sections rename`: without `--about` the line about it stays. */
export async function renameOne(args: string[], environment: Environment): Promise<void> {
  const { values, positionals } = parseArgs({ args, allowPositionals: true, options: { about: WORDS.about } });
  const [slug, name] = twoArguments(positionals, 'the section and its new name');
  await withDeps(environment, async (deps) => {
    await changeSection(deps, CLI, slug, { name, ...(values.about !== undefined && { about: values.about }) });
    console.log(`/${slug} is called ${name}. Its address stays.`);
  });
}

/** `sections checklist` */
export async function setChecklist(args: string[], environment: Environment): Promise<void> {
  const [slug, ...points] = args;
  if (slug === undefined) throw new Error('Give the section and the points of its checklist, each in quotes.');
  await withDeps(environment, async (deps) => {
    await changeChecklist(deps, CLI, slug, points);
    console.log(
      points.length === 0
        ? `/${slug} has no checklist.`
        : `The checklist of /${slug} has ${points.length === 1 ? '1 point' : `${points.length} points`}.`,
    );
  });
}

/** `sections order` */
export async function orderOne(args: string[], environment: Environment): Promise<void> {
  const [slug, direction] = twoArguments(args, 'the section, and up or down');
  if (direction !== 'up' && direction !== 'down')
    throw new Error(`"${direction}" is not a direction. Give up or down.`);
  await withDeps(environment, async (deps) => {
    await orderSection(deps, CLI, slug, direction);
    const { open } = await readSections(deps.db.read);
    console.log(`The order is ${open.map((section) => section.slug).join(', ')}.`);
  });
}

/** `sections address` */
export async function readdressOne(args: string[], environment: Environment): Promise<void> {
  const [slug, to] = twoArguments(args, 'the section and its new address');
  await withDeps(environment, async (deps) => {
    await readdressSection(deps, CLI, slug, to);
    console.log(`/${slug} leads to /${to}. Move its articles: plumbline sections articles ${slug} --to ${to}`);
  });
}

/** `sections retire` */
export async function retireOne(args: string[], environment: Environment): Promise<void> {
  const { values, positionals } = parseArgs({ args, allowPositionals: true, options: { to: { type: 'string' } } });
  const slug = onlyArgument(positionals, 'section');
  await withDeps(environment, async (deps) => {
    await retireSection(deps, CLI, slug, values.to ?? null);
    console.log(`/${slug} is retired and leads to /${values.to ?? ''}. Its articles stay where they are.`);
  });
}

/** `sections reopen` */
export async function reopenOne(args: string[], environment: Environment): Promise<void> {
  const slug = onlyArgument(args, 'section');
  await withDeps(environment, async (deps) => {
    await reopenSection(deps, CLI, slug);
    console.log(`/${slug} is open again, as the last section.`);
  });
}

/** `sections articles`: moves every article that can be moved, fifty in a round. */
export async function moveArticles(args: string[], environment: Environment): Promise<void> {
  const { values, positionals } = parseArgs({ args, allowPositionals: true, options: { to: { type: 'string' } } });
  const slug = onlyArgument(positionals, 'section');
  const { to } = values;
  if (to === undefined) throw new Error('Give --to SECTION, where the articles go.');
  await withDeps(environment, async (deps) => {
    let moved = 0;
    let round = await moveDeskArticles(deps, CLI, slug, to);
    for (moved += round.moved; round.moved > 0 && round.left > 0; moved += round.moved)
      round = await moveDeskArticles(deps, CLI, slug, to);
    const held = round.held === 0 ? '' : ` ${round.held} stay: newer copy waits, or the gate stops them.`;
    console.log(`Moved ${moved} of /${slug} to /${to}; their old addresses redirect.${held}`);
  });
}

/** `pages list` */
export async function listPages(_args: string[], environment: Environment): Promise<void> {
  await withDeps(environment, async ({ db }) => {
    const pages = await listOwnPages(db.read);
    const rows = pages.map(({ id, slug, headline, isLive, hasNewer }) => [
      id,
      `/${slug}`,
      isLive ? (hasNewer ? 'live, newer revision waits' : 'live') : 'draft',
      headline,
    ]);
    console.log(
      rows.length > 0 ? formatTable([['ID', 'ADDRESS', 'STATE', 'TITLE'], ...rows]) : 'There is no page yet.',
    );
  });
}

/** `pages add` */
export async function addPage(args: string[], environment: Environment): Promise<void> {
  const { values, positionals } = parseArgs({ args, allowPositionals: true, options: WORDS });
  const title = onlyArgument(positionals, 'title');
  const { about, address } = values;
  if (about === undefined) throw new Error('Give --about TEXT, a line about the page.');
  await withDeps(environment, async (deps, { publication }) => {
    const page = { title, about, ...(address !== undefined && { slug: address }) };
    const { id } = await createOwnPage(deps, CLI, page);
    console.log(`Filed the page as a draft. Write it at ${publication.baseUrl}/newsroom/articles/${id}/edit`);
    console.log(`Then publish it there, or with: plumbline publish ${id} --revision N --by EMAIL`);
  });
}

/** @throws Error that names the missing argument */
function twoArguments(given: readonly string[], names: string): [string, string] {
  const [first, other, ...more] = given;
  if (first && other && more.length === 0) return [first, other];
  throw new Error(`Give ${names}.`);
}
