import { slugOf } from '#core/text.ts';
import type { Tx } from '#db/database.ts';
import type { IsRoute } from '#editorial/write/old-addresses.ts';
import type { Deps } from '#runtime/deps.ts';
import { cleanLine } from './found-text.ts';
import type { FoundList, ImportSource, Reader } from './import-item.ts';
import { countOutcomes, type ImportRun } from './import-runs.ts';
import { addRedirects } from './redirects.ts';
import { holdRun } from './run-lease.ts';

// The pages of tags, categories and authors of the previous site lead to the pages of the same articles here.

/** Later pages of the list of all articles there. Files do not say how many it has: these are as many as there can be. */
async function listPages(deps: Deps, runId: string): Promise<OldPage[]> {
  const [articles] = await countOutcomes(deps.db.read, runId, 'outcome');
  const pages = articles?.kind === 'article' ? Math.ceil(articles.found / FEWEST_ON_PAGE) : 0;
  return Array.from({ length: Math.max(Math.min(pages, MOST_PAGES) - 1, 0) }, (_, at) => ({
    kind: 'page',
    path: `/page/${at + 2}/`,
  }));
}

type OldPage = { kind: 'page'; path: string };

/** Articles on a page of a site with the shortest pages. */
const FEWEST_ON_PAGE = 5;
const MOST_PAGES = 1000;

type ListSource = {
  run: ImportRun;
  holder: string;
  source: ImportSource;
  reader: Reader;
  isRoute: IsRoute;
  done: number;
};

/** Lists of one transaction. */
const AT_ONCE = 100;

/** Leads the lists of a file to those here, after its articles are filed: tags and bylines that no article has are not here. */
export async function redirectLists(deps: Deps, from: ListSource): Promise<void> {
  const { run, holder, source, reader, isRoute, done } = from;
  if (!reader.lists) return;
  const lists = [...(await reader.lists(source)), ...(await listPages(deps, run.id))];
  for (let at = 0; at < lists.length; at += AT_ONCE)
    await deps.db.write(async (tx) => {
      await holdRun(deps, tx, { id: run.id, holder, done });
      const rules = [];
      for (const [place, list] of lists.slice(at, at + AT_ONCE).entries()) {
        const to = await findList(tx, list, run.plan);
        if (to !== null) rules.push({ line: at + place + 1, from: list.path, to });
      }
      await addRedirects(deps, tx, rules, { isRoute, runId: run.id });
    });
}

/** The page here of the articles of a list there; null where no article here can be on it. */
async function findList(tx: Tx, list: FoundList | OldPage, plan: ImportRun['plan']): Promise<string | null> {
  if (list.kind === 'page') return '/latest';
  const { kind, name: given } = list;
  if (kind === 'category') return `/${Object.hasOwn(plan.sections, given) ? plan.sections[given] : plan.section}`;
  const name = kind === 'tag' ? cleanLine(given) : Object.hasOwn(plan.authors, given) ? plan.authors[given] : null;
  const slug = slugOf(name ?? '');
  const row = await tx.selectFrom(kind).select('slug').where('slug', '=', slug).executeTakeFirst();
  return row ? `/${kind}s/${row.slug}` : null;
}

/** The lists of a run that redirect now: their old paths, and where they lead. */
export async function listRedirected(tx: Tx, runId: string): Promise<{ path: string; target: string }[]> {
  const rows = await tx
    .selectFrom('old_address')
    .select(['path', 'target'])
    .where('run_id', '=', runId)
    .where('target', 'is not', null)
    .orderBy('path')
    .execute();
  return rows.map(({ path, target }) => ({ path, target: target ?? '' }));
}
