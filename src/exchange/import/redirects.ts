import * as z from 'zod';
import { selectOldAddresses, targetOf } from '#article/old-addresses.ts';
import { normalizeOldPath } from '#article/old-path.ts';
import { isOpenSection } from '#article/section.ts';
import type { Actor } from '#core/actor.ts';
import { Failure } from '#core/failure.ts';
import type { Tx } from '#db/database.ts';
import type { IsRoute } from '#editorial/write/old-addresses.ts';
import { type Deps, now } from '#runtime/deps.ts';
import { writeJournal } from '#runtime/journal.ts';
import { requireImporter } from './import-runs.ts';

// Redirects from files of other systems: lines of `_redirects`, `/old /new 301`, or Ghost's `redirects.json`. Literal rules only.

export type RedirectRule = { line: number; from: string; to: string };
export type RefusedRedirect = { line: number; why: string };

/** Characters that make a rule a pattern. */
const PATTERN = /[*^$()[\]{}|\\]|\/:[a-z]/i;
const MOST_RULES = 20_000;

const ghostSchema = z
  .array(z.object({ from: z.string(), to: z.string(), permanent: z.boolean().optional() }))
  .max(MOST_RULES);

/** The rules of a file, and the lines that are no literal rule. @throws validation_failed for a file that is neither */
export function readRedirects(text: string): { rules: RedirectRule[]; refused: RefusedRedirect[] } {
  const rows = text.trimStart().startsWith('[') ? readGhost(text) : readLines(text);
  const rules: RedirectRule[] = [];
  const refused: RefusedRedirect[] = [];
  for (const { line, from = '', to = '', status = '301' } of rows) {
    if (PATTERN.test(from) || PATTERN.test(to))
      refused.push({ line, why: 'It is a pattern; only literal paths are read.' });
    else if (`${from}${to}`.includes('\ufffd')) refused.push({ line, why: 'It is not in UTF-8.' });
    else if (!/^30[18]$/.test(status)) refused.push({ line, why: `It is not permanent: ${status.slice(0, 20)}.` });
    else if (!from.startsWith('/') || !to.startsWith('/') || to.startsWith('//'))
      refused.push({ line, why: 'It needs two paths of this site.' });
    else rules.push({ line, from, to });
  }
  return { rules, refused };
}

type Row = { line: number; from?: string; to?: string; status?: string };

function readLines(text: string): Row[] {
  const rows = text.split(/\r\n?|\n/).flatMap((words, at): Row[] => {
    const plain = words.trim();
    if (plain === '' || plain.startsWith('#')) return [];
    const [from, to, status] = plain.split(/\s+/);
    return [
      { line: at + 1, ...(from && { from }), ...(to && { to }), ...(status && { status: status.replace('!', '') }) },
    ];
  });
  if (rows.length > MOST_RULES) throw unreadable(`It has more than ${MOST_RULES.toLocaleString('en')} rules.`);
  return rows;
}

function readGhost(text: string): Row[] {
  try {
    const rules = ghostSchema.parse(JSON.parse(text));
    return rules.map(({ from, to, permanent = true }, at) => ({
      line: at + 1,
      from,
      to,
      status: permanent ? '301' : '302',
    }));
  } catch {
    throw unreadable('It is no list of redirects.');
  }
}

function unreadable(why: string): Failure {
  return new Failure('validation_failed', `The file cannot be read. ${why}`, {
    hint: 'Write a line for each redirect: /old/path /new/path 301.',
  });
}

/**
 * Stores literal redirects, all of the file in one transaction. A rule that leads to a live article follows it when it moves. A loop, a
 * chain, a path that a page of this site has, and a target that does not exist are refused, and the others are stored.
 * @throws forbidden for everybody but chiefs and the command line, validation_failed
 */
export async function importRedirects(
  deps: Deps,
  actor: Actor,
  text: string,
  isRoute: IsRoute,
): Promise<{ added: number; known: number; refused: RefusedRedirect[] }> {
  requireImporter(actor);
  const { rules, refused } = readRedirects(text);
  return deps.db.write(async (tx) => {
    const outcome = await addRedirects(deps, tx, rules, { isRoute });
    const all = [...refused, ...outcome.refused].sort((a, b) => a.line - b.line);
    await writeJournal(deps, tx, actor, {
      act: 'redirects.imported',
      subject: { kind: 'redirects', id: 'all' },
      detail: { added: outcome.added, refused: all.length },
    });
    return { ...outcome, refused: all };
  });
}

/** `runId`: the import that adds them, if it is one. */
type RedirectOptions = { isRoute: IsRoute; runId?: string };

/** The same for rules that are read, within the transaction of another act. */
export async function addRedirects(
  deps: Deps,
  tx: Tx,
  rules: readonly RedirectRule[],
  options: RedirectOptions,
): Promise<{ added: number; known: number; refused: RefusedRedirect[] }> {
  const count = { added: 0, known: 0 };
  const refused: RefusedRedirect[] = [];
  for (const rule of rules) {
    const outcome = await addRule(deps, tx, rule, options);
    if (outcome === 'added' || outcome === 'known') count[outcome]++;
    else refused.push({ line: rule.line, why: outcome.why });
  }
  return { ...count, refused };
}

async function addRule(
  deps: Deps,
  tx: Tx,
  { from, to }: RedirectRule,
  { isRoute, runId }: RedirectOptions,
): Promise<'added' | 'known' | { why: string }> {
  const path = normalizeOldPath(from);
  const target = URL.parse(to, 'https://site.example')?.pathname.replace(/(?<=.)\/$/, '') ?? '';
  if (path === null) return { why: `${from.slice(0, 200)} is no path that can be redirected.` };
  const why = await whyRefused(tx, path, target, isRoute);
  if (why !== null) return { why };
  const article = await liveArticleAt(tx, target);
  const row = { article_id: article, target: article === null ? target : null };
  const { numInsertedOrUpdatedRows } = await tx
    .insertInto('old_address')
    .values({ path, ...row, run_id: runId ?? null, added_at: now(deps) })
    .onConflict((conflict) => conflict.doNothing())
    .executeTakeFirst();
  if (numInsertedOrUpdatedRows === 1n) return 'added';
  const there = await selectOldAddresses(tx).select('article_id').where('path', '=', path).executeTakeFirst();
  const isSame =
    there &&
    (there.picture_id === null
      ? there.article_id === row.article_id && there.target === row.target
      : targetOf(there) === target);
  return isSame ? 'known' : { why: `${path} leads to another page already.` };
}

async function whyRefused(tx: Tx, path: string, target: string, isRoute: IsRoute): Promise<string | null> {
  if (path === target.toLowerCase()) return 'It leads to itself.';
  if (!path.startsWith('/?') && isRoute(path)) return `${path} is a page of this site.`;
  if (await isOldAddress(tx, target)) return `${target} is redirected itself: lead to its target.`;
  if (await isTarget(tx, path)) return `Another redirect leads to ${path}, so that this one would make a chain.`;
  const isPage = isRoute(target) || target === '/' || isOpenSection(target.slice(1));
  if (!isPage && (await liveArticleAt(tx, target)) === null) return `There is no page at ${target.slice(0, 200)}.`;
  return (await isLive(tx, path)) ? `${path} is an article.` : null;
}

async function isOldAddress(tx: Tx, target: string): Promise<boolean> {
  const path = normalizeOldPath(target);
  if (path === null) return false;
  return (await tx.selectFrom('old_address').select('path').where('path', '=', path).executeTakeFirst()) !== undefined;
}

async function isTarget(tx: Tx, path: string): Promise<boolean> {
  return (
    (await tx.selectFrom('old_address').select('path').where('target', '=', path).executeTakeFirst()) !== undefined
  );
}

async function isLive(tx: Tx, path: string): Promise<boolean> {
  return (await liveArticleAt(tx, path)) !== null;
}

/** The id of the article that is live at a path, or was; null when there is none. */
async function liveArticleAt(tx: Tx, path: string): Promise<string | null> {
  const [, section, slug] = /^\/([a-z0-9-]+)\/([a-z0-9-]+)$/.exec(path) ?? [];
  if (!section || !slug) return null;
  const row = await tx
    .selectFrom('address')
    .innerJoin('article', 'article.id', 'address.article_id')
    .select('article.id')
    .where('address.section', '=', section)
    .where('address.slug', '=', slug)
    .where('address.was_live', '=', 1)
    .where('article.live_revision', 'is not', null)
    .executeTakeFirst();
  return row?.id ?? null;
}

/** Every redirect that works now as a line of `_redirects`, sorted. @throws forbidden */
export async function exportRedirects(tx: Tx, actor: Actor): Promise<string> {
  requireImporter(actor);
  const rows = await selectOldAddresses(tx).orderBy('path').execute();
  return rows
    .flatMap((row) => {
      const target = targetOf(row);
      return target === null ? [] : [`${row.path} ${target} 301\n`];
    })
    .join('');
}
