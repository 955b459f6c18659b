import { normalizeOldPath } from '#article/old-path.ts';
import type { IsRoute } from '#editorial/write/old-addresses.ts';
import type { Deps } from '#runtime/deps.ts';
import type { LocalPorts } from '#runtime/fetch-page.ts';
import { HAD_ADDRESS } from './file-article.ts';
import { openHttpsCheck } from './https-check.ts';
import type { ImportArticle, ImportSource, Reader } from './import-item.ts';
import type { ImportRun } from './import-runs.ts';
import { isOwnAddress, type ResolveLink, resolveKnown, shownAddress } from './known-links.ts';
import { KNOWN_OTHER, KNOWN_SAME } from './look.ts';
import type { PreparedArticle } from './prepare-article.ts';

// Links that the preview cannot resolve. A link by http may work by https: the import asks the address. A link to the previous site
// leads to the imported article by its old address, which answers 301 and follows the article when people move it.

type Prepared = PreparedArticle | { refused: string };

export type LinkImporter = {
  /** Prepares an article again when a link of it leads somewhere; `hold` is called before addresses are asked. */
  follow(
    known: PreparedArticle,
    hold: () => Promise<void>,
    prepare: (resolve: ResolveLink) => Prepared,
  ): Promise<Prepared>;
};

type LinkSource = { run: ImportRun; source: ImportSource; reader: Reader };
type LinkOptions = { isRoute: IsRoute; baseUrl: string; rehearsal?: LocalPorts };

export function openLinkImporter(deps: Deps, from: LinkSource, options: LinkOptions): LinkImporter {
  const { siteUrl, upgradeLinks } = from.run.plan;
  const check = openHttpsCheck(options);
  let old: Promise<Map<string, string>> | null = null;
  return {
    follow: async (known, hold, prepare) => {
      const open = known.openLinks.map(({ address }) => address);
      const own = open.filter((address) => isOwnAddress(address, siteUrl));
      const plain = open.filter((address) => address.startsWith('http:') && !own.includes(address));
      if (own.length > 0) old ??= readOldPaths(deps, from, options.isRoute);
      if (upgradeLinks !== false) await check.ask(plain, hold);
      const paths = await old;
      const resolve: ResolveLink = (address) => {
        if (isOwnAddress(address, siteUrl)) return toArticle(address, paths, options.baseUrl);
        return address.startsWith('http:') ? check.answerOf(address) : resolveKnown(address, siteUrl);
      };
      if (!open.some((address) => resolve(address) !== null)) return noteOpen(known);
      const prepared = prepare(resolve);
      if ('refused' in prepared) return prepared;
      const count = known.openLinks.length - prepared.openLinks.length;
      const note = `${count} of its links that could not stay as they were lead on: by https, or to an imported article.`;
      return noteOpen({ ...prepared, report: { ...prepared.report, notes: [...prepared.report.notes, note] } });
    },
  };
}

/** Links that a report quotes; the rest are counted. */
const MOST_QUOTED = 20;

/** Quotes the links that became plain words, each with its address there. */
function noteOpen(prepared: PreparedArticle): PreparedArticle {
  const { openLinks, report } = prepared;
  if (openLinks.length === 0) return prepared;
  const quoted = openLinks.slice(0, MOST_QUOTED).map(({ address, words }) => `“${words}” to ${shownAddress(address)}`);
  const rest = openLinks.length > MOST_QUOTED ? `, and ${openLinks.length - MOST_QUOTED} more` : '';
  const note = `Links that are plain words now: ${quoted.join(', ')}${rest}.`;
  return { ...prepared, report: { ...report, notes: [...report.notes, note] } };
}

/** The address here of an article of the previous site; null when it was not imported. */
function toArticle(address: string, paths: ReadonlyMap<string, string> | null, baseUrl: string): string | null {
  const url = URL.parse(address);
  const path = url && normalizeOldPath(url.pathname + url.search);
  const target = path === null ? undefined : paths?.get(path);
  // A text has https links only; a site with an http address shows them as its own (src/article/own-host.ts).
  return target === undefined ? null : baseUrl.replace(/^http:/, 'https:') + target;
}

/** The old paths of the articles that are imported, each with the first old path of its article. */
async function readOldPaths(
  deps: Deps,
  { run, source, reader }: LinkSource,
  isRoute: IsRoute,
): Promise<Map<string, string>> {
  const places = await listLinkable(deps, run.id);
  const paths = new Map<string, string>();
  let place = 0;
  for await (const item of reader.read(source)) {
    if (!places.has(place++) || !('article' in item) || !HAD_ADDRESS.includes(item.article.status)) continue;
    const own = listPaths(item.article, isRoute).filter((path) => !paths.has(path));
    for (const path of own) paths.set(path, own[0] ?? path);
  }
  return paths;
}

function listPaths({ oldPaths }: ImportArticle, isRoute: IsRoute): string[] {
  return oldPaths
    .map(normalizeOldPath)
    .filter((path) => path !== null)
    .filter((path) => path.startsWith('/?') || !isRoute(path));
}

/** The places in the file of the articles that become drafts, or became drafts in an earlier import. */
async function listLinkable(deps: Deps, id: string): Promise<Set<number>> {
  const rows = await deps.db.read
    .selectFrom('import_item')
    .select(['place', 'decision', 'expected', 'outcome', 'why'])
    .where('run_id', '=', id)
    .where('kind', '=', 'article')
    .execute();
  const isTaken = (outcome: string | null) => outcome === 'imported' || outcome === 'changed';
  const items = rows.filter(({ decision, expected, outcome, why }) =>
    outcome === null
      ? decision === 'import' && isTaken(expected)
      : isTaken(outcome) || why === KNOWN_SAME || why === KNOWN_OTHER,
  );
  return new Set(items.map(({ place }) => place));
}
